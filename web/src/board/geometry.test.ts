// @vitest-environment node
import { describe, expect, it } from "vitest";
import { celled, lined } from "./board.testing";
import {
  CELL,
  columnAt,
  fitToScreen,
  inscribed,
  layOut,
  nearest,
  rowAt,
  sameSpec,
  stepped,
  unfitted,
} from "./geometry";
import { grain } from "./grain";

describe("a layout", () => {
  it("puts stones on crossings of lines", () => {
    const layout = layOut(lined(9), true);
    expect(columnAt(layout, 0)).toBe(layout.lines.left);
    expect(rowAt(layout, 8)).toBe(layout.lines.bottom);
    expect(layout.lines.right - layout.lines.left).toBe(8 * CELL);
  });

  it("puts discs in the middle of cells", () => {
    const layout = layOut(celled(8), true);
    expect(columnAt(layout, 0)).toBe(layout.lines.left + CELL / 2);
    expect(layout.lines.right - layout.lines.left).toBe(8 * CELL);
  });

  it("needs less room without coordinates", () => {
    expect(layOut(lined(19), false).width).toBeLessThan(layOut(lined(19), true).width);
  });

  it.each([4, 9, 13, 19, 25])("keeps every label between the stones and the edge on %i lines", (size) => {
    const layout = layOut(lined(size), true);
    expect(layout.labelDistance).toBeGreaterThan(layout.radius);
    expect(layout.labelDistance).toBeLessThan(layout.lines.left);
  });

  it("takes an equal description for the same board", () => {
    expect(sameSpec(lined(9), lined(9))).toBe(true);
    expect(sameSpec(lined(9), lined(13))).toBe(false);
    expect(sameSpec(lined(8), celled(8))).toBe(false);
  });
});

describe("the nearest point", () => {
  const layout = layOut(lined(9), true);

  it("is found from half a cell away", () => {
    expect(nearest(layout, columnAt(layout, 3) + 15, rowAt(layout, 5) - 15)).toEqual({ x: 3, y: 5 });
    expect(nearest(layout, columnAt(layout, 3) + 17, rowAt(layout, 5))).toEqual({ x: 4, y: 5 });
  });

  it("is on the edge of the board for a place outside", () => {
    expect(nearest(layout, 0, rowAt(layout, 2))).toEqual({ x: 0, y: 2 });
    expect(nearest(layout, layout.width, layout.height)).toEqual({ x: 8, y: 8 });
  });

  it("is none beyond the reach", () => {
    expect(nearest(layout, 0, rowAt(layout, 2), 0.3)).toBeNull();
    expect(nearest(layout, columnAt(layout, 0) - 0.7 * CELL, rowAt(layout, 2), 0.3)).toEqual({ x: 0, y: 2 });
  });
});

describe("keys", () => {
  const spec = lined(9);
  const from = { x: 4, y: 4 };

  it.each([
    ["ArrowLeft", 3, 4],
    ["ArrowRight", 5, 4],
    ["ArrowUp", 4, 3],
    ["ArrowDown", 4, 5],
    ["Home", 0, 4],
    ["End", 8, 4],
    ["PageUp", 4, 0],
    ["PageDown", 4, 8],
  ])("%s leads to %i, %i", (key, x, y) => {
    expect(stepped(spec, from, key)).toEqual({ x, y });
  });

  it("stop at the edge", () => {
    expect(stepped(spec, { x: 0, y: 0 }, "ArrowLeft")).toEqual({ x: 0, y: 0 });
    expect(stepped(spec, { x: 8, y: 8 }, "ArrowDown")).toEqual({ x: 8, y: 8 });
  });

  it("lead to corners with Ctrl, and nowhere when they are letters", () => {
    expect(stepped(spec, from, "End", true)).toEqual({ x: 8, y: 8 });
    expect(stepped(spec, from, "p")).toBeNull();
  });
});

describe("a board on a screen", () => {
  const layout = layOut(lined(19), true);

  it.each([
    [700, 1],
    [360, 3],
    [641.5, 1.5],
    [512, 1.25],
  ])("of %f px at density %f has cells of whole device pixels", (width, density) => {
    const fit = fitToScreen(layout, width, width, density);
    const pixels = (CELL / fit.unit) * density;
    expect(pixels).toBeCloseTo(Math.round(pixels), 6);
    const firstLine = ((layout.lines.left - fit.x) / fit.unit) * density;
    const isOdd = Math.round(fit.line * density) % 2 === 1;
    expect((((firstLine % 1) + 1) % 1).toFixed(3)).toMatch(isOdd ? /^0\.500/ : /^(0|1)\.000/);
  });

  it("shows all of the board, with the rest of the room around it", () => {
    const fit = fitToScreen(layout, 700, 700, 1);
    expect(fit.width).toBeGreaterThanOrEqual(layout.width);
    expect(fit.x).toBeLessThanOrEqual(1);
    expect(fit.x + fit.width).toBeGreaterThanOrEqual(layout.width - 1);
  });

  it("draws lines of whole device pixels", () => {
    for (const density of [1, 1.25, 1.5, 2, 3]) {
      const { line, edge } = fitToScreen(layout, 700, 700, density);
      expect(line * density).toBeCloseTo(Math.round(line * density), 6);
      expect(edge).toBeGreaterThan(line);
    }
  });

  it("is not rounded when it is tiny, nor when nothing was measured", () => {
    expect(fitToScreen(layout, 100, 100, 1).width).toBeCloseTo(layout.width);
    expect(fitToScreen(layout, 0, 0, 1)).toEqual(unfitted(layout));
  });
});

describe("writing on stones", () => {
  it("gets smaller, then is cut off", () => {
    expect(inscribed("7", 15)).toEqual({ text: "7", size: 0.56 * CELL });
    expect(inscribed("361", 15).size).toBeLessThan(0.56 * CELL);
    expect(inscribed("  A ", 15).text).toBe("A");
    expect(inscribed("a very long label", 15).text).toMatch(/…$/);
  });
});

describe("the grain of the wood", () => {
  const area = { left: 0, top: 0, right: 600, bottom: 600 };

  it("is the same on every page, and cheap to draw", () => {
    expect(grain(area)).toEqual(grain(area));
    expect(grain(area).length).toBeLessThan(12);
  });
});
