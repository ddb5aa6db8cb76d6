/** Worths in words and in a few letters, as the side to move sees them. Knows no game by name. */
import type { Analysis, AnalysisMark, BoardSpec, Candidate, ColorName, Kind, XY } from "../../../api/types";
import { pointName } from "../../../sitting/points";
import { colorWord } from "../../../sitting/sides";
import type { Words } from "../../../words/useWords";

/** The mark whose points are a line. */
export const WINNING_LINE = "winning-line";

/** The mark whose points are drawn as dead stones. */
export const DEAD = "dead";

/** A chance of Black's as this side sees it. */
function chanceOf(toMove: ColorName, win: number): number {
  return toMove === "BLACK" ? win : 1 - win;
}

/** What is not proven is never certain. */
function percent(win: number): string {
  return String(Math.min(Math.max(Math.round(100 * win), 1), 99));
}

type End = "wins" | "loses" | "draws";

/** How a move that is proven ends for the side to move; null where nothing is proven. */
function endOf(candidate: Candidate, toMove: ColorName): End | null {
  if (candidate.proof === null || candidate.win === null) {
    return null;
  }
  const win = chanceOf(toMove, candidate.win);
  return win === 0.5 ? "draws" : win > 0.5 ? "wins" : "loses";
}

/** The worth of a move: "wins in 7", "loses by 4, exact", "57 % · +3.5". */
export function valueText(words: Words, candidate: Candidate, toMove: ColorName): string {
  const end = endOf(candidate, toMove);
  const { winsIn, win, margin } = candidate;
  if (end !== null && winsIn !== null) {
    return words.t(`analysis.value.${end}_in`, { moves: winsIn });
  }
  if (end !== null && candidate.proof === "margin" && margin !== null) {
    return words.t(`analysis.value.${end}_by`, { margin: Math.abs(margin) });
  }
  if (end !== null) {
    return words.t(`analysis.value.${end}`);
  }
  if (win === null) {
    return words.t("analysis.value.unknown");
  }
  const chance = percent(chanceOf(toMove, win));
  return margin === null
    ? words.t("analysis.value.win", { win: chance })
    : words.t("analysis.value.win_and_margin", { win: chance, margin: signed(margin, toMove, 1) });
}

/** The same in the few letters that fit on a point: "W7", "+38", "57". */
export function discText(words: Words, candidate: Candidate, toMove: ColorName): string {
  const end = endOf(candidate, toMove);
  const { winsIn, win, margin } = candidate;
  if (end !== null && winsIn !== null) {
    return words.t(`analysis.disc.${end}_in`, { moves: winsIn });
  }
  if (end !== null && candidate.proof === "margin" && margin !== null) {
    return signed(margin, toMove, 0);
  }
  if (end !== null) {
    return words.t(`analysis.disc.${end}`);
  }
  return win === null ? "·" : percent(chanceOf(toMove, win));
}

function signed(margin: number, toMove: ColorName, digits: number): string {
  const mine = toMove === "BLACK" ? margin : -margin;
  const shown = Math.abs(mine).toFixed(digits);
  return Number(shown) === 0 ? shown : `${mine > 0 ? "+" : "−"}${shown}`;
}

/** What the whole position is worth, in a sentence. */
export function worthText(words: Words, analysis: Analysis): string {
  const { win, margin, exact } = analysis;
  const best = analysis.best[0];
  if (win === null) {
    return words.t("analyze.unknown");
  }
  const player = colorWord(words, win >= 0.5 ? "BLACK" : "WHITE");
  const isProven = exact !== null || (best !== undefined && best.proof !== null);
  if (isProven && win === 0.5) {
    return words.t("analyze.drawn");
  }
  if (isProven && exact !== null) {
    return words.t("analyze.won_by", { player, margin: Math.abs(exact) });
  }
  if (isProven) {
    const moves = best?.winsIn ?? null;
    return moves === null ? words.t("analyze.won", { player }) : words.t("analyze.won_in", { player, moves });
  }
  const chance = percent(Math.max(win, 1 - win));
  if (chance === "50") {
    return words.t("analysis.even");
  }
  return margin !== null && isAheadInBoth(win, margin)
    ? words.t("analysis.ahead_by", { player, win: chance, margin: Math.abs(margin).toFixed(1) })
    : words.t("analysis.ahead", { player, win: chance });
}

/** Whether who will probably win leads, too. */
function isAheadInBoth(win: number, margin: number): boolean {
  return win > 0.5 ? margin >= 0.05 : margin <= -0.05;
}

/** Whether the worth of a position that is not proven tells by how much somebody leads. */
export function isLeadTold({ win, margin }: Analysis): boolean {
  return win !== null && margin !== null && percent(win) !== "50" && isAheadInBoth(win, margin);
}

/** The worth of the position and its best move, to be heard. */
export function summaryText(words: Words, analysis: Analysis, spec: BoardSpec): string {
  const worth = worthText(words, analysis);
  const first = analysis.best[0]?.line[0];
  return first === undefined
    ? worth
    : words.t("analysis.best", { worth, move: lineMoveText(words, spec, first) });
}

export function lineMoveText(words: Words, spec: BoardSpec, move: Candidate["line"][number]): string {
  return move === "PASS" ? words.t("game.move.pass") : pointName(spec, move);
}

export function lineText(words: Words, spec: BoardSpec, line: Candidate["line"]): string {
  return line.map((move) => lineMoveText(words, spec, move)).join(" ");
}

/** What follows a move, with all answers where there were several: "H7/F7 G4". */
export function answeredText(words: Words, spec: BoardSpec, candidate: Candidate): string {
  const turns = candidate.line.map((move, at) => {
    const answers = candidate.defences.find(({ number }) => number === at + 1)?.lines.slice(1) ?? [];
    const moves = [move, ...answers.flatMap((line) => line.slice(0, 1))];
    return moves.map((one) => lineMoveText(words, spec, one)).join("/");
  });
  return turns.slice(1).join(" ");
}

/** What a mark means. Games have their own words; what has none is a point to look at. */
export function markName(words: Words, kind: Kind, mark: AnalysisMark): string {
  return worded(words, kind, `mark.${mark.key}`) ?? words.t("analysis.sign.other");
}

/** The few letters of a mark on a point. */
export function markSign(words: Words, kind: Kind, mark: AnalysisMark): string {
  return worded(words, kind, `sign.${mark.key}`) ?? "!";
}

function worded(words: Words, kind: Kind, key: string): string | null {
  const text = words.of(kind, key);
  return text === key ? null : text;
}

export function pointsText(spec: BoardSpec, points: readonly XY[]): string {
  return points.map((point) => pointName(spec, point)).join(" ");
}
