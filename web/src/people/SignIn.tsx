/** Sign in: name and password, and the code of the second factor when it is asked for. */
import { type FormEvent, useId, useState } from "react";
import { people } from "../api/people";
import { Button } from "../ui/Button";
import { FormField } from "../ui/FormField";
import { LiveRegion, toast } from "../ui/LiveRegion";
import { useWords } from "../words/useWords";
import { LONGEST_CODE } from "./limits";
import { useMe } from "./me";
import { useAsking } from "./useAsking";
import { wrongOf } from "./wrong";

export interface SignInProps {
  title: string;
  submit: string;
  /** A second person at this screen; the first one stays. */
  isBeside?: boolean;
  onDone: () => void;
  onCancel?: () => void;
}

export function SignIn({ title, submit, isBeside = false, onDone, onCancel }: SignInProps) {
  const words = useWords();
  const { t } = words;
  const id = useId();
  const asking = useAsking();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState<string | null>(null);
  const wrong = wrongOf(
    words,
    asking.refused,
    code === null ? ["name", "password"] : ["name", "password", "code"],
  );
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const isIn = await asking.ask(async () => {
      await useMe.getState().change(() =>
        people.logIn({
          name,
          password,
          ...(code === null ? {} : { code: code.trim() }),
          ...(isBeside ? { beside: true } : {}),
        }),
      );
      toast(t("login.done"));
    });
    if (isIn) {
      onDone();
    }
  };
  // The right password, and something more is asked for.
  if (asking.refused?.code === "CODE_NEEDED" && code === null) {
    setCode("");
    asking.forget();
  }
  return (
    <form className="tg-form" aria-labelledby={id} onSubmit={(event) => void send(event)}>
      <h2 id={id}>{title}</h2>
      <FormField
        label={t("people.name")}
        value={name}
        required
        takesFocus
        autoComplete={isBeside ? "off" : "username"}
        error={wrong.name}
        onChange={setName}
      />
      <FormField
        type="password"
        label={t("people.password")}
        value={password}
        required
        autoComplete={isBeside ? "off" : "current-password"}
        error={wrong.password}
        onChange={setPassword}
      />
      {code !== null && (
        <FormField
          label={t("people.code")}
          help={t("people.code.help")}
          value={code}
          required
          takesFocus
          maxLength={LONGEST_CODE}
          autoComplete="one-time-code"
          error={wrong.code}
          onChange={setCode}
        />
      )}
      <div className="tg-form-actions">
        <Button primary type="submit" disabled={asking.isBusy} aria-busy={asking.isBusy}>
          {submit}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t("game.cancel")}</Button>}
      </div>
      <LiveRegion tone="trouble">{wrong.form}</LiveRegion>
    </form>
  );
}
