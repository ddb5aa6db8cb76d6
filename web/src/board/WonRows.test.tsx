import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { gridOf } from "../api/fakes";
import { layOut } from "./geometry";
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

describe("a row that won", () => {
  const spec: BoardSpec = { columns: 7, rows: 7, style: "lines", columnLabels: [], rowLabels: [], stars: [] };
  const rows = [[0, 1, 2, 3, 4, 5].map((x) => ({ x, y: 3 }))];
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
