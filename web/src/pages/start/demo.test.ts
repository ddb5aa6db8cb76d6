import { describe, expect, it } from "vitest";
import { changeOf, DEMOS, demoOf, gridsOf, pointOf } from "./demo";
import { gameIdIn } from "./watched";

describe.each(DEMOS.map((demo) => [demo.gameType, demo] as const))("the demo of %s", (gameType, demo) => {
  const grids = gridsOf(demo);

  it("puts stones on empty points and takes or turns those that are there", () => {
    for (const [node, step] of demo.steps.entries()) {
      const before = grids[node - 1];
      for (const [x, y, color] of step.placed) {
        expect(before?.[y]?.[x] ?? null).toBeNull();
        expect(grids[node]?.[y]?.[x]).toBe(color);
      }
      for (const [x, y] of [...step.removed, ...step.flipped]) {
        expect(before?.[y]?.[x]).toBeTruthy();
      }
      for (const [x, y] of step.flipped) {
        expect(grids[node]?.[y]?.[x]).not.toBe(before?.[y]?.[x]);
      }
    }
  });

  it("can be taken over at a moment that is shown", () => {
    expect(demo.lastOpen).toBeGreaterThan(demo.steps.length / 2);
    expect(demo.lastOpen).toBeLessThan(demo.steps.length);
    expect(demoOf(gameType)).toBe(demo);
  });
});

it("tells boards what a step did", () => {
  const demo = DEMOS.find(({ steps }) => steps.some((step) => step.removed.length > 0));
  const node = demo?.steps.findIndex((step) => step.removed.length > 0) ?? -1;
  const step = demo?.steps[node];
  const before = demo && gridsOf(demo)[node - 1];
  expect(step && before && changeOf(step, before, 5)).toEqual({
    key: 5,
    placed: [pointOf(step)],
    removed: step?.removed.map(([x, y]) => ({ x, y, color: before?.[y]?.[x] })),
    flipped: [],
    at: pointOf(step),
  });
});

describe("the game that a text names", () => {
  it.each([
    ["abcDEF_-123", "abcDEF_-123"],
    ["  abcdef1  ", "abcdef1"],
    ["https://go.example/tengen/#/game/abcdef1", "abcdef1"],
    ["#/watch/abcdef1?x=1", "abcdef1"],
    ["http://x.example/#/review/abcdef1", "abcdef1"],
  ])("in %j is %s", (text, id) => expect(gameIdIn(text)).toBe(id));

  it.each(["", "a b", "https://go.example/", "<script>", "#/game/"])("is none in %j", (text) =>
    expect(gameIdIn(text)).toBeNull(),
  );
});
