/** What a record draws on the board at a node, and the letters of its variations. */
import type { ColorName, ReplayNode, XY } from "../../api/types";
import type { Grid, Mark } from "../../board/types";
import { pointOf, type Tree } from "../../sitting/positions";

const DRAWN: Readonly<Record<string, Mark["kind"]>> = {
  triangle: "triangle",
  square: "square",
  circle: "circle",
  cross: "cross",
  label: "label",
  selected: "square",
};

/** The marks of a node that boards can draw, and the letter of each way on where there are several. */
export function marksOf(tree: Tree, at: number): Mark[] {
  const marks: Mark[] = [];
  for (const mark of tree.nodes[at]?.marks ?? []) {
    const kind = DRAWN[mark.kind];
    if (kind !== undefined) {
      const text = kind === "label" ? { text: mark.text } : {};
      marks.push(...mark.points.map(([x, y]) => ({ x, y, kind, ...text })));
    }
  }
  const ways = tree.children[at] ?? [];
  if (ways.length > 1) {
    ways.forEach((way, index) => {
      const point = pointOf(tree.nodes[way]);
      if (point !== null) {
        marks.push({ ...point, kind: "variation", text: letterOf(index) });
      }
    });
  }
  return marks;
}

/** Those that lie on a point. */
export function marksAt(marks: readonly Mark[], point: XY): Mark[] {
  return marks.filter(({ x, y }) => x === point.x && y === point.y);
}

/** Territory that the record marks at a node; null: none. */
export function territoryOf(node: ReplayNode | undefined, columns: number, rows: number): Grid | null {
  const sides: Readonly<Record<string, ColorName>> = { territory_black: "BLACK", territory_white: "WHITE" };
  const found = node?.marks.filter((mark) => Object.hasOwn(sides, mark.kind) && mark.points.length > 0) ?? [];
  if (found.length === 0) {
    return null;
  }
  const grid: (ColorName | null)[][] = Array.from({ length: rows }, () => Array(columns).fill(null));
  for (const mark of found) {
    for (const [x, y] of mark.points) {
      const row = grid[y];
      if (row !== undefined) {
        row[x] = sides[mark.kind] ?? null;
      }
    }
  }
  return grid;
}

/** A, B, … Z, then numbers. */
export function letterOf(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
}
