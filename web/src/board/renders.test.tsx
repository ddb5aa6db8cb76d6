import { cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Board, type ColorName, type Grid, type XY } from "./Board";
import { lined, nameOn } from "./board.testing";

const drawn = vi.hoisted(() => ({ stones: [] as unknown[], grains: 0 }));

vi.mock("./StoneBody", async (load) => {
  const real = await load<typeof import("./StoneBody")>();
  const StoneBody: typeof real.StoneBody = (props) => {
    drawn.stones.push(props.stone ?? "ghost");
    return real.StoneBody(props);
  };
  return { ...real, StoneBody };
});

vi.mock("./grain", () => ({
  grain: () => {
    drawn.grains += 1;
    return [];
  },
}));

beforeEach(() => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 700, 700));
});

afterEach(cleanup);

/** 300 stones on 19 lines, and the empty points. */
function full(): { grid: Grid; free: XY[] } {
  const free: XY[] = [];
  const grid = Array.from({ length: 19 }, (_, y) =>
    Array.from({ length: 19 }, (_, x): ColorName | null => {
      if ((y * 19 + x) % 6 === 5) {
        free.push({ x, y });
        return null;
      }
      return (x + y) % 2 ? "WHITE" : "BLACK";
    }),
  );
  return { grid, free };
}

/** As pages do it: everything is made anew for every move. */
function view(grid: Grid, legal: XY[], lastMove: XY | null) {
  const spec = lined(19);
  const name = nameOn(spec);
  const label = (point: XY) => `${name(point)} ${grid[point.y]?.[point.x] ?? ""}`;
  const stones = { grid, legal, lastMove, dead: [], marks: [] };
  return (
    <Board {...stones} spec={spec} theme="wood" label="" toMove="BLACK" pointName={name} pointLabel={label} />
  );
}

describe("one move on a board of 300 stones", () => {
  const { grid, free } = full();
  const point = free[30] as XY;
  const after = grid.map((row, y) =>
    row.map((stone, x) => (x === point.x && y === point.y ? "BLACK" : stone)),
  );

  it("draws the new stone and no other, and nothing of the empty board", () => {
    const { rerender } = render(view(grid, free, null));
    expect(drawn.stones).toHaveLength(301);
    Object.assign(drawn, { stones: [], grains: 0 });
    rerender(view(after, free, point));
    expect(drawn.stones).toEqual([point.y * 19 + point.x]);
    expect(drawn.grains).toBe(0);
  });

  it("changes a handful of elements, and one label", async () => {
    const { rerender, container } = render(view(grid, free, null));
    const observer = new MutationObserver(() => {});
    observer.observe(container, { subtree: true, childList: true, attributes: true });
    rerender(view(after, free, point));
    const changes = observer.takeRecords();
    expect(changes.filter((change) => change.attributeName === "aria-label")).toHaveLength(1);
    expect(changes.length).toBeLessThan(6);
  });

  it("draws one stone for the pointer, again and again", () => {
    const { container } = render(view(grid, free, null));
    drawn.stones = [];
    const board = container.firstElementChild as Element;
    for (let clientX = 50; clientX < 650; clientX += 10) {
      fireEvent.pointerMove(board, { pointerType: "mouse", isPrimary: true, clientX, clientY: 350 });
    }
    expect(new Set(drawn.stones)).toEqual(new Set(["ghost"]));
  });

  it("draws nothing of the board for the magnifier, again and again", () => {
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 390, 390));
    const { container } = render(view(grid, free, null));
    Object.assign(drawn, { stones: [], grains: 0 });
    const board = container.firstElementChild as Element;
    const finger = { pointerType: "touch", isPrimary: true, button: 0, clientY: 200, buttons: 1 };
    fireEvent.pointerDown(board, { ...finger, clientX: 50 });
    expect(container.querySelector(".board-lens")).not.toBeNull();
    for (let clientX = 50; clientX < 350; clientX += 5) fireEvent.pointerMove(board, { ...finger, clientX });
    expect(new Set(drawn.stones)).toEqual(new Set(["ghost"]));
    expect(drawn.grains).toBe(0);
  });
});
