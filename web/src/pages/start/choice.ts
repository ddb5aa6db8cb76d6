/** What a person chose on the start page, and the request that follows from it. No controls, no calls. */
import {
  ABSENCE_RULES,
  type AbsenceRule,
  type ChallengeIn,
  type SeekIn,
  SPEEDS,
  type Speed,
} from "../../api/lobby";
import {
  type ClockIn,
  COLORS,
  type ColorName,
  type Kind,
  other,
  type SeatsIn,
  type StartIn,
} from "../../api/types";
import { LONGEST_NAME } from "../../settings";
import { isLong } from "../../sitting/rules";
import { type ClockChoice, clockOf, DEFAULT_CLOCK, readClock } from "./clock";
import { computerOf, defaultPicked, type Picked, readPicked, rulesOf } from "./rules";

export const OPPONENTS = ["computer", "beside", "friend", "anyone"] as const;
/** "person": somebody whom another page has named. */
export type Opponent = (typeof OPPONENTS)[number] | "person";

/** How anyone is found: by pairing at once, or by a challenge that stands in the lobby. */
export const WAYS = ["pair", "challenge"] as const;
export type Way = (typeof WAYS)[number];

/** How far an opponent's rating may be from one's own. */
export const RANGES = [100, 200, 400] as const;

export const SIDES = ["BLACK", "WHITE", "RANDOM"] as const;
export type Side = (typeof SIDES)[number];

export interface Choice {
  gameType: string;
  opponent: Opponent;
  /** The person's colour. */
  side: Side;
  /** The opponent's level. */
  level: number;
  /** The engine that plays instead where it plays the game, as `engine:NAME`; empty: none. */
  engine: string;
  /** The computer plays the person's side too: Black at `ownLevel` or by `ownEngine`, White at `level` or by `engine`. */
  isWatching: boolean;
  ownLevel: number;
  ownEngine: string;
  /** What the people at one screen who have no account are called; empty: not at all. */
  names: Record<ColorName, string>;
  /** Of two people at one screen, the one who is signed in first has White. */
  isExchanged: boolean;
  /** For ratings, wherever that is possible. */
  rated: boolean;
  clock: ClockChoice;
  /** Of challenges: strangers hardly play without one. */
  lobbyClock: ClockChoice;
  way: Way;
  /** Of a game that is found by pairing. */
  speed: Speed;
  /** What follows when a player leaves. */
  absence: AbsenceRule;
  /** How far the rating of who takes an open challenge may be from one's own; null: anyhow. */
  range: number | null;
  /** By game: everything that only that game has. */
  games: Record<string, Picked>;
}

const DEFAULT_LEVEL = 4;
const LOBBY_CLOCK: ClockChoice = { ...DEFAULT_CLOCK, name: "japanese" };

export function defaultChoice(kinds: readonly Kind[]): Choice {
  return {
    gameType: kinds[0]?.gameType ?? "",
    opponent: "computer",
    side: "BLACK",
    level: DEFAULT_LEVEL,
    engine: "",
    isWatching: false,
    ownLevel: DEFAULT_LEVEL,
    ownEngine: "",
    names: { BLACK: "", WHITE: "" },
    isExchanged: false,
    rated: false,
    clock: DEFAULT_CLOCK,
    lobbyClock: LOBBY_CLOCK,
    way: "pair",
    speed: "rapid",
    absence: "loses",
    range: null,
    games: {},
  };
}

/** Reads what was kept of an earlier visit. Whatever is broken, or no longer offered, is as at the first visit. */
export function readChoice(kept: unknown, kinds: readonly Kind[]): Choice {
  const usual = defaultChoice(kinds);
  if (typeof kept !== "object" || kept === null) {
    return usual;
  }
  const given = kept as Record<string, unknown>;
  const games = (typeof given.games === "object" && given.games !== null ? given.games : {}) as Record<
    string,
    unknown
  >;
  const known = kinds.filter((kind) => Object.hasOwn(games, kind.gameType));
  return {
    gameType: kinds.find((kind) => kind.gameType === given.gameType)?.gameType ?? usual.gameType,
    opponent: OPPONENTS.find((one) => one === given.opponent) ?? usual.opponent,
    side: SIDES.find((one) => one === given.side) ?? usual.side,
    level: readLevel(given.level) ?? usual.level,
    engine: readEngine(given.engine),
    isWatching: given.isWatching === true,
    ownLevel: readLevel(given.ownLevel) ?? usual.ownLevel,
    ownEngine: readEngine(given.ownEngine),
    names: readNames(given.names),
    isExchanged: given.isExchanged === true,
    rated: given.rated === true,
    clock: readClock(given.clock),
    lobbyClock: readClock(given.lobbyClock, LOBBY_CLOCK),
    way: WAYS.find((one) => one === given.way) ?? usual.way,
    speed: SPEEDS.find((one) => one === given.speed) ?? usual.speed,
    absence: ABSENCE_RULES.find((one) => one === given.absence) ?? usual.absence,
    range: RANGES.find((one) => one === given.range) ?? usual.range,
    games: Object.fromEntries(known.map((kind) => [kind.gameType, readPicked(games[kind.gameType], kind)])),
  };
}

