/** The title and the icon of the page tell when a game that is open here waits for this person. */
import { useEffect } from "react";
import { useLocation } from "wouter";
import plainIcon from "../../public/icon.svg?inline";
import waitingIcon from "../../public/icon-turn.svg?inline";
import { isMyMove } from "../sitting/glance";
import { useMyGames } from "../sitting/mine";
import { useWords } from "../words/useWords";
import { useTabs } from "./tabs";
import { markTitle } from "./title";

const ICON = 'link[rel="icon"][type="image/svg+xml"]';
/** With the icons in them: a browser would ask for a file again whenever the turn changes. */
const PLAIN = `${plainIcon}#/icon.svg`;
const WAITING = `${waitingIcon}#/icon-turn.svg`;

export function TurnSigns() {
  const { t } = useWords();
  const [place] = useLocation();
  const tabs = useTabs((all) => all.tabs);
  const waiting = useMyGames((mine) => mine.games)
    .filter((game) => !game.isGone && isMyMove(game))
    .map((game) => game.state.gameId)
    .filter((id) => tabs.some((tab) => tab.gameId === id));
  const isHere = waiting.some((id) => place === `/game/${id}`);
  const isElsewhere = waiting.length > (isHere ? 1 : 0);
  const isAtTable = place.startsWith("/game/");

  useEffect(() => {
    // The title of the game itself says so already.
    if (isHere || !isElsewhere) {
      return;
    }
    markTitle((title) => t(isAtTable ? "page.turn_elsewhere" : "page.turn", { title }));
    return () => markTitle(null);
  }, [isHere, isElsewhere, isAtTable, t]);
  const isWaiting = waiting.length > 0;
  useEffect(() => {
    if (!isWaiting) {
      return;
    }
    showIcon(WAITING);
    return () => showIcon(PLAIN);
  }, [isWaiting]);
  return null;
}

function showIcon(address: string): void {
  document.querySelector(ICON)?.setAttribute("href", address);
}
