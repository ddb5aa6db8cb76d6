/** The rows of stones that won a game. The server says that a row won; which stones it has is seen on the board. */
import type { Replay, View, XY } from "../../api/types";
import { type Row, rowsThrough } from "../../board/rows";
import type { Grid } from "../../board/types";

const NONE: readonly Row[] = [];
/** The shortest row that wins anywhere. */
const SHORTEST = 5;

/** The rows through the last stone of a game that a row has won. */
export function wonRows(isWonByRow: boolean, grid: Grid, lastMove: XY | null): readonly Row[] {
  return isWonByRow && lastMove !== null ? rowsThrough(grid, lastMove, SHORTEST) : NONE;
}

export function isWonByRow(view: View): boolean {
  return view.state.result?.reason === "line";
}

export function wasWonByRow(replay: Replay): boolean {
  return replay.result?.key.startsWith("status.won.line.") ?? false;
}

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
