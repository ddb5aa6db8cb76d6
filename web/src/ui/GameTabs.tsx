/** The open games as small tabs, when there are two or more. */
import { Link, useLocation } from "wouter";
import { useWords } from "../words/useWords";
import { IconButton } from "./Button";
import "./gameTabs.css";
import { neighbourOf, useTabs } from "./tabs";

export function GameTabs() {
  const { t } = useWords();
  const [here, go] = useLocation();
  const { tabs, close } = useTabs();
  if (tabs.length < 2) {
    return null;
  }
  const isHere = (gameId: string) => here === `/game/${gameId}`;
  const closeTab = (gameId: string) => {
    const next = neighbourOf(tabs, gameId);
    if (isHere(gameId)) {
      go(next === null ? "/" : `/game/${next}`);
    }
    close(gameId);
  };
  return (
    <nav className="tg-game-tabs" aria-label={t("page.open_games")}>
      {tabs.map(({ gameId, label }) => (
        <span key={gameId} className="tg-game-tab" data-here={isHere(gameId) || undefined}>
          <Link href={`/game/${gameId}`} aria-current={isHere(gameId) ? "page" : undefined}>
            {label}
          </Link>
          <IconButton
            icon="close"
            size={14}
            label={t("page.close_game", { game: label })}
            onClick={() => closeTab(gameId)}
          />
        </span>
      ))}
    </nav>
  );
}
