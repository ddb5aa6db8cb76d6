import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Board, type BoardProps, type XY } from "./Board";
import { empty, lined, nameOn } from "./board.testing";
import { columnAt, layOut, rowAt } from "./geometry";

const SPEC = lined(9);
const LAYOUT = layOut(SPEC, true);
const name = nameOn(SPEC);

// The page gives the board as many pixels as its drawing has units.
beforeEach(() => {
  const box = new DOMRect(0, 0, LAYOUT.width, LAYOUT.height);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(box);
});

afterEach(cleanup);

function show(props: Partial<BoardProps> = {}) {
  const onPick = vi.fn<(point: XY) => void>();
  const onAim = vi.fn<(point: XY | null) => void>();
  const fixed = { spec: SPEC, label: "Board", pointName: name, pointLabel: name, onPick, onAim } as const;
  const element = (more: Partial<BoardProps> = {}) => (
    <Board {...fixed} theme="wood" grid={empty(9)} toMove="BLACK" {...props} {...more} />
  );
  const { container, rerender } = render(element());
  const board = container.firstElementChild as HTMLElement;
  return { board, onPick, onAim, change: (more: Partial<BoardProps>) => rerender(element(more)) };
}

function at(point: XY, off = 0) {
  return { clientX: columnAt(LAYOUT, point.x) + off, clientY: rowAt(LAYOUT, point.y) + off };
}

function press(board: Element, pointerType: string, from: XY, to = from, off = 0): void {
  const common = { pointerType, isPrimary: true, button: 0 };
  fireEvent.pointerDown(board, { ...common, ...at(from, off), buttons: 1 });
  if (to !== from) fireEvent.pointerMove(board, { ...common, ...at(to, off), buttons: 1 });
  fireEvent.pointerUp(board, { ...common, ...at(to, off) });
  fireEvent.click(board, { ...at(to, off), detail: 1 });
}

function key(key: string, more: KeyboardEventInit = {}): boolean {
  return fireEvent.keyDown(document.activeElement as Element, { key, ...more });
}

const focused = () => document.activeElement?.getAttribute("data-point");
const ghost = (board: Element) => board.querySelector(".board-ghost");

describe("a mouse", () => {
  it("picks the nearest point", () => {
    const { board, onPick } = show();
    press(board, "mouse", { x: 2, y: 6 }, undefined, 13);
    expect(onPick.mock.calls).toEqual([[{ x: 2, y: 6 }]]);
  });

  it("picks illegal points too, so that the page can explain", () => {
    const { board, onPick } = show({ legal: [] });
    press(board, "mouse", { x: 2, y: 6 });
    expect(onPick).toHaveBeenCalledOnce();
  });

  it("shows the stone to come only where a move is legal", () => {
    const { board, onAim } = show({ legal: [{ x: 4, y: 4 }] });
    const move = (point: XY) =>
      fireEvent.pointerMove(board, { pointerType: "mouse", isPrimary: true, ...at(point) });
    move({ x: 4, y: 4 });
    expect(ghost(board)?.getAttribute("class")).toContain("board-black");
    move({ x: 5, y: 4 });
    expect(ghost(board)).toBeNull();
    fireEvent.pointerLeave(board, { pointerType: "mouse" });
    expect(onAim.mock.calls).toEqual([[{ x: 4, y: 4 }], [{ x: 5, y: 4 }], [null]]);
  });

  it("does not play what was dragged to another point", () => {
    const { board, onPick } = show();
    press(board, "mouse", { x: 2, y: 6 }, { x: 4, y: 6 });
    expect(onPick).not.toHaveBeenCalled();
  });

  it("does not play with its other buttons", () => {
    const { board, onPick } = show();
    fireEvent.pointerDown(board, { pointerType: "mouse", isPrimary: true, button: 2, ...at({ x: 2, y: 6 }) });
    fireEvent.pointerUp(board, { pointerType: "mouse", isPrimary: true, button: 2, ...at({ x: 2, y: 6 }) });
    expect(onPick).not.toHaveBeenCalled();
  });

  it("does not play on the outer edge of the wood", () => {
    const { board, onPick } = show();
    fireEvent.pointerDown(board, { pointerType: "mouse", isPrimary: true, clientX: 2, clientY: 100 });
    fireEvent.click(board, { clientX: 2, clientY: 100, detail: 1 });
    expect(onPick).not.toHaveBeenCalled();
  });

  it("plays nothing on a board that is only shown", () => {
    const { board, onPick } = show({ pick: "none" });
    press(board, "mouse", { x: 2, y: 6 });
    expect(onPick).not.toHaveBeenCalled();
    expect(ghost(board)).toBeNull();
  });

  it("rings a stone that can be marked", () => {
    const grid = empty(9).map((row, y) => row.map((_, x) => (x + y === 0 ? ("BLACK" as const) : null)));
    const { board, onPick } = show({ pick: "mark", grid });
    fireEvent.pointerMove(board, { pointerType: "mouse", isPrimary: true, ...at({ x: 0, y: 0 }) });
    expect(board.querySelector(".board-grasp")).not.toBeNull();
    expect(ghost(board)).toBeNull();
    press(board, "mouse", { x: 0, y: 0 });
    expect(onPick).toHaveBeenCalledOnce();
  });
});

