/** What only some phases of a game need: the choice of an opening, and settling which stones are dead. */
import type { Kind, View } from "../../api/types";
import type { LiveGame } from "../../game/types";
import { Button } from "../../ui/Button";
import { useWords } from "../../words/useWords";
import { colorWord, turnOf } from "./sides";

interface PhaseProps {
  view: View;
  kind: Kind | null;
  act: LiveGame["act"];
}

/** Swap2 and its like: what may be chosen, as buttons. */
export function Choices({ view, kind, act }: PhaseProps) {
  const words = useWords();
  if (view.choices.length === 0 || turnOf(view) === null) {
    return null;
  }
  return (
    <fieldset className="tg-choices" aria-label={words.t("phase.choice")}>
      {view.choices.map((choice) => (
        <button
          key={choice}
          type="button"
          className="tg-choice"
          onClick={() => void act("choose", { choice })}
        >
          {words.of(kind, `choice.${choice}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** Dead stones: the score so far, who has agreed, and two ways on. */
export function Agreement({ view, act }: Omit<PhaseProps, "kind">) {
  const words = useWords();
  const { t } = words;
  if (view.state.phase !== "agree") {
    return null;
  }
  const missing = view.yours.filter((color) => !view.agreed.includes(color));
  const agreed = view.agreed.filter((color) => view.yours.length === 1 && !view.yours.includes(color));
  const agree = async () => {
    for (const player of missing) {
      if (!(await act("agree", { player }))) {
        return;
      }
    }
  };
  return (
    <div className="tg-agreement">
      <ScoreSoFar view={view} />
      {agreed.map((color) => (
        <p key={color} className="tg-agreement-note" role="status">
          {t("game.agree.other", { player: colorWord(words, color) })}
        </p>
      ))}
      {view.yours.length > 0 && missing.length === 0 && (
        <p className="tg-agreement-note" role="status">
          {t("game.agree.waiting")}
        </p>
      )}
      {view.yours.length > 0 && (
        <div className="tg-agreement-buttons">
          {missing.length > 0 && (
            <Button primary onClick={() => void agree()}>
              {t("game.agree")}
            </Button>
          )}
          <Button onClick={() => void act("resume")}>{t("game.agree.resume")}</Button>
        </div>
      )}
    </div>
  );
}

function ScoreSoFar({ view }: { view: View }) {
  const words = useWords();
  const { score, komi } = view.state;
  if (score === null) {
    return null;
  }
  const lead = score.BLACK - score.WHITE;
  const leader = lead === 0 ? null : colorWord(words, lead > 0 ? "BLACK" : "WHITE");
  return (
    <p className="tg-agreement-score" role="status">
      {leader === null
        ? words.t("game.agree.even")
        : words.t("game.agree.score", { player: leader, count: Math.abs(lead) })}
      {komi !== null && komi !== 0 && <span> {words.t("game.agree.komi", { komi })}</span>}
    </p>
  );
}
