/**
 * What the page says. The words of the whole platform come from the tables that the server reads too; those that
 * only this page has are beside this file. A game's own words come with its description.
 */
import sharedEn from "@texts/en.json";
import sharedZh from "@texts/zh.json";
import type { Language } from "../settings";
import pageEn from "./en.json";
import pageZh from "./zh.json";

export type Values = Record<string, string | number>;
export type PageKey = keyof typeof pageEn;

const TABLES: Record<Language, Record<string, string>> = {
  en: { ...sharedEn, ...pageEn },
  zh: { ...sharedZh, ...pageZh },
};

/**
 * Fill the places of a text: `{count}` with its value, `{count|disc|discs}` with the word for one where it is 1, and
 * with the word for several otherwise.
 */
export function fill(text: string, values: Values = {}): string {
  return text.replace(
    /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g,
    (place, name: string, one?: string, many?: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) {
        return place;
      }
      return String((Number(value) === 1 ? one : many) ?? value);
    },
  );
}

/** The text of a key, from a game's own table first where one is given; the key itself where nobody has it. */
export function say(language: Language, key: string, values?: Values, own?: Record<string, string>): string {
  const table = TABLES[language];
  const text =
    own !== undefined && Object.hasOwn(own, key)
      ? own[key]
      : Object.hasOwn(table, key)
        ? table[key]
        : undefined;
  return fill(text ?? key, values);
}

/** The language to begin with: the first of the browser's that we speak. */
export function browserLanguage(preferred: readonly string[] = navigator.languages): Language {
  for (const name of preferred) {
    const language = name.toLowerCase().slice(0, 2);
    if (language === "en" || language === "zh") {
      return language;
    }
  }
  return "en";
}
