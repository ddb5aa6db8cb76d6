/** Short games that the start page plays by itself, as the server told them: what every move put, took and turned. */
import type { ColorName } from "../../api/types";
import type { BoardChange, Grid, XY } from "../../board/types";

type Point = [x: number, y: number];
type Stone = [x: number, y: number, color: ColorName];

export interface DemoStep {
  at: Point | null;
  placed: Stone[];
  removed: Point[];
  flipped: Point[];
  toMove: ColorName;
}

export interface Demo {
  gameType: string;
  boardSize: number;
  /** The last moment from which the game can go on. */
  lastOpen: number;
  /** The whole game as a text that the server loads. */
  record: string;
  /** `steps[0]` is the board before the first move; the number of a step is that of its moment. */
  steps: DemoStep[];
}

const FILES = import.meta.glob<Demo>("./demo/*.json", { eager: true, import: "default" });

export const DEMOS: readonly Demo[] = Object.values(FILES);

export function demoOf(gameType: string): Demo | null {
  return DEMOS.find((demo) => demo.gameType === gameType) ?? null;
}

/** The stones at every moment of a demo. */
export function gridsOf(demo: Demo): Grid[] {
  const grids: Grid[] = [];
  let grid: Grid = emptyGrid(demo.boardSize, demo.boardSize);
  for (const step of demo.steps) {
    grid = after(grid, step);
    grids.push(grid);
  }
  return grids;
}

export function emptyGrid(columns: number, rows: number): Grid {
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => null));
}

/** What a step did, as boards show it in motion. */
export function changeOf(step: DemoStep, before: Grid, key: number): BoardChange {
  return {
    key,
    placed: step.placed.map(([x, y]) => ({ x, y })),
    removed: step.removed.flatMap(([x, y]) => {
      const color = before[y]?.[x];
      return color ? [{ x, y, color }] : [];
    }),
    flipped: step.flipped.map(([x, y]) => ({ x, y })),
    at: pointOf(step),
  };
}

export function pointOf(step: DemoStep | undefined): XY | null {
  return step?.at ? { x: step.at[0], y: step.at[1] } : null;
}

function after(grid: Grid, step: DemoStep): Grid {
  const next = grid.map((row) => [...row]);
  const put = (x: number, y: number, color: ColorName | null) => {
    const row = next[y];
    if (row !== undefined) {
      row[x] = color;
    }
  };
  for (const [x, y] of step.removed) {
    put(x, y, null);
  }
  for (const [x, y] of step.flipped) {
    put(x, y, grid[y]?.[x] === "BLACK" ? "WHITE" : "BLACK");
  }
  for (const [x, y, color] of step.placed) {
    put(x, y, color);
  }
  return next;
}
