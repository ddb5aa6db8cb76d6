import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answerCalls, FakeSocket, json, noNetwork, refusing, stateOf, viewOf } from "./fakes";
import { type Connection, MatchSocket } from "./socket";
import type { Frame } from "./types";

let frames: Frame[];
let connections: Connection[];
let failures: string[];
let views: number[];
let sessionEnds: number;
let socket: MatchSocket;

function follow(since?: number): MatchSocket {
  socket = new MatchSocket("g", since, {
    onFrame: (frame) => frames.push(frame),
    onConnection: (connection) => connections.push(connection),
    onFailure: (refused) => failures.push(refused.code),
    onSessionEnd: () => {
      sessionEnds += 1;
    },
    onView: (view) => views.push(view.state.eventNumber),
  });
  return socket;
}

function numbers(): (number | undefined)[] {
  return frames.map((frame) => ("n" in frame ? frame.n : undefined));
}

function move(n: number): object {
  return { n, type: "moved", player: "BLACK", x: n, y: 0 };
}

beforeEach(() => {
  [frames, connections, failures, views] = [[], [], [], []];
  sessionEnds = 0;
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  FakeSocket.install();
  answerCalls(noNetwork);
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("events", () => {
  test("come in order, once", () => {
    follow(4);
    expect(FakeSocket.now.since).toBe("4");
    FakeSocket.now.accept();
    for (const n of [5, 6, 6, 5, 7]) {
      FakeSocket.now.say(move(n));
    }
    expect(numbers()).toEqual([5, 6, 7]);
    expect(socket.last).toBe(7);
  });

  test("go on after a break where they were", async () => {
    follow(1);
    FakeSocket.now.accept();
    FakeSocket.now.say(move(2));
    FakeSocket.now.drop();
    expect(connections).toEqual(["open", "lost"]);
    await vi.advanceTimersByTimeAsync(150);
    expect(FakeSocket.now.since).toBe("2");
    FakeSocket.now.accept();
    FakeSocket.now.say(move(3));
    expect(numbers()).toEqual([2, 3]);
    expect(connections).toEqual(["open", "lost", "open"]);
  });

  test("with a gap are not handed out: the whole state is asked for", async () => {
    follow(1);
    FakeSocket.now.accept();
    FakeSocket.now.say(move(3));
    expect(numbers()).toEqual([]);
    expect(FakeSocket.now.isHungUp).toBe(true);
    await vi.advanceTimersByTimeAsync(150);
    expect(FakeSocket.now.since).toBeNull();
    FakeSocket.now.accept();
    FakeSocket.now.say({ n: 3, type: "reset", state: stateOf({ eventNumber: 3 }) });
    FakeSocket.now.say(move(4));
    expect(numbers()).toEqual([3, 4]);
  });

  test("who thinks is told between them", () => {
    follow(1);
    FakeSocket.now.accept();
    FakeSocket.now.say({ type: "thinking", player: "WHITE", queue: 2 });
    expect(frames).toEqual([{ type: "thinking", player: "WHITE", queue: 2 }]);
  });

  test("a frame that is none ends the line, not the page", async () => {
    follow(1);
    FakeSocket.now.accept();
    FakeSocket.now.say("<html>");
    expect(connections.at(-1)).toBe("lost");
    await vi.advanceTimersByTimeAsync(150);
    expect(FakeSocket.made).toHaveLength(2);
  });
});

describe("messages", () => {
  test("get their own answers, whatever the order", async () => {
    follow(1);
    FakeSocket.now.accept();
    const one = socket.send({ type: "place", x: 0, y: 0 });
    const two = socket.send({ type: "pass" });
    const [first, second] = FakeSocket.now.sent;
    FakeSocket.now.say({ re: second?.id, error: "NO_PASS", detail: "Not now." });
    FakeSocket.now.say({ re: first?.id, ok: 2 });
    expect(await one).toEqual({ isDone: true, event: 2 });
    expect(await two).toEqual({ isDone: false, code: "NO_PASS", detail: "Not now." });
    expect(first?.id).not.toBe(second?.id);
  });

  test("without an answer are sent again under the same id", async () => {
    follow(1);
    FakeSocket.now.accept();
    const answer = socket.send({ type: "place", x: 0, y: 0, revision: 1 });
    const first = FakeSocket.now.lastSent;
    FakeSocket.now.drop(1012);
    await vi.advanceTimersByTimeAsync(499);
    expect(FakeSocket.made).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    FakeSocket.now.accept();
    expect(FakeSocket.now.sent).toEqual([first]);
    FakeSocket.now.say({ re: first.id, ok: 2 });
    expect(await answer).toEqual({ isDone: true, event: 2 });
    FakeSocket.now.drop();
    await vi.advanceTimersByTimeAsync(20_000);
    FakeSocket.now.accept();
    expect(FakeSocket.now.sent).toEqual([]);
  });

  test("wait for the line", async () => {
    follow(1);
    const answer = socket.send({ type: "pass" });
    expect(FakeSocket.now.sent).toEqual([]);
    FakeSocket.now.accept();
    FakeSocket.now.say({ re: FakeSocket.now.lastSent.id, ok: 2 });
    expect(await answer).toMatchObject({ isDone: true });
  });

  test("that the server could not store are sent again, with the same id, a few times", async () => {
    follow(1);
    FakeSocket.now.accept();
    const answer = socket.send({ type: "pass" });
    for (let time = 0; time < 6; time += 1) {
      const { id } = FakeSocket.now.lastSent;
      FakeSocket.now.say({ re: id, error: "TRY_AGAIN", detail: "Soon." });
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(await answer).toMatchObject({ isDone: false, code: "TRY_AGAIN" });
    expect(FakeSocket.now.sent).toHaveLength(6);
    expect(new Set(FakeSocket.now.sent.map(({ id }) => id)).size).toBe(1);
  });

  test("that could not be read are answered without an id, in their order", async () => {
    follow(1);
    FakeSocket.now.accept();
    const answer = socket.send({ type: "nonsense" });
    FakeSocket.now.say({ re: null, error: "BAD_BODY", detail: "What?" });
    expect(await answer).toMatchObject({ isDone: false, code: "BAD_BODY" });
  });

  test("that are too large are not sent", async () => {
    follow(1);
    FakeSocket.now.accept();
    const points = Array.from({ length: 2_000 }, (): [number, number] => [10, 10]);
    expect(await socket.send({ type: "mark_dead", points })).toMatchObject({ code: "TOO_LARGE" });
    expect(FakeSocket.now.sent).toEqual([]);
  });

  test("on a line that went silent make another one", async () => {
    follow(1);
    FakeSocket.now.accept();
    const answer = socket.send({ type: "pass" });
    const dead = FakeSocket.now;
    await vi.advanceTimersByTimeAsync(8_000);
    expect(dead.isHungUp).toBe(true);
    await vi.advanceTimersByTimeAsync(150);
    expect(FakeSocket.now).not.toBe(dead);
    FakeSocket.now.accept();
    expect(FakeSocket.now.sent).toEqual(dead.sent);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(FakeSocket.now.isHungUp, "a slow server is given more time").toBe(false);
    FakeSocket.now.say({ re: FakeSocket.now.lastSent.id, ok: 2 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.now.isHungUp, "silence is no fault while nothing is due").toBe(false);
    expect(await answer).toMatchObject({ isDone: true });
  });
});

describe("a line", () => {
  test("that cannot be made is tried later and later", async () => {
    follow(1);
    const waits = [];
    for (let time = 0; time < 8; time += 1) {
      const before = FakeSocket.made.length;
      FakeSocket.now.drop();
      let waited = 0;
      while (FakeSocket.made.length === before) {
        await vi.advanceTimersByTimeAsync(50);
        waited += 50;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([150, 300, 600, 1_200, 2_400, 4_800, 5_000, 5_000]);
  });

  test("is tried at once when the network is back or the person looks", async () => {
    follow(1);
    for (const [target, name] of [
      [window, "online"],
      [document, "visibilitychange"],
    ] as const) {
      for (let time = 0; time < 5; time += 1) {
        FakeSocket.now.drop();
        await vi.advanceTimersByTimeAsync(time < 4 ? 10_000 : 0);
      }
      const before = FakeSocket.made.length;
      target.dispatchEvent(new Event(name));
      expect(FakeSocket.made).toHaveLength(before + 1);
      target.dispatchEvent(new Event(name));
      expect(FakeSocket.made).toHaveLength(before + 1);
    }
  });

  test("is not hurried where the server asked for patience", async () => {
    follow(1);
    FakeSocket.now.accept();
    FakeSocket.now.drop(1008);
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(4_900);
    expect(FakeSocket.made).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(FakeSocket.made).toHaveLength(2);
  });

  test("that is accepted and dropped again and again is not made in a hurry", async () => {
    follow(1);
    for (let time = 0; time < 6; time += 1) {
      FakeSocket.now.accept();
      FakeSocket.now.drop(1011);
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(FakeSocket.made).toHaveLength(7);
    FakeSocket.now.accept();
    await vi.advanceTimersByTimeAsync(5_000);
    FakeSocket.now.drop();
    await vi.advanceTimersByTimeAsync(150);
    expect(FakeSocket.made).toHaveLength(8);
  });

  test("with a fault is one that is lost", async () => {
    follow(1);
    FakeSocket.now.onerror?.();
    expect(connections).toEqual(["lost"]);
    await vi.advanceTimersByTimeAsync(150);
    expect(FakeSocket.made).toHaveLength(2);
  });

  test("whose handshake hangs is given up", async () => {
    follow(1);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(FakeSocket.now.isHungUp).toBe(true);
    expect(connections).toEqual(["lost"]);
  });

  test("to a match that is not there is not tried again", async () => {
    answerCalls(refusing("NO_SUCH_GAME", 404));
    follow(1);
    const answer = socket.send({ type: "pass" });
    FakeSocket.now.drop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(failures).toEqual(["NO_SUCH_GAME"]);
    expect(FakeSocket.made).toHaveLength(1);
    expect(connections.at(-1)).toBe("closed");
    expect(await answer).toMatchObject({ isDone: false, code: "NO_SUCH_GAME" });
  });

  test("that a proxy does not let through still shows the match now and then", async () => {
    answerCalls(json(viewOf({ eventNumber: 9 })));
    follow(1);
    FakeSocket.now.drop();
    await vi.advanceTimersByTimeAsync(100);
    expect(views).toEqual([9]);
    expect(failures).toEqual([]);
  });

  test("that does not bring what is known to have happened is dead", async () => {
    follow(1);
    FakeSocket.now.accept();
    socket.expect(2);
    FakeSocket.now.say(move(2));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(FakeSocket.now.isHungUp).toBe(false);
    socket.expect(3);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(FakeSocket.now.isHungUp).toBe(true);
  });

  test("says when there is no network at all", () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    follow(1);
    FakeSocket.now.accept();
    FakeSocket.now.drop();
    expect(connections).toEqual(["open", "offline"]);
  });

  test("whose session ended says so, and is made again as whoever is there then", async () => {
    follow(3);
    FakeSocket.now.accept();
    FakeSocket.now.drop();
    expect(sessionEnds).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    FakeSocket.now.accept();
    FakeSocket.now.drop(4401);
    expect(sessionEnds).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSocket.made).toHaveLength(3);
    expect(FakeSocket.now.since).toBe("3");
  });

  test("is made again at once where somebody signs in, however long it was to wait", () => {
    follow(3);
    FakeSocket.now.accept();
    FakeSocket.now.drop(1008);
    socket.renew();
    expect(FakeSocket.made).toHaveLength(2);
    FakeSocket.now.accept();
    socket.renew();
    expect(FakeSocket.made).toHaveLength(3);
  });

  test("that was closed stays closed, and what waited is told so", async () => {
    follow(1);
    FakeSocket.now.accept();
    const answer = socket.send({ type: "pass" });
    socket.close();
    expect(await answer).toMatchObject({ isDone: false, code: "OFFLINE" });
    expect(await socket.send({ type: "pass" })).toMatchObject({ isDone: false, code: "OFFLINE" });
    expect(FakeSocket.now.isHungUp).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    window.dispatchEvent(new Event("online"));
    expect(FakeSocket.made).toHaveLength(1);
    expect(connections).toEqual(["open", "closed"]);
  });
});
