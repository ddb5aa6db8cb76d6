/** The title and the icon of the page tell how many games wait for this person. */
import { useEffect } from "react";
import { useLocation } from "wouter";
import plainIcon from "../../public/icon.svg?inline";
import waitingIcon from "../../public/icon-turn.svg?inline";
import { useWaitingIds } from "../lobby/useWaitingIds";
import { useWords } from "../words/useWords";
import { markTitle } from "./title";

const ICON = 'link[rel="icon"][type="image/svg+xml"]';
/** With the icons in them: a browser would ask for a file again whenever the turn changes. */
const PLAIN = `${plainIcon}#/icon.svg`;
const WAITING = `${waitingIcon}#/icon-turn.svg`;

export function TurnSigns() {
  const { t } = useWords();
  const [place] = useLocation();
  const waiting = useWaitingIds();
  const isHere = waiting.some((id) => place === `/game/${id}`);
  const elsewhere = waiting.length - (isHere ? 1 : 0);
  const isAtTable = place.startsWith("/game/");

  useEffect(() => {
    if (elsewhere === 0) {
      return;
    }
    const counted = (title: string) => t("page.turns", { count: elsewhere, title });
    // The title of the game itself says so already.
    markTitle((title) =>
      counted(isHere ? title : t(isAtTable ? "page.turn_elsewhere" : "page.turn", { title })),
    );
    return () => markTitle(null);
  }, [isHere, elsewhere, isAtTable, t]);
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
