/** The calls about people: who is here, their accounts, records and saves, and the keeping of all accounts. */
import type { components, paths } from "./generated";
import { address, ask, post } from "./rest";
import type { Lenient, Started } from "./types";

type Schemas = components["schemas"];

/** Who uses this screen. A stranger has no name; a guest has one and no account. */
export type Me = Schemas["Me"];
export type Registration = Me["registration"];
export type Role = Me["roles"][number];
export type SessionOut = Schemas["SessionOut"];
export type BotToken = Schemas["TokenOut"];
export type Scope = BotToken["scopes"][number];
export type User = Schemas["UserAnswer"];
export type Tally = Schemas["TallyOut"];
export type RatingOut = Schemas["RatingOut"];
export type RatingPoint = Schemas["RatingHistoryAnswer"]["points"][number];
/** A finished game of an account, at its first end. */
export type PlayedGame = Schemas["GameOut"];
export type PlayedSeat = Schemas["SeatOut"];
/** What a game counted for, and what it did to a rating. */
export type Counted = Schemas["CountedAnswer"];
export type Rated = Schemas["RatedOut"];
export type Save = Schemas["SaveOut"];
export type SavedPlayer = Schemas["SavedPlayer"];
export type UserOfAdmin = Schemas["UserOut"];
export type AuditEntry = Schemas["AuditOut"];

/** Which games are asked for. */
export type GamesFilter = NonNullable<paths["/api/users/{name}/games"]["get"]["parameters"]["query"]>;

export const people = {
  me(): Promise<Me> {
    return ask("api/auth/me", { tries: 2 });
  },

  register(body: Lenient<Schemas["RegisterIn"], "beside">): Promise<Me> {
    return post("api/auth/register", body);
  },

  logIn(body: Lenient<Schemas["LogInIn"], "beside">): Promise<Me> {
    return post("api/auth/login", body);
  },

  /** Who goes; without a name everybody. */
  logOut(name?: string): Promise<Me> {
    return post("api/auth/logout", name === undefined ? {} : { name });
  },

  // --- one's own account

  changePassword(body: Schemas["PasswordChangeIn"]): Promise<Me> {
    return post("api/auth/password", body);
  },

  changeName(body: Schemas["NameChangeIn"]): Promise<Me> {
    return post("api/auth/name", body);
  },

  close(body: Schemas["CloseIn"]): Promise<Me> {
    return post("api/auth/close", body);
  },

  /** A new password, by a link's token or by one's name and a recovery code. */
  reset(body: Schemas["LinkResetIn"] | Schemas["CodeResetIn"]): Promise<Schemas["Acknowledged"]> {
    return post("api/auth/reset", body);
  },

  async sessions(): Promise<SessionOut[]> {
    return (await ask<Schemas["SessionsAnswer"]>("api/auth/sessions")).sessions;
  },

  endSession(
    which: Schemas["OneSessionEndIn"] | Schemas["OtherSessionsEndIn"],
  ): Promise<Schemas["Acknowledged"]> {
    return post("api/auth/sessions/end", which);
  },

  beginSecondFactor(password: string): Promise<Schemas["SecondFactorOut"]> {
    return post("api/auth/second-factor/begin", { password });
  },

  async confirmSecondFactor(secret: string, code: string): Promise<string[]> {
    return (await post<Schemas["RecoveryCodes"]>("api/auth/second-factor/confirm", { secret, code }))
      .recoveryCodes;
  },

  endSecondFactor(password: string, code: string): Promise<object> {
    return post("api/auth/second-factor/off", { password, code });
  },

  async newRecoveryCodes(password: string, code: string): Promise<string[]> {
    return (await post<Schemas["RecoveryCodes"]>("api/auth/second-factor/codes", { password, code }))
      .recoveryCodes;
  },

  async botTokens(): Promise<BotToken[]> {
    return (await ask<Schemas["TokensAnswer"]>("api/auth/tokens")).tokens;
  },

  makeBotToken(body: Schemas["TokenIn"]): Promise<Schemas["TokenMade"]> {
    return post("api/auth/tokens", body);
  },

  revokeBotToken(id: string): Promise<object> {
    return post("api/auth/tokens/revoke", { id });
  },

  exportUrl(): string {
    return address("api/auth/export").href;
  },

  // --- records

  user(name: string): Promise<User> {
    return ask(user(name));
  },

  games(name: string, filter: GamesFilter = {}): Promise<Schemas["GamesAnswer"]> {
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
    return (await ask<Schemas["RatingHistoryAnswer"]>(path)).points;
  },

  gamesZipUrl(name: string): string {
    return address(`${user(name)}/games.zip`).href;
  },

  // --- saves

  async saves(): Promise<Save[]> {
    return (await ask<Schemas["SavesAnswer"]>("api/saves")).saves;
  },

  save(body: Lenient<Schemas["SaveIn"], "overwrite">): Promise<Save> {
    return post("api/saves", body);
  },

  openSave(id: string): Promise<Started> {
    return post(`${save(id)}/open`, {});
  },

  renameSave(id: string, name: string): Promise<Save> {
    return post(`${save(id)}/rename`, { name });
  },

  deleteSave(id: string): Promise<object> {
    return ask(save(id), { method: "DELETE", tries: 1 });
  },

  saveFileUrl(id: string): string {
    return address(`${save(id)}/file`).href;
  },
};

/** The keeping of accounts, for administrators. */
export const administration = {
  users(search: string, after?: string): Promise<Schemas["UsersAnswer"]> {
    const query = new URLSearchParams({
      ...(search === "" ? {} : { search }),
      ...(after === undefined ? {} : { after }),
    });
    return ask(`api/admin/users${query.size > 0 ? `?${query}` : ""}`);
  },

  /** A role, or none. */
  setRole(name: string, role: Role | null): Promise<object> {
    return post(admin(name, "role"), { role });
  },

  ban(name: string, reason: string, until: number | null): Promise<object> {
    return post(admin(name, "ban"), { reason, until });
  },

  unban(name: string): Promise<object> {
    return post(admin(name, "unban"), {});
  },

  /** Also for who has lost the second factor, which ends then. */
  makeResetLink(name: string, endsSecondFactor: boolean): Promise<Schemas["ResetLinkOut"]> {
    return post(admin(name, "reset"), { endsSecondFactor });
  },

  endSessions(name: string): Promise<object> {
    return post(admin(name, "end-sessions"), {});
  },

  delete(name: string): Promise<object> {
    return post(admin(name, "delete"), {});
  },

  makeInvite(uses: number, days: number): Promise<Schemas["InviteOut"]> {
    return post("api/admin/invites", { uses, days });
  },

  setRegistration(mode: Registration): Promise<object> {
    return post("api/admin/registration", { mode });
  },

  audit(after?: string): Promise<Schemas["AuditAnswer"]> {
    return ask(`api/admin/audit${after === undefined ? "" : `?after=${encodeURIComponent(after)}`}`);
  },
};

function user(name: string): string {
  return `api/users/${encodeURIComponent(name)}`;
}

function save(id: string): string {
  return `api/saves/${encodeURIComponent(id)}`;
}

function admin(name: string, what: string): string {
  return `api/admin/users/${encodeURIComponent(name)}/${what}`;
}
