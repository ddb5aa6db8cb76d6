/** What frames make of a view: a match is followed without rules and without asking back. Pure; one reducer a match. */
import {
  COLORS,
  type ColorName,
  type EventFrame,
  type Frame,
  type FrameOf,
  type Move,
  other,
  type State,
  type View,
  type XY,
} from "../api/types";
import { clockAfter } from "./clock";
import { asking, positioned, requestsAfterMove, territoryOf, xyOf } from "./position";
import { changed, takenBy } from "./stones";

/** The view after a frame. A `reset` brings the state alone: the rest is to be asked for. */
export function follow(view: View, frame: Frame): View {
  switch (frame.type) {
    case "thinking":
    case "substitute":
    case "chat": // what people say is no part of the match
    case "presence": // told with its time, so it is kept beside the view
      return view;
    case "reset":
      return { ...view, state: frame.state };
    case "caller": {
      const { yours, invite, nextId } = frame;
      return asking({ ...view, yours, invite, nextId }, frame.canAsk);
    }
    case "proposal":
      return frame.revision === view.state.revision ? { ...view, proposal: proposalOf(frame, view) } : view;
    case "estimate":
      return frame.revision === view.state.revision ? { ...view, estimate: estimateOf(frame) } : view;
    case "position": {
      const { players, offers } = frame;
      const { nextStone } = view;
      const state = { ...view.state, players, offers };
      const seen = { ...view, avatars: avatarsOf(view, players) };
      return positioned({ view: seen, state, nextStone, taken: NOTHING_TAKEN }, frame);
    }
    default:
      return withRequests(happened(view, frame), frame);
  }
}

/** The point of a `lastMove`; a pass has none. */
export function pointOf(lastMove: State["lastMove"]): XY | null {
  return lastMove === "PASS" ? null : lastMove;
}

const NOTHING_TAKEN = { BLACK: 0, WHITE: 0 } as const;

/** The portraits go with their players, who may have exchanged colours; who is new has the usual one. */
function avatarsOf(view: View, players: State["players"]): View["avatars"] {
  const known = (color: ColorName): number => {
    const { name, player, isOpen, isGuest } = players[color];
    const from = [color, other(color)].find((side) => {
      const seat = view.state.players[side];
      return (
        seat.name === name && seat.player === player && seat.isOpen === isOpen && seat.isGuest === isGuest
      );
    });
    return from === undefined ? 0 : view.avatars[from];
  };
  return { BLACK: known("BLACK"), WHITE: known("WHITE") };
}

function withRequests(view: View, frame: EventFrame): View {
  return "canAsk" in frame && frame.canAsk !== undefined ? asking(view, frame.canAsk) : view;
}

function happened(before: View, frame: EventFrame): View {
  const state: State = {
    ...before.state,
    eventNumber: frame.n,
    clock: clockAfter(before.state.clock, frame),
    beginMs: frame.beginMs ?? null,
  };
  const nextStone = frame.type === "moved" ? other(frame.player) : before.nextStone;
  const taken = takenBy(before.state.grid, frame);
  switch (frame.type) {
    case "moved":
      return positioned(
        { view: moved(before, frame), state: movedState(state, frame), nextStone, taken },
        frame,
      );
    case "undone":
    case "redone":
    case "restarted": {
      const isReopened = before.isReopened || before.state.result !== null;
      const view = { ...before, proposal: null, estimate: null, nextId: null, isReopened };
      return positioned({ view, state: rewound(state, frame), nextStone, taken }, frame);
    }
    case "ended": {
      const view = { ...before, proposal: null, estimate: null };
      return positioned({ view, state: ended(state, frame), nextStone, taken }, frame);
    }
    case "renamed":
      return { ...before, state: { ...state, players: seated(state, frame) } };
    case "joined": {
      const players = seated(state, frame);
      const isFull = COLORS.every((color) => !players[color].isOpen);
      const view = isFull ? { ...before, invite: null } : before;
      return positioned({ view, state: { ...state, players }, nextStone, taken }, frame);
    }
    case "paused":
    case "unpaused": {
      const isSettled = frame.type === "paused";
      const offers = isSettled ? state.offers.filter((offer) => offer.kind !== "pause") : state.offers;
      return positioned({ view: before, state: { ...state, offers }, nextStone, taken }, frame);
    }
    case "offered": {
      const { kind, player } = frame;
      return { ...before, state: { ...state, offers: [...state.offers, { kind, player }] } };
    }
    case "declined":
      return {
        ...before,
        state: { ...state, offers: state.offers.filter((offer) => offer.kind !== frame.kind) },
      };
    case "estimated":
      return {
        ...before,
        state: { ...state, offers: state.offers.filter((offer) => offer.kind !== "estimate") },
      };
    case "rematched":
      return { ...before, nextId: frame.next, state: { ...state, offers: [] } };
    default:
      return { ...before, state };
  }
}

