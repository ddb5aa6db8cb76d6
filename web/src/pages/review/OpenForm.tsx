/** How to open a record: a file from the disk, one dropped here, or its text. */
import { type FormEvent, useId, useState } from "react";
import { Button } from "../../ui/Button";
import { LiveRegion } from "../../ui/LiveRegion";
import { refusalWords } from "../../ui/refusal";
import { useWords } from "../../words/useWords";
import "./open.css";
import type { OpenRecord } from "./useRecord";

export function OpenForm({ record }: { record: OpenRecord }) {
  const words = useWords();
  const { t } = words;
  const [text, setText] = useState("");
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    record.openText(text);
  };
  return (
    <section className="tg-open" aria-labelledby={`${id}-title`}>
      <h1 id={`${id}-title`}>{t("review.open.title")}</h1>
      <p className="tg-open-about">{t("review.open.about")}</p>
      <div className="tg-open-drop">
        <Button primary icon="upload" disabled={record.isBusy} onClick={record.pick}>
          {t("review.open.file")}
        </Button>
        <p className="tg-open-or">{t("review.open.drop")}</p>
      </div>
      <form className="tg-open-text" onSubmit={submit}>
        <label htmlFor={id}>{t("review.open.text")}</label>
        <textarea
          id={id}
          className="tg-input"
          rows={5}
          value={text}
          spellCheck={false}
          placeholder="(;GM[1]SZ[9];B[ee];W[ge])"
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={record.isBusy || text.trim() === ""}>
          {t("review.open.go")}
        </Button>
      </form>
      <LiveRegion tone="trouble">{record.refused !== null && refusalWords(words, record.refused)}</LiveRegion>
    </section>
  );
}
