/** A field of a form with its name above it, and below it what helps or what is wrong with it. */
import {
  type InputHTMLAttributes,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useWords } from "../words/useWords";
import { IconButton } from "./Button";
import "./field.css";
import "./formField.css";

type Plain = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "autoComplete" | "inputMode" | "maxLength" | "placeholder" | "required" | "list" | "min" | "max"
>;

export interface FormFieldProps extends Plain {
  label: string;
  value: string;
  onChange: (value: string) => void;
  type?: "text" | "password" | "search" | "date";
  help?: ReactNode;
  /** What is wrong with it; the focus comes here when that is said. */
  error?: string | null | undefined;
  /** Whether the focus comes here at first. */
  takesFocus?: boolean;
}

export function FormField(props: FormFieldProps) {
  const { label, value, onChange, type = "text", help, error = null, takesFocus, ...plain } = props;
  const { t } = useWords();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (takesFocus) {
      input.current?.focus();
    }
  }, [takesFocus]);
  // With the words on the screen, not a moment later.
  useLayoutEffect(() => {
    if (error !== null) {
      input.current?.focus();
    }
  }, [error]);
  const described = [error !== null && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");
  return (
    <div className="tg-form-field">
      <label className="tg-form-label" htmlFor={id}>
        {label}
      </label>
      <span className="tg-form-input" data-wrong={error !== null || undefined}>
        <input
          {...plain}
          id={id}
          ref={input}
          className="tg-input"
          type={type === "password" && isShown ? "text" : type}
          value={value}
          spellCheck={false}
          autoCapitalize="off"
          aria-invalid={error !== null || undefined}
          aria-describedby={described === "" ? undefined : described}
          onChange={(event) => onChange(event.target.value)}
        />
        {type === "password" && (
          <IconButton
            icon="eye"
            size={18}
            label={t(isShown ? "ui.hide_password" : "ui.show_password")}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        )}
      </span>
      <p className="tg-form-error" id={`${id}-error`} role="alert" hidden={error === null}>
        {error}
      </p>
      {help && (
        <p className="tg-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
