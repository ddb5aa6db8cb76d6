/** Where everything of a board lies, in units of a cell and in pixels of the screen. Draws nothing, knows no colours. */

import type { BoardSpec, XY } from "./types";

/** The distance from a point to its neighbour, in units of the drawing. */
export const CELL = 32;

/** How far the wood reaches beyond the drawing, since whole pixels leave a little room around it. */
export const BLEED = 2 * CELL;

/** Cells of fewer device pixels are not rounded: a thumbnail would lose too much of its size. */
const ROUND_FROM = 10;

const LINES = { radius: 0.482, star: 0.092, bare: 0.72 };
const CELLS = { radius: 0.405, star: 0.085, bare: 0.3 };

// With coordinates: from the edge to the outermost points (lines) or cells, and from there to the middle of a label.
// Letters keep their size on the screen, so boards of few and large cells need a smaller part of a cell for them.
const LINES_MANY = { margin: 1.12, label: 0.8 };
const LINES_FEW = { margin: 1, label: 0.74 };
const CELLS_LABELLED = { margin: 0.56, label: 0.29 };
const MANY = 10;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A board laid out in a drawing that begins at its upper left corner. */
export interface Layout {
  readonly spec: BoardSpec;
  readonly coordinates: boolean;
  /** Whether stones stand on crossings of lines, and not in cells. */
  readonly lined: boolean;
  /** From the first line to the last. */
  readonly lines: Box;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly starRadius: number;
  /** From the outermost lines to the middle of a label. */
  readonly labelDistance: number;
}

export function layOut(spec: BoardSpec, coordinates: boolean): Layout {
  const lined = spec.style !== "cells";
  const shape = lined ? LINES : CELLS;
  const many = Math.max(spec.columns, spec.rows) >= MANY;
  const labelled = lined ? (many ? LINES_MANY : LINES_FEW) : CELLS_LABELLED;
  const margin = (coordinates ? labelled.margin : shape.bare) * CELL;
  const gaps = lined ? 1 : 0;
  const right = margin + (spec.columns - gaps) * CELL;
  const bottom = margin + (spec.rows - gaps) * CELL;
  return {
    spec,
    coordinates,
    lined,
    lines: { left: margin, top: margin, right, bottom },
    width: right + margin,
    height: bottom + margin,
    radius: shape.radius * CELL,
    starRadius: shape.star * CELL,
    labelDistance: labelled.label * CELL,
  };
}

/** Whether two descriptions are of the same board. */
export function sameSpec(a: BoardSpec, b: BoardSpec): boolean {
  return a === b || signature(a) === signature(b);
}

function signature(spec: BoardSpec): string {
  const stars = spec.stars.map((star) => `${star.x},${star.y}`);
  return [spec.columns, spec.rows, spec.style, spec.columnLabels, spec.rowLabels, stars].join("|");
}

/** Points are counted by rows: the number of a point. */
export function indexOf(spec: BoardSpec, point: XY): number {
  return point.y * spec.columns + point.x;
}

export function pointOf(spec: BoardSpec, index: number): XY {
  return { x: index % spec.columns, y: Math.floor(index / spec.columns) };
}

export function isOnBoard(spec: BoardSpec, point: XY): boolean {
  return point.x >= 0 && point.y >= 0 && point.x < spec.columns && point.y < spec.rows;
}

/** The middle of a column, and below of a row, in units. */
export function columnAt(layout: Layout, x: number): number {
  return layout.lines.left + (x + (layout.lined ? 0 : 0.5)) * CELL;
}

export function rowAt(layout: Layout, y: number): number {
  return layout.lines.top + (y + (layout.lined ? 0 : 0.5)) * CELL;
}

/** The box of all cells: half a cell around every point. */
export function cellsBox(layout: Layout): Box {
  const { columns, rows } = layout.spec;
  const left = columnAt(layout, -0.5);
  const top = rowAt(layout, -0.5);
  return { left, top, right: left + columns * CELL, bottom: top + rows * CELL };
}

