/** The lines of an analysis by their names: that of a best move, or another answer on its way. */
import type { Analysis, Candidate } from "../../../api/types";

export type Line = Candidate["line"];

/** "0" is the line of the best move, "0/4/1" what follows the second answer at its fourth move. */
export type LineName = string;

export function lineName(index: number, number?: number, answer?: number): LineName {
  return number === undefined || answer === undefined || answer === 0
    ? String(index)
    : `${index}/${number}/${answer}`;
}

/** The place of the best move to which a line belongs. */
export function indexOfLine(name: LineName): number {
  return Number.parseInt(name, 10);
}

/** The moves of a line from the position on; null where it is none of this analysis. */
export function lineOf(analysis: Analysis, name: LineName): Line | null {
  const [index = 0, number, answer] = name.split("/").map(Number);
  const candidate = analysis.best[index];
  if (candidate === undefined || number === undefined || answer === undefined) {
    return candidate?.line ?? null;
  }
  const other = candidate.defences.find((defence) => defence.number === number)?.lines[answer];
  return other === undefined ? null : [...candidate.line.slice(0, number - 1), ...other];
}
