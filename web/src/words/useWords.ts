import { useMemo } from "react";
import type { Kind, Told } from "../api/types";
import { type Language, useSettings } from "../settings";
import { browserLanguage, say, type Values } from "./words";

export interface Words {
  language: Language;
  /** The text of a key, the page's own or a shared one. */
  t: (key: string, values?: Values) => string;
  /** The text of a key that may be a game's own. */
  of: (kind: Kind | null | undefined, key: string, values?: Values) => string;
  /** A line that the server told. */
  told: (kind: Kind | null | undefined, line: Told) => string;
}

/** The words of the language that is set, or that the browser prefers. */
export function useWords(): Words {
  const language = useSettings((settings) => settings.language) ?? browserLanguage();
  return useMemo(() => wordsOf(language), [language]);
}

export function wordsOf(language: Language): Words {
  const own = (kind: Kind | null | undefined) => kind?.words[language];
  return {
    language,
    t: (key, values) => say(language, key, values),
    of: (kind, key, values) => say(language, key, values, own(kind)),
    told: (kind, line) => say(language, line.key, line.values, own(kind)),
  };
}
