/** The calls about people: who is here, their accounts, records and saves, and the keeping of all accounts. */
import { address, ask, post } from "./rest";
import type { ColorName, Started } from "./types";

export type Registration = "open" | "invite" | "closed";
export type Role = "admin" | "moderator";
export type Scope = "read" | "play" | "challenge";

/** Who uses this screen. A stranger has no name; a guest has one and no account. */
export interface Me {
  name: string | null;
  isGuest: boolean;
  roles: Role[];
  beside: { name: string } | null;
  secondFactor: boolean;
  needsSecondFactor: boolean;
  registration: Registration;
  /** The key of a line for them, among the shared words. */
  notice: string | null;
}

export interface SessionOut {
  id: string;
  device: string;
  since: number;
  seen: number;
  isThis: boolean;
}

export interface BotToken {
  id: string;
  label: string;
  scopes: Scope[];
  created: number;
  expires: number;
  seen: number | null;
}

export interface Tally {
  played: number;
  won: number;
  lost: number;
  drawn: number;
}

export interface RatingOut {
  rating: number;
  deviation: number;
  games: number;
  rank: string | null;
}

export interface User {
  name: string;
  since: number;
  games: Record<string, Tally & { levels: Record<string, Tally> }>;
  /** By class, such as GO-19. */
  ratings: Record<string, RatingOut>;
}

/** Who played. The name of a deleted player is null. */
export interface PlayedSeat {
  name: string | null;
  player: string;
  isGuest: boolean;
}

/** A finished game of an account, at its first end. */
export interface PlayedGame {
  watchId: string;
  gameType: string;
  boardSize: number;
  rules: string | null;
  black: PlayedSeat;
  white: PlayedSeat;
  yours: ColorName;
  result: "won" | "lost" | "drawn" | "none";
  winner: ColorName | "DRAW" | null;
  reason: string;
  margin: number | null;
  moves: number;
  rated: boolean;
  whyNot: string | null;
  ratingChange: number | null;
  isAnnulled: boolean;
  begun: number;
  ended: number;
}

/** What a game did to a rating. */
export interface Rated {
  ratingClass: string;
  before: number;
  rating: number;
  deviation: number;
  isDamped: boolean;
}

/** What a game counted for at its first end. `whyNot` is the key of why it is not rated though it was meant to be. */
export interface Counted {
  isCounted: boolean;
  isRated: boolean;
  whyNot: string | null;
  isAnnulled: boolean;
  ratings: Record<ColorName, Rated | null>;
}

export interface GamesFilter {
  kind?: string;
  opponent?: string;
  result?: "won" | "lost" | "drawn";
  /** Milliseconds: ended then or later, and before. */
  from?: number;
  until?: number;
  after?: string;
  limit?: number;
}

export interface RatingPoint {
  at: number;
  rating: number;
  deviation: number;
}

export interface SavedPlayer {
  name: string;
  player: string;
  isAccount: boolean;
}

export interface Save {
  id: string;
  name: string;
  /** Whose it is, of those at this screen. */
  owner: string;
  gameType: string;
  boardSize: number;
  black: SavedPlayer;
  white: SavedPlayer;
  moves: number;
  grid: (ColorName | null)[][];
  created: number;
  changed: number;
}

export interface UserOfAdmin {
  name: string;
  since: number;
  roles: Role[];
  secondFactor: boolean;
  ban: { reason: string; since: number; until: number | null } | null;
  isClosed: boolean;
}

/** Of a row that was altered so that it cannot be read there is the number alone. */
export interface AuditEntry {
  number: number;
  at: number | null;
  actor: string | null;
  action: string | null;
  subject: string | null;
  details: Record<string, string | number | boolean | null>;
}

