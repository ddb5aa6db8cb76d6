/** The lobby: challenges, pairing, who is here, games being played; and what a person was told while away. */
import type { components } from "./generated";
import { address, ask, post } from "./rest";
import type { Lenient } from "./types";

type Schemas = components["schemas"];

export type Person = Lenient<Schemas["Person"], "avatar">;
export type PersonKey = Schemas["PersonGone"];
export type Challenge = Schemas["ChallengeOut"];
export type ChallengeIn = Lenient<Schemas["ChallengeIn"], "absence" | "rated">;
export type AbsenceRule = Challenge["absence"];
/** A game being played, as everybody sees it. The board is a line of `.`, `b` and `w`, row by row. */
export type LobbyGlance = Schemas["Glance"];
export type GlanceMove = Schemas["GlanceMoved"];
/** A running game of one's own against somebody. */
export type OwnGame = Schemas["OwnGame"];
export type Seek = Schemas["SeekOut"];
export type Speed = Seek["speed"];
export type SeekIn = Pick<Seek, "gameType" | "boardSize" | "speed" | "rated">;
export type Notice = Schemas["NoticeOut"];
/** Whatever the lobby sends, except answers: told apart by its `type`. */
export type LobbyFrame = Schemas["LobbyOutgoing"];
export type LobbyFrameOf<Type extends LobbyFrame["type"]> = Extract<LobbyFrame, { type: Type }>;
export type DeclineReason = NonNullable<Schemas["DeclineIn"]["reason"]>;

export type AcceptingMode = Schemas["AcceptingAnswer"]["mode"];

export const SPEEDS: readonly Speed[] = ["blitz", "rapid", "days"];
export const ABSENCE_RULES: readonly AbsenceRule[] = ["loses", "claim", "waits"];
export const ACCEPTING_MODES: readonly AcceptingMode[] = ["all", "accounts", "nobody"];
export const DECLINE_REASONS: readonly DeclineReason[] = ["later", "rules", "clock", "level", "no"];

export const lobby = {
  /** Be somebody: a stranger becomes a guest, everybody else stays who they are. */
  enter(name: string): Promise<Person> {
    return post("api/lobby/enter", name === "" ? {} : { name });
  },

  challenge(body: ChallengeIn): Promise<Challenge> {
    return post("api/lobby/challenges", body);
  },

  accept(id: string): Promise<Schemas["ChallengeAccepted"]> {
    return post(challenge(id, "accept"), {});
  },

  withdraw(id: string): Promise<object> {
    return post(challenge(id, "withdraw"), {});
  },

  decline(id: string, reason: DeclineReason): Promise<object> {
    return post(challenge(id, "decline"), { reason });
  },

  /** Whose challenges this person takes. */
  async accepting(): Promise<AcceptingMode> {
    return (await ask<Schemas["LobbyAnswer"]>("api/lobby")).accepting;
  },

  setAccepting(mode: AcceptingMode): Promise<Schemas["AcceptingAnswer"]> {
    return post("api/lobby/accepting", { mode });
  },

  socketUrl(): string {
    const url = address("api/lobby/ws");
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    return url.href;
  },

  notices(): Promise<Schemas["NoticesAnswer"]> {
    return ask("api/notices");
  },

  /** Everything up to this one was read. */
  seen(upTo: number): Promise<Schemas["NoticesAnswer"]> {
    return post("api/notices/seen", { upTo });
  },
};

function challenge(id: string, what: string): string {
  return `api/lobby/challenges/${encodeURIComponent(id)}/${what}`;
}
