/** What is not needed at first: a line that opens. */
import { type ReactNode, useId, useState } from "react";
import "./disclosure.css";
import { Icon } from "./Icon";

export interface DisclosureProps {
  label: ReactNode;
  children: ReactNode;
  /** Given: whoever shows it keeps it. */
  open?: boolean;
  onToggle?: (open: boolean) => void;
}

export function Disclosure({ label, children, open, onToggle }: DisclosureProps) {
  const [own, setOwn] = useState(false);
  const id = useId();
  const isOpen = open ?? own;
  const toggle = () => {
    setOwn(!isOpen);
    onToggle?.(!isOpen);
  };
  return (
    <div className="tg-disclosure">
      <DisclosureButton label={label} open={isOpen} controls={id} onClick={toggle} />
      <div id={id} className="tg-disclosure-body" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}

export interface DisclosureButtonProps {
  label: ReactNode;
  open: boolean;
  /** The id of what it opens. */
  controls: string;
  onClick: () => void;
}

/** The line alone, where what it opens is elsewhere. */
export function DisclosureButton({ label, open, controls, onClick }: DisclosureButtonProps) {
  return (
    <button
      type="button"
      className="tg-disclosure-button"
      aria-expanded={open}
      aria-controls={controls}
      onClick={onClick}
    >
      {label}
      <Icon name="down" size={16} />
    </button>
  );
}
