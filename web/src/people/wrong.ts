/** What is wrong with a form, field by field, in the player's language. */
import type { Refused } from "../api/rest";
import { refusalWords } from "../ui/refusal";
import type { Words } from "../words/useWords";
import { type Field, fieldOf } from "./fields";

export type Wrong = Partial<Record<Field, string>> & { form: string | null };

export interface About {
  /** Who is signed in already gives their own password: only that can be wrong. */
  isOwn?: boolean;
}

/** `has`: the fields that the form shows. What is about none of them is said of the whole form. */
export function wrongOf(
  words: Words,
  refused: Refused | null,
  has: readonly Field[],
  { isOwn = false }: About = {},
): Wrong {
  if (refused === null) {
    return { form: null };
  }
  const isPassword = isOwn && refused.code === "BAD_LOGIN";
  const text = isPassword ? words.t("login.wrong") : refusalWords(words, refused);
  // Where an old and a new password are asked for, the old one is what was wrong.
  const field = isPassword && has.includes("current") ? "current" : fieldOf(refused.code, has);
  return field === null ? { form: text } : { form: null, [field]: text };
}
