/** What events do to the stones on a board, and what of it is shown as motion. Pure, and knows no rules. */
import { type ColorName, type EventFrame, other, type XY } from "../api/types";
import type { BoardChange, Grid } from "../board/types";

type Stone = ColorName | null;

export interface Changed {
  grid: Grid;
  /** What to show as motion; null where no stone changed. */
  change: BoardChange | null;
}

/** The board after an event; `key` names the change. */
export function changed(grid: Grid, frame: EventFrame, key: number): Changed {
  const placed = stonesPut(frame);
  const removed = removedBy(frame).flatMap(([x, y]) => {
    const color = stoneAt(grid, x, y);
    return color === null ? [] : [{ x, y, color }];
  });
  const flipped = ("flipped" in frame ? (frame.flipped ?? []) : []).map(([x, y]) => ({ x, y }));
  if (placed.length + removed.length + flipped.length === 0) {
    return { grid, change: null };
  }
  const rows = new Map<number, Stone[]>();
  const put = (x: number, y: number, stone: Stone) => {
    const row = rows.get(y) ?? [...(grid[y] ?? [])];
    if (x >= 0 && x < row.length) {
      row[x] = stone;
      rows.set(y, row);
    }
  };
  for (const { x, y } of removed) {
    put(x, y, null);
  }
  for (const { x, y } of flipped) {
    const stone = stoneAt(grid, x, y);
    put(x, y, stone === null ? null : other(stone));
  }
  for (const [x, y, color] of placed) {
    put(x, y, color);
  }
  const change = { key, placed: placed.map(([x, y]) => ({ x, y })), removed, flipped, at: playedAt(frame) };
  return { grid: grid.map((row, y) => rows.get(y) ?? row), change };
}

/** How many stones a move takes off this board: Black's new prisoners, and White's. */
export function takenBy(grid: Grid, frame: EventFrame): Record<ColorName, number> {
  const taken = { BLACK: 0, WHITE: 0 };
  for (const [x, y] of frame.type === "moved" ? removedBy(frame) : []) {
    const stone = stoneAt(grid, x, y);
    if (stone !== null) {
      taken[other(stone)] += 1;
    }
  }
  return taken;
}

export function countStones(grid: Grid, color: ColorName): number {
  return grid.reduce((sum, row) => sum + row.filter((stone) => stone === color).length, 0);
}

export function isSameGrid(one: Grid, another: Grid): boolean {
  return (
    one === another ||
    (one.length === another.length &&
      one.every((row, y) => {
        const facing = another[y];
        return facing?.length === row.length && row.every((stone, x) => stone === facing[x]);
      }))
  );
}

/** The stones that an event puts down: those it lists, else the mover's own. */
function stonesPut(frame: EventFrame): [number, number, ColorName][] {
  if ("placed" in frame && frame.placed !== undefined) {
    return frame.placed;
  }
  const at = playedAt(frame);
  return at === null || frame.type !== "moved" ? [] : [[at.x, at.y, frame.player]];
}

function removedBy(frame: EventFrame): [number, number][] {
  return "removed" in frame ? (frame.removed ?? []) : [];
}

function stoneAt(grid: Grid, x: number, y: number): Stone {
  return grid[y]?.[x] ?? null;
}

function playedAt(frame: EventFrame): XY | null {
  const { x, y } = frame.type === "moved" ? frame : {};
  return x === undefined || y === undefined ? null : { x, y };
}
