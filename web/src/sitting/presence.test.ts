import { describe, expect, test } from "vitest";
import { waitText } from "./clock";
import { outlookOf, presenceShown } from "./presence";
import type { ClockShown, LiveGame } from "./types";

const SIDE = { mainMs: 30_000, periodMs: 0, periods: 0, stones: 0 };
const RUNNING: ClockShown = { at: 0, running: "WHITE", BLACK: SIDE, WHITE: SIDE };

function live(
  presence: "here" | "away" | "gone",
  claimMs: number | null,
  endsMs: number | null,
  clock: ClockShown | null = null,
): Pick<LiveGame, "presence" | "clock"> {
  return { presence: { BLACK: null, WHITE: presenceShown({ presence, claimMs, endsMs }, 1_000) }, clock };
}

describe("what comes next", () => {
  test("is nothing while nobody is gone, or nothing ends by itself", () => {
    expect(outlookOf(live("here", null, null), "WHITE", true, 1_000)).toBeNull();
    expect(outlookOf(live("away", 5_000, 9_000), "WHITE", true, 1_000)).toBeNull();
    expect(outlookOf(live("gone", null, null, RUNNING), "WHITE", true, 1_000)).toBeNull();
    expect(outlookOf(live("gone", 5_000, 9_000), "BLACK", true, 1_000)).toBeNull();
  });

  test("is the claim for the opponent, then the end", () => {
    const gone = live("gone", 5_000, 65_000);
    expect(outlookOf(gone, "WHITE", true, 2_000)).toEqual({ next: "claim", ms: 4_000, canClaim: false });
    expect(outlookOf(gone, "WHITE", true, 6_000)).toEqual({ next: "end", ms: 60_000, canClaim: true });
    expect(outlookOf(gone, "WHITE", false, 2_000)).toEqual({ next: "end", ms: 64_000, canClaim: false });
    expect(outlookOf(gone, "WHITE", false, 9_000)?.canClaim).toBe(false);
  });

  test("is only the claim where nothing ends by itself, and their clock", () => {
    const gone = live("gone", 5_000, null);
    expect(outlookOf(gone, "WHITE", true, 2_000)).toEqual({ next: "claim", ms: 4_000, canClaim: false });
    expect(outlookOf(gone, "WHITE", true, 6_000)).toEqual({ next: "nothing", ms: Infinity, canClaim: true });
    expect(outlookOf(gone, "WHITE", false, 6_000)?.canClaim).toBe(false);
    const running = live("gone", 5_000, null, RUNNING);
    expect(outlookOf(running, "WHITE", true, 10_000)).toEqual({ next: "clock", ms: 20_000, canClaim: true });
  });

  test("is the clock where it is faster", () => {
    const gone = (claimMs: number) => live("gone", claimMs, 65_000, RUNNING);
    expect(outlookOf(gone(40_000), "WHITE", true, 10_000)).toEqual({
      next: "clock",
      ms: 20_000,
      canClaim: false,
    });
    expect(outlookOf(gone(10_000), "WHITE", true, 10_000)).toEqual({
      next: "claim",
      ms: 1_000,
      canClaim: false,
    });
    expect(outlookOf(gone(0), "WHITE", true, 10_000)).toEqual({ next: "clock", ms: 20_000, canClaim: true });
    const theirs = { ...RUNNING, running: "BLACK" as const };
    expect(outlookOf(live("gone", 0, 5_000, theirs), "WHITE", true, 1_000)?.next).toBe("end");
  });

  test("counts all byo-yomi periods that are left", () => {
    const side = { mainMs: 1_000, periodMs: 5_000, periods: 3, stones: 0 };
    const clock = { ...RUNNING, WHITE: side, periodMs: 5_000 };
    expect(outlookOf(live("gone", 90_000, 95_000, clock), "WHITE", true, 0)?.ms).toBe(16_000);
  });
});

test("waiting times are written in whole seconds and never below zero", () => {
  expect([70_000, 69_001, 40_000, 999, 1, 0, -5].map(waitText)).toEqual([
    "1:10",
    "1:10",
    "0:40",
    "0:01",
    "0:01",
    "0:00",
    "0:00",
  ]);
});
