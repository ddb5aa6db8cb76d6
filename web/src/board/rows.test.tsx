import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { gridOf } from "../api/fakes";
import { layOut } from "./geometry";
import { rowsThrough } from "./rows";
import type { BoardSpec } from "./types";
import { WonRows } from "./WonRows";

afterEach(cleanup);

const GRID = gridOf(
  "#......", //
  ".#.....",
  "..#....",
  "######.",
  "....#..",
  ".oooo..",
  ".......",
);

function names(rows: readonly (readonly { x: number; y: number }[])[]): string[] {
  return rows.map((row) => row.map(({ x, y }) => `${x}${y}`).join(" "));
}

describe("rows through a stone", () => {
  it("are found in every direction and as long as they are", () => {
    expect(names(rowsThrough(GRID, { x: 3, y: 3 }, 5))).toEqual(["03 13 23 33 43 53", "00 11 22 33 44"]);
    expect(names(rowsThrough(GRID, { x: 5, y: 3 }, 5))).toEqual(["03 13 23 33 43 53"]);
  });

  it("are none where they are too short, or no stone stands", () => {
    expect(rowsThrough(GRID, { x: 2, y: 5 }, 5)).toEqual([]);
    expect(rowsThrough(GRID, { x: 6, y: 6 }, 1)).toEqual([]);
    expect(rowsThrough(GRID, { x: 9, y: 9 }, 1)).toEqual([]);
  });
});

describe("a row that won", () => {
  const spec: BoardSpec = { columns: 7, rows: 7, style: "lines", columnLabels: [], rowLabels: [], stars: [] };
  const rows = rowsThrough(GRID, { x: 5, y: 3 }, 5);
  const drawn = (isWrittenOn: boolean) => {
    const layout = layOut(spec, false);
    const { container } = render(
      <svg role="presentation">
        <WonRows layout={layout} grid={GRID} rows={rows} isWrittenOn={isWrittenOn} />
      </svg>,
    );
    return container.querySelector("[data-won]");
  };

  it("is a stroke in the ink of its stones, from stone to stone", () => {
    const stroke = drawn(false);
    expect(stroke?.getAttribute("class")).toBe("board-on-black");
    expect(stroke?.getAttribute("data-won")).toBe("6");
    expect(stroke?.getAttribute("d")?.match(/M/g)).toHaveLength(5);
  });

  it("leaves free what is written on the stones", () => {
    expect(drawn(true)?.getAttribute("d")).not.toBe(drawn(false)?.getAttribute("d"));
  });
});
