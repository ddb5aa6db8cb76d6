/** A match at a glance: as much of a view as lists, tabs and small boards show. Pure, and small enough to be kept. */
import { COLORS, type ColorName, type View } from "../api/types";
import type { Grid } from "../board/types";

type State = View["state"];

/** The same names as in a view, so that a view is a glance too. */
export type Glance = Pick<View, "yours" | "actors"> & {
  /** What the portraits are drawn from, where that is known. */
  avatars?: View["avatars"];
  state: Pick<
    State,
    | "gameId"
    | "gameType"
    | "boardSize"
    | "players"
    | "grid"
    | "lastMove"
    | "isGameOver"
    | "winner"
    | "moveNumber"
    | "offers"
    | "eventNumber"
  >;
};

export function glanceOf({ yours, actors, avatars, state }: Glance): Glance {
  const { gameId, gameType, boardSize, players, grid, lastMove } = state;
  const { isGameOver, winner, moveNumber, offers, eventNumber } = state;
  return {
    yours,
    actors,
    ...(avatars === undefined ? {} : { avatars }),
    state: {
      gameId,
      gameType,
      boardSize,
      players,
      grid,
      lastMove,
      isGameOver,
      winner,
      moveNumber,
      offers,
      eventNumber,
    },
  };
}

/**
 * Whether the match waits for this person. Not while a seat is open; and who plays both sides is never waited for:
 * they look at it.
 */
export function isMyMove({ yours, actors, state }: Glance): boolean {
  const [mine, another] = yours;
  const { BLACK: black, WHITE: white } = state.players;
  const isOn = !state.isGameOver && !black.isOpen && !white.isOpen;
  return isOn && mine !== undefined && another === undefined && actors.includes(mine);
}

/** Whether something may still happen: it is being played, or a rematch is asked for. */
export function isGoingOn({ state }: Glance): boolean {
  return !state.isGameOver || state.offers.length > 0;
}

const SIGNS = { BLACK: "#", WHITE: "o" } as const;

/** A glance with its board as a line of signs, a fifth as long. */
export type PackedGlance = Omit<Glance, "state"> & {
  state: Omit<Glance["state"], "grid"> & { grid: string };
};

export function packed({ state, ...rest }: Glance): PackedGlance {
  const rows = state.grid.map((row) => row.map((cell) => (cell === null ? "." : SIGNS[cell])).join(""));
  return { ...rest, state: { ...state, grid: rows.join("/") } };
}

/** Reads what was kept; null for what is none. */
export function readGlance(kept: unknown): Glance | null {
  const { yours, actors, avatars, state } = recordOf(kept);
  const { gameId, gameType, boardSize, players, grid, lastMove, ...rest } = recordOf(state);
  const { BLACK: black, WHITE: white } = recordOf(players);
  const size = typeof boardSize === "number" ? boardSize : 0;
  const stones = readGrid(grid, size);
  const isRead =
    typeof gameId === "string" &&
    typeof gameType === "string" &&
    areColors(yours) &&
    areColors(actors) &&
    stones !== null &&
    isPlayer(black) &&
    isPlayer(white);
  if (!isRead) {
    return null;
  }
  const at = recordOf(lastMove);
  const isPoint = typeof at.x === "number" && typeof at.y === "number";
  return {
    yours,
    actors,
    ...(areAvatars(avatars) ? { avatars } : {}),
    state: {
      gameId,
      gameType,
      boardSize: size,
      players: { BLACK: black, WHITE: white },
      grid: stones,
      lastMove: isPoint ? { x: Number(at.x), y: Number(at.y) } : null,
      isGameOver: rest.isGameOver === true,
      winner: isWinner(rest.winner) ? rest.winner : null,
      moveNumber: typeof rest.moveNumber === "number" ? rest.moveNumber : 0,
      offers: [],
      eventNumber: typeof rest.eventNumber === "number" ? rest.eventNumber : 0,
    },
  };
}

type Player = State["players"]["BLACK"];

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function areColors(value: unknown): value is ColorName[] {
  return Array.isArray(value) && value.length <= 2 && value.every((one) => COLORS.includes(one));
}

function areAvatars(value: unknown): value is View["avatars"] {
  const { BLACK: black, WHITE: white } = recordOf(value);
  return typeof black === "number" && typeof white === "number";
}

function isPlayer(value: unknown): value is Player {
  const { name, player } = recordOf(value);
  return typeof name === "string" && typeof player === "string";
}

function isWinner(value: unknown): value is State["winner"] {
  return value === "BLACK" || value === "WHITE" || value === "DRAW";
}

function readGrid(kept: unknown, size: number): (ColorName | null)[][] | null {
  const rows = typeof kept === "string" ? kept.split("/") : [];
  if (rows.length !== size || size === 0 || rows.some((row) => row.length !== size)) {
    return null;
  }
  const grid: Grid = rows.map((row) =>
    Array.from(row, (sign) => COLORS.find((color) => SIGNS[color] === sign) ?? null),
  );
  return grid.map((row) => [...row]);
}
