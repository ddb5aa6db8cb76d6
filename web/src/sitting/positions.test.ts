import { describe, expect, it } from "vitest";
import { following, lineThrough, Positions, pathTo, siblings, treeOf } from "./positions";
import { fakeNode as node, fakeStone as stone } from "./replayFakes";

function picture(positions: Positions, at: number): string[] {
  return positions
    .grid(at)
    .map((row) => row.map((cell) => (cell === null ? "." : cell === "BLACK" ? "#" : "o")).join(""));
}

describe("positions", () => {
  const nodes = [
    node(-1, { placed: [[0, 0, "WHITE"]] }),
    stone(0, "BLACK", 1, 0),
    stone(1, "WHITE", 2, 2),
    stone(2, "BLACK", 0, 1, { removed: [[0, 0]] }),
    stone(1, "WHITE", 1, 2, { flipped: [[1, 0]] }),
    node(3, { move: { player: "WHITE", pass: true } }),
  ];
  const positions = new Positions(nodes, 3, 3);

  it("puts stones down, takes them off and turns them over along the way", () => {
    expect(picture(positions, 0)).toEqual(["o..", "...", "..."]);
    expect(picture(positions, 3)).toEqual([".#.", "#..", "..o"]);
    expect(picture(positions, 4)).toEqual(["oo.", "...", ".o."]);
  });

  it("gives the same board for the same node, whichever way one comes", () => {
    const there = picture(positions, 5);
    picture(positions, 0);
    expect(picture(positions, 5)).toEqual(there);
  });

  it("numbers the stones that still stand, counting passes", () => {
    expect([...positions.numbers(3)]).toEqual([
      [1, 1],
      [8, 2],
      [3, 3],
    ]);
    expect(positions.tree.moveNumber).toEqual([0, 1, 2, 3, 2, 4]);
  });

  it("tells what a step did, with the colour of what was taken", () => {
    expect(positions.change(3, 7)).toEqual({
      key: 7,
      placed: [{ x: 0, y: 1 }],
      removed: [{ x: 0, y: 0, color: "WHITE" }],
      flipped: [],
      at: { x: 0, y: 1 },
    });
    expect(positions.change(0, 1)).toBeNull();
  });

  it("follows the first continuation unless another was chosen", () => {
    const tree = treeOf(nodes);
    expect(lineThrough(tree, 0)).toEqual([0, 1, 2, 3, 5]);
    expect(lineThrough(tree, 0, new Map([[1, 4]]))).toEqual([0, 1, 4]);
    expect(following(tree, 5)).toBeNull();
    expect(pathTo(tree, 4)).toEqual([0, 1, 4]);
    expect(siblings(tree, 4)).toEqual([2, 4]);
    expect(siblings(tree, 0)).toEqual([0]);
  });

  it("steps through a game of 400 moves at once", () => {
    const long = [node(-1)];
    for (let index = 0; index < 400; index++) {
      const at = index % 361;
      const x = at % 19;
      const y = Math.floor(at / 19);
      long.push(stone(index, index % 2 ? "WHITE" : "BLACK", x, y));
    }
    const many = new Positions(long, 19, 19);
    many.grid(400);
    const began = performance.now();
    for (let at = 400; at >= 0; at--) {
      many.grid(at);
    }
    expect((performance.now() - began) / 400).toBeLessThan(2);
    expect(
      many
        .grid(0)
        .flat()
        .every((cell) => cell === null),
    ).toBe(true);
  });
});
