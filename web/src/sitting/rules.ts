/** The rules of a match in words: its options by their names, its clock in a line. */
import type { ClockIn, Kind, Option, View } from "../api/types";
import type { Words } from "../words/useWords";
import { LONG_MS } from "./clock";

export interface Fact {
  key: string;
  name: string;
  value: string;
}

type Rules = Readonly<Record<string, string | number | boolean>>;

/** The options that mean something in this match, the preset first. */
export function rulesInWords(words: Words, kind: Kind, rules: Rules): Fact[] {
  const facts: Fact[] = [];
  const preset = rules.preset;
  if (typeof preset === "string") {
    const isKnown = Object.hasOwn(kind.presets, preset);
    const value = isKnown ? words.of(kind, `preset.${preset}`) : preset;
    facts.push({ key: "preset", name: words.t("option.preset"), value });
  }
  const usual = typeof preset === "string" ? (kind.presets[preset] ?? {}) : {};
  for (const option of kind.options) {
    const value = rules[option.name];
    // What the preset's name says already is not said again in detail.
    const isSaid = option.advanced && usual[option.name] === value;
    if (value !== undefined && !isSaid && isShown(option, rules)) {
      const name = words.of(kind, option.textKey);
      facts.push({ key: option.name, name, value: optionValue(words, kind, option, value) });
    }
  }
  return facts;
}

function isShown(option: Option, rules: Rules): boolean {
  return Object.entries(option.shownWhen).every(([name, values]) => {
    const value = rules[name];
    return value === undefined || values.includes(value);
  });
}

function optionValue(words: Words, kind: Kind, option: Option, value: string | number | boolean): string {
  if (typeof value === "boolean") {
    return words.t(value ? "game.yes" : "game.no");
  }
  return option.type === "choice" ? words.of(kind, `${option.textKey}.${value}`) : String(value);
}

type Control = NonNullable<View["state"]["clock"]>;

/** A time control in a line: "10 min + 3 × 30 s". */
export function clockInWords(words: Words, clock: Pick<Control, keyof ClockIn> | null): string {
  if (clock === null) {
    return words.t("game.clock.none");
  }
  const main = span(words, clock.mainMs);
  const period = span(words, clock.periodMs);
  switch (clock.kind) {
    case "fischer":
      return words.t("game.clock.fischer", { main, increment: span(words, clock.incrementMs) });
    case "byoyomi":
      return words.t("game.clock.byoyomi", { main, period, periods: clock.periods });
    case "canadian":
      return words.t("game.clock.canadian", { main, period, stones: clock.stones });
    case "per_move":
      return words.t("game.clock.per_move", { period: clock.periodMs > 0 ? period : main });
    default:
      return words.t("game.clock.absolute", { main });
  }
}

/** Whether a single move may take days. */
export function isLong(clock: Pick<Control, "periodMs"> | null): boolean {
  return clock !== null && clock.periodMs >= LONG_MS;
}

/** What is left of a time of hours or days, in two units: "2 d 5 h", "3 h 20 min". */
export function remainingText(words: Words, ms: number): string {
  const minutes = Math.max(Math.floor(ms / 60_000), 0);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  const { t } = words;
  const parts =
    days > 0
      ? [t("game.span.d", { count: days }), t("game.span.hours", { count: hours })]
      : [t("game.span.hours", { count: hours }), t("game.span.minutes", { count: minutes % 60 })];
  return parts.join(" ");
}

function span(words: Words, ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds % 86_400 === 0 && seconds > 0) {
    return words.t("game.span.days", { count: seconds / 86_400 });
  }
  if (seconds % 3600 === 0 && seconds > 0) {
    return words.t("game.span.hours", { count: seconds / 3600 });
  }
  if (seconds % 60 === 0 && seconds > 0) {
    return words.t("game.span.minutes", { count: seconds / 60 });
  }
  return words.t("game.span.seconds", { count: seconds });
}

const CLOCK_KINDS: readonly ClockIn["kind"][] = ["absolute", "fischer", "byoyomi", "canadian", "per_move"];

/** The same time control for another game. */
export function sameClock(clock: Control | null): ClockIn | null {
  const kind = CLOCK_KINDS.find((known) => known === clock?.kind);
  if (clock === null || kind === undefined) {
    return null;
  }
  const { mainMs, incrementMs, periodMs, periods, stones } = clock;
  return { kind, mainMs, incrementMs, periodMs, periods, stones };
}
