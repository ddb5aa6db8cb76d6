/** What is said of a player who is not there: heard once when it changes, seen with the time that is left. */
import { useEffect, useRef, useState } from "react";
import { type ColorName, other, type View } from "../../api/types";
import { playerName, sidesOf } from "../../sitting/sides";
import type { LiveGame } from "../../sitting/types";
import { type Outlook, outlookOf, waitText } from "../../sitting/useGame";
import { Button } from "../../ui/Button";
import { useWords } from "../../words/useWords";

export interface AbsenceProps {
  live: LiveGame;
  view: View;
}

/** The opponent's absence for who plays; for who watches that of either side. Nothing where two people do not play. */
export function Absence({ live, view }: AbsenceProps) {
  const { mine, isBetweenPeople } = sidesOf(view);
  if (!isBetweenPeople) {
    return null;
  }
  const watched: ColorName[] = mine === null ? ["BLACK", "WHITE"] : [other(mine)];
  return watched.map((color) => (
    <AbsenceOf key={color} live={live} view={view} color={color} isOpponent={mine !== null} />
  ));
}

interface AbsenceOfProps extends AbsenceProps {
  color: ColorName;
  isOpponent: boolean;
}

function AbsenceOf({ live, view, color, isOpponent }: AbsenceOfProps) {
  const words = useWords();
  const { t } = words;
  const outlook = useOutlook(live, color, isOpponent);
  const player = playerName(words, view.state.players[color], color);
  const canClaim = outlook?.canClaim ?? false;
  const spoken = useSpoken(canClaim ? "claim" : (live.presence[color]?.presence ?? null));
  return (
    <>
      <p className="tg-unseen" role="status">
        {spoken !== null && t(`game.presence.spoken.${spoken}`, { player })}
      </p>
      {outlook !== null && (
        <fieldset className="tg-ask">
          <p className="tg-ask-question">
            {t(`game.absence.${outlook.next}`, {
              player,
              time: waitText(outlook.ms),
            })}
          </p>
          {canClaim && <Button onClick={() => void live.act("claim")}>{t("game.absence.yes")}</Button>}
        </fieldset>
      )}
    </>
  );
}

/** What comes next, looked at again with every second of it. */
function useOutlook(live: LiveGame, color: ColorName, isOpponent: boolean): Outlook | null {
  const [now, setNow] = useState(() => performance.now());
  const { presence, clock } = live;
  const isAway = presence[color]?.presence === "gone";
  useEffect(() => {
    if (!isAway) {
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const time = performance.now();
      setNow(time);
      const outlook = outlookOf({ presence, clock }, color, isOpponent, time);
      if (outlook !== null && outlook.ms > 0 && outlook.ms < Infinity) {
        timer = setTimeout(look, (outlook.ms % 1000) + 5);
      }
    };
    look();
    return () => clearTimeout(timer);
  }, [isAway, presence, clock, color, isOpponent]);
  return outlookOf({ presence, clock }, color, isOpponent, now);
}

type State = "here" | "away" | "gone" | "claim" | null;

/** What those who listen are told, once with every change: nothing of who has been here all the time. */
function useSpoken(state: State): "away" | "gone" | "claim" | "back" | null {
  const [spoken, speak] = useState<"away" | "gone" | "claim" | "back" | null>(null);
  const before = useRef<State>(null);
  useEffect(() => {
    const wasAway = before.current !== null && before.current !== "here";
    before.current = state;
    if (state === "here") {
      speak(wasAway ? "back" : null);
    } else {
      speak(state);
    }
  }, [state]);
  return spoken;
}
