/** Shows what an event did as motion: stones arrive, discs turn over, captured stones fade. Changes no state. */

import { type RefObject, useLayoutEffect, useRef } from "react";
import { indexOf } from "./geometry";
import type { BoardChange, BoardSpec, XY } from "./types";

const ARRIVE_MS = 90;
const FLIP_MS = 180;
const FADE_MS = 150;

const SHOWN: Keyframe = { fillOpacity: 1, strokeOpacity: 1 };
const HIDDEN: Keyframe = { fillOpacity: 0, strokeOpacity: 0 };

/** How much later the next ring of discs begins to turn. */
const WAVE_MS = 45;

/**
 * Moves the stones of a drawing whenever `change` has a new key. What was there at first stands still, and so does
 * everything for those who asked their system for less motion.
 */
export function useMotion(
  drawing: RefObject<SVGSVGElement | null>,
  spec: BoardSpec,
  change: BoardChange | null,
): void {
  const seen = useRef(change?.key ?? null);
  useLayoutEffect(() => {
    const key = change?.key ?? null;
    if (seen.current === key) return;
    seen.current = key;
    if (change !== null && drawing.current !== null && !wantsStillness()) {
      move(drawing.current, spec, change);
    }
  }, [drawing, spec, change]);
}

export function wantsStillness(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// Arriving and fading stones change radius and paint, not `transform` and `opacity`: for these a browser would lift the
// stone out of the drawing and then paint all others anew, twice for every move.
function move(drawing: SVGSVGElement, spec: BoardSpec, change: BoardChange): void {
  const find = (kind: "stone" | "shadow" | "leaving", point: XY): Element | null =>
    drawing.querySelector(`[data-${kind}="${indexOf(spec, point)}"]`);
  for (const point of change.placed) {
    const easing = "cubic-bezier(0.2, 0.7, 0.3, 1)";
    const stone = find("stone", point);
    play(stone, [{ ...HIDDEN, ...larger(stone) }], { duration: ARRIVE_MS, easing });
    play(find("shadow", point), [HIDDEN], { duration: ARRIVE_MS, easing });
  }
  for (const point of change.removed) {
    play(find("leaving", point), [SHOWN, HIDDEN], { duration: FADE_MS, easing: "ease-in" });
  }
  for (const point of change.flipped) {
    const delay = WAVE_MS * Math.max(0, ringsFrom(change.at, point) - 1);
    const half = { duration: FLIP_MS / 2, fill: "backwards" } as const;
    const [flat, edgeways] = turning(change.at, point);
    play(find("leaving", point), [SHOWN, SHOWN], { duration: delay + FLIP_MS / 2 });
    play(find("leaving", point), [flat, edgeways], { ...half, delay, easing: "ease-in" });
    play(find("stone", point), [edgeways, flat], { ...half, delay: delay + FLIP_MS / 2, easing: "ease-out" });
  }
}

function play(element: Element | null, frames: Keyframe[], options: KeyframeAnimationOptions): void {
  element?.animate?.(frames, options);
}

/** The radius from which a stone settles on the board. Squares and discs only fade in. */
function larger(stone: Element | null): Keyframe {
  const radius = Number(stone?.getAttribute("r") ?? 0);
  return radius > 0 ? { r: `${1.16 * radius}px` } : {};
}

/** How many rings of neighbours lie between two points. */
export function ringsFrom(from: XY | null, to: XY): number {
  return from === null ? 0 : Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
}

/** A disc seen flat and seen edgeways, turning about the line across the way from where the wave began. */
function turning(from: XY | null, to: XY): [Keyframe, Keyframe] {
  const angle = from === null ? 0 : Math.atan2(to.y - from.y, to.x - from.x);
  const seen = (wide: number): Keyframe => ({
    transform: `rotate(${angle}rad) scale(${wide}, 1) rotate(${-angle}rad)`,
  });
  return [seen(1), seen(0)];
}
