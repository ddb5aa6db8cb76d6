/** The lobby as the latest frame left it. Pure: no line, no controls. */
import type {
  Challenge,
  GlanceMove,
  LobbyFrame,
  LobbyFrameOf,
  LobbyGlance,
  OwnGame,
  Person,
  PersonKey,
  Seek,
} from "../api/lobby";

export type OwnGameTold = OwnGame & { at: number };

export interface LobbyNow {
  /** Whether the server has said how it is. */
  isKnown: boolean;
  me: Person | null;
  /** Open to everybody. */
  challenges: readonly Challenge[];
  /** Made to this person. */
  challenged: readonly Challenge[];
  /** This person's own. */
  made: readonly Challenge[];
  games: readonly LobbyGlance[];
  people: { count: number; here: readonly Person[] };
  /** This person's running games, on whatever device; `at` (performance.now) is when the server told of each. */
  own: readonly OwnGameTold[];
  /** The search for an opponent; `at` (performance.now) is when the server told it. */
  search: (Seek & { at: number }) | null;
  /** How many notices were not looked at yet. */
  unseen: number;
}

export const NOBODY: LobbyNow = {
  isKnown: false,
  me: null,
  challenges: [],
  challenged: [],
  made: [],
  games: [],
  people: { count: 0, here: [] },
  own: [],
  search: null,
  unseen: 0,
};

/** `at`: when the frame came, as performance.now says it. */
export function applied(now: LobbyNow, frame: LobbyFrame, at: number): LobbyNow {
  switch (frame.type) {
    case "lobby": {
      const { type: _, me, seek, own, ...rest } = frame;
      return {
        ...rest,
        isKnown: true,
        me: me ?? null,
        own: toldAt(own, at),
        search: seek ? { ...seek, at } : null,
      };
    }
    case "changed":
      return changed(now, frame);
    case "own":
      return { ...now, own: replaced(now.own, toldAt(frame.games, at), [], (game) => game.gameId) };
    case "challenged":
      return { ...now, challenged: replaced(now.challenged, [frame.challenge], [], challengeId) };
    case "answered": {
      const without = (some: readonly Challenge[]) => replaced(some, [], [frame.challengeId], challengeId);
      return {
        ...now,
        challenges: without(now.challenges),
        challenged: without(now.challenged),
        made: without(now.made),
      };
    }
    case "paired":
      return { ...now, search: null };
    case "seeking":
      return { ...now, search: frame.seek ? { ...frame.seek, at } : null };
    case "notice":
      return { ...now, unseen: now.unseen + 1 };
    default:
      return now; // of a newer server
  }
}

function toldAt(games: readonly OwnGame[], at: number): OwnGameTold[] {
  return games.map((game) => ({ ...game, at }));
}

function changed(now: LobbyNow, frame: LobbyFrameOf<"changed">): LobbyNow {
  const { challenges, games, people } = frame;
  const next = { ...now };
  if (challenges != null) {
    next.challenges = replaced(now.challenges, challenges.new, challenges.gone, challengeId);
    next.made = replaced(now.made, [], challenges.gone, challengeId);
  }
  if (games != null) {
    const moved = now.games.map((game) => withMove(game, games.moved.find(isOf(game))));
    next.games = replaced(moved, games.new, games.gone, (game) => game.watchId);
  }
  if (people != null) {
    next.people = {
      count: people.count,
      here: replaced(now.people.here, people.came, people.went.map(personKey), personKey),
    };
  }
  return next;
}

const challengeId = (challenge: Challenge) => challenge.challengeId;
const personKey = ({ name, isGuest }: PersonKey) => `${isGuest ? "guest" : "account"} ${name}`;
const isOf = (game: LobbyGlance) => (move: GlanceMove) => move.watchId === game.watchId;

/** A list with some new or renewed, and without those that are gone. What was there keeps its place. */
function replaced<T>(
  some: readonly T[],
  added: readonly T[],
  gone: readonly string[],
  idOf: (one: T) => string,
): T[] {
  const renewed = new Map(added.map((one) => [idOf(one), one]));
  const kept = some.filter((one) => !gone.includes(idOf(one))).map((one) => renewed.get(idOf(one)) ?? one);
  const known = new Set(some.map(idOf));
  return [...kept, ...added.filter((one) => !known.has(idOf(one)))];
}

const SIGNS = [".", "b", "w"] as const;

/** The same game after a move; the same object where there was none. */
function withMove(game: LobbyGlance, move: GlanceMove | undefined): LobbyGlance {
  if (move === undefined) {
    return game;
  }
  const signs = [...game.grid];
  for (const [index, sign] of move.set) {
    signs[index] = SIGNS[sign];
  }
  return {
    ...game,
    grid: signs.join(""),
    toMove: move.toMove ?? null,
    moves: move.moves,
    last: move.last ?? null,
  };
}
