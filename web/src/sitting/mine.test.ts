import { beforeEach, describe, expect, it, vi } from "vitest";
import { gridOf, viewOf } from "../api/fakes";
import type { State, View } from "../api/types";
import { wordsOf } from "../words/useWords";
import { isMyMove, packed, readGlance } from "./glance";
import { followedIds, MOST_GAMES, type MyGame, recentRunning, useMyGames } from "./mine";
import { turnText } from "./turns";

const LABEL = { en: "Go 3×3", zh: "围棋 3×3" };
const DAY_MS = 24 * 3_600_000;

function game(gameId: string, state: Partial<State> = {}, view: Partial<View> = {}): View {
  return viewOf({ gameId, ...state }, { yours: ["BLACK"], ...view });
}

const see = (view: View) => useMyGames.getState().see(view, LABEL);
const games = () => useMyGames.getState().games;
const ids = (some: readonly MyGame[] = games()) => some.map((one) => one.state.gameId);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  useMyGames.setState({ games: [] });
  return () => vi.useRealTimers();
});

describe("the games of this device", () => {
  it("are those in which one has a seat, not those that are only watched", () => {
    see(game("mine"));
    see(game("both", {}, { yours: ["BLACK", "WHITE"] }));
    see(game("watched", {}, { yours: [] }));
    expect(ids().sort()).toEqual(["both", "mine"]);
  });

  it("come back from what is kept, and whatever is broken stays away", async () => {
    see(game("a", { grid: gridOf("#..", ".o.", "..."), lastMove: { x: 1, y: 1 }, moveNumber: 2 }));
    const before = games();
    const kept = localStorage.getItem("tengen-games") ?? "";
    const broken = JSON.parse(kept) as { state: { games: unknown[] } };
    broken.state.games.push(null, 7, { state: { gameId: "x" } });
    useMyGames.setState({ games: [] });
    localStorage.setItem("tengen-games", JSON.stringify(broken));
    await useMyGames.persist.rehydrate();
    expect(games()).toEqual(before);
  });

  it("are no more than so many: the oldest finished one goes first", () => {
    for (let index = 0; index < MOST_GAMES; index += 1) {
      vi.advanceTimersByTime(1);
      see(game(`g${index}`, { isGameOver: index === 7 }));
    }
    vi.advanceTimersByTime(1);
    see(game("new"));
    expect(games()).toHaveLength(MOST_GAMES);
    expect(ids()).not.toContain("g7");
    expect(ids()[0]).toBe("new");
    see(game("newer"));
    expect(ids()).not.toContain("g0");
  });

  it("can be removed, and put back where they were", () => {
    see(game("a"));
    vi.advanceTimersByTime(5);
    see(game("b"));
    const [, a] = games();
    useMyGames.getState().remove("a");
    expect(ids()).toEqual(["b"]);
    useMyGames.getState().restore(a as MyGame);
    expect(ids()).toEqual(["b", "a"]);
  });

  it("that the server has lost are kept as lost", () => {
    see(game("a"));
    useMyGames.getState().lose("a");
    expect(games()[0]?.isGone).toBe(true);
    expect(followedIds(games(), ["a"], true)).toEqual([]);
  });

  it("are not written again when nothing has happened", () => {
    see(game("a"));
    const before = games();
    see(game("a"));
    expect(games()).toBe(before);
  });
});

describe("which games are followed", () => {
  it("are those of the tabs, on the start page others too, and never many", () => {
    for (const id of ["a", "b", "c", "d", "e", "f", "g", "h"]) {
      vi.advanceTimersByTime(1);
      see(game(id));
    }
    see(game("over", { isGameOver: true }));
    expect(followedIds(games(), ["b", "over", "x"], false)).toEqual(["b"]);
    expect(followedIds(games(), ["b"], true)).toEqual(["b", "h", "g", "f", "e", "d"]);
  });

  it("includes one that has ended while a rematch is asked for", () => {
    see(game("over", { isGameOver: true, offers: [{ kind: "rematch", player: "BLACK" }] }));
    expect(followedIds(games(), ["over"], false)).toEqual(["over"]);
  });

  it("are the recent running ones when the browser is opened again", () => {
    see(game("old"));
    vi.advanceTimersByTime(20 * DAY_MS);
    see(game("new"));
    see(game("over", { isGameOver: true }));
    expect(ids(recentRunning(games()))).toEqual(["new"]);
  });
});

describe("how a game stands", () => {
  const words = wordsOf("en");
  const seat = { name: "", player: "human", isOpen: false, isOwned: true, isGuest: false };

  it("is said in a few words", () => {
    expect(turnText(words, game("a"))).toBe("Your move");
    expect(turnText(words, game("a", {}, { actors: ["WHITE"] }))).toBe("White to move");
    expect(turnText(words, game("a", {}, { yours: ["BLACK", "WHITE"] }))).toBe("Black to move");
    expect(turnText(words, game("a", {}, { yours: ["WHITE"], actors: [] }))).toBe("Being played");
    const open = { players: { BLACK: seat, WHITE: { ...seat, isOpen: true } } };
    expect(turnText(words, game("a", open, { actors: [] }))).toBe("Waiting for your friend");
    expect(turnText(words, game("a", { isGameOver: true, winner: "BLACK" }))).toBe("You won");
    expect(turnText(wordsOf("zh"), game("a"))).toBe("轮到你");
  });

  it("is my move only where I alone am waited for", () => {
    expect(isMyMove(game("a"))).toBe(true);
    expect(isMyMove(game("a", {}, { yours: ["BLACK", "WHITE"] }))).toBe(false);
    expect(isMyMove(game("a", { isGameOver: true }))).toBe(false);
  });

  it("fits into a line and comes out of it, unless it is broken", () => {
    const kept = packed(game("a", { grid: gridOf("#.o", "...", "o..") }));
    expect(kept.state.grid).toBe("#.o/.../o..");
    expect(readGlance(kept)?.state.grid).toEqual(gridOf("#.o", "...", "o.."));
    expect(readGlance({ ...kept, state: { ...kept.state, boardSize: 4 } })).toBeNull();
    expect(readGlance({ ...kept, yours: ["RED"] })).toBeNull();
  });
});
