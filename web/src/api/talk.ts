/** The calls of talk: lines at the board, whom one does not hear, reports; and what moderators do about them. */
import type { components } from "./generated";
import { ask, post } from "./rest";
import type { Lenient } from "./types";

type Schemas = components["schemas"];

export type ChatLine = Schemas["ChatLineOut"];
export type Room = ChatLine["room"];
export type ChatAnswer = Schemas["ChatAnswer"];
/** A text of one's own, or a quick word. */
export type Said = { text: string } | { word: string };
export type Person = Schemas["Person"];
export type Relations = Schemas["RelationsAnswer"];
export type RelationAct = "mute" | "unmute" | "block" | "unblock";
export type ReportReason = Schemas["ReportIn"]["reason"];
export type Report = Schemas["ReportOut"];
export type ReportAnswer = Schemas["ReportAnswer"];
export type Moderated = Schemas["ModeratedOut"];
export type Outcome = Schemas["HandleIn"]["outcome"];

export const talk = {
  /** What was said in a room after a line; without a room in one's own. */
  chat(gameId: string, room: Room | null, after: number): Promise<ChatAnswer> {
    const query = new URLSearchParams({ ...(room === null ? {} : { room }), after: String(after) });
    return ask(`api/game/${encodeURIComponent(gameId)}/chat?${query}`);
  },

  relations(): Promise<Relations> {
    return ask("api/relations");
  },

  /** A guest is found by name only in a game. */
  relate(act: RelationAct, name: string, gameId: string | null): Promise<Relations> {
    return post(`api/relations/${act}`, { name, ...(gameId === null ? {} : { gameId }) });
  },

  report(body: Lenient<Schemas["ReportIn"], "text">): Promise<object> {
    return post("api/reports", body);
  },

  /** Whether one wants to talk, and to hear others. */
  setOwn(on: boolean): Promise<Schemas["Me"]> {
    return post("api/auth/talk", { on });
  },
};

/** What can be done to an account that breaks the order. */
export type Deed = "warn" | "silence" | "unsilence" | "ban" | "unban" | "reset-name" | "reset-avatar";

export interface DeedMore {
  reason: string;
  /** For how long; null is for good. Only silence and ban have an end. */
  days?: number | null;
  reportId?: string | null;
}

/** Keeping order, for moderators and administrators. */
export const moderation = {
  reports(isOpen: boolean, after?: string): Promise<Schemas["ReportsAnswer"]> {
    const query = new URLSearchParams({
      open: String(isOpen),
      ...(after === undefined ? {} : { after }),
    });
    return ask(`api/moderation/reports?${query}`);
  },

  report(id: string): Promise<ReportAnswer> {
    return ask(`api/moderation/reports/${encodeURIComponent(id)}`);
  },

  handle(id: string, outcome: Outcome, note: string): Promise<object> {
    return post(`api/moderation/reports/${encodeURIComponent(id)}/handle`, { outcome, note });
  },

  act(deed: Deed, name: string, more: DeedMore | null): Promise<object> {
    return post(`api/moderation/users/${encodeURIComponent(name)}/${deed}`, more ?? {});
  },

  /** Take the result of a game back: it counts for nothing any more. */
  annul(watchId: string, reason: string): Promise<object> {
    return post(`api/moderation/results/${encodeURIComponent(watchId)}/annul`, { reason });
  },
};
