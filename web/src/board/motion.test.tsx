import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Board, type BoardChange, type Grid } from "./Board";
import { celled, lined, nameOn, stones } from "./board.testing";
import type { BoardSpec } from "./types";
import { ringsFrom } from "./useMotion";

interface Played {
  name: string;
  frames: Keyframe[];
  options: KeyframeAnimationOptions;
}

let played: Played[] = [];
let isStill = false;

beforeEach(() => {
  played = [];
  isStill = false;
  Element.prototype.animate = function animate(this: Element, frames, options) {
    const name = ["stone", "shadow", "leaving"].find((kind) => this.hasAttribute(`data-${kind}`));
    played.push({
      name: `${name} ${this.getAttribute(`data-${name}`)}`,
      frames: frames as Keyframe[],
      options: options as KeyframeAnimationOptions,
    });
    return {} as Animation;
  };
  vi.stubGlobal("matchMedia", () => ({ matches: isStill }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(Element.prototype, "animate");
});

const BEFORE = stones(`. o .
                       # . #
                       . . .`);
const AFTER = stones(`. o .
                      # # #
                      . . .`);
const CAPTURED = stones(`. . .
                         # # #
                         . . .`);

function view(grid: Grid, change: BoardChange | null, spec: BoardSpec = lined(3)) {
  return (
    <Board
      spec={spec}
      grid={grid}
      theme="wood"
      label=""
      change={change}
      pointName={nameOn(spec)}
      pointLabel={nameOn(spec)}
    />
  );
}

const still = { removed: [], flipped: [] };
const placed = { key: 1, placed: [{ x: 1, y: 1 }], ...still, at: { x: 1, y: 1 } };

describe("motion", () => {
  it("lets a stone arrive in 90 ms", () => {
    const { rerender } = render(view(BEFORE, null));
    rerender(view(AFTER, placed));
    expect(played.map((one) => [one.name, one.options.duration])).toEqual([
      ["stone 4", 90],
      ["shadow 4", 90],
    ]);
  });

  it("fades captured stones in 150 ms, from where they stood", () => {
    const { rerender, container } = render(view(BEFORE, null));
    rerender(view(CAPTURED, { ...placed, removed: [{ x: 1, y: 0, color: "WHITE" }] }));
    expect(played.at(-1)).toMatchObject({ name: "leaving 1", options: { duration: 150 } });
    expect(container.querySelector("[data-leaving]")?.getAttribute("class")).toContain("board-white");
  });

  it("turns discs over in a wave from the placed one, 180 ms each", () => {
    const row = (picture: string): Grid => [...stones(picture), ...stones(". . . .\n. . . .\n. . . .")];
    const { rerender } = render(view(row("# o o ."), null, celled(4)));
    const flipped = [
      { x: 2, y: 0 },
      { x: 1, y: 0 },
    ];
    rerender(
      view(
        row("# # # #"),
        { key: 2, placed: [{ x: 3, y: 0 }], removed: [], flipped, at: { x: 3, y: 0 } },
        celled(4),
      ),
    );
    const turns = played.filter((one) => one.frames[0]?.transform !== undefined);
    expect(turns.map((one) => [one.name, one.options.delay, one.options.duration])).toEqual([
      ["leaving 2", 0, 90],
      ["stone 2", 90, 90],
      ["leaving 1", 45, 90],
      ["stone 1", 135, 90],
    ]);
  });

  it("happens once for a key, and not for what was there at first", () => {
    const { rerender } = render(view(AFTER, placed));
    rerender(view(AFTER, { ...placed }));
    expect(played).toEqual([]);
    rerender(view(AFTER, { ...placed, key: 2 }));
    rerender(view(AFTER, { ...placed, key: 2 }));
    expect(played).toHaveLength(2);
  });

  it("rests for those who asked their system for less", () => {
    isStill = true;
    const { rerender } = render(view(BEFORE, null));
    rerender(view(CAPTURED, { ...placed, removed: [{ x: 1, y: 0, color: "WHITE" }] }));
    expect(played).toEqual([]);
  });

  it("counts rings of neighbours", () => {
    expect(ringsFrom({ x: 3, y: 0 }, { x: 1, y: 1 })).toBe(2);
    expect(ringsFrom(null, { x: 1, y: 1 })).toBe(0);
  });
});
