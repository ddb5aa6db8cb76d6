/** Where the players are, and what comes of it if one stays away. Pure: the server said how long it takes. */
import type { ColorName, SeatPresence, View } from "../api/types";
import { faceOf, totalMs } from "./clock";
import type { LiveGame, PresenceShown } from "./types";

export const NOTHING_KNOWN: LiveGame["presence"] = { BLACK: null, WHITE: null };

/** Where the players were when a view came at `at`. */
export function presenceOf(view: View, at: number): LiveGame["presence"] {
  const { BLACK, WHITE } = view.presence;
  return { BLACK: BLACK && presenceShown(BLACK, at), WHITE: WHITE && presenceShown(WHITE, at) };
}

/** What was told at `at` of one player. */
export function presenceShown({ presence, claimMs, endsMs }: SeatPresence, at: number): PresenceShown {
  return {
    presence,
    claimAt: claimMs === null ? null : at + claimMs,
    endsAt: endsMs === null ? null : at + endsMs,
  };
}

/** What a player who is gone has to expect next. */
export interface Outlook {
  /** What comes next: their flag falls, the game ends by itself, or the opponent may claim the win; else nothing. */
  next: "clock" | "end" | "claim" | "nothing";
  /** In how long. */
  ms: number;
  /** Whether the win may be claimed now. */
  canClaim: boolean;
}

/** What comes next for who is gone in the own turn, seen by the opponent or a watcher; null: nothing by itself. */
export function outlookOf(
  live: Pick<LiveGame, "presence" | "clock">,
  color: ColorName,
  isOpponent: boolean,
  now: number,
): Outlook | null {
  const shown = live.presence[color];
  if (shown?.presence !== "gone" || shown.claimAt === null) {
    return null;
  }
  const { clock } = live;
  const isRunning = clock?.running === color;
  const flagMs = isRunning ? totalMs(faceOf(clock, color, now).left, clock.periodMs ?? 0) : Infinity;
  const endsMs = shown.endsAt === null ? Infinity : shown.endsAt - now;
  const claimMs = isOpponent ? shown.claimAt - now : Infinity;
  const [next, ms] = flagMs < endsMs ? (["clock", flagMs] as const) : (["end", endsMs] as const);
  if (claimMs > 0 && claimMs < ms) {
    return { next: "claim", ms: claimMs, canClaim: false };
  }
  return { next: ms === Infinity ? "nothing" : next, ms, canClaim: claimMs <= 0 };
}
