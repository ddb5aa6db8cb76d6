import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { wordsOf } from "../words/useWords";
import { clockText, faceOf, spend, useClock } from "./clock";
import { remainingText } from "./rules";
import type { ClockShown } from "./types";

const played = vi.hoisted(() => vi.fn());
vi.mock("../sound", () => ({ play: played, armSound: () => undefined }));

const BYO = { mainMs: 1_000, periodMs: 10_000, periods: 3, stones: 0 };

function clock(change: Partial<ClockShown> = {}): ClockShown {
  return {
    at: Math.round(performance.now()),
    running: "BLACK",
    BLACK: BYO,
    WHITE: BYO,
    periodMs: 10_000,
    ...change,
  };
}

test.each([
  [70_000, "1:10"],
  [42_999, "0:42"],
  [10_000, "0:10"],
  [9_999, "0:09.9"],
  [9_300, "0:09.3"],
  [50, "0:00.0"],
  [-5, "0:00.0"],
  [3_723_000, "1:02:03"],
])("%i ms are written %s", (ms, text) => {
  expect(clockText(ms)).toBe(text);
});

test.each([
  [77 * 3_600_000 + 59_000, "3 d 5 h", "3 天 5 小时"],
  [24 * 3_600_000, "1 d 0 h", "1 天 0 小时"],
  [3.5 * 3_600_000, "3 h 30 min", "3 小时 30 分钟"],
])("%i ms of a game of days are written %s", (ms, en, zh) => {
  expect([remainingText(wordsOf("en"), ms), remainingText(wordsOf("zh"), ms)]).toEqual([en, zh]);
});

describe("time", () => {
  test("is taken from the main time first, then period by period, as the server does", () => {
    expect(spend(BYO, 400, 10_000)).toEqual({ ...BYO, mainMs: 600 });
    expect(spend(BYO, 1_000, 10_000)).toEqual({ ...BYO, mainMs: 0 });
    expect(spend(BYO, 4_000, 10_000)).toEqual({ ...BYO, mainMs: 0, periodMs: 7_000 });
    expect(spend(BYO, 12_000, 10_000)).toEqual({ ...BYO, mainMs: 0, periodMs: 9_000, periods: 2 });
    expect(spend(BYO, 30_999, 10_000)).toEqual({ ...BYO, mainMs: 0, periodMs: 1, periods: 1 });
    expect(spend(BYO, 31_000, 10_000)).toEqual({ ...BYO, mainMs: 0, periodMs: 0, periods: 0 });
  });

  test("without periods ends with the main time", () => {
    const side = { mainMs: 5_000, periodMs: 0, periods: 0, stones: 0 };
    expect(spend(side, 9_000, 0).mainMs).toBe(0);
  });

  test("stands for the side whose clock does not run", () => {
    const now = clock();
    expect(faceOf(now, "WHITE", now.at + 5_000)).toMatchObject({
      ms: 1_000,
      isRunning: false,
      isInPeriod: false,
    });
    expect(faceOf(now, "BLACK", now.at + 5_000)).toMatchObject({
      ms: 6_000,
      isRunning: true,
      isInPeriod: true,
    });
  });
});

describe("on a page", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    played.mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function show(shown: ClockShown | null, tickFor?: "BLACK" | "WHITE") {
    return renderHook((now: ClockShown | null) => useClock(now, tickFor), { initialProps: shown });
  }

  test("the running clock goes down, the other does not", () => {
    const side = { mainMs: 65_500, periodMs: 0, periods: 0, stones: 0 };
    const { result } = show(clock({ BLACK: side, WHITE: side }));
    expect(result.current?.BLACK.text).toBe("1:05");
    act(() => void vi.advanceTimersByTime(1_600));
    expect(result.current?.BLACK.text).toBe("1:03");
    expect(result.current?.WHITE.text).toBe("1:05");
  });

  test("nothing runs while no clock does, nor after it is gone", () => {
    const { rerender, unmount } = show(clock({ running: null }));
    expect(vi.getTimerCount()).toBe(0);
    rerender(clock());
    expect(vi.getTimerCount()).toBe(1);
    rerender(null);
    expect(vi.getTimerCount()).toBe(0);
    rerender(clock());
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a clock that has run out is not looked at any more", () => {
    const side = { mainMs: 900, periodMs: 0, periods: 0, stones: 0 };
    const { result } = show(clock({ BLACK: side, WHITE: side }));
    act(() => void vi.advanceTimersByTime(2_000));
    expect(result.current?.BLACK).toMatchObject({ ms: 0, text: "0:00.0", isLow: true });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("the last ten seconds tick once a second, for the side that is asked for", () => {
    const side = { mainMs: 12_500, periodMs: 0, periods: 0, stones: 0 };
    show(clock({ BLACK: side, WHITE: side }), "WHITE");
    act(() => void vi.advanceTimersByTime(20_000));
    expect(played).not.toHaveBeenCalled();
    show(clock({ BLACK: side, WHITE: side }), "BLACK");
    act(() => void vi.advanceTimersByTime(20_000));
    expect(played.mock.calls.length).toBeGreaterThanOrEqual(9);
    expect(played.mock.calls.length).toBeLessThanOrEqual(10);
  });
});
