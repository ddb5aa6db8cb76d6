/** A demo game that goes on by itself while it is played, and begins anew after its end. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { BoardChange, Grid } from "../../board/types";
import { changeOf, type Demo, gridsOf } from "./demo";

const STEP_MS = 1200;
const PAUSE_AT_END_MS = 5000;
/** A visitor sees a game under way, not an empty board. */
const BEGINS_AT = 0.4;

export interface ShownDemo {
  /** Which moment is shown, as the server counts them. */
  node: number;
  grid: Grid | undefined;
  change: BoardChange | null;
  isPlaying: boolean;
  toggle: () => void;
}

export function useDemo(demo: Demo | null): ShownDemo {
  const grids = useMemo(() => (demo === null ? [] : gridsOf(demo)), [demo]);
  const [isPlaying, setPlaying] = useState(wantsMotion);
  const [at, setAt] = useState({ demo, node: firstNode(demo), isStep: false });
  const keys = useRef(0);
  // Another game is shown: it begins at its own first moment, in the same picture.
  const now = at.demo === demo ? at : { demo, node: firstNode(demo), isStep: false };
  const isEnd = demo === null || now.node >= demo.steps.length - 1;

  useEffect(() => {
    if (demo === null || !isPlaying) {
      return;
    }
    const timer = setTimeout(
      () => setAt({ demo, node: isEnd ? 0 : now.node + 1, isStep: !isEnd }),
      isEnd ? PAUSE_AT_END_MS : STEP_MS,
    );
    return () => clearTimeout(timer);
  }, [demo, isPlaying, now.node, isEnd]);

  const change = useMemo(() => {
    const step = demo?.steps[now.node];
    const before = grids[now.node - 1];
    if (!now.isStep || step === undefined || before === undefined) {
      return null;
    }
    keys.current += 1;
    return changeOf(step, before, keys.current);
  }, [demo, grids, now.node, now.isStep]);

  return {
    node: now.node,
    grid: grids[now.node],
    change,
    isPlaying,
    toggle: () => setPlaying((old) => !old),
  };
}

function firstNode(demo: Demo | null): number {
  return demo === null ? 0 : Math.round(demo.steps.length * BEGINS_AT);
}

function wantsMotion(): boolean {
  return !(window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false);
}
