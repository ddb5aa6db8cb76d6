import { describe, expect, test } from "vitest";
import { gridOf, stateOf } from "../api/fakes";
import type { EventFrame } from "../api/types";
import type { Grid } from "../board/Board";
import { type Followed, follow, followedOf, isSameGrid, revisionAfter } from "./follow";
import type { ClockShown } from "./types";

const CLOCK: ClockShown = {
  at: 0,
  running: "BLACK",
  BLACK: { mainMs: 60_000, periodMs: 10_000, periods: 3, stones: 0 },
  WHITE: { mainMs: 60_000, periodMs: 10_000, periods: 3, stones: 0 },
  periodMs: 10_000,
};

function event(change: Partial<EventFrame>): EventFrame {
  return { n: 2, type: "moved", ...change };
}

function shown(grid: Grid, change: Partial<Followed> = {}): Followed {
  return { grid, lastMove: null, clock: null, ...change };
}

function stepAfter(rows: string[], change: Partial<EventFrame>, before: Partial<Followed> = {}) {
  return follow(shown(gridOf(...rows), before), event(change), 1_000, 7);
}

describe("stones", () => {
  test("one is placed", () => {
    const step = stepAfter(["...", "...", "..."], { player: "BLACK", x: 2, y: 0 });
    expect(step.grid).toEqual(gridOf("..#", "...", "..."));
    expect(step.change).toEqual({
      key: 7,
      placed: [{ x: 2, y: 0 }],
      removed: [],
      flipped: [],
      at: { x: 2, y: 0 },
    });
    expect(step.lastMove).toEqual({ x: 2, y: 0 });
  });

  test("captured stones go, and are remembered in their colour", () => {
    const step = stepAfter(["o#.", "...", "..."], { player: "BLACK", x: 0, y: 1, removed: [[0, 0]] });
    expect(step.grid).toEqual(gridOf(".#.", "#..", "..."));
    expect(step.change?.removed).toEqual([{ x: 0, y: 0, color: "WHITE" }]);
  });

  test("discs are turned over", () => {
    const step = stepAfter([".o#", "...", "..."], { player: "BLACK", x: 0, y: 0, flipped: [[1, 0]] });
    expect(step.grid).toEqual(gridOf("###", "...", "..."));
    expect(step.change).toMatchObject({ flipped: [{ x: 1, y: 0 }], at: { x: 0, y: 0 } });
  });

  test("an opening may place stones of the other colour", () => {
    const step = stepAfter(["...", "...", "..."], { player: "BLACK", x: 1, y: 1, placed: [[1, 1, "WHITE"]] });
    expect(step.grid).toEqual(gridOf("...", ".o.", "..."));
  });

  test("a stone that takes its own side off is gone with it", () => {
    const step = stepAfter(["#.o", "oo.", "..."], {
      player: "BLACK",
      x: 1,
      y: 0,
      placed: [],
      removed: [[0, 0]],
    });
    expect(step.grid).toEqual(gridOf("..o", "oo.", "..."));
    expect(step.change).toMatchObject({ placed: [], removed: [{ x: 0, y: 0, color: "BLACK" }] });
  });

  test("a takeback puts everything back, and the last move is left to the view", () => {
    const before = { lastMove: { x: 0, y: 1 } };
    const step = stepAfter(
      [".##", "#..", "..."],
      {
        type: "undone",
        player: "BLACK",
        count: 1,
        placed: [[0, 0, "WHITE"]],
        removed: [[0, 1]],
        flipped: [[2, 0]],
      },
      before,
    );
    expect(step.grid).toEqual(gridOf("o#o", "...", "..."));
    expect(step.lastMove).toBeNull();
    expect(step.change?.at).toBeNull();
  });

  test("a move that is played again is the last one", () => {
    const step = stepAfter(["...", "...", "..."], { type: "redone", count: 1, placed: [[1, 2, "BLACK"]] });
    expect(step.grid).toEqual(gridOf("...", "...", ".#."));
    expect(step.lastMove).toEqual({ x: 1, y: 2 });
  });

  test("a restart clears the board", () => {
    const step = stepAfter(["#o.", "...", "..."], {
      type: "restarted",
      player: "BLACK",
      removed: [
        [0, 0],
        [1, 0],
      ],
    });
    expect(step.grid).toEqual(gridOf("...", "...", "..."));
    expect(step.change?.removed).toHaveLength(2);
    expect(step.lastMove).toBeNull();
  });

  test("rows that do not change are the same rows", () => {
    const grid = gridOf("#..", "...", "...");
    const step = follow(shown(grid), event({ player: "WHITE", x: 0, y: 1 }), 0, 1);
    expect(step.grid[0]).toBe(grid[0]);
    expect(step.grid[2]).toBe(grid[2]);
    expect(grid).toEqual(gridOf("#..", "...", "..."));
  });

  test("what is off the board changes nothing", () => {
    const step = stepAfter(["...", "...", "..."], { player: "BLACK", x: 3, y: 9 });
    expect(step.grid).toEqual(gridOf("...", "...", "..."));
  });
});

