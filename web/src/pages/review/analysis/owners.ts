/** Whose each point will be as an analysis sees it, and in words. Knows no game by name. */
import type { Analysis } from "../../../api/types";
import type { Grid } from "../../../board/types";
import { type Estimate, leadText, pointsText } from "../../../sitting/estimate";
import type { Words } from "../../../words/useWords";
import { DEAD, isLeadTold } from "./values";

/** In the measures of an estimate; null where an analysis knows no owners. A dead stone is the other side's. */
export function estimateOf(analysis: Analysis, grid: Grid): Estimate | null {
  const { margin, ownership, marks } = analysis;
  if (margin === null || ownership === null) {
    return null;
  }
  const shares = ownership.map((share) => Math.round(100 * share));
  const columns = grid[0]?.length ?? 0;
  for (const { x, y } of marks.filter(({ key }) => key === DEAD).flatMap(({ points }) => points)) {
    shares[y * columns + x] = grid[y]?.[x] === "BLACK" ? -100 : 100;
  }
  return { margin: Math.round(2 * margin) / 2, ownership: shares };
}

/** Who holds how much of the board, and who leads where the worth of the position does not tell it. */
export function ownersText(words: Words, analysis: Analysis, estimate: Estimate): string {
  const held = pointsText(words, estimate);
  return isLeadTold(analysis)
    ? held
    : words.t("game.status.then", { first: leadText(words, estimate), rest: held });
}
