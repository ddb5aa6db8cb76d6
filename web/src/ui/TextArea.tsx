/** A few lines of text with their name above them. */
import { useId } from "react";
import "./field.css";
import "./formField.css";

export interface TextAreaProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  help?: string;
}

export function TextArea({ label, value, onChange, maxLength, help }: TextAreaProps) {
  const id = useId();
  return (
    <div className="tg-form-field">
      <label className="tg-form-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="tg-input tg-text-area"
        rows={3}
        value={value}
        maxLength={maxLength}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={(event) => onChange(event.target.value)}
      />
      {help !== undefined && (
        <p className="tg-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
