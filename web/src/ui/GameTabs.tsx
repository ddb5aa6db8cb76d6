/** The open games as small tabs, when there are two or more. */
import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { useWords } from "../words/useWords";
import { IconButton } from "./Button";
import "./gameTabs.css";
import { type GameTab, neighbourOf, useTabs } from "./tabs";

export function GameTabs() {
  const { language, t } = useWords();
  const [here, go] = useLocation();
  const { tabs, close } = useTabs();
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place, or one tab more, may have it out of sight.
  useEffect(() => {
    const shown = bar.current?.querySelector("[data-here]");
    shown?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [here, tabs]);
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
  const nameOf = ({ label, number }: GameTab) =>
    number === 1 ? label[language] : t("page.game_number", { game: label[language], number });
  return (
    <nav ref={bar} className="tg-game-tabs" aria-label={t("page.open_games")}>
      {tabs.map((tab) => {
        const { gameId } = tab;
        return (
          <span key={gameId} className="tg-game-tab" data-here={isHere(gameId) || undefined}>
            <Link
              href={`/game/${gameId}`}
              title={nameOf(tab)}
              aria-current={isHere(gameId) ? "page" : undefined}
            >
              {nameOf(tab)}
            </Link>
            <IconButton
              icon="close"
              size={14}
              label={t("page.close_game", { game: nameOf(tab) })}
              onClick={() => closeTab(gameId)}
            />
          </span>
        );
      })}
    </nav>
  );
}
