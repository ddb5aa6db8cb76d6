/** One of a few, all of them in sight. Radio buttons: arrow keys move, the group has a name. */
import { type ReactNode, useId } from "react";
import "./segmented.css";

export interface Segment<T extends string | number> {
  value: T;
  label: ReactNode;
  /** The name where the label is a picture. */
  name?: string;
}

export interface SegmentedProps<T extends string | number> {
  label: string;
  value: T;
  options: readonly Segment<T>[];
  onChange: (value: T) => void;
  /** The name of the group is read aloud only. */
  quietLabel?: boolean;
  disabled?: boolean;
}

export function Segmented<T extends string | number>(props: SegmentedProps<T>) {
  const { label, value, options, onChange, quietLabel = false, disabled = false } = props;
  const group = useId();
  return (
    <fieldset className="tg-segmented" disabled={disabled}>
      <legend className={quietLabel ? "tg-unseen" : "tg-label"}>{label}</legend>
      <div className="tg-segments">
        {options.map((option) => (
          <label key={option.value} className="tg-segment" title={option.name}>
            <input
              type="radio"
              className="tg-unseen"
              name={group}
              value={option.value}
              checked={option.value === value}
              aria-label={option.name}
              onChange={() => onChange(option.value)}
            />
            <span className="tg-segment-face">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
