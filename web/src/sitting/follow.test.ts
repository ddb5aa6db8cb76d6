import { describe, expect, test } from "vitest";
import { gridOf, stateOf, viewOf } from "../api/fakes";
import type { EventFrame, Frame, State, View, XY } from "../api/types";
import { clockOf, shownAfter } from "./clock";
import { follow, pointOf } from "./follow";
import { changed, isSameGrid } from "./stones";

const CONTROL = {
  kind: "byoyomi",
  mainMs: 60_000,
  incrementMs: 0,
  periodMs: 10_000,
  periods: 3,
  stones: 0,
} as const;

const CLOCK: NonNullable<State["clock"]> = {
  ...CONTROL,
  running: "BLACK",
  BLACK: { mainMs: 60_000, periodMs: 10_000, periods: 3, stones: 0 },
  WHITE: { mainMs: 60_000, periodMs: 10_000, periods: 3, stones: 0 },
};

interface Before {
  lastMove?: XY;
  clock?: State["clock"];
}

function event(change: object): EventFrame {
  return { n: 2, type: "moved", ...change } as EventFrame;
}

function stepAfter(rows: string[], change: object, before: Before = {}) {
  const frame = event(change);
  const grid = gridOf(...rows);
  const { state, ...rest } = viewOf({ grid, lastMove: before.lastMove ?? null, clock: before.clock ?? null });
  const after = follow({ ...rest, state }, frame).state;
  return {
    ...changed(grid, frame, 7),
    lastMove: pointOf(after.lastMove),
    clock: shownAfter(clockOf(state, 0), state, after, 1_000),
  };
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

  test("a takeback puts everything back, and says which move is the last now", () => {
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
        lastMove: [0, 0],
      },
      before,
    );
    expect(step.grid).toEqual(gridOf("o#o", "...", "..."));
    expect(step.lastMove).toEqual({ x: 0, y: 0 });
    expect(step.change?.at).toBeNull();
  });

  test("a move that is played again is seen to be played", () => {
    const step = stepAfter(["...", "...", "..."], { type: "redone", count: 1, placed: [[1, 2, "BLACK"]] });
    expect(step.grid).toEqual(gridOf("...", "...", ".#."));
    expect(step.change?.placed).toEqual([{ x: 1, y: 2 }]);
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
    const step = changed(grid, event({ player: "WHITE", x: 0, y: 1 }), 1);
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

  test.each([
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
    const view = follow(viewOf({ grid, lastMove }), event(change));
    expect(changed(grid, event(change), 1)).toEqual({ grid, change: null });
    expect(view.state.grid).toBe(grid);
    expect(view.state.lastMove).toBe(lastMove);
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

  test("of the mover alone is told where the other's is as it was", () => {
    const before = { ...CLOCK, WHITE: { ...CLOCK.WHITE, mainMs: 0, periods: 2 } };
    const move = (left: number[]) =>
      stepAfter(["."], { player: "BLACK", x: 0, y: 0, left }, { clock: before }).clock;
    expect(move([0, 10_000, 1])).toEqual({
      at: 1_000,
      running: "WHITE",
      BLACK: { mainMs: 0, periodMs: 10_000, periods: 1, stones: 0 },
      WHITE: before.WHITE,
      periodMs: 10_000,
    });
    expect(move([50_000])?.WHITE).toEqual(before.WHITE);
  });

  test("that has main time alone has all of what the control gives after it", () => {
    // Whoever came in the middle of the turn saw the main time run out, but the move's lag was not charged.
    const before = { ...CLOCK, BLACK: { mainMs: 0, periodMs: 9_900, periods: 3, stones: 0 } };
    const move = (left: number[]) =>
      stepAfter(["."], { player: "BLACK", x: 0, y: 0, left }, { clock: before }).clock?.BLACK;
    expect(move([100])).toEqual({ mainMs: 100, periodMs: 10_000, periods: 3, stones: 0 });
    expect(move([0])).toEqual({ mainMs: 0, periodMs: 0, periods: 0, stones: 0 });
  });

  test("of a mover who is to move again runs on", () => {
    const frame = { player: "BLACK", x: 0, y: 0, left: [50_000], running: "BLACK" };
    expect(stepAfter(["."], frame, { clock: CLOCK }).clock?.running).toBe("BLACK");
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
    expect(stepAfter(["."], { player: "BLACK", x: 0, y: 0 }, { clock: CLOCK }).clock).toMatchObject({
      at: 0,
      running: "BLACK",
    });
    expect(stepAfter(["."], { player: "BLACK", x: 0, y: 0, clock: times }).clock).toBeNull();
    expect(stepAfter(["."], { player: "BLACK", x: 0, y: 0, left: [1] }).clock).toBeNull();
  });
});

test("a whole state has its clocks as they stand", () => {
  const side = { mainMs: 5_000, periodMs: 0, periods: 0, stones: 0 };
  const control = { kind: "fischer", mainMs: 5_000, incrementMs: 1_000, periodMs: 0, periods: 0, stones: 0 };
  const state = stateOf({ clock: { ...control, running: "WHITE", BLACK: side, WHITE: side } });
  expect(clockOf(state, 9)).toEqual({ at: 9, running: "WHITE", BLACK: side, WHITE: side });
});

describe("a view", () => {
  function followed(view: View, ...frames: object[]): View {
    return frames.reduce<View>((known, frame) => follow(known, frame as Frame), view);
  }

  test("has only what changes the game as a new revision", () => {
    const view = viewOf();
    expect(followed(view, { n: 2, type: "moved", player: "BLACK", x: 0, y: 0 }).state.revision).toBe(2);
    expect(followed(view, { n: 2, type: "ended", winner: "WHITE", reason: "resign" }).state.revision).toBe(2);
    const asked = followed(view, { n: 2, type: "offered", player: "BLACK", kind: "draw" });
    expect([asked.state.revision, asked.state.eventNumber]).toEqual([1, 2]);
    expect(asked.state.offers).toEqual([{ player: "BLACK", kind: "draw" }]);
  });

  test("knows without a word that the other side is next, and may take every empty point", () => {
    const view = followed(viewOf({}, { canAsk: ["restart"] }), {
      n: 2,
      type: "moved",
      player: "BLACK",
      x: 0,
      y: 0,
    });
    expect(view).toMatchObject({ actors: ["WHITE"], nextStone: "WHITE", canAsk: ["takeback", "restart"] });
    expect(view.status.key).toBe("status.play.white");
    expect(view.state.currentPlayer).toBe("WHITE");
    expect(view.state.legalMoves).toHaveLength(8);
    expect(view.state.moves).toEqual([{ player: "BLACK", x: 0, y: 0 }]);
  });

  test("is told what is legal or refused by the place of a point", () => {
    const moved = { n: 2, type: "moved", player: "BLACK", x: 0, y: 0 };
    expect(followed(viewOf(), { ...moved, legal: [1, 5] }).state.legalMoves).toEqual([
      { x: 1, y: 0 },
      { x: 2, y: 1 },
    ]);
    const refused = followed(viewOf(), { ...moved, refused: [8] }).state.legalMoves;
    expect(refused).toHaveLength(7);
    expect(refused).not.toContainEqual({ x: 2, y: 2 });
  });

  test("counts captured stones as prisoners, and says so", () => {
    const view = viewOf({ grid: gridOf("o#.", "...", "...") });
    const taken = followed(view, { n: 2, type: "moved", player: "BLACK", x: 0, y: 1, removed: [[0, 0]] });
    expect(taken.state.prisoners).toEqual({ BLACK: 1, WHITE: 0 });
    expect(taken.status).toEqual({ key: "status.captured.white", values: { count: 1 } });
  });

  test("has seats and own colours the other way round when the players exchange colours", () => {
    const ann = { isOpen: false, isOwned: true, isGuest: false, name: "Ann", player: "human" };
    const ben = { ...ann, name: "Ben" };
    const view = viewOf({ players: { BLACK: ann, WHITE: ben } }, { yours: ["BLACK"] });
    const frame = {
      n: 2,
      type: "moved",
      player: "WHITE",
      action: "choose",
      choice: "black",
      exchanged: true,
    };
    const swapped = followed(view, { ...frame, canAsk: { BLACK: ["draw"], WHITE: ["pause"] } });
    expect(swapped.yours).toEqual(["WHITE"]);
    expect(swapped.canAsk).toEqual(["pause"]);
    expect(swapped.state.players.BLACK.name).toBe("Ben");
  });

  test("says how long who is to act has to begin, until both have", () => {
    const begun = follow(
      viewOf({ beginMs: 50_000 }),
      event({ player: "BLACK", x: 0, y: 0, beginMs: 60_000 }),
    );
    expect(begun.state.beginMs).toBe(60_000);
    expect(follow(begun, { ...event({ player: "WHITE", x: 1, y: 0 }), n: 3 }).state.beginMs).toBeNull();
  });

  test("has another name at a seat when somebody is renamed, and nothing else", () => {
    const before = viewOf();
    const after = follow(before, event({ type: "renamed", player: "WHITE", name: "Lin" }));
    expect(after.state.players.WHITE).toMatchObject({ name: "Lin", isGuest: false, isOpen: false });
    expect(after.state.players.BLACK).toEqual(before.state.players.BLACK);
    expect(after.state.revision).toBe(before.state.revision);
  });

  test("has a proposal until something is played, and none of another revision", () => {
    const proposal = { type: "proposal", revision: 1, dead: [[0, 0]], score: [3, 5.5], territory: null };
    const seen = followed(viewOf(), proposal);
    expect(seen.proposal).toEqual({
      dead: [{ x: 0, y: 0 }],
      score: { BLACK: 3, WHITE: 5.5 },
      territory: null,
    });
    expect(followed(seen, { n: 2, type: "moved", player: "BLACK", action: "agree" }).proposal).toBeNull();
    expect(followed(viewOf(), { ...proposal, revision: 7 }).proposal).toBeNull();
  });

  test("has an estimate until something is played, and none of another revision", () => {
    const estimate = { type: "estimate", revision: 1, margin: -2.5, ownership: [100, 0, -40] };
    const seen = followed(viewOf(), estimate);
    expect(seen.estimate).toEqual({ margin: -2.5, ownership: [100, 0, -40] });
    expect(followed(seen, { n: 2, type: "offered", player: "BLACK", kind: "draw" }).estimate).not.toBeNull();
    expect(followed(seen, { n: 2, type: "moved", player: "BLACK", action: "pass" }).estimate).toBeNull();
    expect(followed(viewOf(), { ...estimate, revision: 7 }).estimate).toBeNull();
    expect(followed(seen, { ...estimate, margin: null, ownership: null }).estimate).toBeNull();
  });

  test("settles the question for an estimate, and no other, when it is agreed on", () => {
    const asked = ["estimate", "draw"].map((kind, at) => ({
      n: 2 + at,
      type: "offered",
      player: "BLACK",
      kind,
    }));
    const waiting = followed(viewOf(), ...asked);
    const agreed = followed(waiting, { n: 4, type: "estimated", player: "BLACK" });
    expect(agreed.state.offers).toEqual([{ kind: "draw", player: "BLACK" }]);
    expect(agreed.state.revision).toBe(1);
  });

  test("is told who somebody is that has just sat down", () => {
    const asked = { BLACK: ["draw"], WHITE: ["takeback"] };
    const caller = {
      type: "caller",
      yours: ["WHITE"],
      isWatching: false,
      canAsk: asked,
      invite: null,
      nextId: null,
    };
    expect(followed(viewOf({}, { yours: [] }), caller)).toMatchObject({
      yours: ["WHITE"],
      canAsk: ["takeback"],
    });
  });
});

test("grids are compared point by point", () => {
  expect(isSameGrid(gridOf("#."), gridOf("#."))).toBe(true);
  expect(isSameGrid(gridOf("#."), gridOf("#o"))).toBe(false);
  expect(isSameGrid(gridOf("#."), gridOf("#.", ".."))).toBe(false);
  expect(isSameGrid(gridOf("#."), gridOf("#"))).toBe(false);
});
