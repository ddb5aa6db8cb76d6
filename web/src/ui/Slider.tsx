/** A level as rising bars. Under them is the browser's own slider: keys, touch and screen readers come with it. */
import { useId } from "react";
import "./slider.css";

export interface SliderProps {
  label: string;
  value: number;
  minimum: number;
  maximum: number;
  onChange: (value: number) => void;
  /** The value in words, as "level 4 of 10". */
  valueText: string;
  /** The name is read aloud only. */
  quietLabel?: boolean;
  disabled?: boolean;
}

export function Slider(props: SliderProps) {
  const { label, value, minimum, maximum, onChange, valueText, quietLabel = false, disabled = false } = props;
  const id = useId();
  const steps = Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
  return (
    <span className="tg-slider" data-disabled={disabled || undefined}>
      <label className={quietLabel ? "tg-unseen" : "tg-slider-name"} htmlFor={id}>
        {label}
      </label>
      <span className="tg-slider-box">
        <span className="tg-slider-bars" aria-hidden="true">
          {steps.map((step, index) => (
            <span
              key={step}
              className="tg-slider-bar"
              data-on={step <= value || undefined}
              style={{ height: `${24 + (76 * (index + 1)) / steps.length}%` }}
            />
          ))}
        </span>
        <input
          id={id}
          type="range"
          min={minimum}
          max={maximum}
          step={1}
          value={value}
          disabled={disabled}
          aria-valuetext={valueText}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      </span>
      <output className="tg-slider-value" htmlFor={id} aria-hidden="true">
        {value}
      </output>
    </span>
  );
}
