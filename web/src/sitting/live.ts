/**
 * One match as it is followed: the view first, then frame by frame, each of which says all that is drawn. The view is
 * read again only where frames cannot go on from it: after a reset, and where something is missing. One per match.
 */
import { createStore, type StoreApi } from "zustand";
import { Comeback, delayMs, pause } from "../api/backoff";
import { api, type Refused, refusedOf } from "../api/rest";
import { type Answer, type Connection, MatchSocket, type Message } from "../api/socket";
import type { Said } from "../api/talk";
import type { ActType, ColorName, EventFrame, Frame, FrameOf, View } from "../api/types";
import { useMe } from "../people/me";
import { armSound, play } from "../sound";
import { beginAtOf, clockOf, shownAfter } from "./clock";
import { follow, pointOf } from "./follow";
import { NOTHING_KNOWN, presenceOf, presenceShown } from "./presence";
import { changed, isSameGrid } from "./stones";
import type { ActMore, LiveGame, RefusalShown } from "./types";

/** Between two views of a match in which much happens. */
const VIEW_GAP_MS = 100;
/** After so long without a word the view is read, which shows whether the line still lives. */
const SILENCE_MS = 45_000;
const LOOK_MS = 15_000;
/** As many lines as a room has at most, of both rooms. */
const MOST_LINES = 1_000;

/** What means the same whatever was played meanwhile; everything else is for the game as the player saw it. */
const TIMELESS: ReadonlySet<ActType> = new Set([
  "resign",
  "draw",
  "decline",
  "pause",
  "unpause",
  "rematch",
  "claim",
]);

export class LiveMatch {
  readonly store: StoreApi<LiveGame>;
  /** Whether its stones make a sound. */
  isHeard = false;
  readonly #gameId: string;
  readonly #comeback = new Comeback(() => void this.#load());
  readonly #asked = new Map<string, Promise<boolean>>();
  #socket: MatchSocket | null = null;
  #isStarted = false;
  /** Grows with every start and stop: what was asked before is not looked at after. */
  #run = 0;
  #isReading = false;
  #shouldReadAgain = false;
  #changes = 0;
  #refusals = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #heardAt = 0;
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(gameId: string) {
    this.#gameId = gameId;
    this.store = createStore<LiveGame>(() => ({
      ...idleGame(gameId),
      act: (type, more) => this.#act(type, more),
      say: (said) => this.#say(said),
    }));
  }

