import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  accountOf,
  answerCalls,
  answerPaths,
  FakeSocket,
  gridOf,
  json,
  meOf,
  noNetwork,
  refusing,
  stateOf,
  viewOf,
} from "../api/fakes";
import type { View } from "../api/types";
import { useMe } from "../people/me";
import type { LiveGame } from "./types";
import { followedGames, useGame } from "./useGame";

const played = vi.hoisted(() => vi.fn());
vi.mock("../sound", () => ({ play: played, armSound: () => undefined }));

let game: { current: LiveGame };
let unmount: () => void;

/** Let what is under way come to rest, without time passing. */
async function settle(): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(0);
  });
}

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

function mount(id: string | null = "g") {
  const hook = renderHook((gameId: string | null) => useGame(gameId), { initialProps: id });
  game = hook.result;
  unmount = hook.unmount;
  return hook;
}

/** A page whose match has been read and whose line is open. */
async function open(first: View = viewOf()) {
  const calls = answerCalls(json(first));
  mount();
  await settle();
  act(() => FakeSocket.now.accept());
  return calls;
}

function say(...frames: object[]): void {
  act(() => {
    for (const frame of frames) {
      FakeSocket.now.say(frame);
    }
  });
}

function place(n: number, x: number, player = n % 2 === 0 ? "BLACK" : "WHITE"): object {
  return { n, type: "moved", player, x, y: 0 };
}

/** A call whose answer the test gives when it wants. */
function slowly() {
  const answers: ((view: View) => void)[] = [];
  const calls = vi.fn(
    () =>
      new Promise<Response>((resolve) => {
        answers.push((view) => resolve(Response.json(view)));
      }),
  );
  vi.stubGlobal("fetch", calls);
  return { calls, answers };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  played.mockClear();
  FakeSocket.install();
});