/** What was chosen for a game, or what is usual there. */
export function pickedOf(choice: Choice, kind: Kind): Picked {
  return choice.games[kind.gameType] ?? defaultPicked(kind);
}

/** Where both sides are at the same screen or both are programs, nobody owns a seat. */
export interface Caller {
  /** The name others see; empty: none. Those who have an account bear its name. */
  name: string;
  /** The accounts at this screen: none, one, or the second beside the first. */
  accounts: readonly string[];
  /** A number from 0 up to 1, for those who leave their colour to chance. */
  chance: () => number;
}

export const CALLER: Caller = { name: "", accounts: [], chance: Math.random };

/** The request that begins the chosen game. */
export function bodyOf(choice: Choice, kind: Kind, caller: Caller = CALLER): StartIn {
  const picked = pickedOf(choice, kind);
  const rules = rulesOf(kind, picked, hasPerson(choice, kind));
  return {
    gameType: kind.gameType,
    boardSize: picked.size,
    ...(rules === undefined ? {} : { rules }),
    ...seatsOf(choice, kind, caller),
    ...ratedOf(choice, kind, caller.accounts),
    ...absenceOf(choice),
  };
}

/** The challenge to anyone, or to one person. */
export function challengeOf(
  choice: Choice,
  kind: Kind,
  accounts: readonly string[],
  to: string | null,
): ChallengeIn {
  const picked = pickedOf(choice, kind);
  const rules = rulesOf(kind, picked, true);
  const clock = controlOf(choice);
  const range = rangeOf(choice, kind, accounts);
  return {
    gameType: kind.gameType,
    boardSize: picked.size,
    ...(rules === undefined ? {} : { rules }),
    ...(clock === null ? {} : { clock }),
    ...ratedOf(choice, kind, accounts),
    ...(choice.side === "RANDOM" ? {} : { color: choice.side }),
    ...absenceOf(choice),
    ...(to !== null ? { to } : range === null ? {} : { ratingRange: { below: range, above: range } }),
  };
}

/** What is searched for by pairing. */
export function seekOf(choice: Choice, kind: Kind, accounts: readonly string[]): SeekIn {
  return {
    gameType: kind.gameType,
    boardSize: pickedOf(choice, kind).size,
    speed: choice.speed,
    rated: ratedOf(choice, kind, accounts).rated === true,
  };
}

/** Whether a challenge is made, to anyone or to one person. */
export function isChallenge({ opponent, way }: Pick<Choice, "opponent" | "way">): boolean {
  return opponent === "person" || (opponent === "anyone" && way === "challenge");
}

/** Whether the opponent is somebody elsewhere whom the terms are told. */
export function isApart(choice: Choice): boolean {
  return choice.opponent === "friend" || isChallenge(choice);
}

/** The clock to be chosen from: a challenge has its own. */
export function clockChoiceOf(choice: Choice): ClockChoice {
  return isChallenge(choice) ? choice.lobbyClock : choice.clock;
}

export function withClock(choice: Choice, clock: ClockChoice): Partial<Choice> {
  return isChallenge(choice) ? { lobbyClock: clock } : { clock };
}

function controlOf(choice: Choice): ClockIn | null {
  return clockOf(clockChoiceOf(choice));
}

/** Whether a rule about leaving means something: without a clock, and where moves take days, nobody has to stay. */
export function hasAbsence(choice: Choice): boolean {
  const control = controlOf(choice);
  return isApart(choice) && control !== null && !isLong(control);
}

function absenceOf(choice: Choice): { absence?: AbsenceRule } {
  return hasAbsence(choice) && choice.absence !== "loses" ? { absence: choice.absence } : {};
}

function ratedOf(choice: Choice, kind: Kind, accounts: readonly string[]): { rated?: true } {
  return choice.rated && whyNotRated(choice, kind, accounts) === null ? { rated: true } : {};
}

/** How far ratings may be apart, where there are some. */
function rangeOf(choice: Choice, kind: Kind, accounts: readonly string[]): number | null {
  return accounts.length > 0 && kind.canBeWon ? choice.range : null;
}

/** Why a game would not be rated; null: it can be. The words are under `start.rated.<reason>`. */
export type NotRated = "account" | "beside" | "kind" | "engine" | "clock";

