/** What a board is told: the words shared with those who put boards on pages. Draws nothing. */

import type { THEME_NAMES } from "./themes";

export type ColorName = "BLACK" | "WHITE";

/** A point: `x` is the column, `y` the row, both from the top left. */
export interface XY {
  x: number;
  y: number;
}

/** The server's description of a board. `style` is "lines" (stones on crossings) or "cells" (discs in cells). */
export interface BoardSpec {
  columns: number;
  rows: number;
  style: string;
  columnLabels: string[];
  rowLabels: string[];
  stars: XY[];
}

/** The stones as `grid[y][x]`. */
export type Grid = readonly (readonly (ColorName | null)[])[];

/** Points in a row, from one end to the other. */
export type Row = readonly XY[];

export type ThemeName = (typeof THEME_NAMES)[number];

export type TapConfirmation = "auto" | "always" | "never";

export interface Mark {
  x: number;
  y: number;
  /** "label" is a text that people wrote there, "variation" the letter of a way on from here. */
  kind: "triangle" | "square" | "circle" | "cross" | "label" | "variation";
  text?: string;
}

/** A move that is worth a look: a disc with a few letters in it. `share` from 0 to 1 is how large it is. */
export interface Suggestion extends XY {
  text: string;
  share: number;
  isBest: boolean;
}

/** A stone that would be played: half transparent, with its number. */
export interface PlannedStone extends XY {
  color: ColorName;
  number: number;
}

/** A point to look at, with the few letters that say as what. */
export interface PointSign extends XY {
  text: string;
}

/** What somebody thinks of playing here. On a point with a planned stone nothing else is drawn. */
export interface Plan {
  suggestions: readonly Suggestion[];
  line: readonly PlannedStone[];
  signs: readonly PointSign[];
}

/** What one event did to the stones. A new `key` is a new event; `at` is where a wave of flips begins. */
export interface BoardChange {
  key: number;
  placed: XY[];
  removed: (XY & { color: ColorName })[];
  flipped: XY[];
  at: XY | null;
}

export interface BoardProps {
  spec: BoardSpec;
  grid: Grid;
  theme: ThemeName;
  /** The accessible name of the whole board. */
  label: string;
  /** The colour of the hover stone; null: no hover. */
  toMove?: ColorName | null;
  /** Where a click plays. Left out: on every empty point. */
  legal?: readonly XY[];
  /** Small dots on the legal points. */
  showLegal?: boolean;
  /** A thin × on points the rules forbid. */
  forbidden?: readonly XY[];
  /** A thin ring in the other colour. */
  lastMove?: XY | null;
  /** Move numbers on stones: `y * columns + x` to the number. */
  numbers?: ReadonlyMap<number, number>;
  /** Stones shown as dead: faded, with a small cross. */
  dead?: readonly XY[];
  /** Stones that are proposed as dead: faded, with a small ring. */
  proposed?: readonly XY[];
  /** Small squares on the points of each side. */
  territory?: Grid;
  /** Whose each point will probably be, in percent, row by row: 100 is Black's, -100 White's. In place of territory. */
  ownership?: readonly number[];
  marks?: readonly Mark[];
  /** Moves that are thought of, and what there is to look at. */
  plan?: Plan | null;
  /** Rows of stones that won the game, each from one end to the other: a stroke through them. */
  won?: readonly (readonly XY[])[];
  /** Labels around the board; true unless said otherwise. */
  coordinates?: boolean;
  /**
   * Whether on touch screens a first tap shows the stone and a second on the same point plays it: "auto", unless said
   * otherwise, where points are too small for a finger.
   */
  confirmTap?: TapConfirmation;
  /** "mark" lets any stone be picked, as for dead stones; "play" unless said otherwise. */
  pick?: "play" | "mark" | "none";
  /** Called for every point the player chooses, legal or not: the page explains refusals. */
  onPick?: (point: XY) => void;
  /** Which point the pointer, the tap or the keyboard aims at. */
  onAim?: (point: XY | null) => void;
  /** The point in the game's notation, as "D4". */
  pointName: (point: XY) => string;
  /** The accessible name of a point, as "D4, black stone, last move", in the page's language. */
  pointLabel: (point: XY) => string;
  /** A refused move: the point blinks once for every new key. */
  blink?: { point: XY; key: number } | null;
  /** What the last event did, to be shown as motion. */
  change?: BoardChange | null;
  /** Moves the keyboard cursor there without taking the focus, as for typed coordinates. */
  cursorAt?: XY | null;
}

/** A board to look at: a thumbnail. */
export interface MiniBoardProps {
  spec: BoardSpec;
  grid: Grid;
  theme: ThemeName;
  /** The accessible name of the picture. */
  label: string;
  lastMove?: XY | null;
  change?: BoardChange | null;
}
