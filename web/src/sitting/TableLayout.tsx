/** Where everything around a board has its place: one below the other on a phone, else in a panel beside the board. */
import { type ReactNode, useRef } from "react";
import { useWords } from "../words/useWords";
import "./table.css";
import "./now.css";
import { type Steps, useWheelSteps } from "./wheel";

export interface TableLayoutProps {
  /** What is shown, for those who do not see it. */
  heading: string;
  board: ReactNode;
  /** What the wheel over the board steps through. */
  steps: Steps;
  /** Who plays: above the board on a phone, at the ends of the panel beside it. */
  top: ReactNode;
  bottom?: ReactNode;
  /** What is said now, and what it asks for. */
  now: ReactNode;
  actions: ReactNode;
  /** The moves and what takes their place; `tg-game-panel` in it is what scrolls. */
  side: ReactNode;
}

export function TableLayout({ heading, board, steps, top, bottom, now, actions, side }: TableLayoutProps) {
  const { t } = useWords();
  const box = useRef<HTMLDivElement>(null);
  useWheelSteps(box, steps);
  return (
    <div className="tg-game">
      <h1 className="tg-unseen">{heading}</h1>
      <div className="tg-game-player" data-place="top">
        {top}
      </div>
      <section className="tg-game-board" aria-label={t("game.board")}>
        <div className="tg-board-box" ref={box}>
          {board}
        </div>
      </section>
      <section className="tg-now" aria-label={t("game.now")}>
        {now}
      </section>
      {bottom !== undefined && (
        <div className="tg-game-player" data-place="bottom">
          {bottom}
        </div>
      )}
      <fieldset className="tg-actions" aria-label={t("game.actions")}>
        {actions}
      </fieldset>
      <div className="tg-game-side">{side}</div>
    </div>
  );
}
