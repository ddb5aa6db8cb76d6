/** A question in a line, where the answer is one click away: nothing opens, nothing covers the board. */
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../ui/Button";
import { useWords } from "../words/useWords";

export interface AskProps {
  question: ReactNode;
  yes: string;
  no?: string;
  onYes: () => void;
  onNo: () => void;
  danger?: boolean;
  /** Whether the focus goes to the answer, as after a key or a click of one's own. */
  takesFocus?: boolean;
}

export function Ask({ question, yes, no, onYes, onNo, danger = false, takesFocus = false }: AskProps) {
  const { t } = useWords();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!takesFocus) {
      return;
    }
    const before = document.activeElement;
    button.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus();
      }
    };
  }, [takesFocus]);
  return (
    <fieldset className="tg-ask" data-danger={danger || undefined}>
      <p className="tg-ask-question" role={takesFocus ? undefined : "status"}>
        {question}
      </p>
      <Button ref={button} danger={danger} onClick={onYes}>
        {yes}
      </Button>
      <Button onClick={onNo}>{no ?? t("game.cancel")}</Button>
    </fieldset>
  );
}
