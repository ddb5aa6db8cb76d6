import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Avatar, portraitOf } from "./Avatar";

afterEach(cleanup);

describe("a portrait", () => {
  it("is the same for the same name and number, however the name is written down", () => {
    expect(portraitOf("Ann", 0)).toEqual(portraitOf("Ann", 0));
    expect(portraitOf("é", 0)).toEqual(portraitOf("e\u0301", 0));
  });

  it("is another one for another number", () => {
    const portraits = [0, 1, 2, 3].map((number) => JSON.stringify(portraitOf("Ann", number)));
    expect(new Set(portraits).size).toBe(4);
  });

  it("is told apart from those of a hundred others", () => {
    const names = Array.from({ length: 100 }, (_, index) => `Player ${index}`);
    expect(new Set(names.map((name) => JSON.stringify(portraitOf(name, 0)))).size).toBe(100);
  });

  it("is never empty, and the same on both sides", () => {
    for (const name of ["", "Ann", "小林", "a", "b", "c"]) {
      const { stones } = portraitOf(name, 0);
      const points = new Set(stones.map(String));
      expect(points.has("2,2")).toBe(true);
      for (const [x, y] of stones) {
        expect(points.has(String([4 - x, y]))).toBe(true);
      }
    }
  });

  it("is silent for those who listen, and blank for a deleted player", () => {
    const { container, rerender } = render(<Avatar name="Ann" />);
    expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
    expect(container.querySelectorAll("circle").length).toBeGreaterThan(0);
    rerender(<Avatar name={null} />);
    expect(container.querySelectorAll("circle").length).toBe(0);
  });
});
