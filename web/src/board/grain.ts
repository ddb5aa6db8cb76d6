/** The grain of a wooden board: long fibres, nearly straight, as paths. The same for the same area, on every page. */

import type { Box } from "./geometry";

const SEED = 361;
const PIECES = 7;

/** Fibres of one colour and width in one path, which costs a browser far less than a path for each. */
export interface Fibres {
  tone: "late" | "early" | "light";
  width: number;
  opacity: number;
  d: string;
}

const BANDS = [
  { tone: "light", width: 38, opacity: 0.1 },
  { tone: "early", width: 26, opacity: 0.08 },
  { tone: "light", width: 17, opacity: 0.12 },
] as const;

const LINES = [
  { tone: "late", width: 0.6, opacity: 0.26 },
  { tone: "late", width: 1, opacity: 0.16 },
  { tone: "early", width: 1.4, opacity: 0.2 },
  { tone: "late", width: 0.8, opacity: 0.1 },
] as const;

/** Fibres from the top to the bottom of an area: broad soft bands below, fine lines above. */
export function grain(area: Box): Fibres[] {
  const random = chances(SEED);
  const courses = (kinds: readonly Omit<Fibres, "d">[], least: number, most: number): Fibres[] => {
    const paths = kinds.map((kind) => ({ ...kind, d: "" }));
    let x = area.left + random() * most;
    while (x < area.right) {
      const path = paths[Math.floor(random() * paths.length)];
      if (path !== undefined) path.d += course(random, area, x);
      x += least + random() * (most - least);
    }
    return paths;
  };
  return [...courses(BANDS, 16, 44), ...courses(LINES, 3, 15)];
}

/** One fibre. Neighbours sway together, as the sway depends on their place; each also strays a little. */
function course(random: () => number, area: Box, x: number): string {
  const step = (area.bottom - area.top) / PIECES;
  const at = (piece: number): [number, number] => {
    const turn = 2 * Math.PI;
    const sway =
      3.2 * Math.sin(turn * (piece / 9.5 + x / 610)) + 1.4 * Math.sin(turn * (piece / 4.1 + x / 233));
    return [x + sway + (random() - 0.5) * 0.9, area.top + piece * step];
  };
  let [fromX, fromY] = at(0);
  let d = `M${tenth(fromX)} ${tenth(fromY)}`;
  for (let piece = 1; piece <= PIECES; piece++) {
    const [toX, toY] = at(piece);
    const middle = tenth((fromY + toY) / 2);
    d += `C${tenth(fromX)} ${middle} ${tenth(toX)} ${middle} ${tenth(toX)} ${tenth(toY)}`;
    [fromX, fromY] = [toX, toY];
  }
  return d;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Numbers from 0 to 1 that look like chance and are the same on every run (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
