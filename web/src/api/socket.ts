/**
 * The line to one match: events come in order, messages get their answers, and a line that breaks is made again.
 * A message that was not answered is sent again under the same id; that it is carried out once is the server's word.
 * Knows no React and no rules.
 */
import { Comeback, delayMs } from "./backoff";
import { api, freshId, Refused, refusedOf } from "./rest";
import type { Done, EventFrame, Frame, FrameOf, Outgoing, RefusedFrame, View } from "./types";

/** How the connection to a match is. */
export type Connection = "connecting" | "open" | "lost" | "offline" | "closed";

/** What a player may send; the id is put on it here. */
export type Message = { type: string } & Partial<Omit<Outgoing, "id" | "type" | "token">>;

/** What became of a message. */
export type Answer =
  | { isDone: true; event: number }
  | { isDone: false; code: string; detail: string; words?: Record<string, string> };

export interface Listener {
  /** Events without gaps and doubles, resets, who thinks, and who is there. */
  onFrame: (frame: Frame) => void;
  onConnection: (connection: Connection) => void;
  /** The match cannot be followed, and it is not tried again. */
  onFailure: (refused: Refused) => void;
  /** The session of this line was ended: it is made again as whoever is signed in then. */
  onSessionEnd?: () => void;
  /** The line could not be made, but the match can be seen. */
  onView?: (view: View) => void;
}

interface Waiting {
  text: string;
  /** The line it was sent over; null: to be sent. */
  sentOver: WebSocket | null;
  /** How often the server could not store it. */
  postponed: number;
  resolve: (answer: Answer) => void;
}

const LARGEST_FRAME = 8 * 1024;
const HANDSHAKE_MS = 15_000;
const STEADY_MS = 5_000;
const CATCH_UP_MS = 3_000;
const FIRST_PATIENCE_MS = 8_000;
const LONGEST_PATIENCE_MS = 64_000;
const MOST_POSTPONED = 5;

/** The code that the server hangs up with when a session ends. */
const SESSION_ENDED = 4401;

/** How long to stay away at least, by the code that the server hung up with. */
const AWAY_MS: Readonly<Record<number, number>> = {
  1008: 5_000, // we were too fast
  1012: 500, // it starts again
  1013: 1_000, // we were too slow
};

export class MatchSocket {
  readonly #gameId: string;
  readonly #listener: Listener;
  readonly #comeback = new Comeback(() => this.#connect());
  readonly #waiting = new Map<string, Waiting>();
  #line: WebSocket | null = null;
  #isOpen = false;
  #isClosed = false;
  #isFindingOut = false;
  #connection: Connection = "connecting";
  #last: number | undefined;
  #patienceMs = FIRST_PATIENCE_MS;
  /** Ends a handshake that hangs; then says that the line is steady. */
  #early: ReturnType<typeof setTimeout> | undefined;
  /** Runs while an answer is due. */
  #silence: ReturnType<typeof setTimeout> | undefined;
  #catchUp: ReturnType<typeof setTimeout> | undefined;

  /** Follow the match after event `since`; without it, beginning with the whole state. */
  constructor(gameId: string, since: number | undefined, listener: Listener) {
    this.#gameId = gameId;
    this.#last = since;
    this.#listener = listener;
    this.#connect();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The number of the last event that was handed out. */
  get last(): number | undefined {
    return this.#last;
  }

  /** Send a message, now or when the line is there again. Never rejects. */
  send(message: Message): Promise<Answer> {
    const id = freshId();
    const text = JSON.stringify({ id, ...message });
    if (this.#isClosed) {
      return Promise.resolve(undone(new Refused("OFFLINE", "The game was left.")));
    }
    if (text.length > LARGEST_FRAME) {
      return Promise.resolve(undone(new Refused("TOO_LARGE", "This is too large.")));
    }
    return new Promise((resolve) => {
      this.#waiting.set(id, { text, sentOver: null, postponed: 0, resolve });
      this.#sendWaiting();
    });
  }

  /** The match is known to be at event `n`: a line that does not bring it soon is dead. */
  expect(n: number): void {
    clearTimeout(this.#catchUp);
    this.#catchUp = setTimeout(() => {
      if (this.#isOpen && (this.#last ?? 0) < n) {
        this.#hangUp();
      }
    }, CATCH_UP_MS);
  }

  /** Make the line again, as when the server should look anew at who is there. */
  renew(): void {
    this.#hangUp();
    this.#comeback.now();
  }

  /** Leave the match. What was not answered is not sent again. */
  close(): void {
    this.#end(new Refused("OFFLINE", "The game was left."));
  }

  // --- the line

  #connect(): void {
    let line: WebSocket;
    try {
      line = new WebSocket(api.socketUrl(this.#gameId, this.#last));
    } catch {
      this.#comeback.later();
      return;
    }
    this.#line = line;
    line.onopen = () => this.#opened();
    line.onmessage = (event: MessageEvent<unknown>) => this.#received(event.data);
    line.onclose = (event) => this.#lost(event.code);
    line.onerror = () => this.#hangUp();
    this.#early = setTimeout(() => this.#hangUp(), HANDSHAKE_MS);
  }

  #opened(): void {
    clearTimeout(this.#early);
    this.#early = setTimeout(() => this.#comeback.succeeded(), STEADY_MS);
    this.#isOpen = true;
    this.#say("open");
    this.#sendWaiting();
  }

  /** The line is of no use any more, whatever the browser thinks. */
  #hangUp(): void {
    const line = this.#line;
    if (line !== null) {
      this.#lost(1006);
      line.close();
    }
  }

