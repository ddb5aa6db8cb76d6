/** Why something was not done, in the player's language. */
import type { Kind } from "../api/types";
import type { Words } from "../words/useWords";

export interface Why {
  code: string;
  /** The server's own words, English. */
  detail: string;
  /** The same for players, by language, where the rules or a record are to blame. */
  words?: Readonly<Record<string, string>>;
}

/** Codes whose detail says more than their own sentence: which rule, which field. */
const TELLING = new Set(["BAD_RULES", "BAD_RECORD", "BAD_BODY", "BAD_PLAYER"]);

/**
 * The sentence for a refusal: the server's for players where it has one. Else the sentence of the code, and the
 * detail where nothing else would say what is wrong.
 */
export function refusalWords(words: Words, why: Why, kind?: Kind | null): string {
  const said = why.words?.[words.language];
  if (said !== undefined) {
    return said;
  }
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
