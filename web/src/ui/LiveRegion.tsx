/** Live regions: one line of text that screen readers announce, and short notices that disappear by themselves. */
import { type ReactNode, useEffect } from "react";
import { create } from "zustand";
import { Icon } from "./Icon";
import "./live-region.css";

export interface LiveRegionProps {
  children: ReactNode;
  /** "trouble": something was refused or is lost. */
  tone?: "plain" | "trouble";
}

/** Stays in the page while it is empty, so that what is put into it later is read aloud. */
export function LiveRegion({ children, tone = "plain" }: LiveRegionProps) {
  const isEmpty = children === null || children === undefined || children === "" || children === false;
  return (
    <div
      className="tg-live-region"
      data-tone={tone}
      data-empty={isEmpty || undefined}
      role="status"
      aria-live="polite"
    >
      {tone === "trouble" && !isEmpty && <Icon name="warning" size={18} />}
      {!isEmpty && <span>{children}</span>}
    </div>
  );
}

/** What can be done about what was said, as long as it is said. */
export interface ToastAction {
  label: string;
  onDo: () => void;
}

interface Notices {
  text: string | null;
  action: ToastAction | null;
  key: number;
  say: (text: string, action: ToastAction | null) => void;
  clear: () => void;
}

const useNotices = create<Notices>()((set) => ({
  text: null,
  action: null,
  key: 0,
  say: (text, action) => set((old) => ({ text, action, key: old.key + 1 })),
  clear: () => set({ text: null, action: null }),
}));

/** Say something short, such as "Copied", for a few seconds; for longer where there is something to be done. */
export function toast(text: string, action: ToastAction | null = null): void {
  useNotices.getState().say(text, action);
}

const SHOWN_MS = 4000;
const SHOWN_TO_ACT_MS = 10_000;

/** Where short notices appear. Once in the page. */
export function Toasts() {
  const { text, action, key, clear } = useNotices();
  const shownMs = action === null ? SHOWN_MS : SHOWN_TO_ACT_MS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new notice of the same words is shown anew.
  useEffect(() => {
    if (text === null) {
      return;
    }
    const timer = setTimeout(clear, shownMs);
    return () => clearTimeout(timer);
  }, [text, key, shownMs, clear]);
  return (
    <div className="tg-toasts" role="status" aria-live="polite">
      {text !== null && (
        <span key={key} className="tg-toast">
          {text}
          {action !== null && (
            <button
              type="button"
              className="tg-toast-action"
              onClick={() => {
                clear();
                action.onDo();
              }}
            >
              {action.label}
            </button>
          )}
        </span>
      )}
    </div>
  );
}
