/** The games being played now, as small live boards to watch. */
import { useEffect, useId } from "react";
import type { Kind } from "../api/types";
import { GameCard } from "../pages/games/GameCard";
import "../pages/games/games.css";
import { gamePath } from "../sitting/links";
import { kindOf } from "../sitting/sides";
import { useWords } from "../words/useWords";
import { ofLobbyGame } from "./glances";
import { showBoards, useLobby } from "./lobby";

export interface BeingPlayedProps {
  kinds: readonly Kind[];
  /** What is said where nothing is being played; nothing is shown then where it is left out. */
  none?: string;
}

export function BeingPlayed({ kinds, none }: BeingPlayedProps) {
  const { t } = useWords();
  const id = useId();
  const games = useLobby((lobby) => lobby.games);
  const isKnown = useLobby((lobby) => lobby.isKnown);
  useEffect(showBoards, []);
  if (games.length === 0 && (none === undefined || !isKnown)) {
    return null;
  }
  return (
    <section className="tg-lobby-part" aria-labelledby={id}>
      <h2 id={id}>{t("lobby.games")}</h2>
      {games.length === 0 && <p className="tg-help">{none}</p>}
      <ul className="tg-games-list">
        {games.map((game) => (
          <li key={game.watchId}>
            <GameCard
              game={ofLobbyGame(game)}
              kind={kindOf(kinds, game.gameType)}
              href={gamePath(game.watchId)}
              isRated={game.rated}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
