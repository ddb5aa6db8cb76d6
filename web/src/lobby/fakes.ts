/** What a server says of a lobby, for tests. No page uses this. */
import type { Challenge, LobbyFrameOf, LobbyGlance, OwnGame, Person, Seek } from "../api/lobby";

export function personOf(name: string, change: Partial<Person> = {}): Person & { avatar: number } {
  return { name, isGuest: false, avatar: 0, ...change };
}

export function challengeFrom(name: string, change: Partial<Challenge> = {}): Challenge {
  return {
    challengeId: `of-${name}`,
    by: personOf(name),
    gameType: "NINE",
    boardSize: 9,
    rules: "plain",
    options: {},
    clock: { kind: "absolute", mainMs: 600_000, incrementMs: 0, periodMs: 0, periods: 0, stones: 0 },
    speed: "rapid",
    rated: false,
    absence: "loses",
    created: 0,
    expires: 900_000,
    ...change,
  };
}

export function glanceNamed(watchId: string, change: Partial<LobbyGlance> = {}): LobbyGlance {
  return {
    watchId,
    gameType: "NINE",
    boardSize: 5,
    black: personOf("Ann"),
    white: personOf("小林"),
    grid: ".".repeat(25),
    toMove: "BLACK",
    moves: 0,
    rated: false,
    speed: "rapid",
    ...change,
  };
}

export function ownGameNamed(gameId: string, change: Partial<OwnGame> = {}): OwnGame {
  return {
    gameId,
    gameType: "NINE",
    boardSize: 5,
    black: personOf("Ann"),
    white: personOf("Ben"),
    yours: "BLACK",
    yourMove: true,
    grid: ".".repeat(25),
    moves: 0,
    isOver: false,
    ...change,
  };
}

export function seekFor(change: Partial<Seek> = {}): Seek {
  return { gameType: "NINE", boardSize: 9, speed: "rapid", rated: false, sinceMs: 0, waitMs: 0, ...change };
}

export function lobbyFrame(change: Partial<LobbyFrameOf<"lobby">> = {}): LobbyFrameOf<"lobby"> {
  return {
    type: "lobby",
    me: personOf("Ann"),
    challenges: [],
    challenged: [],
    made: [],
    games: [],
    people: { count: 1, here: [personOf("Ann")] },
    own: [],
    unseen: 0,
    ...change,
  };
}
