import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerCalls, json, noNetwork, refusing } from "../api/fakes";

async function fresh() {
  vi.resetModules();
  return (await import("./useKinds")).useKinds;
}

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the games are asked for once for all pages", async () => {
  const useKinds = await fresh();
  const calls = answerCalls(json({ kinds: [{ gameType: "GO" }] }));
  const [one, two] = [renderHook(() => useKinds()), renderHook(() => useKinds())];
  expect(one.result.current).toEqual({ kinds: null, failure: null });
  await pass(0);
  expect(one.result.current.kinds).toHaveLength(1);
  expect(two.result.current.kinds).toBe(one.result.current.kinds);
  expect(calls).toHaveBeenCalledTimes(1);
});

test("a failure is shown, and goes away by itself when the network is back", async () => {
  const useKinds = await fresh();
  answerCalls(noNetwork);
  const { result } = renderHook(() => useKinds());
  await pass(5_000);
  expect(result.current).toMatchObject({ kinds: null, failure: { code: "OFFLINE" } });
  answerCalls(refusing("BROKEN", 500));
  await pass(15_000);
  expect(result.current.failure?.code).toBe("BROKEN");
  answerCalls(json({ kinds: [] }));
  window.dispatchEvent(new Event("online"));
  await pass(0);
  expect(result.current).toEqual({ kinds: [], failure: null });
});
