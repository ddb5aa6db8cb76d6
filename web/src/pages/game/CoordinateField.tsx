/** A small field for a point by its name: "D4", "16q". Enter plays, Escape goes back. */
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { BoardSpec, XY } from "../../api/types";
import { nameRange, parsePoint } from "../../sitting/points";
import { IconButton } from "../../ui/Button";
import { useWords } from "../../words/useWords";

export interface CoordinateFieldProps {
  spec: BoardSpec;
  /** What was typed before the field was there. */
  start: string;
  onPoint: (point: XY) => void;
  /** The point that is being typed, once it is one. */
  onAim: (point: XY | null) => void;
  onClose: () => void;
}

export function CoordinateField({ spec, start, onPoint, onAim, onClose }: CoordinateFieldProps) {
  const { t } = useWords();
  const [text, setText] = useState(start);
  const [wrong, setWrong] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const range = nameRange(spec);

  useEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus();
      }
    };
  }, []);

  const change = (value: string) => {
    setText(value);
    setWrong(null);
    onAim(parsePoint(spec, value));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const point = parsePoint(spec, text);
    if (point === null) {
      setWrong(t("error.BAD_NOTATION", { text: text.trim(), ...range }));
      return;
    }
    setText("");
    onAim(null);
    onPoint(point);
  };
  return (
    <form className="tg-typed" onSubmit={submit}>
      <label className="tg-typed-name" htmlFor={id}>
        {t("game.typed")}
      </label>
      <input
        id={id}
        ref={field}
        className="tg-input"
        value={text}
        size={6}
        maxLength={8}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={range.first}
        aria-invalid={wrong !== null}
        aria-describedby={`${id}-wrong`}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            onAim(null);
            onClose();
          }
        }}
      />
      <IconButton icon="close" label={t("game.close")} onClick={onClose} />
      <p id={`${id}-wrong`} className="tg-typed-wrong" role="status">
        {wrong}
      </p>
    </form>
  );
}
