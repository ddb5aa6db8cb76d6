/** The end of a game, softly over the board. Any click or key takes it away. */
import { useEffect } from "react";
import { Button } from "../../ui/Button";
import { useWords } from "../../words/useWords";
import "./end.css";

export interface EndOverlayProps {
  /** "You won" */
  title: string;
  /** "Black wins by 3.5."; null: the title says it all. */
  line: string | null;
  score: string | null;
  /** Where on the board it stands; null: in the middle. */
  side: "top" | "bottom" | null;
  onRematch: (() => void) | null;
  onReview: () => void;
  /** Take back what ended the game; null: that is not possible. */
  onUndo: (() => void) | null;
  onDismiss: () => void;
}

export function EndOverlay(props: EndOverlayProps) {
  const { title, line, score, side, onRematch, onReview, onUndo, onDismiss } = props;
  const { t } = useWords();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") {
        event.preventDefault();
        onDismiss();
      }
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("click", onDismiss);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("click", onDismiss);
    };
  }, [onDismiss]);
  return (
    <div className="tg-end" data-side={side ?? undefined}>
      <section className="tg-end-card" aria-label={title}>
        <h2 className="tg-end-title">{title}</h2>
        {line !== null && <p>{line}</p>}
        {score !== null && <p className="tg-end-score">{score}</p>}
        <div className="tg-end-buttons">
          {onRematch !== null && (
            <Button primary onClick={onRematch}>
              {t("game.rematch")}
            </Button>
          )}
          <Button onClick={onReview}>{t("game.review")}</Button>
          {onUndo !== null && <Button onClick={onUndo}>{t("game.undo")}</Button>}
        </div>
      </section>
    </div>
  );
}
