/** A list of things to do behind a ⋯ or a word, and a small sheet behind a button. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./Button";
import { Icon, type IconName } from "./Icon";
import "./menu.css";
import { usePopup } from "./usePopup";

export interface MenuItem {
  label: string;
  onSelect: () => void;
  icon?: IconName;
  /** Something is lost by it. */
  danger?: boolean;
  disabled?: boolean;
  /** Given: it is on or off, and this says which. */
  checked?: boolean;
  /** The key that does the same, to be shown. */
  shortcut?: string;
}

export interface MenuProps {
  label: string;
  /** null stands for a thin line between groups. */
  items: readonly (MenuItem | null)[];
  icon?: IconName;
  /** What the button shows in place of an icon. */
  face?: ReactNode;
  /** The side of the button that the list keeps to. */
  align?: "left" | "right";
  /** The list opens upwards, for buttons at the foot of the page. */
  upwards?: boolean;
  /** It is being opened: what its items need may be read now. */
  onOpen?: () => void;
}

export function Menu({
  label,
  items,
  icon = "more",
  face,
  align = "right",
  upwards = false,
  onOpen,
}: MenuProps) {
  const popup = usePopup();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { isOpen } = popup;

  const isAtWord = face !== undefined;
  useLayoutEffect(() => {
    if (isOpen && isAtWord && list.current !== null && popup.button.current !== null) {
      putBeside(list.current, popup.button.current);
    }
  }, [isOpen, isAtWord, popup.button]);
  // What stands still while its word scrolls away would be nobody's.
  useEffect(() => {
    if (isOpen && isAtWord) {
      const close = () => popup.close(false);
      window.addEventListener("scroll", close, true);
      return () => window.removeEventListener("scroll", close, true);
    }
  }, [isOpen, isAtWord, popup.close]);
  useEffect(() => {
    if (isOpen) {
      entries(list.current)[0]?.focus({ preventScroll: isAtWord });
    }
  }, [isOpen, isAtWord]);

  const onKey = (event: KeyboardEvent) => {
    const all = entries(list.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = target(event.key, at, all);
    if (next !== null) {
      event.preventDefault();
      event.stopPropagation();
      next?.focus();
    } else if (event.key === "Tab") {
      popup.close(false);
    }
  };
  const open = () => {
    popup.open();
    onOpen?.();
  };
  const button = {
    ref: popup.button,
    "aria-haspopup": "menu",
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? id : undefined,
    onClick: () => (isOpen ? popup.close() : open()),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "ArrowDown" && !isOpen) {
        event.preventDefault();
        open();
      }
    },
  } as const;
  return (
    <div className="tg-popup" ref={popup.box}>
      {face === undefined ? (
        <IconButton {...button} icon={icon} label={label} />
      ) : (
        <button {...button} type="button" className="tg-menu-face" title={label}>
          {face}
          <Icon name="down" size={14} />
          <span className="tg-unseen">{label}</span>
        </button>
      )}
      {isOpen && (
        <div
          id={id}
          ref={list}
          className="tg-sheet tg-menu"
          role="menu"
          tabIndex={-1}
          aria-label={label}
          data-align={align}
          data-upwards={upwards || undefined}
          onKeyDown={onKey}
        >
          {items.map((item, index) =>
            item === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing but its place.
              <hr key={index} className="tg-menu-line" />
            ) : (
              // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is checked only in the role that has that.
              <button
                key={item.label}
                type="button"
                className="tg-menu-item"
                role={item.checked === undefined ? "menuitem" : "menuitemcheckbox"}
                aria-checked={item.checked}
                data-danger={item.danger || undefined}
                disabled={item.disabled}
                tabIndex={-1}
                onClick={() => {
                  popup.close();
                  item.onSelect();
                }}
              >
                <span className="tg-menu-icon">
                  {item.checked ? (
                    <Icon name="check" size={18} />
                  ) : (
                    item.icon && <Icon name={item.icon} size={18} />
                  )}
                </span>
                <span className="tg-menu-label">{item.label}</span>
                {item.shortcut && <kbd className="tg-menu-key">{item.shortcut}</kbd>}
              </button>
            ),
          )}
        </div>
      )}
    </div>
  );
}

export interface SheetProps {
  label: string;
  icon: IconName;
  children: ReactNode;
  align?: "left" | "right";
}

/** A small sheet with controls, which hangs from a button. */
export function Sheet({ label, icon, children, align = "right" }: SheetProps) {
  const popup = usePopup();
  const id = useId();
  const { isOpen } = popup;
  return (
    <div className="tg-popup" ref={popup.box}>
      <IconButton
        ref={popup.button}
        icon={icon}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (isOpen ? popup.close() : popup.open())}
      />
      {isOpen && (
        <div
          id={id}
          className="tg-sheet tg-sheet-controls"
          role="dialog"
          aria-label={label}
          data-align={align}
        >
          {children}
        </div>
      )}
    </div>
  );
}

/** Below a word in a text, or above it where there is no room; never outside the window, nor cut off by what scrolls. */
function putBeside(list: HTMLElement, word: HTMLElement): void {
  const at = word.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const isBelow = at.bottom + GAP_PX + height + EDGE_PX <= window.innerHeight;
  const top = isBelow ? at.bottom + GAP_PX : Math.max(at.top - GAP_PX - height, EDGE_PX);
  const left = Math.max(Math.min(at.left, window.innerWidth - width - EDGE_PX), EDGE_PX);
  Object.assign(list.style, { position: "fixed", top: `${top}px`, left: `${left}px` });
}

const GAP_PX = 4;
const EDGE_PX = 8;

function entries(list: HTMLElement | null): HTMLElement[] {
  return Array.from(list?.querySelectorAll<HTMLElement>(".tg-menu-item:not(:disabled)") ?? []);
}

/** Where a key leads in the list; null for a key that leads nowhere. */
function target(key: string, at: number, all: readonly HTMLElement[]): HTMLElement | undefined | null {
  switch (key) {
    case "ArrowDown":
      return all[(at + 1) % all.length];
    case "ArrowUp":
      return all.at(at <= 0 ? -1 : at - 1);
    case "Home":
      return all[0];
    case "End":
      return all.at(-1);
    default: {
      if (key.length !== 1) {
        return null;
      }
      const after = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      const named = after.find((entry) =>
        entry.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()),
      );
      return named ?? null;
    }
  }
}
