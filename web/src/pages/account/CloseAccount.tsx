/** The end of an account: says what becomes of everything, and asks for the password. */
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { type Me, people } from "../../api/people";
import { useMe } from "../../people/me";
import { Proof } from "../../people/Proof";
import { useAsking } from "../../people/useAsking";
import { wrongOf } from "../../people/wrong";
import { Button, LiveRegion, toast } from "../../ui";
import { useWords } from "../../words/useWords";

export function CloseAccount({ me }: { me: Me }) {
  const words = useWords();
  const { t } = words;
  const [, go] = useLocation();
  const asking = useAsking();
  const [isAsked, setAsked] = useState(false);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const wrong = wrongOf(words, asking.refused, me.secondFactor ? ["password", "code"] : ["password"], {
    isOwn: true,
  });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const isDone = await asking.ask(async () => {
      await useMe
        .getState()
        .change(() => people.close({ password, ...(me.secondFactor ? { code: code.trim() } : {}) }));
    });
    if (isDone) {
      toast(t("account.close.done"));
      go("/");
    }
  };
  if (!isAsked) {
    return (
      <p>
        <Button danger onClick={() => setAsked(true)}>
          {t("account.close.begin")}
        </Button>
      </p>
    );
  }
  return (
    <form className="tg-form" onSubmit={(event) => void send(event)}>
      <p>{t("account.close.ask")}</p>
      <Proof
        password={password}
        code={me.secondFactor ? code : null}
        wrong={wrong}
        onPassword={setPassword}
        onCode={setCode}
      />
      <div className="tg-form-actions">
        <Button danger type="submit" disabled={asking.isBusy} aria-busy={asking.isBusy}>
          {t("account.close.go")}
        </Button>
        <Button onClick={() => setAsked(false)}>{t("game.cancel")}</Button>
      </div>
      <LiveRegion tone="trouble">{wrong.form}</LiveRegion>
    </form>
  );
}
