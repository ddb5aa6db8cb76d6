import { describe, expect, it } from "vitest";
import { clearSide, isInRow } from "./won";

const row = (y: number) => [0, 1, 2, 3, 4].map((x) => ({ x, y }));

describe("the row that won", () => {
  it("is where its stones are", () => {
    expect([isInRow([row(0)], { x: 4, y: 0 }), isInRow([row(0)], { x: 0, y: 1 })]).toEqual([true, false]);
  });

  it("is not covered by what is shown at the end", () => {
    expect([
      clearSide([row(1)], 9),
      clearSide([row(4)], 9),
      clearSide([row(8)], 9),
      clearSide([], 9),
    ]).toEqual(["bottom", "top", "top", null]);
  });
});
