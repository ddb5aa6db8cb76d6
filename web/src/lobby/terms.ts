/** The terms of a game in words: what is played, how long, for what. No controls. */
import type { Challenge, Seek } from "../api/lobby";
import type { Kind } from "../api/types";
import { clockInWords } from "../sitting/rules";
import { kindOf } from "../sitting/sides";
import type { Words } from "../words/useWords";

/** "Go 19×19". */
export function gameText(
  words: Words,
  kinds: readonly Kind[],
  { gameType, boardSize }: Pick<Challenge, "gameType" | "boardSize">,
): string {
  const kind = kindOf(kinds, gameType);
  const game = kind === null ? gameType : words.of(kind, "name");
  return words.t("page.game_label", { game, size: boardSize });
}

/** What is particular about a challenge: "10 min, then 3 × 30 s byo-yomi · rated · they play Black". */
export function termsText(
  words: Words,
  kinds: readonly Kind[],
  challenge: Challenge,
  isOwn: boolean,
): string {
  const { t } = words;
  const { clock, rated, color, absence, ratingRange, speed } = challenge;
  const kind = kindOf(kinds, challenge.gameType);
  const parts = [clock == null ? t("game.clock.none") : clockInWords(words, clock)];
  if (rated) {
    parts.push(t("game.rated"));
  }
  parts.push(...rulesText(words, kind, challenge));
  if (color != null) {
    parts.push(t(isOwn ? `lobby.color.mine.${color}` : `lobby.color.theirs.${color}`));
  }
  if (absence !== "loses" && speed !== "days") {
    parts.push(t(`start.absence.${absence}`));
  }
  const range = Math.max(ratingRange?.below ?? 0, ratingRange?.above ?? 0);
  if (range > 0) {
    parts.push(t("start.range.within", { points: range }));
  }
  return parts.join(t("lobby.dot"));
}

/** The rules, where they are not the game's usual ones. */
function rulesText(words: Words, kind: Kind | null, { rules, komi, handicap }: Challenge): string[] {
  if (kind === null) {
    return [];
  }
  const parts: string[] = [];
  if (rules == null) {
    parts.push(words.t("lobby.rules.own"));
  } else if (rules !== kind.defaultRules.preset && Object.hasOwn(kind.presets, rules)) {
    parts.push(words.of(kind, `preset.${rules}`));
  }
  if (handicap != null && handicap > 0) {
    parts.push(words.t("lobby.handicap", { count: handicap }));
  } else if (komi != null && komi !== kind.defaultRules.komi) {
    parts.push(words.t("lobby.komi", { komi }));
  }
  return parts;
}

/** "Go 9×9 · Rapid · rated". */
export function seekText(words: Words, kinds: readonly Kind[], seek: Seek): string {
  const parts = [gameText(words, kinds, seek), words.t(`lobby.speed.${seek.speed}`)];
  return [...parts, ...(seek.rated ? [words.t("game.rated")] : [])].join(words.t("lobby.dot"));
}
