/** The lobby: challenges, pairing, who is here, games being played; and what a person was told while away. */
import { address, ask, post } from "./rest";
import type { ClockIn, ColorName } from "./types";

export interface PersonRating {
  rating: number;
  deviation: number;
  rank?: string | null;
}

export interface Person {
  name: string;
  isGuest: boolean;
  avatar: number;
  rating?: PersonRating | null;
}

export type PersonKey = Pick<Person, "name" | "isGuest">;

export type Speed = "blitz" | "rapid" | "days";
export const SPEEDS: readonly Speed[] = ["blitz", "rapid", "days"];

export type AbsenceRule = "loses" | "claim" | "waits";
export const ABSENCE_RULES: readonly AbsenceRule[] = ["loses", "claim", "waits"];

export type DeclineReason = "later" | "rules" | "clock" | "level" | "no";
export const DECLINE_REASONS: readonly DeclineReason[] = ["later", "rules", "clock", "level", "no"];

export interface RatingRange {
  below?: number | null;
  above?: number | null;
}

export interface Challenge {
  challengeId: string;
  by: Person;
  to?: Person | null;
  gameType: string;
  boardSize: number;
  rules?: string | null;
  options: Record<string, string | number | boolean>;
  komi?: number | null;
  handicap?: number | null;
  clock?: ClockIn | null;
  speed?: Speed | null;
  rated: boolean;
  color?: ColorName | null;
  absence: AbsenceRule;
  ratingRange?: RatingRange | null;
  created: number;
  expires: number;
}

export interface ChallengeIn {
  gameType: string;
  boardSize?: number;
  rules?: string | Record<string, string | number | boolean>;
  clock?: ClockIn;
  rated?: boolean;
  color?: ColorName;
  absence?: AbsenceRule;
  to?: string;
  ratingRange?: RatingRange;
}

export interface Accepted {
  gameId: string;
  watchId: string;
  color: ColorName;
}

/** A game being played, as everybody sees it. The board is a line of `.`, `b` and `w`, row by row. */
export interface LobbyGlance {
  watchId: string;
  gameType: string;
  boardSize: number;
  black: Person;
  white: Person;
  grid: string;
  last?: number | null;
  toMove?: ColorName | null;
  moves: number;
  rated: boolean;
  speed?: Speed | null;
}

export interface GlanceMove {
  watchId: string;
  set: [number, 0 | 1 | 2][];
  toMove?: ColorName | null;
  moves: number;
  last?: number | null;
}

/** A running game of one's own. */
export interface OwnGame {
  gameId: string;
  gameType: string;
  boardSize: number;
  black: Person;
  white: Person;
  yours: ColorName;
  yourMove: boolean;
  grid: string;
  last?: number | null;
  moves: number;
  deadlineMs?: number | null;
  isOver: boolean;
  winner?: ColorName | "DRAW" | null;
}

export interface Seek {
  gameType: string;
  boardSize: number;
  speed: Speed;
  rated: boolean;
  sinceMs: number;
  range?: number | null;
  waitMs: number;
  why?: string | null;
}

export interface SeekIn {
  gameType: string;
  boardSize: number;
  speed: Speed;
  rated: boolean;
}

export interface Notice {
  id: number;
  at: number;
  key: string;
  values: Record<string, string | number>;
  path: string | null;
  seen: boolean;
}

export interface NoticesAnswer {
  notices: Notice[];
  unseen: number;
}

export type LobbyFrame =
  | {
      type: "lobby";
      me?: Person | null;
      challenges: Challenge[];
      challenged: Challenge[];
      made: Challenge[];
      games: LobbyGlance[];
      people: { count: number; here: Person[] };
      own: OwnGame[];
      seek?: Seek | null;
      unseen: number;
    }
  | {
      type: "changed";
      challenges?: { new: Challenge[]; gone: string[] };
      games?: { new: LobbyGlance[]; gone: string[]; moved: GlanceMove[] };
      people?: { count: number; came: Person[]; went: PersonKey[] };
    }
  | { type: "own"; games: OwnGame[] }
  | { type: "challenged"; challenge: Challenge }
  | {
      type: "answered";
      challengeId: string;
      answer: "accepted" | "declined" | "withdrawn" | "expired";
      reason?: DeclineReason | null;
      gameId?: string | null;
    }
  | { type: "paired"; gameId: string; color: ColorName }
  | { type: "seeking"; seek?: Seek | null }
  | { type: "notice"; notice: Notice };

export const lobby = {
  /** Be somebody: a stranger becomes a guest, everybody else stays who they are. */
  enter(name: string): Promise<Person> {
    return post("api/lobby/enter", name === "" ? {} : { name });
  },

  challenge(body: ChallengeIn): Promise<Challenge> {
    return post("api/lobby/challenges", body);
  },

  accept(id: string): Promise<Accepted> {
    return post(challenge(id, "accept"), {});
  },

  withdraw(id: string): Promise<object> {
    return post(challenge(id, "withdraw"), {});
  },

  decline(id: string, reason: DeclineReason): Promise<object> {
    return post(challenge(id, "decline"), { reason });
  },

  socketUrl(): string {
    const url = address("api/lobby/ws");
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    return url.href;
  },

  notices(): Promise<NoticesAnswer> {
    return ask("api/notices");
  },

  /** Everything up to this one was read. */
  seen(upTo: number): Promise<object> {
    return post("api/notices/seen", { upTo });
  },
};

function challenge(id: string, what: string): string {
  return `api/lobby/challenges/${encodeURIComponent(id)}/${what}`;
}
