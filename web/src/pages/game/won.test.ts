import { describe, expect, it } from "vitest";
import { gridOf } from "../../api/fakes";
import type { Replay } from "../../api/types";
import { fakeView } from "./fakes";
import { clearSide, isInRow, isWonByRow, wasWonByRow, wonRows } from "./won";

const GRID = gridOf("#####", "oooo.", ".....", ".....", ".....");
const LAST = { x: 2, y: 0 };

describe("the row that won", () => {
  it("is shown only where a row won, through the last stone", () => {
    const rows = wonRows(true, GRID, LAST);
    expect(rows.map((row) => row.length)).toEqual([5]);
    expect([isInRow(rows, { x: 4, y: 0 }), isInRow(rows, { x: 0, y: 1 })]).toEqual([true, false]);
    expect(wonRows(false, GRID, LAST)).toEqual([]);
    expect(wonRows(true, GRID, null)).toEqual([]);
  });

  it("is not covered by what is shown at the end", () => {
    const row = (y: number) => [0, 1, 2, 3, 4].map((x) => ({ x, y }));
    expect([
      clearSide([row(1)], 9),
      clearSide([row(4)], 9),
      clearSide([row(8)], 9),
      clearSide([], 9),
    ]).toEqual(["bottom", "top", "top", null]);
  });

  it("is known by the result of a match, or of a record", () => {
    const ended = (reason: string) => fakeView({}, { result: { reason, margin: null, noResult: false } });
    expect([isWonByRow(ended("line")), isWonByRow(ended("resign")), isWonByRow(fakeView())]).toEqual([
      true,
      false,
      false,
    ]);
    const record = (key: string | null) => ({ result: key === null ? null : { key } }) as Replay;
    const keys = ["status.won.line.black", "status.won.resign.black", null];
    expect(keys.map((key) => wasWonByRow(record(key)))).toEqual([true, false, false]);
  });
});