export const people = {
  me(): Promise<Me> {
    return ask("api/auth/me", { tries: 2 });
  },

  register(body: { name: string; password: string; invite?: string }): Promise<Me> {
    return post("api/auth/register", body);
  },

  logIn(body: { name: string; password: string; code?: string; beside?: boolean }): Promise<Me> {
    return post("api/auth/login", body);
  },

  /** Who goes; without a name everybody. */
  logOut(name?: string): Promise<Me> {
    return post("api/auth/logout", name === undefined ? {} : { name });
  },

  // --- one's own account

  changePassword(body: { current: string; new: string; endOthers?: boolean }): Promise<Me> {
    return post("api/auth/password", body);
  },

  changeName(body: { name: string; password: string }): Promise<Me> {
    return post("api/auth/name", body);
  },

  close(body: { password: string; code?: string }): Promise<Me> {
    return post("api/auth/close", body);
  },

  /** A new password, by a link's token or by one's name and a recovery code. */
  reset(
    body: { password: string } & ({ token: string } | { name: string; recoveryCode: string }),
  ): Promise<unknown> {
    return post("api/auth/reset", body);
  },

  async sessions(): Promise<SessionOut[]> {
    return (await ask<{ sessions: SessionOut[] }>("api/auth/sessions")).sessions;
  },

  endSession(which: { id: string } | { others: true }): Promise<unknown> {
    return post("api/auth/sessions/end", which);
  },

  beginSecondFactor(password: string): Promise<{ secret: string; uri: string }> {
    return post("api/auth/second-factor/begin", { password });
  },

  async confirmSecondFactor(secret: string, code: string): Promise<string[]> {
    return (await post<Codes>("api/auth/second-factor/confirm", { secret, code })).recoveryCodes;
  },

  endSecondFactor(password: string, code: string): Promise<unknown> {
    return post("api/auth/second-factor/off", { password, code });
  },

  async newRecoveryCodes(password: string, code: string): Promise<string[]> {
    return (await post<Codes>("api/auth/second-factor/codes", { password, code })).recoveryCodes;
  },

  async botTokens(): Promise<BotToken[]> {
    return (await ask<{ tokens: BotToken[] }>("api/auth/tokens")).tokens;
  },

  makeBotToken(body: {
    label: string;
    scopes: Scope[];
    days: number;
  }): Promise<BotToken & { token: string }> {
    return post("api/auth/tokens", body);
  },

  revokeBotToken(id: string): Promise<unknown> {
    return post("api/auth/tokens/revoke", { id });
  },

  exportUrl(): string {
    return address("api/auth/export").href;
  },

  // --- records

  user(name: string): Promise<User> {
    return ask(user(name));
  },

  games(name: string, filter: GamesFilter = {}): Promise<{ games: PlayedGame[]; after: string | null }> {
    const asked = Object.entries(filter).filter(([, value]) => value !== undefined && value !== "");
    const query = new URLSearchParams(asked.map(([key, value]) => [key, String(value)]));
    return ask(`${user(name)}/games${query.size > 0 ? `?${query}` : ""}`);
  },

  /** What a game counted for, also under its watch id. */
  counted(gameId: string): Promise<Counted> {
    return ask(`api/game/${encodeURIComponent(gameId)}/result`);
  },

  async ratingPoints(name: string, ratingClass: string): Promise<RatingPoint[]> {
    const path = `${user(name)}/ratings/${encodeURIComponent(ratingClass)}`;
    return (await ask<{ points: RatingPoint[] }>(path)).points;
  },

  gamesZipUrl(name: string): string {
    return address(`${user(name)}/games.zip`).href;
  },

  // --- saves

  async saves(): Promise<Save[]> {
    return (await ask<{ saves: Save[] }>("api/saves")).saves;
  },

  save(body: { gameId: string; name: string; overwrite?: boolean }): Promise<Save> {
    return post("api/saves", body);
  },

  openSave(id: string): Promise<Started> {
    return post(`${save(id)}/open`, {});
  },

  renameSave(id: string, name: string): Promise<Save> {
    return post(`${save(id)}/rename`, { name });
  },

  deleteSave(id: string): Promise<unknown> {
    return ask(save(id), { method: "DELETE", tries: 1 });
  },

  saveFileUrl(id: string): string {
    return address(`${save(id)}/file`).href;
  },
};

/** The keeping of accounts, for administrators. */
export const administration = {
  users(search: string, after?: string): Promise<{ users: UserOfAdmin[]; after: string | null }> {
    const query = new URLSearchParams({
      ...(search === "" ? {} : { search }),
      ...(after === undefined ? {} : { after }),
    });
    return ask(`api/admin/users${query.size > 0 ? `?${query}` : ""}`);
  },

  /** A role, or none. */
  setRole(name: string, role: Role | null): Promise<unknown> {
    return post(admin(name, "role"), { role });
  },

  ban(name: string, reason: string, until: number | null): Promise<unknown> {
    return post(admin(name, "ban"), { reason, until });
  },

  unban(name: string): Promise<unknown> {
    return post(admin(name, "unban"), {});
  },

  /** Also for who has lost the second factor, which ends then. */
  makeResetLink(name: string, endsSecondFactor: boolean): Promise<{ token: string; expires: number }> {
    return post(admin(name, "reset"), { endsSecondFactor });
  },

  endSessions(name: string): Promise<unknown> {
    return post(admin(name, "end-sessions"), {});
  },

  delete(name: string): Promise<unknown> {
    return post(admin(name, "delete"), {});
  },

  makeInvite(uses: number, days: number): Promise<{ code: string; uses: number; expires: number }> {
    return post("api/admin/invites", { uses, days });
  },

  setRegistration(mode: Registration): Promise<unknown> {
    return post("api/admin/registration", { mode });
  },

  audit(after?: string): Promise<{ entries: AuditEntry[]; after: number | null }> {
    return ask(`api/admin/audit${after === undefined ? "" : `?after=${encodeURIComponent(after)}`}`);
  },
};

interface Codes {
  recoveryCodes: string[];
}

function user(name: string): string {
  return `api/users/${encodeURIComponent(name)}`;
}

function save(id: string): string {
  return `api/saves/${encodeURIComponent(id)}`;
}

function admin(name: string, what: string): string {
  return `api/admin/users/${encodeURIComponent(name)}/${what}`;
}
