/** The moves of a game as people write them down: texts, numbers, two columns. */
import type { BoardSpec, ColorName, Kind, Move } from "../../api/types";
import type { Words } from "../../words/useWords";
import { pointName } from "./points";
import { colorWord } from "./sides";

/** A move as it is listed. `index` counts all actions from 1, `number` only stones and passes. */
export interface Entry {
  index: number;
  number: number;
  player: ColorName;
  text: string;
  /** Whether it is neither a stone nor a pass, so that it has no column of its own. */
  isAside: boolean;
  /** How many other moves the record has in its place. */
  others?: number;
  /** Whether the record says something about it. */
  isRemarked?: boolean;
}

/** One line of the list: the moves of both sides, or something beside them. */
export interface Row {
  key: number;
  number: number;
  black: Entry | null;
  white: Entry | null;
  aside: Entry | null;
}

/** A move in a few letters: "D4", "pass", "plays Black". */
export function moveText(words: Words, kind: Kind | null, spec: BoardSpec, move: Move): string {
  if ("x" in move) {
    return pointName(spec, move);
  }
  if ("pass" in move) {
    return words.t("game.move.pass");
  }
  if (move.action === "choose") {
    return words.of(kind, `choice.${move.choice}`);
  }
  return words.t(`game.move.${move.action}`);
}

const SETTLING: ReadonlySet<string> = new Set(["mark_dead", "unmark_dead", "agree"]);

/** Whether a move is worth listing: how dead stones were settled is left out. */
export function isListed(move: Move): boolean {
  return !("action" in move && SETTLING.has(move.action));
}

/** The moves worth listing. */
export function entriesOf(words: Words, kind: Kind | null, spec: BoardSpec, moves: readonly Move[]): Entry[] {
  const entries: Entry[] = [];
  let number = 0;
  moves.forEach((move, at) => {
    const isPlayed = "x" in move || "pass" in move;
    if (!isListed(move)) {
      return;
    }
    number += isPlayed ? 1 : 0;
    const text = moveText(words, kind, spec, move);
    entries.push({ index: at + 1, number, player: move.player, text, isAside: !isPlayed });
  });
  return entries;
}

export function rowsOf(entries: readonly Entry[]): Row[] {
  const rows: Row[] = [];
  for (const entry of entries) {
    const last = rows.at(-1);
    if (entry.isAside) {
      rows.push({ key: entry.index, number: 0, black: null, white: null, aside: entry });
    } else if (entry.player === "WHITE" && last?.black && !last.white) {
      last.white = entry;
    } else {
      const isBlack = entry.player === "BLACK";
      rows.push({
        key: entry.index,
        number: entry.number,
        black: isBlack ? entry : null,
        white: isBlack ? null : entry,
        aside: null,
      });
    }
  }
  return rows;
}

/** A move as it is told aloud: "White D4", "Black passes". In some openings players place `stone`s of either colour. */
export function spokenMove(
  words: Words,
  kind: Kind | null,
  spec: BoardSpec,
  move: Move,
  stone: ColorName = move.player,
): string {
  const player = colorWord(words, "x" in move ? stone : move.player);
  if ("x" in move) {
    return words.t("game.spoken.stone", { player, point: pointName(spec, move) });
  }
  if ("pass" in move) {
    return words.t("game.spoken.pass", { player });
  }
  if (move.action === "choose") {
    return words.t("game.spoken.choose", { player, choice: words.of(kind, `choice.${move.choice}`) });
  }
  if (move.action === "mark_dead" || move.action === "unmark_dead") {
    const points = move.points.map((point) => pointName(spec, point)).join(" ");
    return words.t(`game.spoken.${move.action}`, { player, points });
  }
  return words.t(`game.spoken.${move.action}`, { player });
}
