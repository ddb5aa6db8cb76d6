import { describe, expect, it } from "vitest";
import { lined } from "./board.testing";
import { fitToScreen, layOut } from "./geometry";
import { isSmall, LENS_PX, lensPlace, lensView } from "./lens";

/** A board from edge to edge of a phone. */
function onPhone(size: number) {
  const layout = layOut(lined(size), true);
  return fitToScreen(layout, 390, 390, 3);
}

it("points are too small for a finger on 19 lines of a phone, and not on 9", () => {
  expect([9, 13, 15, 19].map((size) => isSmall(onPhone(size)))).toEqual([false, true, true, true]);
});

describe("the lens", () => {
  it("stands above the finger, inside of the window", () => {
    expect(lensPlace({ left: 200, top: 400 }, 390).left).toBe(200 - LENS_PX / 2);
    expect(lensPlace({ left: 2, top: 400 }, 390).left).toBe(4);
    expect(lensPlace({ left: 389, top: 400 }, 390).left).toBe(390 - LENS_PX - 4);
  });

  it.each([
    [10, 20],
    [200, 100],
    [380, 90],
    [195, 300],
  ])("never covers the finger at %i, %i", (left, top) => {
    const place = lensPlace({ left, top }, 390);
    const isBeside = place.left >= left + 20 || place.left + LENS_PX <= left - 20;
    expect(isBeside || place.top + LENS_PX <= top - 20).toBe(true);
    expect(place.left).toBeGreaterThanOrEqual(0);
    expect(place.left + LENS_PX).toBeLessThanOrEqual(390);
    expect(place.top).toBeGreaterThanOrEqual(0);
  });

  it("has what is under the finger in its middle, some three points wide", () => {
    const fit = onPhone(19);
    const [left = 0, top = 0, width = 0, height = 0] = lensView(fit, { left: 195, top: 100 })
      .viewBox.split(" ")
      .map(Number);
    expect(left + width / 2).toBeCloseTo(fit.x + 195 * fit.unit);
    expect(top + height / 2).toBeCloseTo(fit.y + 100 * fit.unit);
    expect(width / 32).toBe(3);
  });
});