describe("a finger", () => {
  it("picks at once when taps need no confirmation, even from the edge of the wood", () => {
    const { board, onPick } = show();
    fireEvent.pointerDown(board, { pointerType: "touch", isPrimary: true, clientX: 2, clientY: 2 });
    fireEvent.click(board, { clientX: 2, clientY: 2, detail: 1 });
    expect(onPick.mock.calls).toEqual([[{ x: 0, y: 0 }]]);
  });

  it("shows the stone first and plays on the second tap", () => {
    const { board, onPick, onAim } = show({ confirmTap: "always" });
    press(board, "touch", { x: 3, y: 3 });
    expect(onPick).not.toHaveBeenCalled();
    expect(ghost(board)).not.toBeNull();
    expect(board.querySelector(".board-guide")).not.toBeNull();
    expect(onAim.mock.calls).toEqual([[{ x: 3, y: 3 }]]);
    press(board, "touch", { x: 3, y: 3 }, undefined, 6);
    expect(onPick.mock.calls).toEqual([[{ x: 3, y: 3 }]]);
    expect(onAim.mock.lastCall).toEqual([null]);
    expect(ghost(board)).toBeNull();
  });

  it("moves the stone with a tap elsewhere", () => {
    const { board, onPick } = show({ confirmTap: "always" });
    press(board, "touch", { x: 3, y: 3 });
    press(board, "touch", { x: 5, y: 5 });
    expect(onPick).not.toHaveBeenCalled();
    press(board, "touch", { x: 5, y: 5 });
    expect(onPick.mock.calls).toEqual([[{ x: 5, y: 5 }]]);
  });

  it("asks for no confirmation where nothing can be played", () => {
    const { board, onPick } = show({ confirmTap: "always", legal: [] });
    press(board, "touch", { x: 3, y: 3 });
    expect(onPick).toHaveBeenCalledOnce();
  });

  it("forgets a stone that the page has played by its own button", () => {
    const { board, onAim, change } = show({ confirmTap: "always" });
    press(board, "touch", { x: 3, y: 3 });
    const grid = empty(9).map((row, y) =>
      row.map((_, x) => (x === 3 && y === 3 ? ("BLACK" as const) : null)),
    );
    change({ grid, toMove: null });
    expect(ghost(board)).toBeNull();
    expect(onAim.mock.lastCall).toEqual([null]);
  });

  it("plays nothing when it pans, pinches or is called off", () => {
    const { board, onPick } = show();
    press(board, "touch", { x: 3, y: 3 }, { x: 3, y: 5 });
    const touch = { pointerType: "touch", ...at({ x: 3, y: 3 }) };
    fireEvent.pointerDown(board, { ...touch, isPrimary: true });
    fireEvent.pointerDown(board, { ...touch, isPrimary: false });
    fireEvent.click(board, { ...at({ x: 3, y: 3 }), detail: 1 });
    fireEvent.pointerDown(board, { ...touch, isPrimary: true });
    fireEvent.pointerCancel(board, touch);
    expect(onPick).not.toHaveBeenCalled();
  });
});