  start(): void {
    if (this.#isStarted) {
      return;
    }
    this.#isStarted = true;
    this.#run += 1;
    armSound();
    this.#set({ connection: "connecting", failure: null });
    this.#watch = setInterval(() => this.#look(SILENCE_MS), LOOK_MS);
    document.addEventListener("visibilitychange", this.#onLooked);
    void this.#load();
  }

  stop(): void {
    if (!this.#isStarted) {
      return;
    }
    this.#isStarted = false;
    this.#run += 1;
    clearInterval(this.#watch);
    document.removeEventListener("visibilitychange", this.#onLooked);
    this.#comeback.stop();
    this.#socket?.close();
    this.#socket = null;
    this.#isReading = this.#shouldReadAgain = false;
    this.#set({ connection: "closed", thinking: null, substitute: null, presence: NOTHING_KNOWN });
  }

  /** Somebody else uses this screen now: look again whose seats are here, over a line of the new session. */
  renew(): void {
    if (this.#isStarted) {
      this.#socket?.renew();
      this.#refresh();
    } else if (this.store.getState().failure !== null) {
      this.start();
    }
  }

  #set(change: Partial<LiveGame>): void {
    this.store.setState(change);
  }

  // --- coming and going

  async #load(): Promise<void> {
    const run = this.#run;
    try {
      const view = await api.view(this.#gameId);
      if (run === this.#run) {
        this.#comeback.succeeded();
        this.#take(view);
        this.#follow(view.state.eventNumber);
      }
    } catch (error) {
      const refused = refusedOf(error);
      if (run === this.#run && !this.#failed(refused)) {
        this.#set({ connection: navigator.onLine === false ? "offline" : "lost" });
        this.#comeback.later();
      }
    }
  }

  #follow(since: number): void {
    this.#heardAt = performance.now();
    this.#socket = new MatchSocket(this.#gameId, since, {
      onFrame: (frame) => this.#onFrame(frame),
      onConnection: (connection) => this.#onConnection(connection),
      onFailure: (refused) => this.#failed(refused),
      onSessionEnd: () => void useMe.getState().reread(),
      onView: (view) => this.#see(view),
    });
  }

  #onConnection(connection: Connection): void {
    if (!this.#isStarted) {
      return;
    }
    this.#heardAt = performance.now();
    this.#set({ connection });
    if (connection !== "open") {
      this.#set({ presence: NOTHING_KNOWN }); // who is cut off cannot see who is there
    }
  }

  /** Whether this refusal is the end of it; if so, it is shown. */
  #failed(refused: Refused): boolean {
    const { status, code, detail } = refused;
    if (status < 400 || status >= 500 || status === 408 || status === 429) {
      return false;
    }
    this.stop();
    this.#set({ failure: { code, detail } });
    return true;
  }

  // --- the view

  /** Read the view, now or once the one under way is there. */
  #refresh(): void {
    if (this.#isReading) {
      this.#shouldReadAgain = true;
    } else {
      void this.#read();
    }
  }

  async #read(): Promise<void> {
    const run = this.#run;
    this.#isReading = true;
    for (let failures = 0; ; ) {
      this.#shouldReadAgain = false;
      try {
        const view = await api.view(this.#gameId, 2);
        if (run !== this.#run) {
          return;
        }
        failures = this.#see(view) || this.#shouldReadAgain ? 0 : failures + 1;
      } catch (error) {
        if (run !== this.#run || this.#failed(refusedOf(error))) {
          return;
        }
        failures += 1;
      }
      const isWanted = this.#shouldReadAgain || (failures > 0 && this.#socket?.isOpen);
      if (!isWanted) {
        break;
      }
      await pause(failures > 0 ? delayMs(failures, 1_000) : VIEW_GAP_MS);
      if (run !== this.#run) {
        return;
      }
    }
    this.#isReading = false;
  }

  /** A view has come: show it, unless it is too old. One that is ahead of the line says that the line may be dead. */
  #see(view: View): boolean {
    const n = view.state.eventNumber;
    if (n < this.#shown) {
      return false;
    }
    if (n > this.#shown) {
      this.#socket?.expect(n);
    }
    this.#take(view);
    return true;
  }

  /** Show a view. Where the board differs, the server is right. */
  #take(view: View): void {
    const { change, view: before, presence } = this.store.getState();
    const now = performance.now();
    const isSame = before !== null && isSameGrid(before.state.grid, view.state.grid);
    const seen = isSame ? { ...view, state: { ...view.state, grid: before.state.grid } } : view;
    this.#show(seen, {
      clock: clockOf(seen.state, now),
      beginAt: beginAtOf(seen.state, now),
      change: isSame ? change : null,
      // An open line says itself who is there, and sooner.
      presence: this.#socket?.isOpen ? presence : presenceOf(view, now),
    });
    if (before !== null && before.yours.length === 0 && view.yours.length > 0) {
      this.#socket?.renew(); // who has just sat down is still a stranger to this line
    }
  }

  #show(view: View, more: Partial<LiveGame>): void {
    const { grid, lastMove } = view.state;
    this.#set({ view, grid, lastMove: pointOf(lastMove), ...more });
  }

  /** The number of the last event that is shown. */
  get #shown(): number {
    return this.store.getState().view?.state.eventNumber ?? 0;
  }

  readonly #onLooked = (): void => this.#look(LOOK_MS);

  /** Make sure that nothing was missed, after so long a silence. */
  #look(silenceMs: number): void {
    const now = performance.now();
    const isOver = this.store.getState().view?.state.isGameOver ?? true;
    if (document.visibilityState !== "visible" || !this.#socket?.isOpen || isOver) {
      return;
    }
    if (now - this.#heardAt > silenceMs) {
      this.#heardAt = now;
      this.#refresh();
    }
  }

  // --- what happens

  #onFrame(frame: Frame): void {
    this.#heardAt = performance.now();
    const { view, presence, chat } = this.store.getState();
    switch (frame.type) {
      case "chat":
        this.#set({ chat: [...chat, frame.line].slice(-MOST_LINES) });
        break;
      case "thinking":
        this.#set({ thinking: { player: frame.player, queue: frame.queue } });
        break;
      case "substitute":
        this.#set({ substitute: { player: frame.player, by: frame.by, why: frame.why ?? null } });
        break;
      case "presence":
        this.#set({ presence: { ...presence, [frame.player]: presenceShown(frame, this.#heardAt) } });
        break;
      case "caller":
      case "position":
      case "proposal":
        if (view !== null) {
          this.#show(follow(view, frame), {});
        }
        break;
      case "estimate":
        this.#onEstimate(frame);
        break;
      case "reset":
        this.#onReset(frame);
        break;
      default:
        if (frame.n > this.#shown) {
          this.#onEvent(frame);
        }
    }
  }

  #onEstimate(frame: FrameOf<"estimate">): void {
    const { view } = this.store.getState();
    if (view === null) {
      return;
    }
    this.#show(follow(view, frame), {});
    if (frame.margin === null && frame.revision === view.state.revision) {
      this.#refuse(this.#run, { code: "ESTIMATE_FAILED", detail: "The score could not be estimated." }, null);
    }
  }

  #onReset(frame: FrameOf<"reset">): void {
    const { view } = this.store.getState();
    if (view !== null) {
      const now = performance.now();
      const clock = clockOf(frame.state, now);
      const beginAt = beginAtOf(frame.state, now);
      const nothing = { change: null, thinking: null, substitute: null, refusal: null };
      this.#show(follow(view, frame), { clock, beginAt, ...nothing });
    }
    this.#refresh();
  }

  #onEvent(frame: EventFrame): void {
    const { view, clock, change: before, substitute } = this.store.getState();
    if (view === null) {
      return;
    }
    this.#changes += 1;
    const { change } = changed(view.state.grid, frame, this.#changes);
    const isOwn = frame.type === "moved" && frame.player === substitute?.player;
    const followed = follow(view, frame);
    const now = performance.now();
    this.#show(followed, {
      clock: shownAfter(clock, view.state, followed.state, now),
      beginAt: beginAtOf(followed.state, now),
      change: change ?? before,
      thinking: null,
      refusal: null,
      substitute: isOwn ? substitute : null,
    });
    if (frame.type === "declined") {
      const { n, player, kind } = frame;
      this.#set({ declined: { n, player, kind } });
    } else if (frame.type === "joined" && view.yours.length === 0 && !view.isWatching) {
      this.#socket?.renew(); // perhaps it was this person, in another window: the line is told on arriving
    }
    if (this.isHeard) {
      sound(frame, change !== null);
    }
  }

  // --- what the player does

  #act(type: ActType, more: ActMore = {}): Promise<boolean> {
    const name = JSON.stringify([type, more]);
    const asked = this.#asked.get(name);
    if (asked !== undefined) {
      return asked; // a second click on the same
    }
    const previous = this.#asked.size > 0 ? this.#turn : null;
    const done = this.#ask(type, more, previous).finally(() => {
      this.#asked.delete(name);
      this.#set({ isBusy: this.#asked.size > 0 });
    });
    this.#asked.set(name, done);
    this.#turn = done;
    this.#set({ isBusy: true });
    return done;
  }

  /** Ask it after what was asked before. Only one message waits for a line that is down; nothing is played in a burst. */
  async #ask(type: ActType, more: ActMore, previous: Promise<unknown> | null): Promise<boolean> {
    const run = this.#run;
    const isLate = previous !== null && !this.#socket?.isOpen;
    await (isLate ? null : previous);
    const socket = this.#socket;
    const point = type === "place" ? (more.points?.[0] ?? null) : null;
    if (socket === null || (previous !== null && !socket.isOpen)) {
      this.#refuse(run, { code: "OFFLINE", detail: "There is no connection." }, point);
      return false;
    }
    const answer = await socket.send(this.#message(type, more, socket.isOpen));
    if (answer.isDone) {
      if (answer.event > this.#shown) {
        socket.expect(answer.event);
      }
      return true;
    }
    const { isDone: _, ...why } = answer;
    this.#refuse(run, why, point);
    return false;
  }

  /** Apart from what is done in the game: a refusal of it says nothing about the board. */
  #say(said: Said): Promise<Answer> {
    const answer: Answer = { isDone: false, code: "OFFLINE", detail: "There is no connection." };
    return this.#socket?.isOpen ? this.#socket.send({ type: "chat", ...said }) : Promise.resolve(answer);
  }

  #refuse(run: number, why: Omit<RefusalShown, "key" | "point">, point: LiveGame["lastMove"]): void {
    if (run === this.#run) {
      this.#refusals += 1;
      this.#set({ refusal: { ...why, key: this.#refusals, point } });
    }
  }

  #message(type: ActType, more: ActMore, isOpen: boolean): Message {
    const message: Message = { type };
    const player = more.player ?? this.#player();
    if (player !== undefined) {
      message.player = player;
    }
    const [first, ...further] = more.points ?? [];
    if (type === "place" && first !== undefined && further.length === 0) {
      message.x = first.x;
      message.y = first.y;
    } else if (first !== undefined) {
      message.points = [first, ...further].map(({ x, y }) => [x, y]);
    }
    if (more.choice !== undefined) {
      message.choice = more.choice;
    }
    if (!(isOpen && TIMELESS.has(type))) {
      message.revision = this.store.getState().view?.state.revision ?? 0;
    }
    return message;
  }

  /** For whom the player acts. */
  #player(): ColorName | undefined {
    const { view } = this.store.getState();
    return view?.yours.find((color) => view.actors.includes(color)) ?? view?.yours[0];
  }
}

/** A match of which nothing is known yet. */
export function idleGame(gameId: string): LiveGame {
  return {
    gameId,
    view: null,
    grid: [],
    lastMove: null,
    change: null,
    clock: null,
    beginAt: null,
    connection: gameId === "" ? "closed" : "connecting",
    thinking: null,
    substitute: null,
    declined: null,
    presence: NOTHING_KNOWN,
    refusal: null,
    failure: null,
    isBusy: false,
    act: () => Promise.resolve(false),
    chat: [],
    say: () => Promise.resolve({ isDone: false, code: "OFFLINE", detail: "There is no connection." }),
  };
}

function sound(frame: EventFrame, hasChange: boolean): void {
  if (frame.type === "ended") {
    play("end");
  } else if (hasChange) {
    play(frame.type === "moved" && (frame.removed?.length ?? 0) > 0 ? "capture" : "stone");
  }
}
