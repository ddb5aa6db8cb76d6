/** The player above or below the board; in the place of one who has not come yet, the invitation. */
import type { ColorName, Kind, View } from "../../api/types";
import {
  isCounted,
  isNamedGuest,
  isPerson,
  isProgram,
  playerName,
  scoreShown,
  sidesOf,
  tallyOf,
} from "../../sitting/sides";
import { countStones } from "../../sitting/stones";
import type { LiveGame } from "../../sitting/types";
import { useClock } from "../../sitting/useGame";
import { PersonMenu } from "../../talk/PersonMenu";
import { Avatar } from "../../ui/Avatar";
import { useWords, type Words } from "../../words/useWords";
import { PlayerBar } from "./PlayerBar";
import { Invitation } from "./Share";
import type { LookBack } from "./useLookBack";

export interface PlayersProps {
  live: LiveGame;
  view: View;
  kind: Kind;
  lookBack: LookBack;
  place: "top" | "bottom";
}

export function Players({ live, view, kind, lookBack, place }: PlayersProps) {
  const words = useWords();
  const sides = sidesOf(view);
  const color = sides[place];
  const faces = useClock(live.clock, place === "bottom" ? sides.mine : null);
  const { state } = view;
  const seat = state.players[color];
  if (seat.isOpen && view.invite !== null) {
    return <Invitation view={view} />;
  }
  const tally = tallyOf(kind);
  const score = scoreShown(view);
  const grid = lookBack.shown?.grid ?? live.grid;
  const prisoners = lookBack.shown?.prisoners ?? state.prisoners;
  return (
    <PlayerBar
      color={color}
      place={place}
      name={<SeatName gameId={live.gameId} view={view} color={color} />}
      portrait={isPerson(seat) && <Avatar name={seat.name} number={view.avatars[color]} size={28} />}
      isYou={sides.mine === color}
      isGuest={isNamedGuest(seat)}
      isTurn={view.actors.includes(color)}
      tally={tally}
      count={tally === "discs" ? countStones(grid, color) : prisoners[color]}
      score={tally === "prisoners" && isCounted(state) && score !== null ? score[color] : null}
      note={noteOf(words, live, view, place)}
      presence={sides.mine === color || seat.isOpen ? null : (live.presence[color]?.presence ?? null)}
      clock={faces?.[color] ?? null}
      isRated={view.isRated && place === "bottom"}
    />
  );
}

interface SeatNameProps {
  gameId: string;
  view: View;
  color: ColorName;
}

function SeatName({ gameId, view, color }: SeatNameProps) {
  const words = useWords();
  const seat = view.state.players[color];
  const name = <span className="tg-player-own">{playerName(words, seat, color)}</span>;
  if (!isPerson(seat) || view.yours.includes(color)) {
    return name;
  }
  return (
    <PersonMenu name={seat.name} isGuest={seat.isGuest} gameId={gameId}>
      {name}
    </PersonMenu>
  );
}

function noteOf(words: Words, live: LiveGame, view: View, place: "top" | "bottom"): string | null {
  const color = sidesOf(view)[place];
  const seat = view.state.players[color];
  if (seat.isOpen) {
    return words.t("game.waiting");
  }
  const { thinking } = live;
  if (thinking?.player === color && thinking.queue > 0) {
    return words.t("game.thinking.queue", { count: thinking.queue });
  }
  // While dead stones are settled both may act, and a program waits for the person.
  const isTurn = view.actors.length === 1 && view.actors[0] === color;
  const isThinking = thinking?.player === color || (isProgram(seat) && isTurn);
  return isThinking ? words.t("game.thinking") : null;
}
