/** Something that takes the place of the moves for a while: sharing, exporting, keys. Never covers the board. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "../ui/Button";
import { useWords } from "../words/useWords";
import "./side.css";

export interface SidePageProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function SidePage({ title, onClose, children }: SidePageProps) {
  const { t } = useWords();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  return (
    <section className="tg-side" aria-labelledby={id}>
      <header className="tg-side-head">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" label={t("game.close")} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}
