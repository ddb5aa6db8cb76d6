/**
 * The calls of the server. Every address is relative to the page, so that it works behind any sub-path. What changes
 * something carries a key that stays the same when it is sent again: nothing happens twice.
 */
import { delayMs, pause } from "./backoff";
import type {
  ActIn,
  Analysis,
  AnalyzeIn,
  Arena,
  ArenaListItem,
  ColorName,
  Formats,
  Kind,
  LoadSaveIn,
  Network,
  RefusalBody,
  Replay,
  RulesPage,
  Started,
  StartIn,
  State,
  View,
} from "./types";

/** Codes that no server sends: it was not reached, or something else answered. Words: `error.<code>`. */
export const PAGE_CODES = ["OFFLINE", "BAD_ANSWER"] as const;

const MOST_TRIES = 4;
const PATIENCE_MS = 20_000;
const FILE_PATIENCE_MS = 60_000;
const LONGEST_RETRY_MS = 15_000;

/** Why nothing was done. `status` is 0 where no answer came; `state` is the match as it stands, where told. */
export class Refused extends Error {
  readonly code: string;
  readonly detail: string;
  readonly status: number;
  readonly state?: State;
  readonly words?: Readonly<Record<string, string>>;

  constructor(
    code: string,
    detail: string,
    status = 0,
    { state, words }: Partial<Pick<RefusalBody, "state" | "words">> = {},
  ) {
    super(`${code}: ${detail}`);
    this.name = "Refused";
    this.code = code;
    this.detail = detail;
    this.status = status;
    if (state) {
      this.state = state;
    }
    if (words) {
      this.words = words;
    }
  }
}

/** A file as it is. */
export type FileData = Blob | string;
export type PictureName = "svg" | "png" | "gif";

export interface JoinAs {
  seat: ColorName;
  invite?: string | null;
  name?: string | null;
}

interface Call {
  /** POST for what has a body, else GET. */
  method?: "DELETE";
  body?: BodyInit;
  /** What a body is; "json" also brings a key along, "question" is JSON that changes nothing. */
  type?: "json" | "question" | "file";
  /** What comes back is a file, not JSON. */
  isFile?: boolean;
  tries?: number;
  /** Nobody waits for it any more: it is broken off, and not tried again. */
  signal?: AbortSignal;
}

let kinds: Promise<Kind[]> | null = null;

