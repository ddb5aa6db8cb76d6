/** Another name, which one then signs in with too. */
import { type FormEvent, useState } from "react";
import { people } from "../../api/people";
import { useMe } from "../../people/me";
import { useAsking } from "../../people/useAsking";
import { wrongOf } from "../../people/wrong";
import { LONGEST_NAME } from "../../settings";
import { Button, FormField, LiveRegion, toast } from "../../ui";
import { useWords } from "../../words/useWords";

export function NameForm({ name }: { name: string }) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const [next, setNext] = useState(name);
  const [password, setPassword] = useState("");
  const wrong = wrongOf(words, asking.refused, ["name", "password"], { isOwn: true });
  const isOther = next !== name;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    await asking.ask(async () => {
      const me = await useMe.getState().change(() => people.changeName({ name: next, password }));
      toast(t("account.name.done", { name: me.name ?? next }));
    });
  };
  return (
    <form className="tg-form" onSubmit={(event) => void send(event)}>
      <FormField
        label={t("people.name")}
        value={next}
        required
        maxLength={LONGEST_NAME}
        autoComplete="username"
        help={t("people.name.help")}
        error={wrong.name}
        onChange={setNext}
      />
      {isOther && (
        <>
          <FormField
            type="password"
            label={t("account.password.current")}
            value={password}
            required
            autoComplete="current-password"
            error={wrong.password}
            onChange={setPassword}
          />
          <Button primary type="submit" disabled={asking.isBusy} aria-busy={asking.isBusy}>
            {t("account.name.go")}
          </Button>
        </>
      )}
      <LiveRegion tone="trouble">{wrong.form}</LiveRegion>
    </form>
  );
}
