/** A new account. Whoever has played as a guest keeps seats and games. */
import { type FormEvent, useId, useState } from "react";
import { type Me, people } from "../api/people";
import { LONGEST_NAME } from "../settings";
import { Button } from "../ui/Button";
import { FormField } from "../ui/FormField";
import { LiveRegion, toast } from "../ui/LiveRegion";
import { useWords } from "../words/useWords";
import { LONGEST_INVITE } from "./limits";
import { useMe } from "./me";
import { NewPassword } from "./NewPassword";
import { usePanel } from "./panel";
import { useAsking } from "./useAsking";
import { wrongOf } from "./wrong";

export function Register({ me }: { me: Me }) {
  const words = useWords();
  const { t } = words;
  const id = useId();
  const asking = useAsking();
  const { close } = usePanel();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [invite, setInvite] = useState("");
  const [isInvited, setInvited] = useState(me.registration === "invite");
  const wrong = wrongOf(
    words,
    asking.refused,
    isInvited ? ["name", "password", "invite"] : ["name", "password"],
  );
  if (asking.refused?.code === "INVITE_NEEDED" && !isInvited) {
    setInvited(true);
  }
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const isIn = await asking.ask(async () => {
      const entered = await useMe
        .getState()
        .change(() => people.register({ name, password, ...(isInvited ? { invite: invite.trim() } : {}) }));
      toast(t("people.registered", { name: entered.name ?? name }));
    });
    if (isIn) {
      close();
    }
  };
  return (
    <form className="tg-form" aria-labelledby={id} onSubmit={(event) => void send(event)}>
      <h2 id={id}>{t("people.register")}</h2>
      {me.name !== null && <p className="tg-help">{t("people.register.guest")}</p>}
      <FormField
        label={t("people.name")}
        value={name}
        required
        takesFocus
        maxLength={LONGEST_NAME}
        autoComplete="username"
        help={t("people.name.help")}
        error={wrong.name}
        onChange={setName}
      />
      <NewPassword
        label={t("people.password")}
        value={password}
        error={wrong.password}
        onChange={setPassword}
      />
      {isInvited && (
        <FormField
          label={t("people.invite")}
          help={t("people.invite.help")}
          value={invite}
          required
          maxLength={LONGEST_INVITE}
          error={wrong.invite}
          onChange={setInvite}
        />
      )}
      <Button primary type="submit" disabled={asking.isBusy} aria-busy={asking.isBusy}>
        {t("people.register")}
      </Button>
      <LiveRegion tone="trouble">{wrong.form}</LiveRegion>
    </form>
  );
}
