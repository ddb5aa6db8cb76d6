/** What is said now and what it asks for: the status line, offers, choices, agreement, questions, typed points. */
import type { BoardSpec, Kind, View, XY } from "../../api/types";
import { Ask } from "../../sitting/Ask";
import { guidanceText, refusalText, statusText, substituteText } from "../../sitting/lines";
import { playedCount } from "../../sitting/moves";
import { sideName, sidesOf } from "../../sitting/sides";
import type { LiveGame } from "../../sitting/types";
import { Button } from "../../ui/Button";
import { useWords } from "../../words/useWords";
import { Absence } from "./Absence";
import { Beginning } from "./Beginning";
import { CoordinateField } from "./CoordinateField";
import { Estimate } from "./Estimate";
import { Offers } from "./Offers";
import { Agreement, Choices } from "./Phases";
import { Standing } from "./Standing";
import { StatusLine } from "./StatusLine";
import type { Doing } from "./useDoing";
import { useHeard } from "./useHeard";
import type { LookBack } from "./useLookBack";

export interface NowProps {
  live: LiveGame;
  view: View;
  kind: Kind;
  spec: BoardSpec;
  lookBack: LookBack;
  doing: Doing;
  /** What is in the coordinate field; null: it is not there. */
  typed: string | null;
  onType: (text: string | null) => void;
  onAim: (point: XY | null) => void;
  onPick: (point: XY) => void;
}

export function Now({ live, view, kind, spec, lookBack, doing, typed, onType, onAim, onPick }: NowProps) {
  const words = useWords();
  const { t } = words;
  const heard = useHeard(words, kind, spec, view, live);
  const refused = live.refusal;
  const refusal =
    doing.trouble !== null
      ? { text: doing.trouble.text, key: `here${doing.trouble.key}` }
      : refused && { text: refusalText(words, kind, refused), key: `match${refused.key}` };
  const { act } = live;
  const { moves } = view.state;
  return (
    <>
      {lookBack.at !== null && (
        <div className="tg-back">
          <span>
            {t("game.looking", { at: playedCount(moves.slice(0, lookBack.at)), count: playedCount(moves) })}
          </span>
          <Button onClick={() => lookBack.go(null)}>{t("game.back")}</Button>
        </div>
      )}
      <StatusLine
        text={statusText(words, kind, view)}
        guidance={guidanceText(words, kind, view)}
        heard={heard}
        refusal={refusal}
        connection={live.connection}
        notice={substituteText(words, view, live)}
      />
      <Standing view={view} />
      <Beginning live={live} view={view} />
      <Absence live={live} view={view} />
      <Offers view={view} declined={live.declined} act={act} onRematch={() => doing.onDo("rematch")} />
      <Estimate
        estimate={doing.isEstimateHidden || lookBack.at !== null ? null : view.estimate}
        onHide={() => doing.onDo("estimate")}
      />
      <Choices view={view} kind={kind} act={act} />
      <Agreement view={view} act={act} />
      {doing.question !== null && <Question view={view} doing={doing} />}
      {typed !== null && (
        <CoordinateField
          spec={spec}
          start={typed}
          onPoint={onPick}
          onAim={onAim}
          onClose={() => onType(null)}
        />
      )}
    </>
  );
}

function Question({ view, doing }: { view: View; doing: Doing }) {
  const words = useWords();
  const { t } = words;
  const { question } = doing;
  const { hasBoth } = sidesOf(view);
  const { currentPlayer, players } = view.state;
  const player = sideName(words, players[currentPlayer], currentPlayer);
  const text =
    question === "resign" && hasBoth ? t("game.ask.resign.side", { player }) : t(`game.ask.${question}`);
  return (
    <Ask
      key={question}
      question={text}
      yes={t(`game.ask.${question}.yes`)}
      danger={question === "resign" || question === "restart"}
      takesFocus
      onYes={() => doing.answer(true)}
      onNo={() => doing.answer(false)}
    />
  );
}
