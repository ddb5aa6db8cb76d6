/** Below the fold of the start page: one's own games, and the lobby. */
import type { Kind } from "../api/types";
import YourGames from "../pages/games/YourGames";
import { useMyGames } from "../sitting/mine";
import { AnyoneNow } from "./AnyoneNow";
import { BeingPlayed } from "./BeingPlayed";
import "./lobby.css";
import { useLobby } from "./lobby";
import { OpenChallenges } from "./OpenChallenges";
import { PeopleHere } from "./PeopleHere";

export default function LobbyParts({ kinds }: { kinds: readonly Kind[] }) {
  const isKnown = useLobby((lobby) => lobby.isKnown);
  const hasOwn = useLobby((lobby) => lobby.own.length > 0);
  const hasGames = useMyGames((mine) => mine.games.length > 0);
  return (
    <>
      {(hasGames || hasOwn) && <YourGames kinds={kinds} />}
      {isKnown && (
        <div className="tg-games tg-lobby">
          <div className="tg-lobby-two">
            <AnyoneNow kinds={kinds} />
            <OpenChallenges kinds={kinds} />
          </div>
          <BeingPlayed kinds={kinds} />
          <PeopleHere />
        </div>
      )}
    </>
  );
}
