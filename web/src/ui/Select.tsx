/** One of many, by the browser's own list. */
import { useId } from "react";
import "./field.css";
import { Icon } from "./Icon";

export interface SelectProps<T extends string | number> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  help?: string | undefined;
  disabled?: boolean;
}

export function Select<T extends string | number>(props: SelectProps<T>) {
  const { label, value, options, onChange, help, disabled = false } = props;
  const id = useId();
  const choose = (text: string) => {
    const chosen = options.find((option) => String(option.value) === text);
    if (chosen !== undefined) {
      onChange(chosen.value);
    }
  };
  return (
    <div className="tg-field tg-field-wrapping">
      <label className="tg-field-name" htmlFor={id}>
        {label}
      </label>
      <span className="tg-select">
        <select
          id={id}
          className="tg-input"
          value={value}
          disabled={disabled}
          aria-describedby={help ? `${id}-help` : undefined}
          onChange={(event) => choose(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" size={16} />
      </span>
      {help && (
        <p className="tg-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
