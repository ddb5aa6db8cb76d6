import { describe, expect, it } from "vitest";
import { gridOf, viewOf } from "../api/fakes";
import { isMyMove } from "../sitting/glance";
import type { MyGame } from "../sitting/mine";
import { glanceNamed, ownGameNamed } from "./fakes";
import { ofLobbyGame, ofOwnGame, ownEntries } from "./glances";

function kept(gameId: string, moveNumber: number, isGameOver = false): MyGame {
  const view = viewOf({ gameId, moveNumber, isGameOver }, { yours: ["BLACK"] });
  return { ...view, label: { en: gameId, zh: gameId }, at: 0, isGone: false };
}

const told = (gameId: string, change = {}) => ({ ...ownGameNamed(gameId, change), at: 100 });

describe("a game of the lobby", () => {
  it("has its board row by row and its last stone where it lies", () => {
    const { state, actors, yours } = ofLobbyGame(
      glanceNamed("w", { grid: `b....${".".repeat(19)}w`, last: 24, moves: 2, toMove: "BLACK" }),
    );
    expect(state.grid).toEqual(gridOf("#....", ".....", ".....", ".....", "....o"));
    expect(state.lastMove).toEqual({ x: 4, y: 4 });
    expect([actors, yours]).toEqual([["BLACK"], []]);
  });

  it("is nobody's turn while it is nobody's", () => {
    expect(ofLobbyGame(glanceNamed("w", { toMove: null })).actors).toEqual([]);
  });

  it("of one's own waits for oneself or for the other, and not when it is over", () => {
    expect(isMyMove(ofOwnGame(ownGameNamed("g")))).toBe(true);
    expect(isMyMove(ofOwnGame(ownGameNamed("g", { yourMove: false })))).toBe(false);
    const over = ofOwnGame(ownGameNamed("g", { isOver: true, winner: "WHITE" }));
    expect([isMyMove(over), over.state.winner]).toEqual([false, "WHITE"]);
  });
});

describe("one's own games", () => {
  it("are those of this device and those that only the server knows, each once", () => {
    const { running } = ownEntries([kept("here", 3)], [told("here", { moves: 3 }), told("elsewhere")]);
    expect(running.map(({ game, kept: mine }) => [game.state.gameId, mine !== null])).toEqual([
      ["here", true],
      ["elsewhere", false],
    ]);
  });

  it("stand as whoever knows more says", () => {
    const { running } = ownEntries(
      [kept("old", 3), kept("new", 9)],
      [told("old", { moves: 4, yourMove: false }), told("new", { moves: 8 })],
    );
    const moves = new Map(running.map(({ game }) => [game.state.gameId, game.state.moveNumber]));
    expect(moves).toEqual(
      new Map([
        ["old", 4],
        ["new", 9],
      ]),
    );
  });

  it("are finished once either says so", () => {
    const { running, finished } = ownEntries(
      [kept("a", 3), kept("b", 5, true)],
      [told("a", { moves: 3, isOver: true }), told("b", { moves: 9 })],
    );
    expect(running).toEqual([]);
    expect(finished.map(({ game }) => game.state.gameId)).toEqual(["a", "b"]);
  });

  it("that the server has lost are not running any more", () => {
    const { running, finished } = ownEntries([{ ...kept("gone", 3), isGone: true }], []);
    expect([running, finished.length]).toEqual([[], 1]);
  });

  it("begin with those that wait for this person, and say when a flag falls", () => {
    const { running } = ownEntries(
      [],
      [told("theirs", { yourMove: false, deadlineMs: 50 }), told("mine", { deadlineMs: 7000 })],
    );
    expect(running.map(({ game, deadlineAt }) => [game.state.gameId, deadlineAt])).toEqual([
      ["mine", 7100],
      ["theirs", 150],
    ]);
  });
});
