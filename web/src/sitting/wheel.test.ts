import { expect, it } from "vitest";
import { WheelTurns } from "./wheel";

/** The steps of a wheel or trackpad that turns so far at each of these times. */
function steps(...turned: (readonly [pixels: number, ms: number])[]): number[] {
  const turns = new WheelTurns();
  return turned.map(([pixels, ms]) => turns.turn(pixels, ms));
}

it("a notch is a step, up is back", () => {
  expect(steps([100, 0], [120, 200], [-100, 400], [-53, 600])).toEqual([1, 1, -1, -1]);
});

it("a sweep over a trackpad is a few steps, not one for each of its events", () => {
  const sweep = Array.from({ length: 60 }, (_, at) => [30, at * 16] as const);
  const taken = steps(...sweep).filter((by) => by !== 0);
  expect(taken.length).toBeGreaterThan(4);
  expect(taken.length).toBeLessThan(13);
});

it("a touch of the trackpad is none, and is forgotten after a pause and when it turns", () => {
  expect(steps([30, 0], [30, 400], [-30, 420], [-30, 440])).toEqual([0, 0, 0, -1]);
});