export function whyNotRated(choice: Choice, kind: Kind, accounts: readonly string[]): NotRated | null {
  if (accounts.length === 0) {
    return "account";
  }
  if (choice.opponent === "beside") {
    return "beside";
  }
  if (!kind.canBeWon) {
    return "kind";
  }
  const program = choice.opponent === "computer" ? computerOf(kind, choice.level, choice.engine) : null;
  if (choice.opponent === "computer" && (choice.isWatching || !/^level:[1-9]$/.test(program ?? ""))) {
    return "engine";
  }
  const isPaired = choice.opponent === "anyone" && choice.way === "pair"; // by its speed, which has a clock
  return !isPaired && controlOf(choice) === null ? "clock" : null;
}

/** Whether somebody plays, or only programs do. */
export function hasPerson(choice: Choice, kind: Kind): boolean {
  return !(choice.opponent === "computer" && choice.isWatching && computerOf(kind, choice.level) !== null);
}

/** Who sits where, and under which clock. */
export function seatsOf(choice: Choice, kind: Kind, caller: Caller = CALLER): SeatsIn {
  const clock = clockOf(choice.clock);
  const timed = clock === null ? {} : { clock };
  const program = computerOf(kind, choice.level, choice.engine);
  const isComputer = choice.opponent === "computer" && program !== null;
  if (isComputer && choice.isWatching) {
    const own = computerOf(kind, choice.ownLevel, choice.ownEngine) ?? program;
    return { players: { BLACK: own, WHITE: program }, ...timed };
  }
  if (choice.opponent === "beside") {
    return { players: { BLACK: "human", WHITE: "human" }, ...besideSeats(choice, caller), ...timed };
  }
  if (choice.opponent === "computer" && !isComputer) {
    return { players: { BLACK: "human", WHITE: "human" }, ...timed };
  }
  const seat = colorOf(choice.side, caller.chance);
  const players = { BLACK: "human", WHITE: "human" };
  if (isComputer) {
    players[other(seat)] = program;
  }
  const name = caller.accounts.length > 0 ? "" : shortened(caller.name);
  return { players, seat, ...(name === "" ? {} : { name }), ...timed };
}

/** Go on with a game that is shown: the person for the side to move, the computer for the other. */
export function takeOverSeats(
  level: number,
  kind: Kind,
  toMove: ColorName,
  caller: Partial<Caller> = {},
): SeatsIn {
  const choice = { ...defaultChoice([kind]), level, side: toMove };
  return seatsOf(choice, kind, { ...CALLER, ...caller });
}

function colorOf(side: Side, chance: () => number): ColorName {
  return side === "RANDOM" ? (chance() < 0.5 ? "BLACK" : "WHITE") : side;
}

/** Two accounts at one screen each own their seat; else nobody does, and all that is known is what they are called. */
function besideSeats(choice: Choice, caller: Caller): Pick<SeatsIn, "seat" | "beside" | "names"> {
  const [, second] = caller.accounts;
  if (second !== undefined) {
    return { seat: firstColor(choice), beside: true };
  }
  return namesOf(namesBeside(choice, caller));
}

/** The colour of whoever is signed in first, or of the person whose device it is. */
export function firstColor({ isExchanged }: Pick<Choice, "isExchanged">): ColorName {
  return isExchanged ? "WHITE" : "BLACK";
}

/** What people at one screen are called who do not own their seats: the first by their name, as far as it is known. */
export function namesBeside(choice: Choice, caller: Pick<Caller, "name" | "accounts">): Choice["names"] {
  const [account] = caller.accounts;
  const first = firstColor(choice);
  const own = account ?? (choice.names[first].trim() === "" ? caller.name : choice.names[first]);
  return { ...choice.names, [first]: own };
}

/** The same people with the colours exchanged. */
export function exchanged({ names, isExchanged }: Choice): Pick<Choice, "names" | "isExchanged"> {
  return { names: { BLACK: names.WHITE, WHITE: names.BLACK }, isExchanged: !isExchanged };
}

/** Those of the names that were given. */
function namesOf(names: Choice["names"]): Pick<SeatsIn, "names"> {
  const given = COLORS.filter((color) => shortened(names[color]) !== "");
  return given.length === 0
    ? {}
    : { names: Object.fromEntries(given.map((color) => [color, shortened(names[color])])) };
}

function shortened(name: string): string {
  return name.trim().slice(0, LONGEST_NAME);
}

function readNames(kept: unknown): Choice["names"] {
  const { BLACK: black, WHITE: white } = (kept ?? {}) as Partial<Record<ColorName, unknown>>;
  const read = (name: unknown) => (typeof name === "string" ? name.slice(0, LONGEST_NAME) : "");
  return { BLACK: read(black), WHITE: read(white) };
}

function readLevel(kept: unknown): number | null {
  return typeof kept === "number" && Number.isInteger(kept) && kept >= 1 && kept <= 100 ? kept : null;
}

/** Whether an engine is still there is seen when the game is known. */
function readEngine(kept: unknown): string {
  return typeof kept === "string" && /^engine:.{1,80}$/.test(kept) ? kept : "";
}
