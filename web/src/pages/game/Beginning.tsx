/** How long whoever is to act still has for the first move: a game that nobody begins is cancelled. */
import { useEffect, useState } from "react";
import type { View } from "../../api/types";
import { playerName, sidesOf } from "../../sitting/sides";
import type { LiveGame } from "../../sitting/types";
import { waitText } from "../../sitting/useGame";
import { useWords } from "../../words/useWords";

export function Beginning({ live, view }: { live: Pick<LiveGame, "beginAt">; view: View }) {
  const words = useWords();
  const leftMs = useLeft(live.beginAt);
  const [actor] = view.actors;
  if (leftMs === null || actor === undefined) {
    return null;
  }
  const { mine } = sidesOf(view);
  const values = { time: waitText(leftMs), player: playerName(words, view.state.players[actor], actor) };
  return (
    <p className="tg-begin" role="timer" aria-live="off">
      {words.t(mine === actor ? "game.begin.mine" : "game.begin.theirs", values)}
    </p>
  );
}

/** The milliseconds until a moment, looked at again with every second; null: there is none. */
function useLeft(at: number | null): number | null {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (at === null) {
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const time = performance.now();
      setNow(time);
      if (at > time) {
        timer = setTimeout(look, ((at - time) % 1000) + 5);
      }
    };
    look();
    return () => clearTimeout(timer);
  }, [at]);
  return at === null ? null : Math.max(at - now, 0);
}
