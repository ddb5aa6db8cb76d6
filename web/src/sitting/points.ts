/** How points are called, and which point somebody typed. */
import type { BoardSpec, XY } from "../api/types";

/** The point in the game's notation, as "D4". */
export function pointName(spec: BoardSpec, { x, y }: XY): string {
  return `${spec.columnLabels[x] ?? "?"}${spec.rowLabels[y] ?? "?"}`;
}

/** The point that a text names, column and row in either order and any case: "d4", "4D", "16 q". Null: none. */
export function parsePoint(spec: BoardSpec, text: string): XY | null {
  const typed = text.replace(/\s+/g, "").toLowerCase();
  for (const [x, column] of spec.columnLabels.entries()) {
    for (const [y, row] of spec.rowLabels.entries()) {
      const letters = column.toLowerCase();
      const digits = row.toLowerCase();
      if (typed === letters + digits || typed === digits + letters) {
        return { x, y };
      }
    }
  }
  return null;
}

/** The lowest and the highest name of the board, to say what may be typed. */
export function nameRange(spec: BoardSpec): { first: string; last: string } {
  const isFromTop = Number(spec.rowLabels[0]) < Number(spec.rowLabels[spec.rows - 1]);
  const [low, high] = isFromTop ? [0, spec.rows - 1] : [spec.rows - 1, 0];
  return {
    first: pointName(spec, { x: 0, y: low }),
    last: pointName(spec, { x: spec.columns - 1, y: high }),
  };
}

export function isSamePoint(one: XY | null, another: XY | null): boolean {
  return one !== null && another !== null && one.x === another.x && one.y === another.y;
}
