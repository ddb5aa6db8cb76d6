/** A number between bounds: typed, stepped with the keys, or with − and +. */
import { useId, useState } from "react";
import { useWords } from "../words/useWords";
import { IconButton } from "./Button";
import "./field.css";

export interface NumberFieldProps {
  label: string;
  /** null: left open, and `placeholder` says what that means. */
  value: number | null;
  minimum: number;
  maximum: number;
  step?: number;
  onChange: (value: number | null) => void;
  /** May be left open. */
  optional?: boolean;
  placeholder?: string;
  /** Where − and + begin when nothing is written. */
  start?: number;
  help?: string | undefined;
}

export function NumberField(props: NumberFieldProps) {
  const { label, value, minimum, maximum, step = 1, onChange, optional = false, placeholder, help } = props;
  const { t } = useWords();
  const id = useId();
  // What is being written, until it is a number again.
  const [draft, setDraft] = useState<string | null>(null);

  const write = (text: string) => {
    const read = readNumber(text, minimum, maximum, step);
    setDraft(text);
    if (read !== null) {
      onChange(read);
    } else if (optional && text.trim() === "") {
      onChange(null);
    }
  };
  const stepBy = (count: number) => {
    const from = value ?? props.start ?? minimum;
    setDraft(null);
    onChange(fitted(from + count * step, minimum, maximum, step));
  };
  return (
    <div className="tg-field">
      <label className="tg-field-name" htmlFor={id}>
        {label}
      </label>
      <span className="tg-number">
        <IconButton
          icon="minus"
          size={16}
          label={t("ui.less", { what: label })}
          disabled={value !== null && value <= minimum}
          onClick={() => stepBy(-1)}
        />
        <input
          id={id}
          className="tg-input"
          type="number"
          inputMode={Number.isInteger(step) && minimum >= 0 ? "numeric" : "decimal"}
          min={minimum}
          max={maximum}
          step={step}
          placeholder={placeholder}
          value={draft ?? value ?? ""}
          aria-describedby={help ? `${id}-help` : undefined}
          onChange={(event) => write(event.target.value)}
          onBlur={() => setDraft(null)}
        />
        <IconButton
          icon="plus"
          size={16}
          label={t("ui.more_of", { what: label })}
          disabled={value !== null && value >= maximum}
          onClick={() => stepBy(1)}
        />
      </span>
      {help && (
        <p className="tg-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

/** The number that a text says, brought between the bounds and onto a step; null where it says none. */
export function readNumber(text: string, minimum: number, maximum: number, step: number): number | null {
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? null : fitted(number, minimum, maximum, step);
}

function fitted(number: number, minimum: number, maximum: number, step: number): number {
  return Math.min(maximum, Math.max(minimum, Math.round(number / step) * step));
}