export const api = {
  /** Every game. Asked once; asked again only if that failed. */
  kinds(): Promise<Kind[]> {
    kinds ??= ask<{ kinds: Kind[] }>("api/kinds").then(
      (answer) => answer.kinds,
      (error: unknown) => {
        kinds = null;
        throw error;
      },
    );
    return kinds;
  },

  /** The rules of a game on a short page. */
  rules(name: string): Promise<RulesPage> {
    return ask(`api/kinds/${encodeURIComponent(name)}/rules`);
  },

  start(body: StartIn): Promise<Started> {
    return post("api/game/start", body);
  },

  load(body: LoadSaveIn): Promise<Started> {
    return post("api/game/load", body);
  },

  /** The match as the caller sees it; also under its watch id. */
  view(id: string, tries = MOST_TRIES): Promise<View> {
    return ask(of(id, "view"), { tries });
  },

  /** Take an open seat. */
  async join(id: string, as: JoinAs): Promise<State> {
    return (await post<{ state: State }>(of(id, "join"), as)).state;
  },

  async act(id: string, body: ActIn): Promise<State> {
    return (await post<{ state: State }>(of(id, "act"), body)).state;
  },

  /**
   * A game of a file in any format, to step through; `index` counts the games of a collection. Strictly: the file is
   * refused for its first mistake, as whatever becomes a match must be.
   */
  openFile(data: FileData, index = 0, isStrict = false): Promise<Replay> {
    const how = isStrict ? "&strict=true" : "";
    return ask(`api/records/open?game=${index}${how}`, { body: data, type: "file" });
  },

  /** In which formats a game of a file can be had. */
  fileFormats(data: FileData, index = 0): Promise<Formats> {
    return ask(`api/records/formats?game=${index}`, { body: data, type: "file" });
  },

  /** A game of a file in another format. */
  convertFile(data: FileData, ext: string, index = 0): Promise<Blob> {
    const path = `api/records/convert/${encodeURIComponent(ext)}?game=${index}`;
    return ask(path, { body: data, type: "file", isFile: true });
  },

  /** A moment of a game of a file as a picture, counted as its replay counts them. */
  drawFile(data: FileData, ext: PictureName, index: number, node: number, width?: number): Promise<Blob> {
    const size = width === undefined ? "" : `&width=${width}`;
    const path = `api/records/picture/${ext}?game=${index}&node=${node}${size}`;
    return ask(path, { body: data, type: "file", isFile: true });
  },

  /** What a position is worth. The server thinks for as long as somebody waits. */
  analyze(body: AnalyzeIn, signal: AbortSignal): Promise<Analysis> {
    return ask("api/analysis/position", { body: JSON.stringify(body), type: "question", signal });
  },

  replay(id: string): Promise<Replay> {
    return ask(of(id, "replay"));
  },

  /** The arenas that may be watched, the newest first. Asked once: whoever asks again does so by itself. */
  async arenas(): Promise<ArenaListItem[]> {
    return (await ask<{ arenas: ArenaListItem[] }>("api/arenas", { tries: 1 })).arenas;
  },

  arena(name: string): Promise<Arena> {
    return ask(`api/arenas/${encodeURIComponent(name)}`, { tries: 1 });
  },

  /** A game of an arena that has ended; `game` counts from 1. */
  arenaReplay(name: string, game: number): Promise<Replay> {
    return ask(`api/arenas/${encodeURIComponent(name)}/games/${game}/replay`);
  },

  /** Where others reach the server; it tells nobody who is not at its machine. */
  network(): Promise<Network> {
    return ask("api/network", { tries: 1 });
  },

  /** In which formats a game can be had. */
  formats(id: string): Promise<Formats> {
    return ask(of(id, "formats"));
  },

  recordUrl(id: string, ext: string): string {
    return address(of(id, `record.${encodeURIComponent(ext)}`)).href;
  },

  pictureUrl(id: string, ext: PictureName, width?: number): string {
    const url = address(of(id, `picture.${ext}`));
    if (width !== undefined) {
      url.searchParams.set("width", String(Math.round(width)));
    }
    return url.href;
  },

  /** Events after number `since`; without it the socket begins with the whole state. */
  socketUrl(id: string, since?: number): string {
    const url = address(of(id, "ws"));
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    if (since !== undefined) {
      url.searchParams.set("since", String(since));
    }
    return url.href;
  },
};

/** Says what an error is in the words of a refusal: everything that is none is a fault of this page. */
export function refusedOf(error: unknown): Refused {
  if (error instanceof Refused) {
    return error;
  }
  return new Refused("BAD_ANSWER", error instanceof Error ? error.message : String(error));
}

/** A name that nobody else has. `randomUUID` is only there on secure pages, which one in a home network is not. */
export function freshId(): string {
  if (typeof crypto.randomUUID === "function") {
    return crypto.randomUUID();
  }
  const octets = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
}

/** Read an address of ours as a file. */
export async function fetchFile(url: string): Promise<Blob> {
  const answer = await tried(url, { method: "GET" }, FILE_PATIENCE_MS, (response) => response.blob());
  if (answer instanceof Refused) {
    throw answer;
  }
  return answer;
}

function of(id: string, what: string): string {
  return `api/game/${encodeURIComponent(id)}/${what}`;
}

/** The whole address of a path of ours. */
export function address(path: string): URL {
  const url = new URL(path, document.baseURI);
  url.hash = "";
  return url;
}

/** Ask for something to be done. */
export function post<T>(path: string, body: object): Promise<T> {
  return ask(path, { body: JSON.stringify(body), type: "json" });
}

