import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSettings } from "./settings";

/** Web Audio as far as it is used here: counts what is started. */
function fakeAudio() {
  const started: { kind: string; hertz: number }[] = [];
  const param = () => ({ setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined });
  class FakeNode {
    gain = param();
    frequency = param();
    connect<T>(next: T): T {
      return next;
    }
    stop(): void {}
    start(): void {}
  }
  class Context {
    state = "running";
    currentTime = 0;
    sampleRate = 8_000;
    destination = {};
    createBuffer = () => ({ getChannelData: () => new Float32Array(8) });
  }
  class Oscillator extends FakeNode {
    constructor(_: unknown, { frequency }: { frequency: number }) {
      super();
      started.push({ kind: "tone", hertz: frequency });
    }
  }
  vi.stubGlobal("AudioContext", Context);
  vi.stubGlobal("OscillatorNode", Oscillator);
  for (const name of ["AudioBufferSourceNode", "BiquadFilterNode", "GainNode"]) {
    vi.stubGlobal(name, FakeNode);
  }
  return started;
}

async function fresh() {
  vi.resetModules();
  return import("./sound");
}

beforeEach(() => useSettings.getState().set({ sound: true }));
afterEach(() => vi.unstubAllGlobals());

test("nothing is heard before the person touches the page; then captures are lower than stones", async () => {
  const started = fakeAudio();
  const { armSound, play } = await fresh();
  armSound();
  play("stone");
  expect(started).toEqual([]);
  window.dispatchEvent(new Event("pointerdown"));
  play("stone");
  const stone = started[0]?.hertz ?? 0;
  play("capture");
  expect(started[1]?.hertz).toBeLessThan(stone);
});

test("many at once are heard as one", async () => {
  const started = fakeAudio();
  const { armSound, play } = await fresh();
  armSound();
  window.dispatchEvent(new Event("keydown"));
  for (let count = 0; count < 20; count += 1) {
    play("stone");
  }
  expect(started).toHaveLength(1);
  play("end");
  expect(started).toHaveLength(3);
});

test("who wants no sound hears none", async () => {
  const started = fakeAudio();
  const { armSound, play } = await fresh();
  const { useSettings: settings } = await import("./settings");
  settings.getState().set({ sound: false });
  armSound();
  window.dispatchEvent(new Event("pointerdown"));
  play("stone");
  expect(started).toEqual([]);
});

test("a browser without sound is silent", async () => {
  vi.stubGlobal("AudioContext", undefined);
  const { armSound, play } = await fresh();
  armSound();
  window.dispatchEvent(new Event("pointerdown"));
  expect(() => play("end")).not.toThrow();
});
