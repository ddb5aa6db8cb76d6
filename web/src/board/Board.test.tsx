import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Board, type BoardProps, MiniBoard } from "./Board";
import { celled, empty, lined, nameOn, stones } from "./board.testing";

afterEach(cleanup);

const GRID = stones(`. . . . .
                     . # o . .
                     . # . . .
                     . . . . .
                     . . . . .`);

function show(props: Partial<BoardProps> = {}) {
  const spec = props.spec ?? lined(5);
  const name = nameOn(spec);
  const { container } = render(
    <Board
      spec={spec}
      grid={GRID}
      theme="wood"
      label="Board"
      pointName={name}
      pointLabel={name}
      {...props}
    />,
  );
  return container;
}

const all = (container: Element, selector: string) => [...container.querySelectorAll(selector)];

describe("a board", () => {
  it("draws every stone where it stands", () => {
    const container = show();
    expect(all(container, "[data-stone]").map((stone) => stone.getAttribute("data-stone"))).toEqual([
      "6",
      "7",
      "11",
    ]);
    expect(all(container, "[data-stone].board-black")).toHaveLength(2);
    expect(all(container, "[data-stone].board-white")).toHaveLength(1);
  });

  it("writes its coordinates around the lines, or none", () => {
    const texts = (container: Element) => all(container, ".board-label text").map((text) => text.textContent);
    expect(texts(show()).join("")).toBe("ABCDEABCDE5432154321");
    cleanup();
    expect(texts(show({ coordinates: false }))).toEqual([]);
  });

  it("writes coordinates once on a board of cells, and draws discs with a rim", () => {
    const container = show({ spec: celled(5) });
    expect(all(container, ".board-label text")).toHaveLength(10);
    expect(all(container, ".board-rim")).toHaveLength(3);
  });

  it.each([4, 26])("is drawn with %i lines", (size) => {
    const spec = { ...lined(size), columnLabels: Array.from({ length: size }, (_, x) => String(x)) };
    const container = show({ spec, grid: empty(size) });
    expect(within(container).getAllByRole("gridcell")).toHaveLength(size * size);
  });

  it("rings the last move in the ink of its stone", () => {
    const container = show({ lastMove: { x: 2, y: 1 } });
    expect(container.querySelector("[data-last]")?.getAttribute("class")).toContain("board-on-white");
  });

  it("rings the rim of a last move that has a number", () => {
    const ring = (container: Element) => container.querySelector("[data-last]")?.getAttribute("d");
    const bare = ring(show({ lastMove: { x: 2, y: 1 } }));
    cleanup();
    expect(ring(show({ lastMove: { x: 2, y: 1 }, numbers: new Map([[7, 42]]) }))).not.toBe(bare);
    expect(screen.getByText("42").getAttribute("class")).toContain("board-on-white");
  });

  it("draws marks of every kind, a mark before a number", () => {
    const container = show({
      marks: [
        { x: 0, y: 0, kind: "triangle" },
        { x: 1, y: 0, kind: "square" },
        { x: 2, y: 0, kind: "circle" },
        { x: 3, y: 0, kind: "cross" },
        { x: 1, y: 1, kind: "label", text: "A1" },
        { x: 9, y: 9, kind: "cross" },
      ],
      numbers: new Map([[6, 12]]),
    });
    expect(all(container, "[data-mark]").map((mark) => mark.getAttribute("data-mark"))).toEqual([
      "triangle",
      "square",
      "circle",
      "cross",
    ]);
    expect(screen.getByText("A1").getAttribute("class")).toContain("board-on-black");
    expect(screen.queryByText("12")).toBeNull();
  });

  it("fades dead stones, crosses them, and takes their shadow", () => {
    const container = show({ dead: [{ x: 2, y: 1 }] });
    expect(container.querySelector('[data-stone="7"]')?.getAttribute("class")).toContain("board-dead");
    expect(all(container, ".board-dead-sign > *")).toHaveLength(1);
    expect(container.querySelector('[data-shadow="7"]')).toBeNull();
    expect(all(container, "[data-shadow]")).toHaveLength(2);
  });

  it("crosses a dead stone in the ink that can be read on its new owner's square", () => {
    const inkOn = (props: Partial<BoardProps>) => {
      const sign = show({ dead: [{ x: 2, y: 1 }], ...props }).querySelector(".board-dead-sign > *");
      cleanup();
      return sign?.getAttribute("class");
    };
    const owned = (share: number) => inkOn({ ownership: Array<number>(25).fill(share) });
    expect(inkOn({})).toBe("board-on-white");
    expect([owned(0), owned(-90), owned(90)]).toEqual(["board-on-white", "board-on-white", "board-on-black"]);
  });

  it("shows territory on empty points and on dead stones only", () => {
    const territory = stones(`# # . . .
                              # # # . .
                              . . . . .
                              . . . . .
                              . . . . o`);
    expect(all(show({ territory }), ".board-territory")).toHaveLength(5);
  });

  it("draws the larger a square the surer a point's owner is, and none on a stone that stays", () => {
    const ownership = Array<number>(25).fill(0);
    ownership.splice(0, 4, 100, -50, 20, 5);
    ownership[7] = -80; // the stone on it is lost
    ownership[12] = -80;
    const shown = stones(`. . . . .
                          . . # . .
                          . . o . .
                          . . . . .
                          . . . . .`);
    const squares = all(show({ ownership, grid: shown }), ".board-territory");
    const widths = squares.map((square) => Number(square.getAttribute("width")));
    expect(widths).toHaveLength(4);
    expect(widths[0]).toBeGreaterThan(widths[3] ?? 0);
    expect(widths[3]).toBeGreaterThan(widths[1] ?? 0);
    expect(widths[1]).toBeGreaterThan(widths[2] ?? 0);
    const colors = squares.map(
      (square) => /board-(black|white)/.exec(square.getAttribute("class") ?? "")?.[1],
    );
    expect(colors).toEqual(["black", "white", "black", "white"]);
  });

  it("dots legal points only when asked to, and crosses forbidden ones", () => {
    const legal = [{ x: 4, y: 4 }];
    expect(all(show({ legal }), ".board-legal circle")).toHaveLength(0);
    cleanup();
    const container = show({ legal, showLegal: true, forbidden: [{ x: 3, y: 3 }] });
    expect(all(container, ".board-legal circle")).toHaveLength(1);
    expect(all(container, ".board-forbidden")).toHaveLength(1);
  });

  it("draws white as squares where colours must not matter", () => {
    const container = show({ theme: "contrast" });
    expect(container.querySelector('[data-stone="7"]')?.tagName).toBe("rect");
    expect(container.querySelector('[data-stone="6"]')?.tagName).toBe("circle");
  });

  it("blinks anew for every refusal", () => {
    const props = {
      spec: lined(5),
      grid: GRID,
      theme: "wood",
      label: "",
      pointName: String,
      pointLabel: String,
    };
    const point = { x: 1, y: 1 };
    const { container, rerender } = render(<Board {...props} theme="wood" blink={{ point, key: 1 }} />);
    const first = container.querySelector("[data-blink]");
    expect(first?.getAttribute("data-blink")).toBe("6");
    rerender(<Board {...props} theme="wood" blink={{ point, key: 2 }} />);
    expect(container.querySelector("[data-blink]")).not.toBe(first);
  });
});