afterEach(async () => {
  unmount();
  await pass(5_000);
  expect(followedGames()).toEqual([]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("arriving", () => {
  test("reads the view, then follows from there", async () => {
    answerCalls(
      json(viewOf({ eventNumber: 5, grid: gridOf("#..", "...", "..."), lastMove: { x: 0, y: 0 } })),
    );
    mount();
    expect(game.current).toMatchObject({ gameId: "g", view: null, connection: "connecting" });
    await settle();
    expect(game.current.view?.state.eventNumber).toBe(5);
    expect(game.current.grid).toEqual(gridOf("#..", "...", "..."));
    expect(game.current.lastMove).toEqual({ x: 0, y: 0 });
    expect(FakeSocket.now.since).toBe("5");
    act(() => FakeSocket.now.accept());
    expect(game.current.connection).toBe("open");
  });

  test("at a match that is not there says so and asks no more", async () => {
    const calls = answerCalls(refusing("NO_SUCH_GAME", 404));
    mount();
    await pass(60_000);
    expect(game.current.failure).toEqual({ code: "NO_SUCH_GAME", detail: "words for NO_SUCH_GAME" });
    expect(game.current.connection).toBe("closed");
    expect(calls).toHaveBeenCalledTimes(1);
    expect(FakeSocket.made).toEqual([]);
  });

  test("without a network goes on trying, at once when it is back", async () => {
    answerCalls(noNetwork);
    mount();
    await pass(30_000);
    expect(game.current).toMatchObject({ connection: "lost", failure: null, view: null });
    answerCalls(json(viewOf()));
    window.dispatchEvent(new Event("online"));
    await pass(5_000);
    expect(game.current.view).not.toBeNull();
  });

  test("nowhere is quiet", async () => {
    const calls = answerCalls(noNetwork);
    mount(null);
    await pass(1_000);
    expect(game.current).toMatchObject({ gameId: "", connection: "closed" });
    expect(await game.current.act("pass")).toBe(false);
    expect(calls).not.toHaveBeenCalled();
  });
});

describe("signing in or out in the middle of a game", () => {
  beforeEach(() => useMe.setState({ me: meOf(), lost: null }));

  test("makes the line anew and looks whose seats are here, without leaving the game", async () => {
    await open(viewOf({}, { yours: [] }));
    const first = FakeSocket.now;
    answerCalls(json(viewOf({}, { yours: ["BLACK"] })));
    act(() => useMe.setState({ me: accountOf("Ann") }));
    await settle();
    expect(first.isHungUp).toBe(true);
    expect(FakeSocket.made.length).toBeGreaterThan(1);
    expect(game.current.view?.yours).toEqual(["BLACK"]);
    expect(game.current.failure).toBeNull();
  });

  test("changes nothing where a stranger has only become a guest", async () => {
    await open();
    act(() => useMe.setState({ me: meOf({ name: "Guest 7" }) }));
    await settle();
    expect(FakeSocket.made).toHaveLength(1);
  });

  test("shows a game that strangers may not see", async () => {
    answerCalls(refusing("NO_SUCH_GAME", 404));
    mount();
    await settle();
    expect(game.current.failure?.code).toBe("NO_SUCH_GAME");
    answerCalls(json(viewOf()));
    act(() => useMe.setState({ me: accountOf("Ann") }));
    await settle();
    expect([game.current.failure, game.current.view?.state.gameId]).toEqual([null, "g"]);
  });

  test("is noticed where it happens elsewhere: the server cuts the line, and the page says who is gone", async () => {
    await open();
    useMe.setState({ me: accountOf("Ann") });
    await settle();
    act(() => FakeSocket.now.accept());
    answerPaths({
      "GET auth/me": json(meOf()),
      "GET game/g/view": json(viewOf({}, { yours: [] })),
    });
    act(() => FakeSocket.now.drop(4401));
    await settle();
    expect(useMe.getState().lost).toBe("Ann");
    expect(game.current.view?.yours).toEqual([]);
  });
});

describe("an event", () => {
  test("is shown at once, with all that follows from it, and nothing is asked", async () => {
    const calls = await open();
    say({ ...place(2, 0), refused: [1] });
    expect(game.current.grid).toEqual(gridOf("#..", "...", "..."));
    expect(game.current.change).toMatchObject({ placed: [{ x: 0, y: 0 }] });
    expect(game.current.lastMove).toEqual({ x: 0, y: 0 });
    expect(game.current.view).toMatchObject({
      actors: ["WHITE"],
      state: { eventNumber: 2, revision: 2, moveNumber: 1 },
    });
    expect(game.current.view?.state.legalMoves).toHaveLength(7);
    expect(played).toHaveBeenCalledWith("stone");
    await pass(5_000);
    expect(calls).toHaveBeenCalledTimes(1);
  });

  test("after event is followed in order", async () => {
    const calls = await open();
    say(place(2, 0), place(3, 1), place(4, 2), {
      n: 5,
      type: "undone",
      player: "BLACK",
      count: 1,
      removed: [[2, 0]],
    });
    expect(game.current.grid).toEqual(gridOf("#o.", "...", "..."));
    expect(game.current.view?.state.moves).toHaveLength(2);
    await pass(5_000);
    expect(calls).toHaveBeenCalledTimes(1);
  });

  test("that was missed is told by itself, and how the match stands after the last of them", async () => {
    const calls = await open();
    const players = stateOf().players;
    say(place(2, 0), place(3, 1), {
      type: "position",
      players,
      offers: [{ kind: "draw", player: "WHITE" }],
      phase: "play",
      nextStone: "BLACK",
      canPass: false,
      lastMove: [1, 0],
      prisoners: [0, 2],
      score: null,
      legal: [8],
    });
    expect(game.current.view?.state).toMatchObject({
      canPass: false,
      legalMoves: [{ x: 2, y: 2 }],
      offers: [{ kind: "draw", player: "WHITE" }],
      prisoners: { BLACK: 0, WHITE: 2 },
    });
    await pass(5_000);
    expect(calls).toHaveBeenCalledTimes(1);
  });

  test("that is missing has the whole state sent, and the view read", async () => {
    const calls = await open();
    say(place(5, 0));
    await pass(1_000);
    expect(FakeSocket.made).toHaveLength(2);
    expect(FakeSocket.now.since).toBeNull();
    act(() => FakeSocket.now.accept());
    answerCalls(json(viewOf({ eventNumber: 5, grid: gridOf("#..", "...", "...") }, { actors: ["WHITE"] })));
    say({ n: 5, type: "reset", state: stateOf({ eventNumber: 5, grid: gridOf("#..", "...", "...") }) });
    await settle();
    expect(game.current.view).toMatchObject({ actors: ["WHITE"], state: { eventNumber: 5 } });
    expect(calls).toHaveBeenCalledTimes(1);
  });

  test("that the view knew before is not played twice", async () => {
    await open();
    answerCalls(json(viewOf({ eventNumber: 3, grid: gridOf("#o.", "...", "...") })));
    say({ n: 2, type: "reset", state: stateOf({ eventNumber: 2, grid: gridOf("#..", "...", "...") }) });
    await settle();
    expect(game.current.view?.state.eventNumber).toBe(3);
    say(place(3, 1));
    expect(game.current.view?.state.moves).toEqual([]);
    expect(game.current.grid).toEqual(gridOf("#o.", "...", "..."));
  });

  test("that nobody made, a proposal of dead stones, is shown with its count", async () => {
    const calls = await open();
    say({
      type: "proposal",
      revision: 1,
      dead: [[1, 0]],
      score: [4, 7.5],
      territory: { BLACK: [8], WHITE: [] },
    });
    expect(game.current.view?.proposal).toEqual({
      dead: [{ x: 1, y: 0 }],
      score: { BLACK: 4, WHITE: 7.5 },
      territory: { BLACK: [{ x: 2, y: 2 }], WHITE: [] },
    });
    await settle();
    expect(calls).toHaveBeenCalledTimes(1);
  });

  test("ends thinking, and forgets the last refusal", async () => {
    await open();
    say({ type: "thinking", player: "WHITE", queue: 1 });
    expect(game.current.thinking).toEqual({ player: "WHITE", queue: 1 });
    say(place(2, 0));
    expect(game.current.thinking).toBeNull();
  });

  test("after event leaves it to the line to say who is there", async () => {
    const told = { presence: "away", claimMs: 9_000, endsMs: 60_000 } as const;
    await open(viewOf({}, { presence: { BLACK: null, WHITE: told } }));
    const at = performance.now();
    expect(game.current.presence.WHITE, "as the view says until the line does").toEqual({
      presence: "away",
      claimAt: at + 9_000,
      endsAt: at + 60_000,
    });
    say({ type: "presence", player: "WHITE", presence: "here", claimMs: null, endsMs: null });
    answerCalls(json(viewOf({ eventNumber: 2 }, { presence: { BLACK: null, WHITE: told } })));
    say({ n: 2, type: "reset", state: stateOf({ eventNumber: 2 }) });
    await settle();
    expect(game.current.view?.state.eventNumber).toBe(2);
    expect(game.current.presence.WHITE?.presence, "an older view does not send anybody away").toBe("here");
    expect(game.current.presence.BLACK).toBeNull();
  });

  test("or not, who is cut off does not know who is there until the line says it again", async () => {
    await open();
    say({ type: "presence", player: "WHITE", presence: "gone", claimMs: 0, endsMs: 1_000 });
    expect(game.current.presence.WHITE?.presence).toBe("gone");
    act(() => FakeSocket.now.drop());
    expect(game.current.presence).toEqual({ BLACK: null, WHITE: null });
    await pass(1_000);
    act(() => FakeSocket.now.accept());
    say({ type: "presence", player: "WHITE", presence: "here", claimMs: null, endsMs: null });
    expect(game.current.presence.WHITE?.presence).toBe("here");
  });

  test("by a substitute for a program leaves that to be seen until the other side has moved", async () => {
    await open();
    say({ type: "substitute", player: "WHITE", by: "level:2" });
    expect(game.current.substitute?.why).toBeNull();
    const why = { key: "engine.fault.silent", values: { seconds: 2 } };
    say({ type: "substitute", player: "WHITE", by: "level:2", why });
    say({ type: "thinking", player: "WHITE", queue: 0 });
    expect(game.current.substitute).toEqual({ player: "WHITE", by: "level:2", why });
    say(place(2, 0, "WHITE"));
    expect(game.current.substitute).toEqual({ player: "WHITE", by: "level:2", why });
    say(place(3, 1, "BLACK"));
    expect(game.current.substitute).toBeNull();
  });

  test("that declines is heard even where no view has shown what was asked", async () => {
    await open();
    say(
      { type: "offered", n: 2, player: "BLACK", kind: "draw" },
      { type: "declined", n: 3, player: "WHITE", kind: "draw" },
    );
    expect(game.current.declined).toEqual({ n: 3, player: "WHITE", kind: "draw" });
    expect(game.current.view?.state.offers).toEqual([]);
  });

  test("is heard for what it is", async () => {
    await open(viewOf({ grid: gridOf("o..", "...", "...") }));
    say({ ...place(2, 1), removed: [[0, 0]] });
    say({ n: 3, type: "ended", winner: "BLACK", reason: "resign" });
    expect(played.mock.calls.map(([name]) => name)).toEqual(["capture", "end"]);
  });

  test("reset replaces everything, also by something older", async () => {
    await open(viewOf({ eventNumber: 9, grid: gridOf("###", "...", "...") }));
    answerCalls(json(viewOf({ eventNumber: 2, grid: gridOf("..#", "...", "...") })));
    say({ n: 2, type: "reset", state: stateOf({ eventNumber: 2, grid: gridOf("..#", "...", "...") }) });
    expect(game.current.grid).toEqual(gridOf("..#", "...", "..."));
    await settle();
    expect(game.current.view?.state.eventNumber).toBe(2);
    say(place(3, 0));
    expect(game.current.grid).toEqual(gridOf("o.#", "...", "..."));
  });

  test("whose view cannot be read is asked for again", async () => {
    await open();
    answerCalls(refusing("BROKEN", 500), json(viewOf({ eventNumber: 2, grid: gridOf("#..", "...", "...") })));
    say({ n: 2, type: "reset", state: stateOf({ eventNumber: 2 }) });
    await pass(2_000);
    expect(game.current.view?.state.eventNumber).toBe(2);
    expect(game.current.grid).toEqual(gridOf("#..", "...", "..."));
  });
});

describe("a player", () => {
  test("acts for the side that is to act, in the game as it is seen", async () => {
    await open(viewOf({ revision: 4, eventNumber: 6 }, { yours: ["BLACK", "WHITE"], actors: ["WHITE"] }));
    const done = game.current.act("place", { points: [{ x: 1, y: 2 }] });
    await settle();
    expect(game.current.isBusy).toBe(true);
    expect(FakeSocket.now.lastSent).toMatchObject({
      type: "place",
      player: "WHITE",
      x: 1,
      y: 2,
      revision: 4,
    });
    say({ n: 7, type: "moved", player: "WHITE", x: 1, y: 2 }, { re: FakeSocket.now.lastSent.id, ok: 7 });
    await settle();
    expect(await done).toBe(true);
    expect(game.current).toMatchObject({ isBusy: false, refusal: null });
  });

  test("acts for the own side where it is not to act, and for the one that is named", async () => {
    await open(viewOf({}, { yours: ["WHITE"], actors: ["BLACK"] }));
    void game.current.act("resign");
    void game.current.act("agree", { player: "BLACK" });
    await settle();
    expect(FakeSocket.now.sent[0]).toMatchObject({ type: "resign", player: "WHITE" });
    expect(FakeSocket.now.sent[0], "giving up needs no look at the board").not.toHaveProperty("revision");
    say({ re: FakeSocket.now.lastSent.id, ok: 1 });
    await settle();
    expect(FakeSocket.now.sent[1]).toMatchObject({ type: "agree", player: "BLACK", revision: 1 });
  });

  test("is told why not, and where", async () => {
    await open();
    for (const key of [1, 2]) {
      const done = game.current.act("place", { points: [{ x: 0, y: 0 }] });
      await settle();
      say({ re: FakeSocket.now.lastSent.id, error: "KO", detail: "Ko." });
      await settle();
      expect(await done).toBe(false);
      expect(game.current.refusal).toEqual({ key, code: "KO", detail: "Ko.", point: { x: 0, y: 0 } });
    }
  });

  test("who clicks twice plays once", async () => {
    await open();
    const [one, two] = [game.current.act("pass"), game.current.act("pass")];
    await settle();
    expect(FakeSocket.now.sent).toHaveLength(1);
    say({ re: FakeSocket.now.lastSent.id, ok: 2 });
    expect(await Promise.all([one, two])).toEqual([true, true]);
  });

  test("who is quick is served in order, each move in the game as it is by then", async () => {
    await open();
    const one = game.current.act("mark_dead", { points: [{ x: 0, y: 0 }] });
    const two = game.current.act("mark_dead", { points: [{ x: 1, y: 0 }] });
    await settle();
    expect(FakeSocket.now.sent).toHaveLength(1);
    expect(FakeSocket.now.lastSent).toMatchObject({ points: [[0, 0]], revision: 1 });
    say(
      { n: 2, type: "moved", player: "BLACK", action: "mark_dead", points: [[0, 0]] },
      { re: FakeSocket.now.lastSent.id, ok: 2 },
    );
    await settle();
    expect(FakeSocket.now.sent).toHaveLength(2);
    expect(FakeSocket.now.lastSent).toMatchObject({ points: [[1, 0]], revision: 2, player: "WHITE" });
    say({ re: FakeSocket.now.lastSent.id, ok: 3 });
    await settle();
    expect(await Promise.all([one, two])).toEqual([true, true]);
  });

  test("whose line is down waits with one move, which is not played in another game", async () => {
    const calls = await open();
    act(() => FakeSocket.now.drop());
    expect(game.current.connection).toBe("lost");
    const first = game.current.act("place", { points: [{ x: 0, y: 0 }] });
    const second = game.current.act("place", { points: [{ x: 2, y: 2 }] });
    await settle();
    expect(await second).toBe(false);
    expect(game.current.refusal).toMatchObject({ code: "OFFLINE", point: { x: 2, y: 2 } });
    await pass(200);
    act(() => FakeSocket.now.accept());
    expect(FakeSocket.now.sent).toEqual([
      expect.objectContaining({ type: "place", x: 0, y: 0, revision: 1 }),
    ]);
    say(place(2, 1), {
      re: FakeSocket.now.lastSent.id,
      error: "STALE",
      detail: "Moved on.",
      revision: 2,
      ply: 1,
    });
    await settle();
    expect(await first).toBe(false);
    expect(game.current.refusal).toMatchObject({ code: "STALE", point: { x: 0, y: 0 } });
    expect(calls, "the move that came first was told by the line").toHaveBeenCalledTimes(1);
  });

  test("who sits down gets a line of their own, which says whose it is", async () => {
    const calls = await open(viewOf({}, { yours: [] }));
    say({ n: 2, type: "joined", player: "WHITE", name: "Lin" });
    await pass(500);
    expect(FakeSocket.made).toHaveLength(2);
    expect(FakeSocket.now.since).toBe("2");
    act(() => FakeSocket.now.accept());
    const canAsk = { BLACK: [], WHITE: ["draw"] };
    say({ type: "caller", yours: ["WHITE"], isWatching: false, canAsk, invite: null, nextId: null });
    expect(game.current.view).toMatchObject({ yours: ["WHITE"], canAsk: ["draw"] });
    await pass(5_000);
    expect(FakeSocket.made).toHaveLength(2);
    expect(calls).toHaveBeenCalledTimes(1);
  });

  test("who resigns while the line is down resigns the game that was seen", async () => {
    await open();
    act(() => FakeSocket.now.drop());
    void game.current.act("resign");
    await pass(200);
    act(() => FakeSocket.now.accept());
    expect(FakeSocket.now.lastSent).toMatchObject({ type: "resign", revision: 1 });
  });
});

describe("several pages", () => {
  test("share one line, which stays while one of them is shown", async () => {
    await open();
    const second = renderHook(() => useGame("g"));
    await settle();
    expect(FakeSocket.made).toHaveLength(1);
    expect(second.result.current.view).toBe(game.current.view);
    unmount();
    await pass(10_000);
    expect(FakeSocket.now.isHungUp).toBe(false);
    second.unmount();
    await pass(1_000);
    expect(FakeSocket.now.isHungUp).toBe(false);
    await pass(5_000);
    expect(FakeSocket.now.isHungUp).toBe(true);
  });

  test("that follow each other keep the line", async () => {
    await open();
    unmount();
    await pass(1_000);
    mount();
    await pass(10_000);
    expect(FakeSocket.made).toHaveLength(1);
    expect(FakeSocket.now.isHungUp).toBe(false);
  });

  test("are not heard while the match is only followed for a list", async () => {
    await open();
    const quiet = renderHook(() => useGame("g", { isQuiet: true }));
    unmount();
    slowly();
    say(place(2, 0));
    expect(quiet.result.current.grid).toEqual(gridOf("#..", "...", "..."));
    expect(played).not.toHaveBeenCalled();
    quiet.unmount();
  });

  test("another match is another line", async () => {
    answerCalls(json(viewOf()));
    const hook = mount("g");
    await settle();
    hook.rerender("h");
    await pass(5_000);
    expect(game.current.gameId).toBe("h");
    expect(followedGames()).toEqual(["h"]);
  });
});

test("after a long silence the view is read, which shows whether the line still lives", async () => {
  const calls = await open();
  await pass(40_000);
  expect(calls).toHaveBeenCalledTimes(1);
  await pass(40_000);
  expect(calls).toHaveBeenCalledTimes(2);
  answerCalls(json(viewOf({ eventNumber: 2, grid: gridOf("#..", "...", "...") })));
  await pass(60_000);
  expect(game.current.grid).toEqual(gridOf("#..", "...", "..."));
  expect(FakeSocket.made.length).toBeGreaterThan(1);
});
