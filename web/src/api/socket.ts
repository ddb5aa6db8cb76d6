/**
 * The line to one match: events come in order and without gaps, and where it cannot be made, a call finds out why.
 * Knows no React and no rules.
 */
import { type Answer, type Connection, Line } from "./line";
import { api, Refused, refusedOf } from "./rest";
import type { EventFrame, Frame, FrameOf, Outgoing, View } from "./types";

export type { Answer, Connection } from "./line";

/** What a player may send; the id is put on it by the line. */
export type Message = { type: string } & Partial<Omit<Outgoing, "id" | "type" | "token">>;

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

const CATCH_UP_MS = 3_000;

export class MatchSocket {
  readonly #gameId: string;
  readonly #listener: Listener;
  readonly #line: Line<Frame>;
  #isFindingOut = false;
  #last: number | undefined;
  #catchUp: ReturnType<typeof setTimeout> | undefined;

  /** Follow the match after event `since`; without it, beginning with the whole state. */
  constructor(gameId: string, since: number | undefined, listener: Listener) {
    this.#gameId = gameId;
    this.#last = since;
    this.#listener = listener;
    this.#line = new Line<Frame>({
      url: () => api.socketUrl(this.#gameId, this.#last),
      onFrame: (frame) => (isNumbered(frame) ? this.#happened(frame) : listener.onFrame(frame)),
      onConnection: listener.onConnection,
      onSessionEnd: listener.onSessionEnd,
      onLost: (wasOpen) => this.#lost(wasOpen),
    });
  }

  get isOpen(): boolean {
    return this.#line.isOpen;
  }

  /** The number of the last event that was handed out. */
  get last(): number | undefined {
    return this.#last;
  }

  /** Send a message, now or when the line is there again. Never rejects. */
  send(message: Message): Promise<Answer> {
    return this.#line.send(message);
  }

  /** The match is known to be at event `n`: a line that does not bring it soon is dead. */
  expect(n: number): void {
    clearTimeout(this.#catchUp);
    this.#catchUp = setTimeout(() => {
      if (this.isOpen && (this.#last ?? 0) < n) {
        this.#line.hangUp();
      }
    }, CATCH_UP_MS);
  }

  /** Make the line again, as when the server should look anew at who is there. */
  renew(): void {
    this.#line.renew();
  }

  /** Leave the match. What was not answered is not sent again. */
  close(): void {
    this.#end(new Refused("OFFLINE", "The game was left."));
  }

  #lost(wasOpen: boolean): void {
    clearTimeout(this.#catchUp);
    if (!wasOpen) {
      void this.#findOut();
    }
  }

  #end(refused: Refused): void {
    clearTimeout(this.#catchUp);
    this.#line.close(refused);
  }

  /** A browser does not say why a socket was refused; a call does. */
  async #findOut(): Promise<void> {
    if (this.#isFindingOut) {
      return;
    }
    this.#isFindingOut = true;
    try {
      const view = await api.view(this.#gameId, 1);
      if (!this.#line.isClosed) {
        this.#listener.onView?.(view);
      }
    } catch (error) {
      const refused = refusedOf(error);
      if (refused.code === "NO_SUCH_GAME" && !this.#line.isClosed) {
        this.#end(refused);
        this.#listener.onFailure(refused);
      }
    } finally {
      this.#isFindingOut = false;
    }
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
      this.#line.hangUp();
    }
  }
}

type Numbered = EventFrame | FrameOf<"reset">;

function isNumbered(frame: Frame): frame is Numbered {
  return "n" in frame;
}
