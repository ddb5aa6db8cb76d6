/** A new password without the old one: by a link that an administrator made, or by a recovery code. */
import { type FormEvent, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { people } from "../../api/people";
import { LONGEST_CODE } from "../../people/limits";
import { NewPassword } from "../../people/NewPassword";
import "../../people/page.css";
import { usePanel } from "../../people/panel";
import { useAsking } from "../../people/useAsking";
import { wrongOf } from "../../people/wrong";
import { Button, FormField, LiveRegion } from "../../ui";
import { useWords } from "../../words/useWords";

/** `token` is in the address behind the #, which no server sees; it is taken out of it at once. */
export function ResetPage({ token: given }: { token: string | null }) {
  const words = useWords();
  const { t } = words;
  const [, go] = useLocation();
  const { open } = usePanel();
  const [token] = useState(given);
  const asking = useAsking();
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (given !== null) {
      go("/reset", { replace: true });
    }
  }, [given, go]);
  const wrong = wrongOf(words, asking.refused, token === null ? ["recovery", "password"] : ["password"]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const how = token === null ? { name, recoveryCode: code.trim() } : { token };
    setDone(
      await asking.ask(async () => {
        await people.reset({ ...how, password });
      }),
    );
  };
  if (isDone) {
    return (
      <div className="tg-page" data-narrow>
        <h1>{t("page.reset")}</h1>
        <p role="status">{t("reset.done")}</p>
        <p>
          <Button primary onClick={() => open("in")}>
            {t("people.sign_in")}
          </Button>
        </p>
      </div>
    );
  }
  return (
    <div className="tg-page" data-narrow>
      <h1>{t("page.reset")}</h1>
      <p>{t(token === null ? "reset.by_code" : "reset.by_link")}</p>
      <form className="tg-form" onSubmit={(event) => void send(event)}>
        {token === null && (
          <>
            <FormField
              label={t("people.name")}
              value={name}
              required
              autoComplete="username"
              error={wrong.name}
              onChange={setName}
            />
            <FormField
              label={t("reset.code")}
              value={code}
              required
              maxLength={LONGEST_CODE}
              error={wrong.recovery}
              onChange={setCode}
            />
          </>
        )}
        <NewPassword
          label={t("account.password.new")}
          value={password}
          error={wrong.password}
          onChange={setPassword}
        />
        <Button primary type="submit" disabled={asking.isBusy} aria-busy={asking.isBusy}>
          {t("account.password.go")}
        </Button>
        <LiveRegion tone="trouble">{wrong.form}</LiveRegion>
      </form>
      {token === null && <p className="tg-help">{t("reset.no_code")}</p>}
      <p>
        <Link href="/">{t("game.none.back")}</Link>
      </p>
    </div>
  );
}