/** The point nearest to a place, or null when even that lies more than `reach` cells outside the box of all cells. */
export function nearest(
  layout: Layout,
  left: number,
  top: number,
  reach = Number.POSITIVE_INFINITY,
): XY | null {
  const box = cellsBox(layout);
  const beyond = Math.max(box.left - left, left - box.right, box.top - top, top - box.bottom);
  if (beyond > reach * CELL) return null;
  return {
    x: within(Math.floor((left - box.left) / CELL), layout.spec.columns),
    y: within(Math.floor((top - box.top) / CELL), layout.spec.rows),
  };
}

function within(value: number, count: number): number {
  return Math.min(Math.max(value, 0), count - 1);
}

/** Where a key of the keyboard leads from a point; null when the key is not one of these. */
export function stepped(spec: BoardSpec, from: XY, key: string, toCorner = false): XY | null {
  const right = spec.columns - 1;
  const bottom = spec.rows - 1;
  const step = (dx: number, dy: number): XY => ({
    x: within(from.x + dx, spec.columns),
    y: within(from.y + dy, spec.rows),
  });
  switch (key) {
    case "ArrowLeft":
      return step(-1, 0);
    case "ArrowRight":
      return step(1, 0);
    case "ArrowUp":
      return step(0, -1);
    case "ArrowDown":
      return step(0, 1);
    case "Home":
      return { x: 0, y: toCorner ? 0 : from.y };
    case "End":
      return { x: right, y: toCorner ? bottom : from.y };
    case "PageUp":
      return { x: from.x, y: 0 };
    case "PageDown":
      return { x: from.x, y: bottom };
    default:
      return null;
  }
}

/** The part of the drawing a screen shows, and the widths of lines there in CSS pixels. */
export interface Fit {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Units in one CSS pixel. */
  readonly unit: number;
  readonly line: number;
  readonly edge: number;
}

/** The drawing as it is, for a screen nobody has measured. */
export function unfitted(layout: Layout): Fit {
  return { x: 0, y: 0, width: layout.width, height: layout.height, unit: 1, line: 1, edge: 2 };
}

/**
 * The drawing in a box of CSS pixels on a screen of `density` device pixels each.
 *
 * A cell is a whole number of device pixels and the first line lies on one, so that every line is equally sharp and
 * equally far from the next. What is left over goes to the frame.
 */
export function fitToScreen(layout: Layout, widthPx: number, heightPx: number, density: number): Fit {
  if (!(widthPx > 0 && heightPx > 0)) return unfitted(layout);
  const exact = Math.min(widthPx / layout.width, heightPx / layout.height) * CELL * density;
  const cell = exact < ROUND_FROM ? exact : Math.floor(exact + 0.001);
  const unit = (CELL / cell) * density;
  const width = widthPx * unit;
  const height = heightPx * unit;
  const isSmall = exact / density < 22;
  const line = Math.max(1, Math.floor(density * (isSmall ? 0.7 : 1) + 0.3));
  const edge = line + Math.max(1, Math.round(density * (isSmall ? 0.4 : 0.7)));
  const middle = (line % 2) / 2;
  const start = (lines: number, room: number, size: number): number => {
    const offset = (size - room) / 2;
    const pixel = ((lines + offset) / CELL) * cell;
    return -offset + ((pixel - (Math.round(pixel - middle) + middle)) * CELL) / cell;
  };
  return {
    x: start(layout.lines.left, layout.width, width),
    y: start(layout.lines.top, layout.height, height),
    width,
    height,
    unit,
    line: line / density,
    edge: edge / density,
  };
}

/** The text and the size in which it fits on a stone: made smaller to six tenths, then cut off. */
export function inscribed(text: string, radius: number): { text: string; size: number } {
  const room = 1.72 * radius;
  const letters = [...text.trim()];
  const size = (letters.length < 3 ? 0.56 : letters.length === 3 ? 0.46 : 0.4) * CELL;
  const widths = letters.map((letter) => ((letter.codePointAt(0) ?? 0) < 0x1100 ? 0.62 : 1) * size);
  const wide = widths.reduce((sum, width) => sum + width, 0);
  const shrink = Math.max(0.6, Math.min(1, room / Math.max(wide, 1)));
  if (wide * shrink <= room) return { text: letters.join(""), size: size * shrink };
  let left = room - 0.8 * size * shrink;
  const kept = letters.filter((_, at) => {
    left -= (widths[at] ?? 0) * shrink;
    return left >= 0;
  });
  return { text: `${kept.join("")}…`, size: size * shrink };
}
