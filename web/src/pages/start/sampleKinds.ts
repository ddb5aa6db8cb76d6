/** Two made-up games for tests: one with rules and levels, one that nobody wins. */
import type { BoardSpec, Kind, Option } from "../../api/types";

function board(size: number, style: string): BoardSpec {
  const labels = Array.from({ length: size }, (_, index) => String(index + 1));
  return { columns: size, rows: size, style, columnLabels: labels, rowLabels: labels, stars: [] };
}

function boards(sizes: readonly number[], style: string): Kind["boards"] {
  return Object.fromEntries(sizes.map((size) => [String(size), board(size, style)]));
}

function option(name: string, about: Partial<Option>): Option {
  return {
    name,
    type: "boolean",
    default: false,
    choices: [],
    minimum: null,
    maximum: null,
    step: null,
    shownWhen: {},
    advanced: false,
    offeredToPeople: null,
    textKey: `option.${name}`,
    ...about,
  };
}

const WORDS = {
  name: "Nine",
  about: "A game of nine.",
  "preset.plain": "Plain rules",
  "preset.old": "Old rules",
  "preset.old.help": "As it was.",
  "option.komi": "Komi",
  "option.stones": "Stones first",
  "option.where": "Where",
  "option.where.fixed": "On stars",
  "option.where.free": "Anywhere",
  "option.count": "Counting",
  "option.count.area": "Area",
  "option.count.land": "Land",
  "option.bonus": "Bonus",
  "option.ending": "At the end",
  "option.ending.quick": "Count at once",
  "option.ending.quick.help": "It counts as it stands.",
  "option.ending.talk": "Talk first",
};

export const NINE: Kind = {
  gameType: "NINE",
  name: "nine",
  aliases: [],
  sizes: [5, 7, 9, 11, 13, 15, 19],
  defaultSize: 15,
  canBeWon: true,
  restrictsPlacing: false,
  features: {
    passes: true,
    komi: true,
    handicap: true,
    deadStones: true,
    prisoners: true,
    points: true,
    territory: true,
    ratingSizes: [9, 13, 19],
    kyuAndDan: true,
  },
  hasRules: true,
  options: [
    option("komi", { type: "number", default: 7.5, minimum: -20, maximum: 20, step: 0.5 }),
    option("stones", { type: "integer", default: 0, minimum: 0, maximum: 9, step: 1 }),
    option("where", {
      type: "choice",
      default: "fixed",
      choices: ["fixed", "free"],
      shownWhen: { stones: [2, 3, 4, 5, 6, 7, 8, 9] },
    }),
    option("count", { type: "choice", default: "area", choices: ["area", "land"], advanced: true }),
    option("ending", {
      type: "choice",
      default: "quick",
      choices: ["quick", "talk"],
      offeredToPeople: "talk",
    }),
    option("bonus", { advanced: true, shownWhen: { count: ["area"] } }),
  ],
  presets: {
    plain: { count: "area", bonus: false, komi: 7.5 },
    old: { count: "area", bonus: true, komi: 6.5 },
  },
  defaultRules: {
    preset: "plain",
    komi: 7.5,
    stones: 0,
    where: "fixed",
    count: "area",
    bonus: false,
    ending: "quick",
  },
  players: ["human", "random", "level:1", "level:2", "level:3", "level:4", "level:5", "level:10"],
  boards: boards([5, 7, 9, 11, 13, 15, 19], "lines"),
  words: { en: WORDS, zh: { ...WORDS, name: "九" } },
};

export const CALM: Kind = {
  gameType: "CALM",
  name: "calm",
  aliases: [],
  sizes: [4, 6, 8, 10, 12],
  defaultSize: 8,
  canBeWon: false,
  restrictsPlacing: false,
  features: {
    passes: false,
    komi: false,
    handicap: false,
    deadStones: false,
    prisoners: false,
    points: false,
    territory: false,
    ratingSizes: [],
    kyuAndDan: false,
  },
  hasRules: false,
  options: [],
  presets: {},
  defaultRules: {},
  players: ["human", "random"],
  boards: boards([4, 6, 8, 10, 12], "cells"),
  words: { en: { name: "Calm", about: "Nobody wins." }, zh: { name: "静" } },
};

export const KINDS: readonly Kind[] = [NINE, CALM];
