/** Clocks as a page shows them: what is left at this moment, and how it is written. */
import { useEffect, useState } from "react";
import { type ColorName, type EventFrame, other, type State, type TimeLeft } from "../api/types";
import { play } from "../sound";
import type { ClockShown } from "./types";

const LOW_MS = 10_000;
/** From here on a clock shows days and hours, and is looked at once a minute. */
export const LONG_MS = 24 * 3_600_000;

/** One side's clock at a moment. */
export interface ClockFace {
  /** What counts down now: the main time, or the running period after it. */
  ms: number;
  /** `ms` written out. */
  text: string;
  /** Whether fewer than ten seconds of it are left. */
  isLow: boolean;
  isRunning: boolean;
  /** Whether the main time is used up. */
  isInPeriod: boolean;
  /** What is left of everything. */
  left: TimeLeft;
}

export type ClockFaces = Record<ColorName, ClockFace>;

/** What both clocks show now. Looks again only while one of them runs; ticks near the end for `tickFor`. */
export function useClock(clock: ClockShown | null, tickFor?: ColorName | null): ClockFaces | null {
  const [now, setNow] = useState(() => performance.now());
  const running = clock?.running ?? null;
  useEffect(() => {
    if (clock === null || running === null) {
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    let second = -1;
    const look = () => {
      const time = performance.now();
      const { ms } = faceOf(clock, running, time);
      const seconds = Math.ceil(ms / 1000);
      if (running === tickFor && second !== -1 && seconds < second && ms > 0 && ms < LOW_MS) {
        play("tick");
      }
      second = seconds;
      setNow(time);
      if (ms > 0) {
        timer = setTimeout(look, untilNext(ms));
      }
    };
    look();
    return () => clearTimeout(timer);
  }, [clock, running, tickFor]);
  if (clock === null) {
    return null;
  }
  const time = Math.max(now, clock.at);
  return { BLACK: faceOf(clock, "BLACK", time), WHITE: faceOf(clock, "WHITE", time) };
}

/** How long a clock shows the same. */
function untilNext(ms: number): number {
  return ms <= LOW_MS + 100 ? 100 : (ms % (ms > LONG_MS ? 60_000 : 1000)) + 5;
}

export function faceOf(clock: ClockShown, color: ColorName, now: number): ClockFace {
  const isRunning = clock.running === color;
  const left = isRunning ? spend(clock[color], now - clock.at, clock.periodMs ?? 0) : clock[color];
  const isInPeriod = left.mainMs <= 0;
  const ms = isInPeriod ? left.periodMs : left.mainMs;
  return { ms, text: clockText(ms), isLow: ms < LOW_MS, isRunning, isInPeriod, left };
}

/** What is left after thinking so long: first the main time, then period by period. */
export function spend(side: TimeLeft, spentMs: number, periodMs: number): TimeLeft {
  let rest = Math.max(spentMs, 0);
  if (rest < side.mainMs) {
    return { ...side, mainMs: side.mainMs - rest };
  }
  rest -= side.mainMs;
  if (rest < side.periodMs) {
    return { ...side, mainMs: 0, periodMs: side.periodMs - rest };
  }
  rest -= side.periodMs;
  const lost = periodMs > 0 ? 1 + Math.floor(rest / periodMs) : 1;
  if (lost < side.periods) {
    return { ...side, mainMs: 0, periodMs: periodMs - (rest % periodMs), periods: side.periods - lost };
  }
  return { ...side, mainMs: 0, periodMs: 0, periods: 0 };
}

/** How long until the flag falls if nobody moves. */
export function totalMs(left: TimeLeft, periodMs: number): number {
  return left.mainMs + left.periodMs + Math.max(left.periods - 1, 0) * periodMs;
}

/** A waiting time in whole seconds, "1:10": the last second is not over before it is. */
export function waitText(ms: number): string {
  const seconds = Math.max(Math.ceil(ms / 1000), 0);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Time as clocks write it: "1:02:03", "1:10", "0:42", and with tenths under ten seconds, "0:09.3". */
export function clockText(ms: number): string {
  const left = Math.max(ms, 0);
  const seconds = Math.floor(left / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  if (left < LOW_MS) {
    return `0:${two(seconds)}.${Math.floor(left / 100) % 10}`;
  }
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** When a match that came at `now` is cancelled unless whoever is to act has begun. */
export function beginAtOf({ beginMs }: State, now: number): number | null {
  return beginMs === null ? null : now + beginMs;
}

/** The clocks of a whole state that came at `at`. */
export function clockOf({ clock }: State, at: number): ClockShown | null {
  if (clock === null) {
    return null;
  }
  const { running, BLACK, WHITE, periodMs } = clock;
  return { at, running, BLACK, WHITE, ...(periodMs > 0 ? { periodMs } : {}) };
}

/** The clocks shown after an event that came at `at` and led from one state to the other. */
export function shownAfter(
  before: ClockShown | null,
  earlier: State,
  later: State,
  at: number,
): ClockShown | null {
  return later.clock === earlier.clock ? before : clockOf(later, at);
}

/** The clocks of a state after an event; the same object where it says nothing of them. */
export function clockAfter(clock: State["clock"], frame: EventFrame): State["clock"] {
  if (clock === null) {
    return null;
  }
  const [black, white] = frame.clock ?? [];
  if (black !== undefined && white !== undefined) {
    return { ...clock, running: runningAfter(frame), BLACK: timeLeft(black), WHITE: timeLeft(white) };
  }
  if (frame.type === "moved" && frame.left !== undefined) {
    return { ...clock, running: runningAfter(frame), [frame.player]: moverLeft(clock, frame.left) };
  }
  return clock;
}

/** The mover's time. Main time alone: all that the control gives after it is still there. */
function moverLeft(control: NonNullable<State["clock"]>, left: number[]): TimeLeft {
  const [mainMs = 0] = left;
  const { periodMs, periods, stones } = control;
  return left.length === 1 && mainMs > 0 ? { mainMs, periodMs, periods, stones } : timeLeft(left);
}

/** Whose clock runs: the side after the mover, unless the event says otherwise. */
function runningAfter(frame: EventFrame): ColorName | null {
  if (frame.running !== undefined) {
    return frame.running;
  }
  return frame.type === "moved" ? other(frame.player) : null;
}

function timeLeft([mainMs = 0, periodMs = 0, periods = 0, stones = 0]: number[]): TimeLeft {
  return { mainMs, periodMs, periods, stones };
}
