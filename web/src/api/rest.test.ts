import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answerCalls, json, noNetwork, refusing, stateOf, viewOf } from "./fakes";
import { api, freshId, Refused } from "./rest";
import type { StartIn } from "./types";

const START: StartIn = { gameType: "GO", players: { BLACK: "human", WHITE: "human" } };

function key(init: RequestInit | undefined): string | null {
  return new Headers(init?.headers).get("idempotency-key");
}

async function refusalOf(call: Promise<unknown>): Promise<Refused> {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof Refused)) {
    throw new Error("nothing was refused");
  }
  return error;
}

/** Let waits pass while a call is under way. */
async function soon<T>(call: Promise<T>): Promise<T> {
  call.catch(() => undefined);
  await vi.runAllTimersAsync();
  return call;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(1);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("addresses", () => {
  test("are relative to the page, also behind a sub-path", () => {
    vi.spyOn(document, "baseURI", "get").mockReturnValue("https://host.example/tengen/?x=1#/game/abc");
    expect(api.recordUrl("a/b", "sgf")).toBe("https://host.example/tengen/api/game/a%2Fb/record.sgf");
    expect(api.pictureUrl("g", "png", 320.4)).toBe(
      "https://host.example/tengen/api/game/g/picture.png?width=320",
    );
    expect(api.socketUrl("g", 7)).toBe("wss://host.example/tengen/api/game/g/ws?since=7");
    expect(api.socketUrl("g")).toBe("wss://host.example/tengen/api/game/g/ws");
  });

  test("a plain page has a plain socket", () => {
    expect(api.socketUrl("g", 0)).toMatch(/^ws:\/\/localhost(:\d+)?\/api\/game\/g\/ws\?since=0$/);
  });
});

describe("a call", () => {
  test("that is refused says why, and how the match stands", async () => {
    const state = stateOf({ moveNumber: 3 });
    answerCalls(json({ code: "KO", detail: "Ko.", error: "Ko.", success: false, state }, 400));
    const refused = await refusalOf(api.act("g", { player: "BLACK", type: "pass" }));
    expect(refused).toMatchObject({ code: "KO", detail: "Ko.", status: 400 });
    expect(refused.state?.moveNumber).toBe(3);
  });

  test("is sent again with the same key and body until it is answered", async () => {
    const started = { gameId: "g", watchId: "w", state: stateOf() };
    const calls = answerCalls(
      noNetwork,
      refusing("TRY_AGAIN", 503),
      () => new Response("", { status: 502 }),
      json(started),
    );
    expect(await soon(api.start(START))).toEqual(started);
    expect(calls).toHaveBeenCalledTimes(4);
    const keys = new Set(calls.mock.calls.map(([, init]) => key(init)));
    expect(keys.size).toBe(1);
    expect(new Set(calls.mock.calls.map(([, init]) => init.body)).size).toBe(1);
    await soon(api.start(START));
    expect(keys.has(key(calls.mock.calls.at(-1)?.[1]))).toBe(false);
  });

  test("is not sent again where the rules refuse it or it was too much", async () => {
    for (const [code, status] of [
      ["OCCUPIED", 400],
      ["STALE", 409],
      ["SLOW_DOWN", 429],
      ["BROKEN", 500],
    ] as const) {
      const calls = answerCalls(refusing(code, status));
      expect(await refusalOf(soon(api.act("g", { player: "BLACK", type: "pass" })))).toMatchObject({
        code,
        status,
      });
      expect(calls).toHaveBeenCalledTimes(1);
    }
  });

  test("gives up after a few tries", async () => {
    const calls = answerCalls(noNetwork);
    expect(await refusalOf(soon(api.view("g")))).toMatchObject({ code: "OFFLINE", status: 0 });
    expect(calls).toHaveBeenCalledTimes(4);
  });

  test("waits as long as the server asks for, but not for ever", async () => {
    const calls = answerCalls(refusing("TRY_AGAIN", 503, { "retry-after": "3" }), json(viewOf()));
    const call = api.view("g");
    await vi.advanceTimersByTimeAsync(2_900);
    expect(calls).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(calls).toHaveBeenCalledTimes(2);
    await call;
    answerCalls(refusing("TRY_AGAIN", 503, { "retry-after": "3600" }));
    expect((await refusalOf(api.view("g"))).code).toBe("TRY_AGAIN");
  });

  test("that nobody answers is given up and sent again", async () => {
    const calls = vi.fn(
      (_url: string, init: RequestInit) =>
        new Promise<Response>((_, reject) =>
          init.signal?.addEventListener("abort", () => reject(new Error("aborted"))),
        ),
    );
    vi.stubGlobal("fetch", calls);
    expect((await refusalOf(soon(api.view("g", 2)))).code).toBe("OFFLINE");
    expect(calls).toHaveBeenCalledTimes(2);
  });

  test("that something else answers is told from a refusal", async () => {
    answerCalls(() => new Response("<html>Log in</html>"));
    expect(await refusalOf(api.replay("g"))).toMatchObject({ code: "BAD_ANSWER", status: 200 });
    answerCalls(() => new Response("<html>Nothing here</html>", { status: 404 }));
    expect(await refusalOf(api.replay("g"))).toMatchObject({ code: "BAD_ANSWER", status: 404 });
    answerCalls(() => new Response("<html>Bad gateway</html>", { status: 502 }));
    expect(await refusalOf(soon(api.replay("g")))).toMatchObject({ code: "OFFLINE", status: 502 });
  });
});

test("the games are asked for once, and again only if that failed", async () => {
  vi.resetModules();
  const { api: fresh } = await import("./rest");
  const calls = answerCalls(refusing("BROKEN", 500), json({ kinds: [] }));
  await expect(soon(fresh.kinds())).rejects.toMatchObject({ code: "BROKEN" });
  const [one, two] = await Promise.all([fresh.kinds(), fresh.kinds()]);
  expect(one).toBe(two);
  expect(calls).toHaveBeenCalledTimes(2);
});

test("a file goes up as it is", async () => {
  const calls = answerCalls(json({ nodes: [] }));
  const file = new Blob(["(;GM[1])"]);
  await api.openFile(file, 2);
  const [url, init] = calls.mock.calls[0] ?? [];
  expect(url).toMatch(/\/api\/records\/open\?game=2$/);
  expect(init?.body).toBe(file);
  expect(new Headers(init?.headers).get("content-type")).toBe("application/octet-stream");
  expect(key(init)).toBeNull();
});

test("a question changes nothing: it has no key, may be asked again, and ends when nobody waits for it", async () => {
  const question = { game: { save: "(;GM[4])" } };
  const calls = answerCalls(refusing("SLOW_DOWN", 429), json({ best: [] }));
  await soon(api.analyze(question, new AbortController().signal));
  expect(calls).toHaveBeenCalledTimes(2);
  const [, init] = calls.mock.calls[0] ?? [];
  expect(key(init)).toBeNull();
  expect(new Headers(init?.headers).get("content-type")).toBe("application/json");

  const stop = new AbortController();
  const broken = answerCalls(refusing("ANALYSIS_BUSY", 503), json({ best: [] }));
  const asked = api.analyze(question, stop.signal);
  asked.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  stop.abort();
  await expect(soon(asked)).rejects.toBeInstanceOf(Refused);
  expect(broken).toHaveBeenCalledTimes(1);
});

test("names are fresh also where the page is not secure", () => {
  const one = freshId();
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const two = freshId();
  expect(two).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set([one, two, freshId()]).size).toBe(3);
  expect(one.length).toBeLessThanOrEqual(64);
});
