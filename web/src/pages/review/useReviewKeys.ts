/** The keys of the review: arrows step and vary, the space bar plays. */
import { useEffect, useRef } from "react";
import type { Cursor } from "./useCursor";

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
  End: Infinity,
};
const VARIATIONS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
const FIELDS = "input, textarea, select, [role=menu], [role=dialog], [role=tablist], .board";

export function useReviewKeys(cursor: Cursor, onEscape: () => void): void {
  const latest = useRef({ cursor, onEscape });
  useEffect(() => {
    latest.current = { cursor, onEscape };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(FIELDS)) {
        return;
      }
      const by = STEPS[event.key];
      const variation = VARIATIONS[event.key];
      if (by !== undefined) {
        latest.current.cursor.step(by);
      } else if (variation !== undefined) {
        latest.current.cursor.vary(variation);
      } else if (event.key === " " && !target?.closest("button, a")) {
        latest.current.cursor.togglePlaying();
      } else if (event.key === "Escape") {
        latest.current.onEscape();
        return;
      } else {
        return;
      }
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
