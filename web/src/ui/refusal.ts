/** Why something was not done, in the player's language. */
import type { Kind } from "../api/types";
import type { Words } from "../words/useWords";

export interface Why {
  code: string;
  /** The server's own words, English. */
  detail: string;
}

/** Codes whose detail says more than their own sentence: which rule, which field. */
const TELLING = new Set(["BAD_RULES", "BAD_RECORD", "BAD_BODY", "BAD_PLAYER"]);

/**
 * The sentence for a refusal. In English the server's detail is told where it says more; in other languages the
 * sentence of its code, and the detail after it where nothing else would say what is wrong.
 */
export function refusalWords(words: Words, why: Why, kind?: Kind | null): string {
  const key = `error.${why.code}`;
  const sentence = words.of(kind, key);
  const isKnown = sentence !== key && !sentence.includes("{");
  const isTelling = TELLING.has(why.code) && why.detail !== "";
  if (!isKnown) {
    return why.detail === "" ? words.t("ui.failed") : why.detail;
  }
  if (!isTelling) {
    return sentence;
  }
  return words.language === "en" ? why.detail : `${sentence} ${why.detail}`;
}
