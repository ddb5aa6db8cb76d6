/** Something that is done to somebody, with the reason that they are told and, where it ends, for how long. */
import { type FormEvent, useState } from "react";
import { Button, FormField, Select } from "../ui";
import { useWords } from "../words/useWords";

const DAYS = [1, 7, 30, 365, 0] as const;
const LONGEST_REASON = 200;

export interface ReasonFormProps {
  /** What is done, to whom. */
  title: string;
  submit: string;
  /** Whether it may end by itself. */
  hasEnd: boolean;
  /** `days` is null for good. */
  onDo: (reason: string, days: number | null) => void;
  onCancel: () => void;
}

export function ReasonForm({ title, submit, hasEnd, onDo, onCancel }: ReasonFormProps) {
  const { t } = useWords();
  const [reason, setReason] = useState("");
  const [days, setDays] = useState<number>(7);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onDo(reason.trim(), hasEnd && days !== 0 ? days : null);
  };
  return (
    <form className="tg-form" onSubmit={send} aria-label={title}>
      <FormField
        label={t("admin.ban.reason")}
        help={t("admin.ban.reason.help")}
        value={reason}
        required
        takesFocus
        maxLength={LONGEST_REASON}
        onChange={setReason}
      />
      {hasEnd && (
        <Select
          label={t("admin.ban.until")}
          value={days}
          options={DAYS.map((value) => ({
            value,
            label: value === 0 ? t("admin.ban.forever") : t("admin.ban.days", { count: value }),
          }))}
          onChange={setDays}
        />
      )}
      <div className="tg-form-actions">
        <Button danger type="submit" disabled={reason.trim() === ""}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{t("game.cancel")}</Button>
      </div>
    </form>
  );
}
