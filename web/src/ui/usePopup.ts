/** Opening and closing of what hangs from a button: closes on Escape, on a click elsewhere, when the focus leaves. */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

export interface Popup {
  isOpen: boolean;
  /** Around the button and what it opens. */
  box: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  open: () => void;
  /** Closes; the focus goes back to the button unless it went elsewhere by itself. */
  close: (focusBack?: boolean) => void;
}

export function usePopup(): Popup {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback((focusBack = true) => {
    setOpen(false);
    if (focusBack) {
      button.current?.focus();
    }
  }, []);

  useEffect(() => {
    if (!isOpen) {
      return;
    }
    const isOutside = (event: Event) =>
      event.target instanceof Node && !box.current?.contains(event.target) && event.target !== document;
    const onAway = (event: Event) => {
      if (isOutside(event)) {
        close(false);
      }
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        close();
      }
    };
    document.addEventListener("pointerdown", onAway);
    document.addEventListener("focusin", onAway);
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("pointerdown", onAway);
      document.removeEventListener("focusin", onAway);
      document.removeEventListener("keydown", onKey, true);
    };
  }, [isOpen, close]);

  return { isOpen, box, button, open, close };
}
