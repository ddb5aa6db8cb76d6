/** Boards for the tests, written as pictures. */

import type { BoardSpec, Grid, XY } from "./types";

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

export function lined(size: number): BoardSpec {
  const middle = Math.floor(size / 2);
  return {
    columns: size,
    rows: size,
    style: "lines",
    columnLabels: [...LETTERS.slice(0, size)],
    rowLabels: Array.from({ length: size }, (_, y) => String(size - y)),
    stars: [{ x: middle, y: middle }],
  };
}

export function celled(size: number): BoardSpec {
  const labels = lined(size);
  return { ...labels, style: "cells", columnLabels: [...LETTERS.slice(0, size).toLowerCase()], stars: [] };
}

/** Stones from a picture: `#` is black, `o` is white. */
export function stones(picture: string): Grid {
  return picture
    .trim()
    .split("\n")
    .map((row) =>
      row
        .trim()
        .split(/\s+/)
        .map((sign) => (sign === "#" ? "BLACK" : sign === "o" ? "WHITE" : null)),
    );
}

export function empty(size: number): Grid {
  return Array.from({ length: size }, () => Array.from({ length: size }, () => null));
}

export function nameOn(spec: BoardSpec): (point: XY) => string {
  return ({ x, y }) => `${spec.columnLabels[x]}${spec.rowLabels[y]}`;
}
