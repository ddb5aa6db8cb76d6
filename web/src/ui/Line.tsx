/** What the page says in one line, heard by screen readers too; and short notices that go by themselves. */
import { type ReactNode, useEffect } from "react";
import { create } from "zustand";
import { Icon } from "./Icon";
import "./line.css";

export interface LineProps {
  children: ReactNode;
  /** "trouble": something was refused or is lost. */
  tone?: "plain" | "trouble";
}

/** Stays in the page while it is empty, so that what is put into it later is read aloud. */
export function Line({ children, tone = "plain" }: LineProps) {
  const isEmpty = children === null || children === undefined || children === "" || children === false;
  return (
    <div
      className="tg-line"
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

interface Notices {
  text: string | null;
  key: number;
  say: (text: string) => void;
  clear: () => void;
}

const useNotices = create<Notices>()((set) => ({
  text: null,
  key: 0,
  say: (text) => set((old) => ({ text, key: old.key + 1 })),
  clear: () => set({ text: null }),
}));

/** Say something short, such as "Copied", for a few seconds. */
export function toast(text: string): void {
  useNotices.getState().say(text);
}

const SHOWN_MS = 4000;

/** Where short notices appear. Once in the page. */
export function Toasts() {
  const { text, key, clear } = useNotices();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new notice of the same words is shown anew.
  useEffect(() => {
    if (text === null) {
      return;
    }
    const timer = setTimeout(clear, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text, key, clear]);
  return (
    <div className="tg-toasts" role="status" aria-live="polite">
      {text !== null && (
        <span key={key} className="tg-toast">
          {text}
        </span>
      )}
    </div>
  );
}
