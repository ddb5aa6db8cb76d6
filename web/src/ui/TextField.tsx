/** A line of text. */
import { useId } from "react";
import "./field.css";

export interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  maxLength?: number;
  autoComplete?: string;
  help?: string;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, placeholder, maxLength, autoComplete = "off", help } = props;
  const id = useId();
  return (
    <div className="tg-field">
      <label className="tg-field-name" htmlFor={id}>
        {label}
      </label>
      <span className="tg-text">
        <input
          id={id}
          className="tg-input"
          type="text"
          value={value}
          placeholder={placeholder}
          maxLength={maxLength}
          autoComplete={autoComplete}
          spellCheck={false}
          aria-describedby={help ? `${id}-help` : undefined}
          onChange={(event) => onChange(event.target.value)}
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
