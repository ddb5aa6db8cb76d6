/** A server's side of sockets and calls, for tests. No page uses this. */
import { vi } from "vitest";
import type { Me } from "./people";
import type { ColorName, State, View } from "./types";

/** A socket whose other end is the test. */
export class FakeSocket {
  static made: FakeSocket[] = [];
  readonly url: string;
  readonly sent: Record<string, unknown>[] = [];
  isHungUp = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(url: string) {
    this.url = url;
    FakeSocket.made.push(this);
  }

  static install(): void {
    FakeSocket.made = [];
    vi.stubGlobal("WebSocket", FakeSocket);
  }

  /** The latest one. */
  static get now(): FakeSocket {
    const last = FakeSocket.made.at(-1);
    if (last === undefined) {
      throw new Error("no socket was made");
    }
    return last;
  }

  get since(): string | null {
    return new URL(this.url).searchParams.get("since");
  }

  get lastSent(): Record<string, unknown> {
    return this.sent.at(-1) ?? {};
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.isHungUp = true;
  }

  accept(): void {
    this.onopen?.();
  }

  say(frame: object | string): void {
    this.onmessage?.({ data: typeof frame === "string" ? frame : JSON.stringify(frame) });
  }

  drop(code = 1006): void {
    this.onclose?.({ code });
  }
}

/** Answer calls one after the other; the last answer is given again and again. Says what was asked. */
export function answerCalls(...answers: (() => Response | Promise<Response>)[]) {
  let count = 0;
  const fetched = vi.fn((_url: string, _init: RequestInit) => {
    const answer = answers[Math.min(count, answers.length - 1)];
    count += 1;
    return answer === undefined ? Promise.reject(new TypeError("no network")) : Promise.resolve(answer());
  });
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): () => Response {
  return () => Response.json(body, { status, headers });
}

export function refusing(code: string, status: number, headers: Record<string, string> = {}): () => Response {
  return json({ success: false, code, detail: `words for ${code}`, error: "" }, status, headers);
}

export function noNetwork(): never {
  throw new TypeError("Failed to fetch");
}

/** A grid of a picture: "#" black, "o" white, anything else empty. */
export function gridOf(...rows: string[]): (ColorName | null)[][] {
  return rows.map((row) =>
    Array.from(row, (sign) => (sign === "#" ? "BLACK" : sign === "o" ? "WHITE" : null)),
  );
}

export function stateOf(change: Partial<State> = {}): State {
  const player = { isOpen: false, isOwned: false, isGuest: false, name: "", player: "human" };
  return {
    absence: "loses",
    beginMs: null,
    boardSize: 3,
    canPass: true,
    clock: null,
    currentPlayer: "BLACK",
    eventNumber: 1,
    gameId: "g",
    gameType: "GO",
    grid: gridOf("...", "...", "..."),
    isGameOver: false,
    komi: 7.5,
    lastMove: null,
    legalMoves: [],
    moveNumber: 0,
    moves: [],
    offers: [],
    phase: "play",
    players: { BLACK: player, WHITE: player },
    prisoners: { BLACK: 0, WHITE: 0 },
    result: null,
    revision: 1,
    rules: {},
    score: null,
    winner: null,
    ...change,
  };
}

export function viewOf(state: Partial<State> = {}, change: Partial<View> = {}): View {
  return {
    actors: ["BLACK"],
    nextStone: "BLACK",
    agreed: [],
    proposal: null,
    estimate: null,
    canAsk: [],
    choices: [],
    dead: [],
    forbidden: [],
    guidance: null,
    invite: null,
    isRated: false,
    isReopened: false,
    avatars: { BLACK: 0, WHITE: 0 },
    isWatching: false,
    nextId: null,
    presence: { BLACK: null, WHITE: null },
    state: stateOf(state),
    status: { key: "status.play.black" },
    territory: null,
    watchId: "w",
    won: [],
    yours: ["BLACK", "WHITE"],
    ...change,
  };
}

/** Answer calls by what they ask for, as in "POST auth/login"; paths are without `api/` and without their question. */
export function answerPaths(answers: Record<string, (call: PathCall) => Response>) {
  const asked: PathCall[] = [];
  const fetched = vi.fn((url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url);
    const call: PathCall = {
      what: `${init.method ?? "GET"} ${decodeURIComponent(pathname).replace(/^\/api\//, "")}`,
      body: typeof init.body === "string" ? JSON.parse(init.body) : null,
      query: Object.fromEntries(searchParams),
    };
    asked.push(call);
    const answer = answers[call.what];
    return answer === undefined
      ? Promise.reject(new TypeError(`nobody answers ${call.what}`))
      : Promise.resolve(answer(call));
  });
  vi.stubGlobal("fetch", fetched);
  return {
    asked,
    /** The bodies that were sent there. */
    sent: (what: string) => asked.filter((call) => call.what === what).map((call) => call.body),
  };
}

export interface PathCall {
  what: string;
  body: Record<string, unknown> | null;
  query: Record<string, string>;
}

export function meOf(change: Partial<Me> = {}): Me {
  return {
    name: null,
    isGuest: true,
    roles: [],
    beside: null,
    secondFactor: false,
    needsSecondFactor: false,
    registration: "open",
    notice: null,
    talks: true,
    canTalk: false,
    unseen: 0,
    avatar: 0,
    banned: null,
    ...change,
  };
}

/** Somebody with an account. */
export function accountOf(name: string, change: Partial<Me> = {}): Me {
  return meOf({ name, isGuest: false, ...change });
}
