/** The sounds of a board, made here and now: no files. Silent until the person has touched the page. */
import { useSettings } from "./settings";

export type SoundName = "stone" | "capture" | "end" | "tick";

interface Knock {
  /** Pitch of the wood, in hertz. */
  hertz: number;
  loud: number;
  seconds: number;
  after: number;
}

const KNOCKS: Record<"stone" | "capture" | "tick", readonly Knock[]> = {
  stone: [{ hertz: 1150, loud: 0.5, seconds: 0.07, after: 0 }],
  capture: [
    { hertz: 620, loud: 0.5, seconds: 0.1, after: 0 },
    { hertz: 480, loud: 0.35, seconds: 0.12, after: 0.07 },
  ],
  tick: [{ hertz: 2300, loud: 0.12, seconds: 0.025, after: 0 }],
};

const SHORTEST_GAP_MS = 60;

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
let isArmed = false;
const heardAt = new Map<SoundName, number>();

/** Get ready at the first touch or key: before it a browser lets no page sound. Asked often, it does this once. */
export function armSound(): void {
  if (isArmed) {
    return;
  }
  isArmed = true;
  if (navigator.userActivation?.hasBeenActive) {
    open();
  }
  for (const touch of ["pointerdown", "keydown"]) {
    window.addEventListener(touch, open, { capture: true, passive: true });
  }
}

/** Let a sound be heard, if the person wants sounds. Many at once are heard as one. */
export function play(name: SoundName): void {
  if (context === null || context.state !== "running" || !useSettings.getState().sound) {
    return;
  }
  const now = performance.now();
  if (now - (heardAt.get(name) ?? Number.NEGATIVE_INFINITY) < SHORTEST_GAP_MS) {
    return;
  }
  heardAt.set(name, now);
  if (name === "end") {
    tone(context, 523.25, 0);
    tone(context, 392, 0.22);
    return;
  }
  for (const each of KNOCKS[name]) {
    knock(context, each);
  }
}

function open(): void {
  if (typeof AudioContext !== "function") {
    return;
  }
  try {
    context ??= new AudioContext({ latencyHint: "interactive" });
    if (context.state !== "running") {
      context.resume().catch(() => undefined); // another touch will come
    }
  } catch {
    context = null; // no sound card, or too many pages that sound
  }
}

/** Stone on wood: a puff of noise and a short ring of the board, both in the same pitch. */
function knock(audio: AudioContext, { hertz, loud, seconds, after }: Knock): void {
  const at = audio.currentTime + after;
  const puff = new AudioBufferSourceNode(audio, { buffer: noiseOf(audio) });
  const wood = new BiquadFilterNode(audio, { type: "bandpass", frequency: hertz * 1.6, Q: 1.2 });
  puff.connect(wood).connect(fading(audio, at, loud, seconds / 2));
  puff.start(at);
  puff.stop(at + seconds);
  const ring = new OscillatorNode(audio, { type: "sine", frequency: hertz });
  ring.frequency.setValueAtTime(hertz, at);
  ring.frequency.exponentialRampToValueAtTime(hertz * 0.7, at + seconds);
  ring.connect(fading(audio, at, loud * 0.6, seconds));
  ring.start(at);
  ring.stop(at + seconds);
}

function tone(audio: AudioContext, hertz: number, after: number): void {
  const at = audio.currentTime + after;
  const sound = new OscillatorNode(audio, { type: "sine", frequency: hertz });
  sound.connect(fading(audio, at, 0.16, 0.6, 0.03));
  sound.start(at);
  sound.stop(at + 0.65);
}

/** Something to play through that is loud at once, or after `rise` seconds, and then dies away. */
function fading(audio: AudioContext, at: number, loud: number, seconds: number, rise = 0.001): GainNode {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + rise + seconds);
  gain.connect(audio.destination);
  return gain;
}

function noiseOf(audio: AudioContext): AudioBuffer {
  if (noise === null) {
    noise = audio.createBuffer(1, Math.ceil(audio.sampleRate / 5), audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) {
      samples[i] = Math.random() * 2 - 1;
    }
  }
  return noise;
}
