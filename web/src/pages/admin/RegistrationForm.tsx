/** Who may register: everybody, those with an invitation, nobody; and invitations, which are shown once. */
import { type FormEvent, useState } from "react";
import { administration, type Registration } from "../../api/people";
import { useMe } from "../../people/me";
import { useAsking } from "../../people/useAsking";
import { Button, CopyField, LiveRegion, NumberField, refusalWords, Segmented, toast } from "../../ui";
import { useWords } from "../../words/useWords";

const MODES: readonly Registration[] = ["open", "invite", "closed"];
const MOST_USES = 1000;
const MOST_DAYS = 365;

export function RegistrationForm({ mode }: { mode: Registration }) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const set = (next: Registration) =>
    void asking.ask(async () => {
      await administration.setRegistration(next);
      await useMe.getState().read();
      toast(t("admin.registration.done"));
    });
  return (
    <>
      <Segmented
        quietLabel
        label={t("admin.registration")}
        value={mode}
        disabled={asking.isBusy}
        options={MODES.map((value) => ({ value, label: t(`admin.registration.${value}`) }))}
        onChange={set}
      />
      <p className="tg-help">{t(`admin.registration.${mode}.help`)}</p>
      <LiveRegion tone="trouble">{asking.refused && refusalWords(words, asking.refused)}</LiveRegion>
      <InviteForm />
    </>
  );
}

function InviteForm() {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const [uses, setUses] = useState(1);
  const [days, setDays] = useState(14);
  const [code, setCode] = useState<string | null>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void asking.ask(async () => setCode((await administration.makeInvite(uses, days)).code));
  };
  return (
    <form className="tg-form" onSubmit={send} aria-label={t("admin.invite")}>
      <h3>{t("admin.invite")}</h3>
      <NumberField
        label={t("admin.invite.uses")}
        value={uses}
        minimum={1}
        maximum={MOST_USES}
        onChange={(value) => value !== null && setUses(value)}
      />
      <NumberField
        label={t("admin.invite.days")}
        value={days}
        minimum={1}
        maximum={MOST_DAYS}
        onChange={(value) => value !== null && setDays(value)}
      />
      <Button type="submit" icon="plus" disabled={asking.isBusy} aria-busy={asking.isBusy}>
        {t("admin.invite.make")}
      </Button>
      {code !== null && <CopyField label={t("admin.invite.once")} text={code} />}
      <LiveRegion tone="trouble">{asking.refused && refusalWords(words, asking.refused)}</LiveRegion>
    </form>
  );
}
