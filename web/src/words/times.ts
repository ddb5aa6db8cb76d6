/** Days and times in the words of a language. */
import type { Language } from "../settings";

const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", zh: "zh-CN" };

/** "16 November 2026", "2026年11月16日". */
export function dayText(language: Language, ms: number): string {
  return format(language, ms, { dateStyle: "long" });
}

/** "16 Nov 2026, 08:15", "2026年11月16日 08:15". */
export function timeText(language: Language, ms: number): string {
  return format(language, ms, { dateStyle: "medium", timeStyle: "short" });
}

function format(language: Language, ms: number, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(LOCALES[language], style).format(new Date(ms));
}