  #lost(code: number): void {
    const wasOpen = this.#isOpen;
    this.#letGo();
    for (const waiting of this.#waiting.values()) {
      waiting.sentOver = null;
    }
    this.#say(navigator.onLine === false ? "offline" : "lost");
    this.#comeback.later(AWAY_MS[code]);
    if (code === SESSION_ENDED) {
      this.#listener.onSessionEnd?.();
    }
    if (!wasOpen) {
      void this.#findOut();
    }
  }

  #letGo(): void {
    clearTimeout(this.#early);
    clearTimeout(this.#silence);
    clearTimeout(this.#catchUp);
    this.#isOpen = false;
    if (this.#line !== null) {
      this.#line.onopen = this.#line.onmessage = this.#line.onclose = this.#line.onerror = null;
      this.#line = null;
    }
  }

  /** A browser does not say why a socket was refused; a call does. */
  async #findOut(): Promise<void> {
    if (this.#isFindingOut) {
      return;
    }
    this.#isFindingOut = true;
    try {
      const view = await api.view(this.#gameId, 1);
      if (!this.#isClosed) {
        this.#listener.onView?.(view);
      }
    } catch (error) {
      const refused = refusedOf(error);
      if (refused.code === "NO_SUCH_GAME" && !this.#isClosed) {
        this.#end(refused);
        this.#listener.onFailure(refused);
      }
    } finally {
      this.#isFindingOut = false;
    }
  }

  #end(refused: Refused): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    const line = this.#line;
    this.#letGo();
    this.#comeback.stop();
    line?.close(1000);
    for (const id of [...this.#waiting.keys()]) {
      this.#settle(id, undone(refused));
    }
    this.#say("closed");
  }

  #say(connection: Connection): void {
    if (connection !== this.#connection) {
      this.#connection = connection;
      this.#listener.onConnection(connection);
    }
  }

  // --- out

  #sendWaiting(): void {
    const line = this.#line;
    if (line === null || !this.#isOpen) {
      return;
    }
    for (const waiting of this.#waiting.values()) {
      if (waiting.sentOver === null) {
        waiting.sentOver = line;
        line.send(waiting.text);
      }
    }
    this.#listenForAnswers();
  }

  /** While an answer is due, a line that stays silent for long is dead; then it may be the server that is slow. */
  #listenForAnswers(): void {
    clearTimeout(this.#silence);
    if (this.#waiting.size > 0 && this.#isOpen) {
      this.#silence = setTimeout(() => {
        this.#patienceMs = Math.min(this.#patienceMs * 2, LONGEST_PATIENCE_MS);
        this.#hangUp();
      }, this.#patienceMs);
    }
  }

  #settle(id: string, answer: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.resolve(answer);
  }

  // --- in

  #received(data: unknown): void {
    this.#patienceMs = FIRST_PATIENCE_MS;
    const frame = readFrame(data);
    if (frame === null) {
      this.#hangUp();
      return;
    }
    if ("re" in frame) {
      this.#answered(frame);
    } else if (isNumbered(frame)) {
      this.#happened(frame);
    } else {
      this.#listener.onFrame(frame);
    }
    this.#listenForAnswers();
  }

  #happened(frame: Numbered): void {
    const last = this.#last;
    if (frame.type === "reset") {
      this.#last = frame.n;
      this.#listener.onFrame(frame);
    } else if (last !== undefined && frame.n === last + 1) {
      this.#last = frame.n;
      this.#listener.onFrame(frame);
    } else if (last === undefined || frame.n > last) {
      this.#last = undefined; // something is missing: begin with the whole state
      this.#hangUp();
    }
  }

  #answered(frame: Done | RefusedFrame): void {
    if ("ok" in frame) {
      this.#settle(frame.re, { isDone: true, event: frame.ok });
      return;
    }
    const id = frame.re ?? this.#oldestSent();
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || waiting === undefined) {
      return;
    }
    if (frame.error === "TRY_AGAIN" && waiting.postponed < MOST_POSTPONED) {
      this.#postpone(waiting);
    } else {
      const { error: code, detail, words } = frame;
      this.#settle(id, { isDone: false, code, detail, ...(words === undefined ? {} : { words }) });
    }
  }

  /** The server promised nothing: the same message may be sent again soon. */
  #postpone(waiting: Waiting): void {
    const over = waiting.sentOver;
    waiting.postponed += 1;
    setTimeout(
      () => {
        if (waiting.sentOver === over) {
          waiting.sentOver = null;
        }
        this.#sendWaiting();
      },
      delayMs(waiting.postponed, 500, 5_000),
    );
  }

  /** What an answer without an id is about: messages are answered one after the other. */
  #oldestSent(): string | undefined {
    for (const [id, waiting] of this.#waiting) {
      if (waiting.sentOver !== null) {
        return id;
      }
    }
    return undefined;
  }
}

function undone(refused: Refused): Answer {
  return { isDone: false, code: refused.code, detail: refused.detail };
}

function readFrame(data: unknown): Frame | Done | RefusedFrame | null {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === "object" && frame !== null && ("re" in frame || "type" in frame)
      ? (frame as Frame | Done | RefusedFrame)
      : null;
  } catch {
    return null;
  }
}

type Numbered = EventFrame | FrameOf<"reset">;

function isNumbered(frame: Frame): frame is Numbered {
  return "n" in frame;
}
