/** The moves of a game as people write them down: texts, numbers, two columns. */
import type { BoardSpec, ColorName, Kind, Move, State } from "../api/types";
import type { Words } from "../words/useWords";
import { pointName } from "./points";
import { colorWord } from "./sides";

/** A move as it is listed, under `player`. `index` counts all actions from 1, `number` only stones and passes. */
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

/** How many stones and passes there are: what people call the number of a move. */
export function playedCount(moves: readonly Move[]): number {
  return moves.filter(isPlayed).length;
}

function isPlayed(move: Move): boolean {
  return "x" in move || "pass" in move;
}

/** How many moves belong to an opening in which players place stones of either colour, and then choose. */
export function openingLength(moves: readonly Move[], phase: string): number {
  if (phase === "opening" || phase === "choice") {
    return moves.length;
  }
  return moves.map((move) => "action" in move && move.action === "choose").lastIndexOf(true);
}

/** Whether a move is worth listing: how dead stones were settled is left out. */
export function isListed(move: Move): boolean {
  return !("action" in move && SETTLING.has(move.action));
}

/**
 * The moves worth listing. The stones of an opening are listed under their own colour, whoever placed them.
 */
export function entriesOf(
  words: Words,
  kind: Kind | null,
  spec: BoardSpec,
  { moves, grid, phase }: Pick<State, "moves" | "grid" | "phase">,
): Entry[] {
  const entries: Entry[] = [];
  const opening = openingLength(moves, phase);
  let number = 0;
  moves.forEach((move, at) => {
    if (!isListed(move)) {
      return;
    }
    number += isPlayed(move) ? 1 : 0;
    const text = moveText(words, kind, spec, move);
    const stone = "x" in move && at < opening ? grid[move.y]?.[move.x] : null;
    entries.push({ index: at + 1, number, player: stone ?? move.player, text, isAside: !isPlayed(move) });
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