describe("a finger on points that are too small for it", () => {
  const HALF = 0.5;
  const finger = { pointerType: "touch", isPrimary: true, button: 0 };
  const spot = (point: XY) => ({
    clientX: HALF * columnAt(LAYOUT, point.x),
    clientY: HALF * rowAt(LAYOUT, point.y),
  });
  const down = (board: Element, point: XY) => fireEvent.pointerDown(board, { ...finger, ...spot(point) });
  const slide = (board: Element, point: XY) =>
    fireEvent.pointerMove(board, { ...finger, ...spot(point), buttons: 1 });
  const lift = (board: Element, point: XY) => fireEvent.pointerUp(board, { ...finger, ...spot(point) });
  const lens = (board: Element) => board.querySelector(".board-lens");
  const waiting = (board: Element) => board.querySelector(".board-aim-touch")?.getAttribute("data-aim");

  beforeEach(() => {
    const box = new DOMRect(0, 0, HALF * LAYOUT.width, HALF * LAYOUT.height);
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(box);
  });

  it("aims by sliding, sees it magnified, and chooses where it is lifted", () => {
    const { board, onPick, onAim } = show({ confirmTap: "never" });
    expect(lens(board)).toBeNull();
    down(board, { x: 3, y: 3 });
    expect(lens(board)?.querySelectorAll("use")).toHaveLength(2);
    expect(lens(board)?.querySelector(".board-ghost")).not.toBeNull();
    slide(board, { x: 4, y: 3 });
    slide(board, { x: 5, y: 4 });
    expect(onAim.mock.lastCall).toEqual([{ x: 5, y: 4 }]);
    lift(board, { x: 5, y: 4 });
    fireEvent.click(board, { ...spot({ x: 5, y: 4 }), detail: 1 });
    expect(onPick.mock.calls).toEqual([[{ x: 5, y: 4 }]]);
    expect(lens(board)).toBeNull();
  });

  it("is asked for a second tap, unless nobody wants that", () => {
    const { board, onPick } = show();
    down(board, { x: 3, y: 3 });
    lift(board, { x: 3, y: 3 });
    expect(onPick).not.toHaveBeenCalled();
    expect(waiting(board)).toBe("3,3");
    expect(board.querySelector(".board-guide")).not.toBeNull();
    down(board, { x: 4, y: 3 });
    slide(board, { x: 3, y: 3 });
    lift(board, { x: 3, y: 3 });
    expect(onPick.mock.calls).toEqual([[{ x: 3, y: 3 }]]);
  });

  it("chooses nothing with a second one, off the board, or called off; what waited waits on", () => {
    const { board, onPick } = show();
    down(board, { x: 3, y: 3 });
    lift(board, { x: 3, y: 3 });

    down(board, { x: 6, y: 6 });
    fireEvent.pointerDown(board, { ...finger, isPrimary: false, ...spot({ x: 1, y: 1 }) });
    expect(lens(board)).toBeNull();
    slide(board, { x: 3, y: 3 });
    lift(board, { x: 3, y: 3 });

    down(board, { x: 3, y: 3 });
    fireEvent.pointerMove(board, { ...finger, clientX: -5, clientY: 40, buttons: 1 });
    expect(lens(board)).toBeNull();
    fireEvent.pointerUp(board, { ...finger, clientX: -5, clientY: 40 });

    down(board, { x: 3, y: 3 });
    fireEvent.pointerCancel(board, finger);
    expect(onPick).not.toHaveBeenCalled();
    expect(waiting(board)).toBe("3,3");
  });

  it("scrolls the page where nothing can be chosen", () => {
    const { board } = show({ toMove: null });
    expect(board.hasAttribute("data-board-magnifies")).toBe(false);
    down(board, { x: 3, y: 3 });
    expect(lens(board)).toBeNull();
  });
});

