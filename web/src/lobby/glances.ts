/** Games of the lobby as lists and small boards show every match. Pure. */
import type { LobbyGlance, OwnGame, Person } from "../api/lobby";
import { COLORS, type ColorName, other } from "../api/types";
import { type Glance, isMyMove } from "../sitting/glance";
import type { MyGame } from "../sitting/mine";
import type { Seat } from "../sitting/sides";
import type { OwnGameTold } from "./follow";

/** A game being played by others. */
export function ofLobbyGame(game: LobbyGlance): Glance {
  const { watchId, toMove } = game;
  return glanceOf(game, watchId, { yours: [], actors: toMove == null ? [] : [toMove] });
}

/** A game of one's own, on whatever device it was begun. */
export function ofOwnGame(game: OwnGame): Glance {
  const { gameId, yours, yourMove, isOver, winner } = game;
  const actors = isOver ? [] : [yourMove ? yours : other(yours)];
  const glance = glanceOf(game, gameId, { yours: [yours], actors });
  return { ...glance, state: { ...glance.state, isGameOver: isOver, winner: winner ?? null } };
}

type Shown = Pick<LobbyGlance, "gameType" | "boardSize" | "black" | "white" | "grid" | "last" | "moves">;

function glanceOf(game: Shown, gameId: string, whose: Pick<Glance, "yours" | "actors">): Glance {
  const { gameType, boardSize, black, white, grid, last, moves } = game;
  return {
    ...whose,
    avatars: { BLACK: black.avatar ?? 0, WHITE: white.avatar ?? 0 },
    state: {
      gameId,
      gameType,
      boardSize,
      players: { BLACK: seatOf(black), WHITE: seatOf(white) },
      grid: gridOf(grid, boardSize),
      lastMove: last == null ? null : { x: last % boardSize, y: Math.floor(last / boardSize) },
      isGameOver: false,
      winner: null,
      moveNumber: moves,
      offers: [],
      eventNumber: moves,
    },
  };
}

function seatOf({ name, isGuest }: Person): Seat {
  return { name, isGuest, isOpen: false, isOwned: true, player: "human" };
}

const SIGNS: Readonly<Record<ColorName, string>> = { BLACK: "b", WHITE: "w" };

function gridOf(signs: string, size: number): (ColorName | null)[][] {
  const stones = Array.from(signs, (sign) => COLORS.find((color) => SIGNS[color] === sign) ?? null);
  return Array.from({ length: size }, (_, row) => stones.slice(row * size, (row + 1) * size));
}

/** What one's list shows of a game: as this device knows it, or as the lobby says where that is newer. */
export interface OwnEntry {
  game: Glance;
  /** As this device keeps it; null: it was begun on another one. */
  kept: MyGame | null;
  /** When the flag falls of who is to move (performance.now), where the lobby says so. */
  deadlineAt: number | null;
}

/** One's games, those of this device and those that the server knows: running ones that wait for this person first. */
export function ownEntries(
  games: readonly MyGame[],
  own: readonly OwnGameTold[],
): { running: OwnEntry[]; finished: OwnEntry[] } {
  const told = new Map(own.map((game) => [game.gameId, game]));
  const kept = games.map((game): OwnEntry => {
    const newer = told.get(game.state.gameId);
    told.delete(game.state.gameId);
    const isNewer = newer !== undefined && !game.isGone && isAhead(newer, game);
    return { game: isNewer ? ofOwnGame(newer) : game, kept: game, deadlineAt: deadlineOf(newer) };
  });
  const others = [...told.values()].map(
    (game): OwnEntry => ({ game: ofOwnGame(game), kept: null, deadlineAt: deadlineOf(game) }),
  );
  const all = [...kept, ...others];
  const isOver = ({ game, kept: mine }: OwnEntry) => game.state.isGameOver || mine?.isGone === true;
  const isWaiting = ({ game }: OwnEntry) => isMyMove(game);
  const running = all.filter((entry) => !isOver(entry));
  return {
    running: [...running.filter(isWaiting), ...running.filter((entry) => !isWaiting(entry))],
    finished: all.filter(isOver),
  };
}

function deadlineOf(told: OwnGameTold | undefined): number | null {
  return told?.deadlineMs == null || told.isOver ? null : told.at + told.deadlineMs;
}

function isAhead(told: OwnGame, kept: MyGame): boolean {
  return !kept.state.isGameOver && (told.moves > kept.state.moveNumber || told.isOver);
}