describe("a board read aloud", () => {
  it("is a grid of named rows and cells", () => {
    show({ label: "Go, 5 by 5", pointLabel: ({ x, y }) => `${x} ${y} ${GRID[y]?.[x] ?? "empty"}` });
    const grid = screen.getByRole("grid", { name: "Go, 5 by 5" });
    expect(within(grid).getAllByRole("row")).toHaveLength(5);
    expect(within(grid).getAllByRole("gridcell")).toHaveLength(25);
    expect(screen.getByRole("gridcell", { name: "2 1 WHITE" }).getAttribute("data-point")).toBe("C4");
  });

  it("hides its drawing", () => {
    for (const drawing of all(show(), "svg")) expect(drawing.getAttribute("aria-hidden")).toBe("true");
  });

  it("is one stop for the tab key", () => {
    expect(all(show(), '[tabindex="0"]')).toHaveLength(1);
  });
});

describe("several boards on a page", () => {
  it("keep their gradients apart", () => {
    const props = { spec: lined(5), grid: GRID, theme: "wood", label: "game" } as const;
    const { container } = render(
      <>
        <MiniBoard {...props} />
        <MiniBoard {...props} />
      </>,
    );
    const ids = all(container, "[id]").map((element) => element.id);
    expect(new Set(ids).size).toBe(ids.length);
    const fills = all(container, "[data-stone]").map((stone) => stone.getAttribute("fill"));
    expect(new Set(fills).size).toBe(4);
    for (const fill of fills) expect(ids).toContain(fill?.slice(5, -1));
  });

  it("are pictures with a name when they are small", () => {
    const grid = stones(`# .
                         . o`);
    render(
      <MiniBoard spec={celled(2)} grid={grid} theme="dark" label="Ann – Bo" lastMove={{ x: 0, y: 0 }} />,
    );
    const picture = screen.getByRole("img", { name: "Ann – Bo" });
    expect(picture.querySelectorAll("[data-stone]")).toHaveLength(2);
    expect(screen.queryByRole("grid")).toBeNull();
  });
});
