/** A question that must be answered first. Used sparingly: most things are said in a line. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useWords } from "../words/useWords";
import { IconButton } from "./Button";
import "./dialog.css";

export interface DialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The buttons at its foot. */
  actions?: ReactNode;
}

export function Dialog({ open, title, onClose, children, actions }: DialogProps) {
  const { t } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (element === null) {
      return;
    }
    if (open && !element.open) {
      element.showModal();
    } else if (!open && element.open) {
      element.close();
    }
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={dialog}
      className="tg-dialog"
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) {
          onClose();
        }
      }}
    >
      {open && (
        <div className="tg-dialog-body">
          <header className="tg-dialog-head">
            <h2 id={id}>{title}</h2>
            <IconButton icon="close" label={t("ui.close")} onClick={onClose} />
          </header>
          {children}
          {actions && <footer className="tg-dialog-actions">{actions}</footer>}
        </div>
      )}
    </dialog>
  );
}
