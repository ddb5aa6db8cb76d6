/** What an arena's players and games are called on the page. */
import type { ArenaListItem, Kind } from "../../api/types";
import { programName } from "../../sitting/sides";
import type { Words } from "../../words/useWords";

/** A player's name; the second of the same name keeps its number. */
export function nameOf(words: Words, player: string): string {
  const [, name = player, number = ""] = /^(.*?)( \(\d+\))?$/.exec(player) ?? [];
  return programName(words, name) + number;
}

/** Where its games begin: "first 4 moves at random". */
export function openingsOf(words: Words, openings: string): string {
  const count = /^random:(\d+)$/.exec(openings)?.[1];
  if (count === undefined) {
    return words.t("watch.arena.openings.file", { file: openings });
  }
  return words.t(count === "0" ? "watch.arena.openings.none" : "watch.arena.openings.random", { count });
}

export function gameOf(words: Words, kind: Kind | null, arena: ArenaListItem): string {
  return words.t("page.game_label", {
    game: kind ? words.of(kind, "name") : arena.gameType,
    size: arena.boardSize,
  });
}
