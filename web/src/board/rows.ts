/** Rows of stones of one colour. Which of them win is said by whoever asks. */
import type { Grid, XY } from "./types";

/** A row, from one end to the other. */
export type Row = readonly XY[];

const WAYS: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

/** Every row of at least `length` stones through a stone, however long it is; none where no stone stands. */
export function rowsThrough(grid: Grid, point: XY, length: number): Row[] {
  const color = grid[point.y]?.[point.x] ?? null;
  if (color === null) {
    return [];
  }
  const reach = (dx: number, dy: number): XY[] => {
    const found: XY[] = [];
    let { x, y } = { x: point.x + dx, y: point.y + dy };
    while (grid[y]?.[x] === color) {
      found.push({ x, y });
      x += dx;
      y += dy;
    }
    return found;
  };
  return WAYS.map(([dx, dy]) => [...reach(-dx, -dy).reverse(), point, ...reach(dx, dy)]).filter(
    (row) => row.length >= length,
  );
}
