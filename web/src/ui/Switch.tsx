/** On or off, at once. */
import { useId } from "react";
import "./field.css";
import "./switch.css";

export interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  help?: string | undefined;
  disabled?: boolean;
}

export function Switch({ label, checked, onChange, help, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="tg-field">
      <label className="tg-field-name" htmlFor={id}>
        {label}
      </label>
      <label className="tg-switch" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          role="switch"
          className="tg-unseen"
          aria-label={label}
          aria-describedby={help ? `${id}-help` : undefined}
          aria-checked={checked}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="tg-switch-track" aria-hidden="true" />
      </label>
      {help && (
        <p className="tg-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
