/** What a record says about itself, in words: players, result, occasion, and what was left out of it. */
import type { Kind, Replay } from "../../api/types";
import { type Fact, rulesInWords } from "../../sitting/rules";
import { playerName } from "../../sitting/sides";
import type { Words } from "../../words/useWords";

const KNOWN_INFO = [
  "event",
  "round",
  "place",
  "game_name",
  "game_comment",
  "opening",
  "user",
  "source",
  "annotator",
  "copyright",
] as const;

/** A player with the rank, where one is known: "Ann 5d". */
export function participantName(words: Words, replay: Replay, color: "BLACK" | "WHITE"): string {
  const player = replay.players[color];
  const name = playerName(words, player, color);
  return player.rank === "" ? name : `${name} ${player.rank}`;
}

export function resultText(words: Words, kind: Kind | null, replay: Replay): string | null {
  return replay.result === null ? null : words.told(kind, replay.result);
}

export function factsOf(words: Words, kind: Kind, replay: Replay): Fact[] {
  const { t } = words;
  const facts: Fact[] = [
    {
      key: "game",
      name: t("game.info.game"),
      value: `${words.of(kind, "name")} ${t("game.size", { size: replay.boardSize })}`,
    },
    { key: "black", name: t("color.black"), value: participantName(words, replay, "BLACK") },
    { key: "white", name: t("color.white"), value: participantName(words, replay, "WHITE") },
  ];
  const result = resultText(words, kind, replay);
  if (result !== null) {
    facts.push({ key: "result", name: t("review.result"), value: result });
  }
  if (replay.created !== "") {
    facts.push({ key: "date", name: t("review.date"), value: replay.created });
  }
  for (const key of KNOWN_INFO) {
    const value = replay.info[key];
    if (value !== undefined && value !== "") {
      facts.push({ key: `info.${key}`, name: t(`review.info.${key}`), value });
    }
  }
  return [...facts, ...rulesInWords(words, kind, replay.rules)];
}
