/** What can be done in a match now, by whoever looks at it: which buttons there are, and which of them work. */
import type { Kind, View } from "../../api/types";
import { isProgram, sidesOf, turnOf } from "../../sitting/sides";

/** "off": shown, but not possible at this moment. */
export type Can = "yes" | "off" | "hidden";

export interface Possible {
  pass: Can;
  /** The only thing one can do is to pass. */
  mustPass: boolean;
  /** Also of what ended the game, where that is allowed. */
  undo: Can;
  resign: Can;
  redo: Can;
  restart: Can;
  draw: Can;
  pause: Can;
  unpause: Can;
  rematch: Can;
  /** Only where points are surrounded, and never in a rated game. */
  estimate: Can;
}

/** The code of the refusal that a pass would meet; null where one can pass, and for those who look on. */
export function passRefusal(view: View): string | null {
  const { state, yours } = view;
  if (yours.length === 0) {
    return null;
  }
  if (state.isGameOver) {
    return "GAME_OVER";
  }
  if (state.phase === "paused") {
    return "PAUSED";
  }
  if (turnOf(view) === null) {
    return "NOT_YOUR_TURN";
  }
  if (state.phase === "agree" || state.phase === "choice") {
    return "WRONG_PHASE";
  }
  return state.canPass ? null : "NO_PASS";
}

export function possible(view: View, kind: Kind | null): Possible {
  const { state, canAsk, yours } = view;
  const sides = sidesOf(view);
  const isPlayer = yours.length > 0;
  const isRunning = isPlayer && !state.isGameOver;
  const isPaused = state.phase === "paused";
  const turn = turnOf(view);
  const asks = (name: string, isShown: boolean): Can =>
    !isShown ? "hidden" : canAsk.includes(name) ? "yes" : "off";
  const isWinnable = kind?.canBeWon ?? true;
  const hasProgram = isProgram(state.players.BLACK) || isProgram(state.players.WHITE);
  return {
    pass: !(isRunning && state.canPass) ? "hidden" : turn !== null ? "yes" : "off",
    mustPass: isRunning && state.canPass && turn !== null && state.legalMoves.length === 0,
    // Nothing is taken back in a rated game.
    undo: asks("takeback", isRunning ? !isPaused && !view.isRated : isPlayer && canAsk.includes("takeback")),
    resign: isRunning && isWinnable && !isPaused && sides.open === null ? "yes" : "hidden",
    redo: asks("redo", isPlayer && !isPaused && !view.isRated),
    restart: asks("restart", isPlayer && canAsk.includes("restart")),
    draw: asks("draw", isRunning && isWinnable && !hasProgram && sides.open === null),
    pause: isPlayer
      ? asks("pause", isRunning && !isPaused && state.clock !== null && sides.open === null)
      : asks("pause", canAsk.includes("pause")),
    unpause: canAsk.includes("unpause") ? "yes" : "hidden",
    estimate: asks(
      "estimate",
      (kind?.features.territory ?? false) &&
        !(state.isGameOver || view.isRated) &&
        (isPlayer || canAsk.length > 0),
    ),
    rematch: asks("rematch", isPlayer && state.isGameOver && view.nextId === null),
  };
}
