/** Where one is in a record, and the ways on from there. Remembers which variation was taken at each branch. */
import { useEffect, useState } from "react";
import { following, lineThrough, pathTo, ROOT, siblings, type Tree } from "../../sitting/positions";
import type { Steps } from "../../sitting/wheel";

export interface Cursor extends Steps {
  /** The node that is shown. */
  at: number;
  /** How it was reached: one step on from the node before, so that the step may be shown as motion. */
  isStep: boolean;
  /** The whole line through it, from the root to the end. */
  line: readonly number[];
  /** Its place in the line. */
  place: number;
  go: (node: number) => void;
  goPlace: (place: number) => void;
  /** To the next variation, or the one before it. */
  vary: (by: number) => void;
  isPlaying: boolean;
  togglePlaying: () => void;
}

interface Standing {
  at: number;
  isStep: boolean;
  chosen: ReadonlyMap<number, number>;
  /** Stays the same object while one moves along it. */
  line: readonly number[];
}

const STEP_MS = 500;
const BEGINNING: Standing = { at: ROOT, isStep: false, chosen: new Map(), line: [] };

/** Begins anew for another tree. */
export function useCursor(tree: Tree, startsAt: number = ROOT): Cursor {
  const [shownTree, setShownTree] = useState(tree);
  const [standing, setStanding] = useState<Standing>(() => moved(tree, BEGINNING, startsAt));
  const [isPlaying, setPlaying] = useState(false);
  if (shownTree !== tree) {
    setShownTree(tree);
    setStanding(moved(tree, BEGINNING, startsAt));
    setPlaying(false);
  }
  const { at, isStep, line } = standing;
  const place = tree.depth[at] ?? 0;
  const isAtEnd = place >= line.length - 1;

  const go = (node: number) => {
    setPlaying(false);
    setStanding((old) => moved(tree, old, node));
  };
  const goPlace = (to: number) => go(line[Math.min(Math.max(to, 0), line.length - 1)] ?? ROOT);

  useEffect(() => {
    if (!isPlaying) {
      return;
    }
    const timer = setInterval(() => {
      setStanding((old) => {
        const next = following(tree, old.at, old.chosen);
        return next === null ? old : moved(tree, old, next);
      });
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [isPlaying, tree]);
  useEffect(() => {
    if (isAtEnd) {
      setPlaying(false);
    }
  }, [isAtEnd]);

  return {
    at,
    isStep,
    line,
    place,
    go,
    goPlace,
    canStep: (by) => (by < 0 ? place > 0 : !isAtEnd),
    step: (by) => goPlace(place + by),
    vary: (by) => {
      setPlaying(false);
      setStanding((old) => varied(tree, old, by));
    },
    isPlaying,
    togglePlaying: () => {
      if (!isPlaying && isAtEnd) {
        setStanding((old) => moved(tree, old, ROOT));
      }
      setPlaying(!isPlaying && line.length > 1);
    },
  };
}

function moved(tree: Tree, old: Standing, node: number): Standing {
  const isStep = tree.nodes[node]?.parent === old.at;
  if (old.line[tree.depth[node] ?? 0] === node) {
    return { ...old, at: node, isStep };
  }
  const chosen = new Map(old.chosen);
  for (const index of pathTo(tree, node)) {
    const parent = tree.nodes[index]?.parent ?? -1;
    if (parent >= 0 && (tree.children[parent]?.length ?? 0) > 1) {
      chosen.set(parent, index);
    }
  }
  return { at: node, isStep, chosen, line: lineThrough(tree, node, chosen) };
}

/** To the one beside the node shown; where there is none, the other way on from it is chosen. */
function varied(tree: Tree, old: Standing, by: number): Standing {
  const beside = siblings(tree, old.at);
  if (beside.length > 1) {
    const next = beside[beside.indexOf(old.at) + by];
    return next === undefined ? old : moved(tree, old, next);
  }
  const ways = tree.children[old.at] ?? [];
  const now = following(tree, old.at, old.chosen);
  const next = ways[(now === null ? 0 : ways.indexOf(now)) + by];
  if (next === undefined) {
    return old;
  }
  const chosen = new Map(old.chosen).set(old.at, next);
  return { ...old, isStep: false, chosen, line: lineThrough(tree, old.at, chosen) };
}
