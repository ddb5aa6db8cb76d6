/**
 * A line to the server: messages get their answers, and a line that breaks is made again. A message that was not
 * answered is sent again under the same id; that it is carried out once is the server's word. Knows no React, and
 * nothing of what the frames say.
 */
import { Comeback, delayMs } from "./backoff";
import { freshId, Refused } from "./rest";
import type { Done, RefusedFrame } from "./types";

/** How the connection is. */
export type Connection = "connecting" | "open" | "lost" | "offline" | "closed";

/** What became of a message. */
export type Answer =
  | { isDone: true; event: number }
  | { isDone: false; code: string; detail: string; words?: Record<string, string> };

export interface LineListener<Frame> {
  /** The address, asked for at every attempt. */
  url: () => string;
  /** Whatever comes that is not an answer. */
  onFrame: (frame: Frame) => void;
  onConnection: (connection: Connection) => void;
  /** The session of this line was ended: it is made again as whoever is signed in then. */
  onSessionEnd?: (() => void) | undefined;
  /** The line broke, or could not even be made. It is tried again. */
  onLost?: (wasOpen: boolean) => void;
}

interface Waiting {
  text: string;
  /** The socket it was sent over; null: to be sent. */
  sentOver: WebSocket | null;
  /** How often the server could not store it. */
  postponed: number;
  resolve: (answer: Answer) => void;
}

const LARGEST_FRAME = 8 * 1024;
const HANDSHAKE_MS = 15_000;
const STEADY_MS = 5_000;
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

export class Line<Frame extends object> {
  readonly #listener: LineListener<Frame>;
  readonly #comeback = new Comeback(() => this.#connect());
  readonly #waiting = new Map<string, Waiting>();
  #socket: WebSocket | null = null;
  #isOpen = false;
  #isClosed = false;
  #connection: Connection = "connecting";
  #patienceMs = FIRST_PATIENCE_MS;
  /** Ends a handshake that hangs; then says that the line is steady. */
  #early: ReturnType<typeof setTimeout> | undefined;
  /** Runs while an answer is due. */
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: LineListener<Frame>) {
    this.#listener = listener;
    this.#connect();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Send a message, now or when the line is there again. Never rejects. */
  send<Message extends { type: string }>(message: Message): Promise<Answer> {
    const id = freshId();
    const text = JSON.stringify({ id, ...message });
    if (this.#isClosed) {
      return Promise.resolve(undone(new Refused("OFFLINE", "The line was closed.")));
    }
    if (text.length > LARGEST_FRAME) {
      return Promise.resolve(undone(new Refused("TOO_LARGE", "This is too large.")));
    }
    return new Promise((resolve) => {
      this.#waiting.set(id, { text, sentOver: null, postponed: 0, resolve });
      this.#sendWaiting();
    });
  }

  /** Make the line again, as when the server should look anew at who is there. */
  renew(): void {
    this.hangUp();
    this.#comeback.now();
  }

  /** The line is of no use any more, whatever the browser thinks. It is made again after a while. */
  hangUp(): void {
    const socket = this.#socket;
    if (socket !== null) {
      this.#lost(1006);
      socket.close();
    }
  }

  /** End it. What was not answered is not sent again, for this reason. */
  close(refused: Refused): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    const socket = this.#socket;
    this.#letGo();
    this.#comeback.stop();
    socket?.close(1000);
    for (const id of [...this.#waiting.keys()]) {
      this.#settle(id, undone(refused));
    }
    this.#say("closed");
  }

  // --- the socket

  #connect(): void {
    let socket: WebSocket;
    try {
      socket = new WebSocket(this.#listener.url());
    } catch {
      this.#comeback.later();
      return;
    }
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event: MessageEvent<unknown>) => this.#received(event.data);
    socket.onclose = (event) => this.#lost(event.code);
    socket.onerror = () => this.hangUp();
    this.#early = setTimeout(() => this.hangUp(), HANDSHAKE_MS);
  }

  #opened(): void {
    clearTimeout(this.#early);
    this.#early = setTimeout(() => this.#comeback.succeeded(), STEADY_MS);
    this.#isOpen = true;
    this.#say("open");
    this.#sendWaiting();
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
    this.#listener.onLost?.(wasOpen);
  }

  #letGo(): void {
    clearTimeout(this.#early);
    clearTimeout(this.#silence);
    this.#isOpen = false;
    if (this.#socket !== null) {
      this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = this.#socket.onerror = null;
      this.#socket = null;
    }
  }

  #say(connection: Connection): void {
    if (connection !== this.#connection) {
      this.#connection = connection;
      this.#listener.onConnection(connection);
    }
  }

  // --- out

  #sendWaiting(): void {
    const socket = this.#socket;
    if (socket === null || !this.#isOpen) {
      return;
    }
    for (const waiting of this.#waiting.values()) {
      if (waiting.sentOver === null) {
        waiting.sentOver = socket;
        socket.send(waiting.text);
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
        this.hangUp();
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
    const frame = readFrame<Frame>(data);
    if (frame === null) {
      this.hangUp();
      return;
    }
    if ("re" in frame) {
      this.#answered(frame);
    } else {
      this.#listener.onFrame(frame);
    }
    this.#listenForAnswers();
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

function readFrame<Frame extends object>(data: unknown): Frame | Done | RefusedFrame | null {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === "object" && frame !== null && ("re" in frame || "type" in frame)
      ? (frame as Frame | Done | RefusedFrame)
      : null;
  } catch {
    return null;
  }
}
