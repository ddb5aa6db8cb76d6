/** What only some phases of a game need: the choice of an opening, and settling which stones are dead. */
import type { ColorName, Kind, View, XY } from "../../api/types";
import { colorWord, scoreShown, turnOf } from "../../sitting/sides";
import type { LiveGame } from "../../sitting/types";
import { Button } from "../../ui/Button";
import { useWords } from "../../words/useWords";

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

/** Dead stones: what is proposed or marked, the score so far, who has agreed, and the ways on. */
export function Agreement({ view, act }: Omit<PhaseProps, "kind">) {
  const words = useWords();
  const { t } = words;
  if (view.state.phase !== "agree") {
    return null;
  }
  const { proposal, yours } = view;
  const missing = yours.filter((color) => !view.agreed.includes(color));
  const agreed = view.agreed.filter((color) => yours.length === 1 && !yours.includes(color));
  const marker = markerOf(view);
  const agree = async (dead: readonly XY[]) => {
    if (dead.length > 0 && !(await act("mark_dead", { points: [...dead] }))) {
      return;
    }
    for (const player of missing) {
      if (!(await act("agree", { player }))) {
        return;
      }
    }
  };
  return (
    <div className="tg-agreement">
      {proposal !== null && (
        <p className="tg-agreement-proposal" role="status">
          {t(proposal.dead.length > 0 ? "game.agree.proposal" : "game.agree.proposal.none")}
        </p>
      )}
      <ScoreSoFar view={view} />
      {marker !== null && (
        <p className="tg-agreement-note" role="status">
          {t("game.agree.marked", { player: colorWord(words, marker) })}
        </p>
      )}
      {agreed.map((color) => (
        <p key={color} className="tg-agreement-note" role="status">
          {t("game.agree.other", { player: colorWord(words, color) })}
        </p>
      ))}
      {yours.length > 0 && missing.length === 0 && (
        <p className="tg-agreement-note" role="status">
          {t("game.agree.waiting")}
        </p>
      )}
      {yours.length > 0 && (
        <div className="tg-agreement-buttons">
          {missing.length > 0 && (
            <Button primary onClick={() => void agree(proposal?.dead ?? [])}>
              {t("game.agree")}
            </Button>
          )}
          {proposal !== null && proposal.dead.length > 0 && (
            <Button onClick={() => void agree([])}>{t("game.agree.as_it_stands")}</Button>
          )}
          <Button onClick={() => void act("resume")}>{t("game.agree.resume")}</Button>
        </div>
      )}
    </div>
  );
}

/** The other side, where it was the last to mark: what one has agreed to has changed. */
function markerOf({ yours, state }: View): ColorName | null {
  const last = state.moves.at(-1);
  const isMark = last !== undefined && "action" in last && /^(un)?mark_dead$/.test(last.action);
  return isMark && yours.length === 1 && !yours.includes(last.player) ? last.player : null;
}

function ScoreSoFar({ view }: { view: View }) {
  const words = useWords();
  const { komi } = view.state;
  const isIf = view.proposal !== null && view.proposal.dead.length > 0;
  const score = scoreShown(view);
  if (score === null) {
    return null;
  }
  const lead = score.BLACK - score.WHITE;
  const key = `game.agree.${isIf ? "if_" : ""}${lead === 0 ? "even" : "score"}`;
  const player = colorWord(words, lead > 0 ? "BLACK" : "WHITE");
  return (
    <p className="tg-agreement-score" role="status">
      {words.t(key, { player, count: Math.abs(lead) })}
      {komi !== null && komi !== 0 && <span> {words.t("game.agree.komi", { komi })}</span>}
    </p>
  );
}
