/** Whether a pass is asked about first. Reads what the server said; knows no game. */
import type { View } from "../../api/types";

/** "pass_end": the other side has passed as well, and the game is counted. "pass_open": much can still be played. */
export type PassQuestion = "pass_end" | "pass_open";

/** What is asked before a pass; null: it is not asked about. Whoever can do nothing else is never asked. */
export function passQuestion({ state, status }: View): PassQuestion | null {
  if (state.legalMoves.length === 0) {
    return null;
  }
  if (state.lastMove === "PASS" && status.key.startsWith("status.passed.")) {
    return "pass_end";
  }
  const points = state.grid.flat();
  return points.filter((stone) => stone === null).length * 2 > points.length ? "pass_open" : null;
}