describe("a keyboard", () => {
  function enter(board: Element): void {
    act(() => board.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  }

  it("enters in the middle and walks from point to point", () => {
    const { board, onAim } = show();
    enter(board);
    expect(focused()).toBe("E5");
    expect(key("ArrowRight")).toBe(false);
    key("ArrowUp");
    expect(focused()).toBe("F6");
    key("Home");
    expect(focused()).toBe("A6");
    key("PageDown");
    expect(focused()).toBe("A1");
    key("End");
    expect(focused()).toBe("J1");
    key("Home", { ctrlKey: true });
    expect(focused()).toBe("A9");
    expect(onAim.mock.lastCall).toEqual([{ x: 0, y: 0 }]);
    expect(board.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    expect(document.activeElement?.getAttribute("tabindex")).toBe("0");
  });

  it("picks with Enter and with Space, once for each press", () => {
    const { board, onPick } = show({ confirmTap: "always" });
    enter(board);
    key("Enter");
    key("Enter", { repeat: true });
    key(" ");
    expect(onPick.mock.calls).toEqual([[{ x: 4, y: 4 }], [{ x: 4, y: 4 }]]);
  });

  it("leaves the cells with Escape, which then keep no arrows", () => {
    const { board, onAim } = show();
    enter(board);
    expect(ghost(board)).not.toBeNull();
    expect(key("Escape")).toBe(false);
    expect(ghost(board)).toBeNull();
    expect(onAim.mock.lastCall).toEqual([null]);
    expect(document.activeElement).toBe(board);
    expect(key("ArrowLeft")).toBe(true);
    expect(ghost(board)).toBeNull();
  });

  it("gives up an aim when it leaves", () => {
    const { board } = show();
    enter(board);
    expect(ghost(board)).not.toBeNull();
    act(() => (document.activeElement as HTMLElement).blur());
    expect(ghost(board)).toBeNull();
  });

  it("leaves every other key to the page", () => {
    const { board } = show();
    enter(board);
    expect(key("u")).toBe(true);
    expect(key("ArrowLeft", { altKey: true })).toBe(true);
    expect(focused()).toBe("E5");
  });

  it("keeps its arrows after a click of the mouse, and goes on from there once it comes", () => {
    const { board } = show();
    enter(board);
    const cell = board.querySelector('[data-point="C7"]') as Element;
    expect(fireEvent.mouseDown(cell, at({ x: 2, y: 2 })), "a cell takes no focus from the mouse").toBe(false);
    expect(document.activeElement).toBe(board);
    expect(key("ArrowDown")).toBe(true);
    enter(board);
    key("ArrowDown");
    expect(focused()).toBe("C6");
  });
});

describe("other ways", () => {
  it("a screen reader clicks the cell itself", () => {
    const { onPick } = show();
    act(() => screen.getByRole("gridcell", { name: "C7" }).click());
    expect(onPick.mock.calls).toEqual([[{ x: 2, y: 2 }]]);
  });

  it("typed coordinates move the cursor and leave the focus where it is", () => {
    const { board, change, onAim } = show();
    change({ cursorAt: { x: 2, y: 2 } });
    expect(board.querySelector(".board-cursor")).not.toBeNull();
    expect(board.querySelector('[tabindex="0"]')?.getAttribute("data-point")).toBe("C7");
    expect(board.contains(document.activeElement)).toBe(false);
    change({ cursorAt: null });
    expect(board.querySelector(".board-cursor")).toBeNull();
    expect(onAim.mock.calls).toEqual([[{ x: 2, y: 2 }], [null]]);
  });

  it("a smaller board still has a cell for the tab key", () => {
    const { board, change } = show({ cursorAt: { x: 8, y: 8 } });
    const small = lined(5);
    change({
      spec: small,
      grid: empty(5),
      pointName: nameOn(small),
      pointLabel: nameOn(small),
      cursorAt: null,
    });
    expect(board.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });
});
