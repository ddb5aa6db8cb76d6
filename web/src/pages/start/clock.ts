/** Time controls to choose from, and one's own. */
import type { ClockIn } from "../../api/types";

export type ClockKind = ClockIn["kind"];
export const CLOCK_KINDS: readonly ClockKind[] = ["absolute", "fischer", "byoyomi", "canadian", "per_move"];

type Field = Exclude<keyof ClockIn, "kind">;

/** Which values a kind has; of the others it has none. */
export const CLOCK_FIELDS: Record<ClockKind, readonly Field[]> = {
  absolute: ["mainMs"],
  fischer: ["mainMs", "incrementMs"],
  byoyomi: ["mainMs", "periodMs", "periods"],
  canadian: ["mainMs", "periodMs", "stones"],
  per_move: ["periodMs"],
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;

function clock(kind: ClockKind, values: Partial<Omit<ClockIn, "kind">>): ClockIn {
  return { mainMs: 0, incrementMs: 0, periodMs: 0, periods: 0, stones: 0, ...values, kind };
}

/** By name; the words are under `start.clock.<name>`. */
export const CLOCKS = {
  quick: clock("fischer", { mainMs: 5 * MINUTE, incrementMs: 3 * SECOND }),
  sudden: clock("absolute", { mainMs: 10 * MINUTE }),
  japanese: clock("byoyomi", { mainMs: 10 * MINUTE, periodMs: 30 * SECOND, periods: 3 }),
  canadian: clock("canadian", { mainMs: 25 * MINUTE, periodMs: 5 * MINUTE, stones: 15 }),
} as const;

export type ClockName = "none" | keyof typeof CLOCKS | "custom";
export const CLOCK_NAMES: readonly ClockName[] = ["none", ...Object.keys(CLOCKS), "custom"] as ClockName[];

export interface ClockChoice {
  name: ClockName;
  custom: ClockIn;
}

export const DEFAULT_CLOCK: ClockChoice = { name: "none", custom: CLOCKS.japanese };

/** The control as a request names it; null: without a clock. */
export function clockOf(choice: ClockChoice): ClockIn | null {
  switch (choice.name) {
    case "none":
      return null;
    case "custom":
      return withKind(choice.custom, choice.custom.kind);
    default:
      return CLOCKS[choice.name];
  }
}

/** The unit in which a value is written: minutes, seconds, or 1 for what is counted. */
export function unitMs(field: Field): number {
  if (field === "mainMs") {
    return MINUTE;
  }
  return field.endsWith("Ms") ? SECOND : 1;
}

/** What a value may be, in its unit. */
export function boundsOf(kind: ClockKind, field: Field): { minimum: number; maximum: number } {
  switch (field) {
    case "mainMs":
      return { minimum: kind === "absolute" || kind === "fischer" ? 1 : 0, maximum: 600 };
    case "incrementMs":
    case "periodMs":
      return { minimum: 1, maximum: 3600 };
    default:
      return { minimum: 1, maximum: 100 };
  }
}

/** The same clock as another kind: what that kind has not is 0, what it needs has a usual value. */
export function withKind(from: ClockIn, kind: ClockKind): ClockIn {
  const usual: Record<Field, number> = {
    mainMs: 10 * MINUTE,
    incrementMs: 5 * SECOND,
    periodMs: 30 * SECOND,
    periods: 3,
    stones: 15,
  };
  const made = clock(kind, {});
  for (const field of CLOCK_FIELDS[kind]) {
    const { minimum } = boundsOf(kind, field);
    made[field] =
      from[field] >= Math.max(minimum, 1) || (minimum === 0 && from.kind === kind)
        ? from[field]
        : usual[field];
  }
  return made;
}

/** Reads what was kept; a broken clock is none. */
export function readClock(kept: unknown): ClockChoice {
  if (typeof kept !== "object" || kept === null) {
    return DEFAULT_CLOCK;
  }
  const { name, custom } = kept as Record<string, unknown>;
  return {
    name: CLOCK_NAMES.find((known) => known === name) ?? DEFAULT_CLOCK.name,
    custom: readCustom(custom),
  };
}

function readCustom(kept: unknown): ClockIn {
  const given = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
  const kind = CLOCK_KINDS.find((known) => known === given.kind);
  if (kind === undefined) {
    return DEFAULT_CLOCK.custom;
  }
  const made = clock(kind, {});
  for (const field of CLOCK_FIELDS[kind]) {
    const value = given[field];
    const { minimum, maximum } = boundsOf(kind, field);
    const ms = unitMs(field);
    if (
      typeof value !== "number" ||
      !Number.isInteger(value) ||
      value < minimum * ms ||
      value > maximum * ms
    ) {
      return DEFAULT_CLOCK.custom;
    }
    made[field] = value;
  }
  return made;
}
