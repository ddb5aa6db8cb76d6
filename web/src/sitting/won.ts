/** The rows of stones that won a game, as the server names them. */
import type { XY } from "../api/types";
import type { Row } from "../board/types";

export const NO_ROWS: readonly Row[] = [];

/** On which side of the board nothing that matters is covered: the one without the rows; null: anywhere. */
export function clearSide(rows: readonly Row[], boardRows: number): "top" | "bottom" | null {
  const heights = rows.flat().map(({ y }) => y);
  if (heights.length === 0) {
    return null;
  }
  const middle = heights.reduce((sum, y) => sum + y, 0) / heights.length;
  return middle < (boardRows - 1) / 2 ? "bottom" : "top";
}

export function isInRow(rows: readonly Row[], { x, y }: XY): boolean {
  return rows.some((row) => row.some((point) => point.x === x && point.y === y));
}
