/**
 * How a match stands after an event, from what its frame says and what goes without saying. Pure, and knows no rules.
 * What it means when something is left out is in docs/server.md; the server's own `protocol.frames.follow` does the same.
 */
import {
  type AskedBySides,
  COLORS,
  type ColorName,
  type FrameOf,
  other,
  type State,
  type Told,
  type View,
  type XY,
} from "../api/types";
import { countStones } from "./stones";

/** The frames that say how a match stands. */
export type Standing = FrameOf<
  "joined" | "moved" | "undone" | "redone" | "restarted" | "paused" | "unpaused" | "ended" | "position"
>;

/** What was so before the frame, or follows from what it says happened. */
export interface Before {
  view: View;
  /** The state with the stones, moves and seats after the event. */
  state: State;
  nextStone: ColorName;
  /** The stones that were just taken, by whose prisoners they are. */
  taken: Readonly<Record<ColorName, number>>;
}

export function positioned({ view, state, nextStone: usual, taken }: Before, frame: Standing): View {
  const phase = frame.phase ?? state.phase;
  const isPlayable = phase !== "over" && phase !== "paused";
  const nextStone = frame.nextStone ?? usual;
  const actors = frame.actors ?? (isPlayable ? [nextStone] : []);
  const [actor, another] = actors;
  const only = actor !== undefined && another === undefined ? actor : null;
  const toXY = xyOf(state.boardSize);
  const swaps = frame.exchanged === true;
  const { BLACK, WHITE } = state.players;
  return {
    ...view,
    actors,
    nextStone,
    avatars: swaps ? { BLACK: view.avatars.WHITE, WHITE: view.avatars.BLACK } : view.avatars,
    yours: swaps ? COLORS.filter((color) => view.yours.includes(other(color))) : view.yours,
    status: frame.status ?? (phase === "play" && only !== null ? turnOf(only, taken) : view.status),
    guidance: frame.guidance === undefined ? null : { key: frame.guidance, values: {} },
    territory: frame.territory === undefined ? null : territoryOf(frame.territory, toXY),
    choices: frame.choices ?? [],
    agreed: frame.agreed ?? [],
    dead: (frame.dead ?? []).map(toXY),
    forbidden: (frame.forbidden ?? []).map(toXY),
    won: (frame.won ?? []).map((row) => row.map(toXY)),
    state: {
      ...state,
      phase,
      isGameOver: phase === "over",
      currentPlayer: frame.currentPlayer ?? only ?? nextStone,
      legalMoves: isPlayable ? legalPoints(state, frame, toXY) : [],
      canPass: frame.canPass ?? (state.canPass && isPlayable),
      lastMove: lastMoveOf(frame, state),
      prisoners: prisonersOf(frame, state),
      score: scoreOf(frame, view.state, state),
      players: swaps ? { BLACK: WHITE, WHITE: BLACK } : state.players,
    },
  };
}

/** The view with what its caller may ask for. Who has both colours may ask for either; anybody halts two programs. */
export function asking(view: View, asked: AskedBySides): View {
  const { yours, isWatching, state } = view;
  const [mine] = yours;
  const { BLACK, WHITE } = state.players;
  const canHalt = BLACK.player !== "human" && WHITE.player !== "human" && !isWatching;
  const own = mine ?? (canHalt ? "BLACK" : null);
  return { ...view, canAsk: own === null ? [] : asked[own] };
}

/** What the caller may ask for after a move, unless the frame says otherwise. */
export function requestsAfterMove({ canAsk, yours, isRated }: View, mover: ColorName): string[] {
  const others = canAsk.filter((kind) => kind !== "takeback" && kind !== "redo");
  const canTakeBack = canAsk.includes("takeback") || (yours.includes(mover) && !isRated);
  return canTakeBack ? ["takeback", ...others] : others;
}

export function territoryOf(
  { BLACK, WHITE }: Record<ColorName, number[]>,
  toXY: (index: number) => XY,
): Record<ColorName, XY[]> {
  return { BLACK: BLACK.map(toXY), WHITE: WHITE.map(toXY) };
}

/** Points are told by their place, row by row from the top left. */
export function xyOf(size: number): (index: number) => XY {
  return (index) => ({ x: index % size, y: Math.floor(index / size) });
}

function legalPoints({ grid }: State, frame: Standing, toXY: (index: number) => XY): XY[] {
  if (frame.legal !== undefined) {
    return frame.legal.map(toXY);
  }
  const refused = new Set(frame.refused);
  return grid.flat().flatMap((stone, index) => (stone === null && !refused.has(index) ? [toXY(index)] : []));
}

function lastMoveOf({ lastMove }: Standing, before: State): State["lastMove"] {
  if (lastMove === undefined) {
    return before.lastMove;
  }
  return Array.isArray(lastMove) ? { x: lastMove[0], y: lastMove[1] } : lastMove;
}

function prisonersOf({ prisoners }: Standing, before: State): State["prisoners"] {
  return prisoners === undefined ? before.prisoners : { BLACK: prisoners[0], WHITE: prisoners[1] };
}

/** The points: as before, with the stones that came, went or changed colour, unless the frame says it. */
function scoreOf({ score }: Standing, before: State, after: State): State["score"] {
  if (score !== undefined) {
    return score === null ? null : { BLACK: score[0], WHITE: score[1] };
  }
  if (before.score === null || before.grid === after.grid) {
    return before.score;
  }
  const more = (color: ColorName) => countStones(after.grid, color) - countStones(before.grid, color);
  return { BLACK: before.score.BLACK + more("BLACK"), WHITE: before.score.WHITE + more("WHITE") };
}

/** The line of a turn in ordinary play. */
function turnOf(actor: ColorName, taken: Readonly<Record<ColorName, number>>): Told {
  const word = actor.toLowerCase();
  const captured = taken[other(actor)];
  const lost = taken[actor];
  if (captured > 0) {
    return { key: `status.captured.${word}`, values: { count: captured } };
  }
  return lost > 0
    ? { key: `status.suicide.${word}`, values: { count: lost } }
    : { key: `status.play.${word}`, values: {} };
}
