/** Time controls to choose from, and one's own. */
import type { ClockIn } from "../../api/types";

/** As a form offers them: a time per move that is counted in days is a kind of its own. */
export type ClockKind = ClockIn["kind"] | "days";
export const CLOCK_KINDS: readonly ClockKind[] = [
  "absolute",
  "fischer",
  "byoyomi",
  "canadian",
  "per_move",
  "days",
];

type Field = Exclude<keyof ClockIn, "kind">;

/** Which values a kind has; of the others it has none. */
export const CLOCK_FIELDS: Record<ClockKind, readonly Field[]> = {
  absolute: ["mainMs"],
  fischer: ["mainMs", "incrementMs"],
  byoyomi: ["mainMs", "periodMs", "periods"],
  canadian: ["mainMs", "periodMs", "stones"],
  per_move: ["periodMs"],
  days: ["periodMs"],
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

function clock(kind: ClockKind, values: Partial<Omit<ClockIn, "kind">>): ClockIn {
  const sent = kind === "days" ? "per_move" : kind;
  return { mainMs: 0, incrementMs: 0, periodMs: 0, periods: 0, stones: 0, ...values, kind: sent };
}

/** What a form calls a clock. */
export function kindOfClock({ kind, periodMs }: Pick<ClockIn, "kind" | "periodMs">): ClockKind {
  return kind === "per_move" && periodMs >= DAY ? "days" : kind;
}

/** By name; the words are under `start.clock.<name>`. */
export const CLOCKS = {
  quick: clock("fischer", { mainMs: 5 * MINUTE, incrementMs: 3 * SECOND }),
  sudden: clock("absolute", { mainMs: 10 * MINUTE }),
  japanese: clock("byoyomi", { mainMs: 10 * MINUTE, periodMs: 30 * SECOND, periods: 3 }),
  canadian: clock("canadian", { mainMs: 25 * MINUTE, periodMs: 5 * MINUTE, stones: 15 }),
  day: clock("days", { periodMs: DAY }),
  days: clock("days", { periodMs: 3 * DAY }),
  week: clock("days", { periodMs: 7 * DAY }),
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
      return withKind(choice.custom, kindOfClock(choice.custom));
    default:
      return CLOCKS[choice.name];
  }
}

/** The unit in which a value is written: days, minutes, seconds, or 1 for what is counted. */
export function unitMs(kind: ClockKind, field: Field): number {
  if (kind === "days") {
    return DAY;
  }
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
      return { minimum: 1, maximum: kind === "days" ? 30 : 3600 };
    default:
      return { minimum: 1, maximum: 100 };
  }
}

/** The same clock as another kind: what that kind has not is 0, what it needs has a usual value. */
export function withKind(from: ClockIn, kind: ClockKind): ClockIn {
  const usual: Record<Field, number> = {
    mainMs: 10 * MINUTE,
    incrementMs: 5 * SECOND,
    periodMs: kind === "days" ? 3 * DAY : 30 * SECOND,
    periods: 3,
    stones: 15,
  };
  const before = kindOfClock(from);
  const made = clock(kind, {});
  for (const field of CLOCK_FIELDS[kind]) {
    const { minimum, maximum } = boundsOf(kind, field);
    const ms = unitMs(kind, field);
    const isFitting = from[field] >= Math.max(minimum * ms, 1) && from[field] <= maximum * ms;
    made[field] = isFitting || (minimum === 0 && before === kind) ? from[field] : usual[field];
  }
  return made;
}

/** Reads what was kept; a broken clock is as usual. */
export function readClock(kept: unknown, usual = DEFAULT_CLOCK): ClockChoice {
  if (typeof kept !== "object" || kept === null) {
    return usual;
  }
  const { name, custom } = kept as Record<string, unknown>;
  return {
    name: CLOCK_NAMES.find((known) => known === name) ?? usual.name,
    custom: readCustom(custom),
  };
}

function readCustom(kept: unknown): ClockIn {
  const given = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
  const sent = CLOCK_KINDS.find((known) => known === given.kind);
  if (sent === undefined || sent === "days") {
    return DEFAULT_CLOCK.custom;
  }
  const kind = kindOfClock({ kind: sent, periodMs: Number(given.periodMs) });
  const made = clock(kind, {});
  for (const field of CLOCK_FIELDS[kind]) {
    const value = given[field];
    const { minimum, maximum } = boundsOf(kind, field);
    const ms = unitMs(kind, field);
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
