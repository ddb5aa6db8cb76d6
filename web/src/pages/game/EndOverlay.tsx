/** The end of a game, softly over the board. Any click or key takes it away. */
import { useEffect } from "react";
import { Button } from "../../ui/Button";
import { useWords } from "../../words/useWords";
import "./end.css";

export interface EndOverlayProps {
  /** "You won" */
  title: string;
  /** "Black wins by 3.5." */
  line: string;
  score: string | null;
  /** Where on the board it stands; null: in the middle. */
  side: "top" | "bottom" | null;
  onRematch: (() => void) | null;
  onReview: () => void;
  onDismiss: () => void;
}

export function EndOverlay({ title, line, score, side, onRematch, onReview, onDismiss }: EndOverlayProps) {
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
        <p>{line}</p>
        {score !== null && <p className="tg-end-score">{score}</p>}
        <div className="tg-end-buttons">
          {onRematch !== null && (
            <Button primary onClick={onRematch}>
              {t("game.rematch")}
            </Button>
          )}
          <Button onClick={onReview}>{t("game.review")}</Button>
        </div>
      </section>
    </div>
  );
}
