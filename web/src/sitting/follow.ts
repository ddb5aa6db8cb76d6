/** What events do to the board and the clock that a page shows. Pure, and knows no rules: the server said what changed. */
import { type ColorName, type EventFrame, other, type State, type TimeLeft, type XY } from "../api/types";
import type { BoardChange, Grid } from "../board/Board";
import type { ClockShown } from "./types";

export interface Followed {
  grid: Grid;
  lastMove: XY | null;
  clock: ClockShown | null;
}

export interface Step extends Followed {
  /** What to show as motion; null where no stone changed. */
  change: BoardChange | null;
}

type Stone = ColorName | null;

/** Events that make a new revision of the game; the others are talk about it. */
const OF_THE_GAME = new Set(["created", "moved", "undone", "redone", "restarted", "ended"]);

/** The board and the clock of a whole state that came at `at`. */
export function followedOf(state: State, at: number): Followed {
  return { grid: state.grid, lastMove: pointOf(state.lastMove), clock: clockOf(state, at) };
}

/** What an event that came at `at` makes of what was shown; `key` names the change. */
export function follow(before: Followed, frame: EventFrame, at: number, key: number): Step {
  const { grid, change } = changed(before.grid, frame, key);
  return {
    grid,
    change,
    lastMove: lastMoveAfter(before.lastMove, frame, change),
    clock: clockAfter(before.clock, frame, at),
  };
}

/** The revision of the game after an event. */
export function revisionAfter(before: number, frame: EventFrame): number {
  return OF_THE_GAME.has(frame.type) ? frame.n : before;
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

/** The point of a `lastMove`; a pass has none. */
export function pointOf(lastMove: State["lastMove"]): XY | null {
  return lastMove === "PASS" ? null : lastMove;
}

// --- stones

function changed(grid: Grid, frame: EventFrame, key: number): { grid: Grid; change: BoardChange | null } {
  const placed = stonesPut(frame);
  const removed = (frame.removed ?? []).flatMap(([x, y]) => {
    const color = stoneAt(grid, x, y);
    return color === null ? [] : [{ x, y, color }];
  });
  const flipped = (frame.flipped ?? []).map(([x, y]) => ({ x, y }));
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

/** The stones that an event puts down: those it lists, else the mover's own. */
function stonesPut({ placed, x, y, player }: EventFrame): [number, number, ColorName][] {
  if (placed !== undefined) {
    return placed;
  }
  return x === undefined || y === undefined || player === undefined ? [] : [[x, y, player]];
}

function stoneAt(grid: Grid, x: number, y: number): Stone {
  return grid[y]?.[x] ?? null;
}

function playedAt({ x, y }: EventFrame): XY | null {
  return x === undefined || y === undefined ? null : { x, y };
}

/** After moves were taken back nobody has said yet which one is the last now; the next view does. */
function lastMoveAfter(before: XY | null, frame: EventFrame, change: BoardChange | null): XY | null {
  switch (frame.type) {
    case "moved":
      return frame.action === "pass" ? null : (playedAt(frame) ?? before);
    case "redone":
      return frame.count === 1 && change?.placed.length === 1 ? (change.placed[0] ?? null) : null;
    case "undone":
    case "restarted":
      return null;
    default:
      return before;
  }
}

// --- the clock

function clockOf(state: State, at: number): ClockShown | null {
  const { clock } = state;
  if (clock === null) {
    return null;
  }
  const { running, BLACK, WHITE, periodMs } = clock;
  return { at, running, BLACK, WHITE, ...(periodMs > 0 ? { periodMs } : {}) };
}

function clockAfter(before: ClockShown | null, frame: EventFrame, at: number): ClockShown | null {
  const [black, white] = frame.clock ?? [];
  if (before === null || black === undefined || white === undefined) {
    return before;
  }
  return {
    ...before,
    at,
    running: runningAfter(frame),
    BLACK: timeLeft(black),
    WHITE: timeLeft(white),
  };
}

/** Whose clock runs: the side after the mover, unless the event says otherwise. */
function runningAfter(frame: EventFrame): ColorName | null {
  if (frame.running !== undefined) {
    return frame.running;
  }
  return frame.type === "moved" && frame.player !== undefined ? other(frame.player) : null;
}

function timeLeft([mainMs = 0, periodMs = 0, periods = 0, stones = 0]: number[]): TimeLeft {
  return { mainMs, periodMs, periods, stones };
}
