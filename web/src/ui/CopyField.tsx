/** A text to be copied: in sight, selected at a click, copied at another. */
import { useId, useRef } from "react";
import { copy } from "../sitting/links";
import { useWords } from "../words/useWords";
import { Button } from "./Button";
import "./copy.css";
import { toast } from "./LiveRegion";

export interface CopyFieldProps {
  label: string;
  text: string;
  help?: string;
  /** The name is read aloud only. */
  quietLabel?: boolean;
}

export function CopyField({ label, text, help, quietLabel = false }: CopyFieldProps) {
  const { t } = useWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const onCopy = async () => {
    if (await copy(text)) {
      toast(t("game.copied"));
      return;
    }
    field.current?.select();
    toast(t("game.copy_by_hand"));
  };
  return (
    <div className="tg-copy">
      <label className={quietLabel ? "tg-unseen" : "tg-copy-name"} htmlFor={id}>
        {label}
      </label>
      <div className="tg-copy-row">
        <input
          id={id}
          ref={field}
          className="tg-input"
          readOnly
          value={text}
          aria-describedby={help === undefined ? undefined : `${id}-help`}
          onFocus={(event) => event.target.select()}
        />
        <Button icon="copy" onClick={() => void onCopy()}>
          {t("game.copy")}
        </Button>
      </div>
      {help !== undefined && (
        <p id={`${id}-help`} className="tg-help">
          {help}
        </p>
      )}
    </div>
  );
}
