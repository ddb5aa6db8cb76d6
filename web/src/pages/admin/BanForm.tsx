/** A ban: why, which the person is told, and until when. */
import { type FormEvent, useState } from "react";
import { Button, FormField, Select } from "../../ui";
import { useWords } from "../../words/useWords";

const DAYS = [1, 7, 30, 365, 0] as const;
const DAY_MS = 86_400_000;
const LONGEST_REASON = 200;

export interface BanFormProps {
  name: string;
  /** `until` is null for good. */
  onBan: (reason: string, until: number | null) => void;
  onCancel: () => void;
}

export function BanForm({ name, onBan, onCancel }: BanFormProps) {
  const { t } = useWords();
  const [reason, setReason] = useState("");
  const [days, setDays] = useState<number>(7);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onBan(reason.trim(), days === 0 ? null : Date.now() + days * DAY_MS);
  };
  return (
    <form className="tg-form" onSubmit={send} aria-label={t("admin.ban.name", { name })}>
      <FormField
        label={t("admin.ban.reason")}
        help={t("admin.ban.reason.help")}
        value={reason}
        required
        takesFocus
        maxLength={LONGEST_REASON}
        onChange={setReason}
      />
      <Select
        label={t("admin.ban.until")}
        value={days}
        options={DAYS.map((value) => ({
          value,
          label: value === 0 ? t("admin.ban.forever") : t("admin.ban.days", { count: value }),
        }))}
        onChange={setDays}
      />
      <div className="tg-form-actions">
        <Button danger type="submit" disabled={reason.trim() === ""}>
          {t("admin.ban")}
        </Button>
        <Button onClick={onCancel}>{t("game.cancel")}</Button>
      </div>
    </form>
  );
}
