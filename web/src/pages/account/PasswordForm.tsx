/** Another password. The sessions on other devices may end with the old one. */
import { type FormEvent, useState } from "react";
import { people } from "../../api/people";
import { useMe } from "../../people/me";
import { NewPassword } from "../../people/NewPassword";
import { useAsking } from "../../people/useAsking";
import { wrongOf } from "../../people/wrong";
import { Button, FormField, LiveRegion, Switch, toast } from "../../ui";
import { useWords } from "../../words/useWords";

export function PasswordForm() {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [endOthers, setEndOthers] = useState(true);
  const wrong = wrongOf(words, asking.refused, ["current", "password"], { isOwn: true });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    await asking.ask(async () => {
      await useMe.getState().change(() => people.changePassword({ current, new: next, endOthers }));
      setCurrent("");
      setNext("");
      toast(t("account.password.done"));
    });
  };
  return (
    <form className="tg-form" onSubmit={(event) => void send(event)}>
      <FormField
        type="password"
        label={t("account.password.current")}
        value={current}
        required
        autoComplete="current-password"
        error={wrong.current}
        onChange={setCurrent}
      />
      <NewPassword label={t("account.password.new")} value={next} error={wrong.password} onChange={setNext} />
      <Switch label={t("account.password.end_others")} checked={endOthers} onChange={setEndOthers} />
      <Button
        primary={current !== "" && next !== ""}
        type="submit"
        disabled={asking.isBusy}
        aria-busy={asking.isBusy}
      >
        {t("account.password.go")}
      </Button>
      <LiveRegion tone="trouble">{wrong.form}</LiveRegion>
    </form>
  );
}