/** One call, tried again where nothing can happen twice by it. Throws Refused. */
export async function ask<T>(path: string, call: Call = {}): Promise<T> {
  const init: RequestInit = { method: call.method ?? (call.body === undefined ? "GET" : "POST") };
  if (call.body !== undefined) {
    init.body = call.body;
    init.headers = headersOf(call.type);
  }
  const patience = call.type === "file" || call.type === "question" ? FILE_PATIENCE_MS : PATIENCE_MS;
  const isRead = call.type !== "json";
  for (let attempt = 1; ; attempt += 1) {
    const answer = await tried(
      address(path).href,
      init,
      patience,
      (response) => (call.isFile ? response.blob() : response.json()),
      call.signal,
    );
    if (!(answer instanceof Refused)) {
      return answer as T;
    }
    const wait = Math.max(delayMs(attempt, 300, 5_000), retryAfterMs.get(answer) ?? 0);
    const isUnwanted = call.signal?.aborted ?? false;
    if (
      isUnwanted ||
      attempt >= (call.tries ?? MOST_TRIES) ||
      !isPassing(answer, isRead) ||
      wait > LONGEST_RETRY_MS
    ) {
      throw answer;
    }
    await pause(wait);
  }
}

function headersOf(type: Call["type"]): Record<string, string> {
  if (type === "file") {
    return { "content-type": "application/octet-stream" };
  }
  const json = { "content-type": "application/json" };
  return type === "json" ? { ...json, "idempotency-key": freshId() } : json;
}

/** How long the server asked to wait, where it did. */
const retryAfterMs = new WeakMap<Refused, number>();

/** One attempt: what was answered, or why there is nothing. Throws nothing. */
async function tried<T>(
  url: string,
  init: RequestInit,
  patienceMs: number,
  read: (response: Response) => Promise<T>,
  signal?: AbortSignal,
): Promise<T | Refused> {
  if (signal?.aborted) {
    return new Refused("OFFLINE", "Nobody waits for it any more.");
  }
  const stop = new AbortController();
  const give = () => stop.abort();
  signal?.addEventListener("abort", give);
  const timer = setTimeout(() => stop.abort(), patienceMs);
  try {
    const response = await fetch(url, {
      ...init,
      cache: "no-store",
      credentials: "same-origin",
      signal: stop.signal,
    });
    if (!response.ok) {
      return await refusalIn(response);
    }
    try {
      return await read(response);
    } catch (error) {
      if (error instanceof SyntaxError) {
        return new Refused("BAD_ANSWER", "The answer is not from a Tengen server.", response.status);
      }
      throw error;
    }
  } catch {
    return new Refused("OFFLINE", "The server cannot be reached.");
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", give);
  }
}

async function refusalIn(response: Response): Promise<Refused> {
  const { status } = response;
  const text = await response.text();
  const body = refusalBody(text);
  const refused =
    body !== null
      ? new Refused(body.code, body.detail, status, body)
      : isGateway(status)
        ? new Refused("OFFLINE", `The server cannot be reached (${status}).`, status)
        : new Refused("BAD_ANSWER", `The answer is not from a Tengen server (${status}).`, status);
  const wait = waitOf(response.headers.get("retry-after"));
  if (wait !== null) {
    retryAfterMs.set(refused, wait);
  }
  return refused;
}

function refusalBody(text: string): Pick<RefusalBody, "code" | "detail" | "state"> | null {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && "code" in body && typeof body.code === "string") {
      return body as RefusalBody;
    }
  } catch {
    // A page of a proxy, or nothing at all.
  }
  return null;
}

/** The milliseconds of a Retry-After: so many seconds, or until a date. */
function waitOf(header: string | null): number | null {
  if (header === null) {
    return null;
  }
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : null;
}

function isGateway(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** Whether the same may work a little later. Who reads may also be told to slow down. */
function isPassing(refused: Refused, isRead: boolean): boolean {
  return refused.status === 0 || isGateway(refused.status) || (isRead && refused.status === 429);
}