describe("without stones", () => {
  const lastMove = { x: 1, y: 1 };

  test("a pass leaves the board as it is, and no last stone", () => {
    const step = stepAfter(["#..", "...", "..."], { player: "WHITE", action: "pass" }, { lastMove });
    expect(step.change).toBeNull();
    expect(step.lastMove).toBeNull();
  });

  test.each<Partial<EventFrame>>([
    { action: "choose", choice: "white", player: "WHITE" },
    { action: "mark_dead", points: [[0, 0]], player: "WHITE" },
    { action: "agree", player: "WHITE" },
    { type: "offered", kind: "draw", player: "WHITE" },
    { type: "declined", kind: "draw", player: "BLACK" },
    { type: "joined", name: "Lin", player: "WHITE" },
    { type: "paused", player: "WHITE" },
    { type: "ended", winner: "BLACK", reason: "resign" },
    { type: "rematched", next: "h" },
    { type: "something new" },
  ])("$type $action keeps the board and its last move", (change) => {
    const grid = gridOf("#..", "...", "...");
    const step = follow(shown(grid, { lastMove }), event(change), 0, 1);
    expect(step.grid).toBe(grid);
    expect(step.change).toBeNull();
    expect(step.lastMove).toBe(lastMove);
  });
});

describe("the clock", () => {
  const times = [
    [50_000, 10_000, 3],
    [0, 9_000, 2],
  ];

  test("of the other side runs after a move", () => {
    const { clock } = stepAfter(["."], { player: "BLACK", x: 0, y: 0, clock: times }, { clock: CLOCK });
    expect(clock).toEqual({
      at: 1_000,
      running: "WHITE",
      BLACK: { mainMs: 50_000, periodMs: 10_000, periods: 3, stones: 0 },
      WHITE: { mainMs: 0, periodMs: 9_000, periods: 2, stones: 0 },
      periodMs: 10_000,
    });
  });

  test("that stands goes on standing while stones are marked", () => {
    const frame = { player: "WHITE", action: "mark_dead", running: null, clock: times } as const;
    expect(stepAfter(["."], frame, { clock: { ...CLOCK, running: null } }).clock?.running).toBeNull();
  });

  test("runs for whom other events say, or for nobody", () => {
    const one = stepAfter(["."], { type: "unpaused", running: "WHITE", clock: times }, { clock: CLOCK });
    expect(one.clock?.running).toBe("WHITE");
    expect(stepAfter(["."], { type: "ended", clock: times }, { clock: CLOCK }).clock?.running).toBeNull();
  });

  test("is left alone by events that do not tell it", () => {
    expect(stepAfter(["."], { player: "BLACK", x: 0, y: 0 }, { clock: CLOCK }).clock).toBe(CLOCK);
    expect(stepAfter(["."], { player: "BLACK", x: 0, y: 0, clock: times }).clock).toBeNull();
  });
});

test("a whole state is shown as it is; a pass has no point", () => {
  const side = { mainMs: 5_000, periodMs: 0, periods: 0, stones: 0 };
  const control = { kind: "fischer", mainMs: 5_000, incrementMs: 1_000, periodMs: 0, periods: 0, stones: 0 };
  const state = stateOf({
    lastMove: "PASS",
    clock: { ...control, running: "WHITE", BLACK: side, WHITE: side },
  });
  expect(followedOf(state, 9)).toEqual({
    grid: state.grid,
    lastMove: null,
    clock: { at: 9, running: "WHITE", BLACK: side, WHITE: side },
  });
});

test("only what changes the game makes a new revision", () => {
  expect(revisionAfter(1, event({ n: 5 }))).toBe(5);
  expect(revisionAfter(1, event({ n: 5, type: "ended" }))).toBe(5);
  expect(revisionAfter(1, event({ n: 5, type: "offered" }))).toBe(1);
});

test("grids are compared point by point", () => {
  expect(isSameGrid(gridOf("#."), gridOf("#."))).toBe(true);
  expect(isSameGrid(gridOf("#."), gridOf("#o"))).toBe(false);
  expect(isSameGrid(gridOf("#."), gridOf("#.", ".."))).toBe(false);
  expect(isSameGrid(gridOf("#."), gridOf("#"))).toBe(false);
});
