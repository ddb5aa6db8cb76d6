/** How the game stands, where a player has asked: who leads, and who holds how much. Read aloud when it comes. */
import type { View } from "../../api/types";
import { leadText, pointsText } from "../../sitting/estimate";
import { Button } from "../../ui/Button";
import { useWords } from "../../words/useWords";

export function Estimate({ estimate, onHide }: { estimate: View["estimate"]; onHide: () => void }) {
  const words = useWords();
  return (
    <div className="tg-estimate">
      <p role="status" aria-live="polite" aria-atomic="true">
        {estimate !== null && (
          <>
            <span className="tg-estimate-lead">{leadText(words, estimate)}</span>{" "}
            <span className="tg-estimate-points">{pointsText(words, estimate)}</span>
          </>
        )}
      </p>
      {estimate !== null && <Button onClick={onHide}>{words.t("game.estimate.hide")}</Button>}
    </div>
  );
}
