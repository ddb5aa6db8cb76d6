/**
 * The boards of a record, node by node. Puts together what the server told of each node; knows no rules.
 * A board is kept every few nodes, so that any other is at most a few steps away.
 */
import type { ColorName, ReplayNode, XY } from "../api/types";
import type { BoardChange, Grid } from "../board/types";

export const ROOT = 0;
const KEPT_EVERY = 16;

type Cells = (ColorName | null)[];

/** The shape of a record: who follows whom. */
export interface Tree {
  nodes: readonly ReplayNode[];
  /** For every node those that follow it, in the order of the record. */
  children: readonly (readonly number[])[];
  /** How many nodes are before each one on its way from the root. */
  depth: readonly number[];
  /** How many stones and passes were played up to each node. */
  moveNumber: readonly number[];
}

export function treeOf(nodes: readonly ReplayNode[]): Tree {
  const children: number[][] = nodes.map(() => []);
  const depth: number[] = [];
  const moveNumber: number[] = [];
  nodes.forEach((node, index) => {
    const counts = isPlayed(node) ? 1 : 0;
    if (node.parent < 0) {
      depth.push(0);
      moveNumber.push(counts);
      return;
    }
    children[node.parent]?.push(index);
    depth.push((depth[node.parent] ?? 0) + 1);
    moveNumber.push((moveNumber[node.parent] ?? 0) + counts);
  });
  return { nodes, children, depth, moveNumber };
}

/** Whether a node is a stone or a pass, which is what moves are counted by. */
export function isPlayed(node: ReplayNode): boolean {
  return node.move !== null && ("x" in node.move || "pass" in node.move);
}

/** The nodes from the root to this one. */
export function pathTo(tree: Tree, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at >= 0; at = tree.nodes[at]?.parent ?? -1) {
    path.push(at);
  }
  return path.reverse();
}

/** The whole line through a node: the way there, and on by the chosen continuations, else the first ones. */
export function lineThrough(
  tree: Tree,
  node: number,
  chosen: ReadonlyMap<number, number> = new Map(),
): number[] {
  const line = pathTo(tree, node);
  for (let next = following(tree, node, chosen); next !== null; next = following(tree, next, chosen)) {
    line.push(next);
  }
  return line;
}

/** What follows a node: the chosen continuation, else the first; null at the end of a line. */
export function following(tree: Tree, node: number, chosen?: ReadonlyMap<number, number>): number | null {
  const children = tree.children[node] ?? [];
  const wanted = chosen?.get(node);
  return wanted !== undefined && children.includes(wanted) ? wanted : (children[0] ?? null);
}

/** The nodes that stand beside this one, itself among them. */
export function siblings(tree: Tree, node: number): readonly number[] {
  const parent = tree.nodes[node]?.parent ?? -1;
  return parent < 0 ? [node] : (tree.children[parent] ?? [node]);
}

/** Where the stone of a node was placed; null for passes and the like. */
export function pointOf(node: ReplayNode | undefined): XY | null {
  return node?.move && "x" in node.move ? { x: node.move.x, y: node.move.y } : null;
}

/** The boards of a record. */
export class Positions {
  readonly tree: Tree;
  readonly #columns: number;
  readonly #rows: number;
  readonly #kept = new Map<number, Cells>();
  #last: { node: number; grid: Grid } | null = null;

  constructor(nodes: readonly ReplayNode[], columns: number, rows: number) {
    this.tree = treeOf(nodes);
    this.#columns = columns;
    this.#rows = rows;
  }

  /** The board after a node. The same object is given for the same node asked twice in a row. */
  grid(node: number): Grid {
    if (this.#last?.node !== node) {
      const cells = this.#cells(node);
      const grid: Grid = Array.from({ length: this.#rows }, (_, y) =>
        cells.slice(y * this.#columns, (y + 1) * this.#columns),
      );
      this.#last = { node, grid };
    }
    return this.#last.grid;
  }

  /** The stone that was played last on the way to a node, if the last thing done was a stone. */
  lastMove(node: number): XY | null {
    return pointOf(this.tree.nodes[node]);
  }

  /** Move numbers for the stones that stand on the board after a node, by `y * columns + x`. */
  numbers(node: number): Map<number, number> {
    const numbers = new Map<number, number>();
    for (const index of pathTo(this.tree, node)) {
      const point = pointOf(this.tree.nodes[index]);
      for (const [x, y] of this.tree.nodes[index]?.removed ?? []) {
        numbers.delete(y * this.#columns + x);
      }
      if (point !== null) {
        numbers.set(point.y * this.#columns + point.x, this.tree.moveNumber[index] ?? 0);
      }
    }
    return numbers;
  }

  /** What a step from its parent to this node does to the stones, for boards that show it as motion. */
  change(node: number, key: number): BoardChange | null {
    const found = this.tree.nodes[node];
    if (found === undefined || found.parent < 0) {
      return null;
    }
    const before = this.grid(found.parent);
    return {
      key,
      placed: found.placed.map(([x, y]) => ({ x, y })),
      removed: found.removed.map(([x, y]) => ({ x, y, color: before[y]?.[x] ?? "BLACK" })),
      flipped: found.flipped.map(([x, y]) => ({ x, y })),
      at: pointOf(found),
    };
  }

  #cells(node: number): Cells {
    const way: number[] = [];
    let at = node;
    while (at >= 0 && !this.#kept.has(at)) {
      way.push(at);
      at = this.tree.nodes[at]?.parent ?? -1;
    }
    const cells: Cells = this.#kept.get(at)?.slice() ?? Array(this.#columns * this.#rows).fill(null);
    for (const index of way.reverse()) {
      this.#apply(cells, index);
      if ((this.tree.depth[index] ?? 0) % KEPT_EVERY === 0) {
        this.#kept.set(index, cells.slice());
      }
    }
    return cells;
  }

  #apply(cells: Cells, index: number): void {
    const node = this.tree.nodes[index];
    for (const [x, y] of node?.removed ?? []) {
      cells[y * this.#columns + x] = null;
    }
    for (const [x, y] of node?.flipped ?? []) {
      const cell = y * this.#columns + x;
      cells[cell] = cells[cell] === "BLACK" ? "WHITE" : "BLACK";
    }
    for (const [x, y, color] of node?.placed ?? []) {
      cells[y * this.#columns + x] = color;
    }
  }
}