function seated({ players }: State, frame: FrameOf<"joined" | "renamed">): State["players"] {
  const { name, isGuest = false } = frame;
  return { ...players, [frame.player]: { name, player: "human", isOpen: false, isOwned: true, isGuest } };
}

function moved(before: View, frame: FrameOf<"moved">): View {
  return { ...before, proposal: null, estimate: null, canAsk: requestsAfterMove(before, frame.player) };
}

function movedState(state: State, frame: FrameOf<"moved">): State {
  const move = moveOf(frame);
  const taken = takenBy(state.grid, frame);
  const { BLACK, WHITE } = state.prisoners;
  const isPass = "pass" in move;
  const point = "x" in move ? { x: move.x, y: move.y } : null;
  return {
    ...anew(state, frame, [...state.moves, move]),
    lastMove: isPass ? "PASS" : (point ?? state.lastMove),
    prisoners: { BLACK: BLACK + taken.BLACK, WHITE: WHITE + taken.WHITE },
  };
}

function rewound(state: State, frame: FrameOf<"undone" | "redone" | "restarted">): State {
  switch (frame.type) {
    case "undone":
      return anew(state, frame, state.moves.slice(0, state.moves.length - frame.count));
    case "redone":
      return anew(state, frame, [...state.moves, ...(frame.moves ?? [])]);
    case "restarted":
      return anew(state, frame, []);
  }
}

/** The game at another moment, with these moves. */
function anew(
  state: State,
  frame: FrameOf<"moved" | "undone" | "redone" | "restarted">,
  moves: Move[],
): State {
  const { grid } = changed(state.grid, frame, 0);
  return {
    ...state,
    grid: grid as State["grid"],
    moves,
    moveNumber: moves.length,
    revision: frame.n,
    offers: [],
    winner: null,
    result: null,
  };
}

function ended(state: State, { n, winner, reason, margin }: FrameOf<"ended">): State {
  const noResult = winner === "NONE";
  const result = { reason, margin: margin ?? null, noResult };
  return { ...state, revision: n, offers: [], winner: noResult ? null : winner, result };
}

function moveOf(frame: FrameOf<"moved">): Move {
  const { player, action, x = 0, y = 0 } = frame;
  switch (action) {
    case undefined:
      return { player, x, y };
    case "pass":
      return { player, pass: true };
    case "choose":
      return { player, action, choice: frame.choice ?? "" };
    case "mark_dead":
    case "unmark_dead":
      return { player, action, points: (frame.points ?? []).map(([px, py]) => ({ x: px, y: py })) };
    default:
      return { player, action };
  }
}

/** Nothing where nobody could tell. */
function estimateOf({ margin, ownership }: FrameOf<"estimate">): View["estimate"] {
  return margin === null || ownership === null ? null : { margin, ownership };
}

function proposalOf(frame: FrameOf<"proposal">, { state }: View): View["proposal"] {
  const { dead, score, territory } = frame;
  return {
    dead: dead.map(([x, y]) => ({ x, y })),
    score: score === null ? null : { BLACK: score[0], WHITE: score[1] },
    territory: territory === null ? null : territoryOf(territory, xyOf(state.boardSize)),
  };
}
