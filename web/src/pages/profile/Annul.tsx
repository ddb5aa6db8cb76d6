/** For those who keep order: take the result of a game back, with a reason that the audit log keeps. */
import { type FormEvent, useState } from "react";
import { moderation } from "../../api/talk";
import { useAsking } from "../../people/useAsking";
import { wrongOf } from "../../people/wrong";
import { Button, FormField, LiveRegion, toast } from "../../ui";
import { useWords } from "../../words/useWords";

const LONGEST_REASON = 200;

export function Annul({ watchId, onDone }: { watchId: string; onDone: () => void }) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const [reason, setReason] = useState<string | null>(null);
  const wrong = wrongOf(words, asking.refused, []);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const isDone = await asking.ask(async () => {
      await moderation.annul(watchId, reason?.trim() ?? "");
    });
    if (isDone) {
      setReason(null);
      toast(t("profile.annul.done"));
      onDone();
    }
  };
  if (reason === null) {
    return <Button onClick={() => setReason("")}>{t("profile.annul")}</Button>;
  }
  return (
    <form className="tg-form" onSubmit={(event) => void send(event)}>
      <p className="tg-help">{t("profile.annul.ask")}</p>
      <FormField
        label={t("admin.ban.reason")}
        value={reason}
        required
        takesFocus
        maxLength={LONGEST_REASON}
        onChange={setReason}
      />
      <div className="tg-form-actions">
        <Button danger type="submit" disabled={asking.isBusy || reason.trim() === ""}>
          {t("profile.annul")}
        </Button>
        <Button onClick={() => setReason(null)}>{t("game.cancel")}</Button>
      </div>
      <LiveRegion tone="trouble">{wrong.form}</LiveRegion>
    </form>
  );
}
