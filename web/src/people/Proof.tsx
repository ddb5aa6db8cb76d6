/** What proves that an account is one's own: its password, and the code of the second factor where there is one. */
import { FormField } from "../ui/FormField";
import { useWords } from "../words/useWords";
import { LONGEST_CODE } from "./limits";
import type { Wrong } from "./wrong";

export interface ProofProps {
  password: string;
  /** null: there is no second factor. */
  code: string | null;
  wrong: Wrong;
  onPassword: (password: string) => void;
  onCode: (code: string) => void;
}

export function Proof({ password, code, wrong, onPassword, onCode }: ProofProps) {
  const { t } = useWords();
  return (
    <>
      <FormField
        type="password"
        label={t("account.password.current")}
        value={password}
        required
        takesFocus
        autoComplete="current-password"
        error={wrong.password}
        onChange={onPassword}
      />
      {code !== null && (
        <FormField
          label={t("people.code")}
          help={t("people.code.help")}
          value={code}
          required
          maxLength={LONGEST_CODE}
          autoComplete="one-time-code"
          error={wrong.code}
          onChange={onCode}
        />
      )}
    </>
  );
}
