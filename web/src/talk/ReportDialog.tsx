/** A report to the moderators: why, in words if one likes, and the lines that go along with it. */
import { type FormEvent, useState } from "react";
import { type ChatLine, type ReportReason, talk } from "../api/talk";
import { useAsking } from "../people/useAsking";
import { useRead } from "../people/useRead";
import { wrongOf } from "../people/wrong";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { LiveRegion, toast } from "../ui/LiveRegion";
import { Select } from "../ui/Select";
import { TextArea } from "../ui/TextArea";
import { useWords } from "../words/useWords";
import { QuotedLines } from "./Lines";

const REASONS: readonly ReportReason[] = ["insult", "spam", "cheating", "leaving", "name", "other"];
const LONGEST_TEXT = 500;
/** So many lines go along. */
const MOST_LINES = 20;

export interface ReportDialogProps {
  name: string;
  gameId: string | null;
  onClose: () => void;
}

export default function ReportDialog({ name, gameId, onClose }: ReportDialogProps) {
  const words = useWords();
  const { t } = words;
  const asking = useAsking();
  const [reason, setReason] = useState<ReportReason>("insult");
  const [text, setText] = useState("");
  const wrong = wrongOf(words, asking.refused, []);
  const { value: lines } = useRead(gameId ?? "", () => linesAt(gameId));
  const last = (lines ?? []).slice(-MOST_LINES);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const isDone = await asking.ask(async () => {
      await talk.report({
        about: name,
        reason,
        text: text.trim(),
        ...(gameId === null ? {} : { gameId }),
      });
    });
    if (isDone) {
      toast(t("talk.report.done"));
      onClose();
    }
  };
  return (
    <Dialog open title={t("talk.report.name", { name })} onClose={onClose}>
      <form className="tg-form" onSubmit={(event) => void send(event)}>
        <Select
          label={t("talk.report.reason")}
          value={reason}
          options={REASONS.map((value) => ({ value, label: t(`talk.reason.${value}`) }))}
          onChange={setReason}
        />
        <TextArea
          label={t("talk.report.text")}
          help={t("talk.report.text.help")}
          value={text}
          maxLength={LONGEST_TEXT}
          onChange={setText}
        />
        {last.length > 0 && (
          <>
            <p className="tg-help">{t("talk.report.lines")}</p>
            <QuotedLines label={t("talk.report.lines")} lines={last} />
          </>
        )}
        <div className="tg-form-actions">
          <Button primary type="submit" disabled={asking.isBusy} aria-busy={asking.isBusy}>
            {t("talk.report.go")}
          </Button>
          <Button onClick={onClose}>{t("game.cancel")}</Button>
        </div>
        <LiveRegion tone="trouble">{wrong.form}</LiveRegion>
      </form>
    </Dialog>
  );
}

/** What one can read there oneself: the server takes the same. */
async function linesAt(gameId: string | null): Promise<readonly ChatLine[]> {
  return gameId === null ? [] : (await talk.chat(gameId, null, 0)).lines;
}
