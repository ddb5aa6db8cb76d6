/** Two or three pages in one place. Arrow keys move between their names. */
import { type KeyboardEvent, useRef } from "react";
import "./tabs.css";

export interface TabsProps<T extends string> {
  label: string;
  /** The panel is `<id>-panel`, a tab `<id>-<value>`. */
  id: string;
  value: T;
  /** `news`: what is said of one with something new in it, which has a dot. */
  tabs: readonly { value: T; label: string; news?: string | null }[];
  onChange: (value: T) => void;
}

export function Tabs<T extends string>({ label, id, value, tabs, onChange }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (by !== 0 && next !== undefined) {
      event.preventDefault();
      onChange(next.value);
      list.current?.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus();
    }
  };
  return (
    <div className="tg-tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKey}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          id={`${id}-${tab.value}`}
          type="button"
          role="tab"
          className="tg-tab"
          data-tab={tab.value}
          aria-selected={tab.value === value}
          aria-controls={`${id}-panel`}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.news != null && (
            <>
              {" "}
              <span className="tg-tab-dot" />
              <span className="tg-unseen">{tab.news}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
