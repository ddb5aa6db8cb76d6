/** The mouse wheel as steps through the moves: one a notch, and not a hundred for a sweep over a trackpad. */
import { type RefObject, useEffect, useRef } from "react";

/** Less than a notch of the usual wheels, in pixels; a trackpad gathers as much in a short way. */
const STEP_PX = 50;
/** The shortest time between two steps. */
const REST_MS = 80;
/** After such a pause a movement is another one. */
const PAUSE_MS = 250;
/** How far a line and a page of those wheels goes that count in them. */
const MODE_PX = [1, 40, 800] as const;

/** What can be stepped through: a game that is looked back at, a record. */
export interface Steps {
  canStep: (by: number) => boolean;
  step: (by: number) => void;
}

/** Gathers what a wheel has turned until it is worth a step. */
export class WheelTurns {
  private gathered = 0;
  private turnedAt = -Infinity;
  private steppedAt = -Infinity;

  /** The step that is due: 1 forth, -1 back, 0 none yet. */
  turn(pixels: number, nowMs: number): number {
    if (nowMs - this.turnedAt > PAUSE_MS || pixels * this.gathered < 0) {
      this.gathered = 0;
    }
    this.turnedAt = nowMs;
    this.gathered += pixels;
    if (Math.abs(this.gathered) < STEP_PX || nowMs - this.steppedAt < REST_MS) {
      return 0;
    }
    const by = Math.sign(this.gathered);
    this.gathered = 0;
    this.steppedAt = nowMs;
    return by;
  }
}

/** Steps by the wheel over an element. Where there is nothing to step to, and where fingers scroll, the page scrolls. */
export function useWheelSteps(element: RefObject<HTMLElement | null>, steps: Steps): void {
  const latest = useRef(steps);
  useEffect(() => {
    latest.current = steps;
  });
  useEffect(() => {
    const over = element.current;
    if (over === null) {
      return;
    }
    const turns = new WheelTurns();
    const onWheel = (event: WheelEvent) => {
      const isZoom = event.ctrlKey || event.metaKey || event.shiftKey;
      if (isZoom || Math.abs(event.deltaY) <= Math.abs(event.deltaX) || isForFingers()) {
        return;
      }
      if (!latest.current.canStep(Math.sign(event.deltaY))) {
        return;
      }
      event.preventDefault();
      const by = turns.turn(event.deltaY * (MODE_PX[event.deltaMode] ?? 1), event.timeStamp);
      if (by !== 0) {
        latest.current.step(by);
      }
    };
    // Only a listener that is not passive may keep the page from scrolling.
    over.addEventListener("wheel", onWheel, { passive: false });
    return () => over.removeEventListener("wheel", onWheel);
  }, [element]);
}

function isForFingers(): boolean {
  return window.matchMedia?.("(pointer: coarse)").matches ?? false;
}
