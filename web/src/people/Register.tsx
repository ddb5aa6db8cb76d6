/** A new account. Whoever has played as a guest keeps seats and games; beside somebody, they stay who they are. */
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
import { useAsking } from "./useAsking";
import { wrongOf } from "./wrong";

export interface RegisterProps {
  me: Me;
  title: string;
  /** A second person at this screen; the first one stays. */
  isBeside?: boolean;
  onDone: () => void;
  onCancel?: () => void;
}

export function Register({ me, title, isBeside = false, onDone, onCancel }: RegisterProps) {
  const words = useWords();
  const { t } = words;
  const id = useId();
  const asking = useAsking();
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
      const entered = await useMe.getState().change(() =>
        people.register({
          name,
          password,
          ...(isInvited ? { invite: invite.trim() } : {}),
          ...(isBeside ? { beside: true } : {}),
        }),
      );
      const shown = isBeside ? entered.beside?.name : entered.name;
      toast(t("people.registered", { name: shown ?? name }));
    });
    if (isIn) {
      onDone();
    }
  };
  return (
    <form className="tg-form" aria-labelledby={id} onSubmit={(event) => void send(event)}>
      <h2 id={id}>{title}</h2>
      {!isBeside && me.name !== null && <p className="tg-help">{t("people.register.guest")}</p>}
      <FormField
        label={t("people.name")}
        value={name}
        required
        takesFocus
        maxLength={LONGEST_NAME}
        autoComplete={isBeside ? "off" : "username"}
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
      <div className="tg-form-actions">
        <Button primary type="submit" disabled={asking.isBusy} aria-busy={asking.isBusy}>
          {t("people.register")}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t("game.cancel")}</Button>}
      </div>
      <LiveRegion tone="trouble">{wrong.form}</LiveRegion>
    </form>
  );
}
