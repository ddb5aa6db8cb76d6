/** The form of a game's rules, read from its description alone. Knows no game by name. */
import type { Kind, Option } from "../../api/types";

export type OptionValue = string | number | boolean;

/** What was chosen for one game. `options` has only what the person set; the rest follows from the preset. */
export interface Picked {
  size: number;
  preset: string | null;
  options: Record<string, OptionValue>;
}

export function defaultPicked(kind: Kind): Picked {
  return { size: firstSize(kind), preset: usualPreset(kind), options: {} };
}

export function usualPreset(kind: Kind): string | null {
  const named = kind.defaultRules.preset;
  return typeof named === "string" && Object.hasOwn(kind.presets, named)
    ? named
    : (Object.keys(kind.presets)[0] ?? null);
}

/** Every option with the value it has now, as far as this page can tell. */
export function valuesOf(kind: Kind, picked: Picked, hasPerson: boolean): Record<string, OptionValue> {
  const preset = picked.preset === null ? {} : kind.presets[picked.preset];
  const defaults = Object.fromEntries(kind.options.map((option) => [option.name, option.default]));
  return { ...defaults, ...preset, ...(hasPerson ? offeredOf(kind) : {}), ...picked.options };
}

/** What is offered first where a person plays, whatever the preset. */
export function offeredOf(kind: Kind): Record<string, OptionValue> {
  return Object.fromEntries(
    kind.options.flatMap(({ name, offeredToPeople: value }) => (value === null ? [] : [[name, value]])),
  );
}

/** Whether an option means something while the others are as they are. */
export function isShown(option: Option, values: Record<string, OptionValue>): boolean {
  return Object.entries(option.shownWhen).every(([name, allowed]) => {
    const value = values[name];
    return value !== undefined && allowed.includes(value);
  });
}

/**
 * Whether the server may choose another value than the one shown: a number that was not set, next to options that
 * were. It then depends on them, and the page does not pretend to know it.
 */
export function isOpenNumber(option: Option, picked: Picked): boolean {
  const isNumber = option.type === "number" || option.type === "integer";
  return isNumber && !Object.hasOwn(picked.options, option.name) && Object.keys(picked.options).length > 0;
}

/** Another preset: what it says itself replaces what was set by hand. */
export function withPreset(kind: Kind, picked: Picked, preset: string): Picked {
  const said = kind.presets[preset] ?? {};
  const options = Object.fromEntries(
    Object.entries(picked.options).filter(([name]) => !Object.hasOwn(said, name)),
  );
  return { ...picked, preset, options };
}

/** An option set by hand; null leaves it to the preset again. */
export function withOption(
  kind: Kind,
  picked: Picked,
  hasPerson: boolean,
  name: string,
  value: OptionValue | null,
): Picked {
  const { [name]: _, ...others } = picked.options;
  const usual = valuesOf(kind, { ...picked, options: {} }, hasPerson)[name];
  const isSaid = value !== null && (value !== usual || typeof value === "number");
  return { ...picked, options: isSaid ? { ...others, [name]: value } : others };
}

/** The rules as a request names them; undefined where they are the usual ones. */
export function rulesOf(
  kind: Kind,
  picked: Picked,
  hasPerson: boolean,
): string | Record<string, OptionValue> | undefined {
  const values = valuesOf(kind, picked, hasPerson);
  const chosen = { ...(hasPerson ? offeredOf(kind) : {}), ...picked.options };
  const said: Record<string, OptionValue> = {};
  for (const option of kind.options) {
    const { name } = option;
    const own = chosen[name];
    if (isShown(option, values)) {
      if (own !== undefined) {
        said[name] = own;
      }
    } else if (values[name] !== option.default && own === undefined) {
      // A preset set it, and another choice took its meaning away.
      said[name] = option.default;
    }
  }
  const preset = picked.preset !== null && picked.preset !== usualPreset(kind) ? picked.preset : null;
  if (Object.keys(said).length === 0) {
    return preset ?? undefined;
  }
  return picked.preset === null ? said : { preset: picked.preset, ...said };
}

/** Reads what was kept; whatever does not fit the game any more is as usual. */
export function readPicked(kept: unknown, kind: Kind): Picked {
  const usual = defaultPicked(kind);
  if (typeof kept !== "object" || kept === null) {
    return usual;
  }
  const { size, preset, options } = kept as Record<string, unknown>;
  const given = typeof options === "object" && options !== null ? (options as Record<string, unknown>) : {};
  const read: Record<string, OptionValue> = {};
  for (const option of kind.options) {
    const value = Object.hasOwn(given, option.name) ? given[option.name] : undefined;
    if (isPossible(option, value)) {
      read[option.name] = value;
    }
  }
  return {
    size: typeof size === "number" && kind.sizes.includes(size) ? size : usual.size,
    preset: typeof preset === "string" && Object.hasOwn(kind.presets, preset) ? preset : usual.preset,
    options: read,
  };
}

function isPossible(option: Option, value: unknown): value is OptionValue {
  switch (option.type) {
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return typeof value === "string" && option.choices.includes(value);
    case "integer":
    case "number": {
      const step = option.step ?? (option.type === "integer" ? 1 : null);
      return (
        typeof value === "number" &&
        value >= (option.minimum ?? -Infinity) &&
        value <= (option.maximum ?? Infinity) &&
        (step === null || Number.isInteger(value / step))
      );
    }
    default:
      return false;
  }
}

/** The sizes people usually play on, of boards of this style. */
const USUAL_SIZES: Record<string, readonly number[]> = { lines: [9, 13, 19], cells: [6, 8, 10] };

/** A few sizes to offer at once: the usual ones and the game's own. */
export function usualSizes(kind: Kind): number[] {
  const wanted = new Set([...sizesOfStyle(kind), kind.defaultSize]);
  return kind.sizes.filter((size) => wanted.has(size));
}

/** All the others that the game has. */
export function otherSizes(kind: Kind): number[] {
  const usual = usualSizes(kind);
  return kind.sizes.filter((size) => !usual.includes(size));
}

/** The size at the first visit: the rules' own, but the smallest usual one where that is the largest of them. */
export function firstSize(kind: Kind): number {
  const usual = sizesOfStyle(kind).filter((size) => kind.sizes.includes(size));
  return kind.defaultSize === usual.at(-1) ? (usual[0] ?? kind.defaultSize) : kind.defaultSize;
}

function sizesOfStyle(kind: Kind): readonly number[] {
  return USUAL_SIZES[kind.boards[String(kind.defaultSize)]?.style ?? ""] ?? [];
}

/** The computer's levels, in order; empty where the game has none. */
export function levelsOf(kind: Kind): number[] {
  return kind.players
    .map((player) => /^level:(\d+)$/.exec(player)?.[1])
    .filter((level) => level !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
}

/** The engines of the server that play this game, as seats name them. */
export function enginesOf(kind: Kind): string[] {
  return kind.players.filter((player) => player.startsWith("engine:"));
}

/** The engine that was chosen, else the computer of a level or the nearest there is; null where none plays this game. */
export function computerOf(kind: Kind, level: number, engine = ""): string | null {
  if (enginesOf(kind).includes(engine)) {
    return engine;
  }
  const levels = levelsOf(kind);
  if (levels.length > 0) {
    return `level:${nearest(levels, level)}`;
  }
  return kind.players.find((player) => player !== "human") ?? null;
}

export function nearest(levels: readonly number[], level: number): number {
  return levels.reduce((best, one) => (Math.abs(one - level) < Math.abs(best - level) ? one : best));
}
