import type { Answer, Connection } from "../api/socket";
import type { ChatLine, Said } from "../api/talk";
import type { ActType, ColorName, Presence, TimeLeft, Told, View, XY } from "../api/types";
import type { BoardChange, Grid } from "../board/Board";

/** How the connection to a match is. */
export type { Connection } from "../api/socket";

/** What was refused last, for the line beside the board; `key` grows with every refusal. */
export interface RefusalShown {
  key: number;
  code: string;
  /** The server's own words, English; used where our tables have no `error.<code>`. */
  detail: string;
  /** The server's words for players, by language, where it has some. */
  words?: Readonly<Record<string, string>>;
  point: XY | null;
}

/** The time of both sides when `at` (performance.now) was; `running` is counted down from there by the page. */
export interface ClockShown {
  at: number;
  running: ColorName | null;
  BLACK: TimeLeft;
  WHITE: TimeLeft;
  /** How long a whole period is; left out where there are none. */
  periodMs?: number;
}

/** Where a player is, and from when on (performance.now) the win may be claimed from them or the game ends by itself. */
export interface PresenceShown {
  presence: Presence;
  claimAt: number | null;
  endsAt: number | null;
}

export interface ActMore {
  player?: ColorName;
  points?: XY[];
  choice?: string;
}

/** A match as the page follows it: the view as the latest frame left it, and what is shown beside it. */
export interface LiveGame {
  gameId: string;
  view: View | null;
  grid: Grid;
  lastMove: XY | null;
  change: BoardChange | null;
  clock: ClockShown | null;
  /** When (performance.now) the match is cancelled unless whoever is to act has begun; null where that is not so. */
  beginAt: number | null;
  connection: Connection;
  thinking: { player: ColorName; queue: number } | null;
  /** Who moved in the place of a program that failed, and what that did wrong, until the other side has moved. */
  substitute: { player: ColorName; by: string; why: Told | null } | null;
  /** The last offer that was declined, by the other side or by who made it; `n` is the number of that event. */
  declined: { n: number; player: ColorName; kind: string } | null;
  /** Where the players are; null for programs, at one screen, and while nobody can say. */
  presence: Readonly<Record<ColorName, PresenceShown | null>>;
  refusal: RefusalShown | null;
  /** The match cannot be shown: NO_SUCH_GAME and the like. */
  failure: { code: string; detail: string } | null;
  /** Whether a message waits for its answer. */
  isBusy: boolean;
  /** Ask something of the match. Never throws: a refusal is shown in `refusal`. Resolves to whether it was done. */
  act: (type: ActType, more?: ActMore) => Promise<boolean>;
  /** What was said while the match was followed, the latest last; what was said before is read elsewhere. */
  chat: readonly ChatLine[];
  /** Say something. Never throws: the answer says whether it was said. */
  say: (said: Said) => Promise<Answer>;
}
