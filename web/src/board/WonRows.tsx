/** The rows that won: a stroke from stone to stone, in the ink of their stones, so that no colour has to tell it. */

import { memo } from "react";
import { columnAt, isOnBoard, type Layout, rowAt } from "./geometry";
import { inkOn } from "./Signs";
import type { Grid, Row, XY } from "./types";

interface WonRowsProps {
  layout: Layout;
  grid: Grid;
  rows: readonly Row[];
  /** Something stands on the stones, which the stroke leaves free. */
  isWrittenOn: boolean;
}

/** How much of a stone is left free from its middle, in radii: what is written there, or nothing. */
const FREE = 0.74;

export const WonRows = memo(function WonRows({ layout, grid, rows, isWrittenOn }: WonRowsProps) {
  return (
    <g className="board-won">
      {rows.map((row) => {
        const [first] = row;
        if (first === undefined || !row.every((point) => isOnBoard(layout.spec, point))) return null;
        return (
          <path
            key={row.map(({ x, y }) => `${x},${y}`).join(" ")}
            className={inkOn(grid[first.y]?.[first.x])}
            d={strokes(layout, row, isWrittenOn ? FREE * layout.radius : 0)}
            data-won={row.length}
          />
        );
      })}
    </g>
  );
});

function strokes(layout: Layout, row: Row, free: number): string {
  const place = ({ x, y }: XY) => ({ left: columnAt(layout, x), top: rowAt(layout, y) });
  return row
    .slice(1)
    .map((point, index) => {
      const [from, to] = [place(row[index] ?? point), place(point)];
      const [across, down] = [to.left - from.left, to.top - from.top];
      const share = free / Math.hypot(across, down);
      const start = `M${from.left + share * across} ${from.top + share * down}`;
      return `${start}L${to.left - share * across} ${to.top - share * down}`;
    })
    .join("");
}
