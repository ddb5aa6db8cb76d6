/** Which field of a form a refusal is about, by its code; what is about none is said below the form. */

export type Field = "name" | "password" | "current" | "code" | "invite" | "recovery";

const FIELDS: Readonly<Record<string, Field>> = {
  NAME_TAKEN: "name",
  BAD_NAME: "name",
  ALREADY_HERE: "name",
  BAD_PASSWORD: "password",
  BAD_LOGIN: "password",
  CODE_NEEDED: "code",
  BAD_CODE: "code",
  INVITE_NEEDED: "invite",
  BAD_INVITE: "invite",
  BAD_RESET: "recovery",
};

/** The field of this code, if the form has it; null otherwise. */
export function fieldOf(code: string | undefined, has: readonly Field[]): Field | null {
  const field = code === undefined ? undefined : FIELDS[code];
  return field !== undefined && has.includes(field) ? field : null;
}
