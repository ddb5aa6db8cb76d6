/** Where the player points: one small store beside the board, so that aiming draws nothing else again. */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { Place } from "./lens";
import type { XY } from "./types";

/**
 * The point aimed at, and by what: a finger is down on it, a tap waits to be confirmed, keys and typed coordinates show
 * a cursor.
 */
export interface Aim {
  readonly point: XY;
  readonly by: "mouse" | "finger" | "touch" | "keys" | "typed";
}

export interface Cursor {
  readonly aim: Aim | null;
  /** Where a finger is that aims with the magnifier. */
  readonly finger: { readonly inWindow: Place; readonly onBoard: Place } | null;
  /** The one point that the tab key reaches. */
  readonly home: XY;
}

export type CursorStore = StoreApi<Cursor>;

/** A cursor that rests in the middle of the board. */
export function createCursor(columns: number, rows: number): CursorStore {
  const home = { x: Math.floor(columns / 2), y: Math.floor(rows / 2) };
  return createStore<Cursor>(() => ({ aim: null, finger: null, home }));
}

export function samePoint(a: XY | null | undefined, b: XY | null | undefined): boolean {
  return a?.x === b?.x && a?.y === b?.y;
}
