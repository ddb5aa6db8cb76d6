/** The running games, one click away from everywhere: as small tabs, with whose move it is. */
import { useEffect, useId, useRef } from "react";
import { Link, useLocation } from "wouter";
import { isMyMove } from "../sitting/glance";
import { type MyGame, useMyGames } from "../sitting/mine";
import { turnText } from "../sitting/turns";
import { useWords } from "../words/useWords";
import { IconButton } from "./Button";
import "./gameTabs.css";
import { type GameTab, isBarShown, neighbourOf, useTabs } from "./tabs";

export function GameTabs() {
  const { t } = useWords();
  const [here, go] = useLocation();
  const { tabs, close } = useTabs();
  const games = useMyGames((mine) => mine.games);
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place, or one tab more, may have it out of sight.
  useEffect(() => {
    const shown = bar.current?.querySelector("[data-here]");
    shown?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [here, tabs]);
  const gameOf = ({ gameId }: GameTab) => games.find((game) => game.state.gameId === gameId);
  const isHere = (tab: GameTab) => here === `/game/${tab.gameId}`;
  const isOver = (tab: GameTab) => gameOf(tab)?.state.isGameOver ?? tab.isOver === true;
  if (!isBarShown(tabs, isHere, (tab) => gameOf(tab)?.state.isGameOver === false)) {
    return null;
  }
  const closeTab = (tab: GameTab) => {
    const next = neighbourOf(tabs, tab.gameId);
    if (isHere(tab)) {
      go(next === null ? "/" : `/game/${next}`);
    }
    close(tab.gameId);
  };
  return (
    <nav ref={bar} className="tg-game-tabs" aria-label={t("page.open_games")}>
      {tabs.map((tab) => (
        <Tab
          key={tab.gameId}
          tab={tab}
          game={gameOf(tab)}
          isHere={isHere(tab)}
          isOver={isOver(tab)}
          onClose={() => closeTab(tab)}
        />
      ))}
    </nav>
  );
}

interface TabProps {
  tab: GameTab;
  /** As far as it is one's own. */
  game: MyGame | undefined;
  isHere: boolean;
  isOver: boolean;
  onClose: () => void;
}

function Tab({ tab, game, isHere, isOver, onClose }: TabProps) {
  const words = useWords();
  const { language, t } = words;
  const id = useId();
  const { gameId, label, number } = tab;
  const name = number === 1 ? label[language] : t("page.game_number", { game: label[language], number });
  const turn = game !== undefined ? turnText(words, game) : isOver ? t("game.end.over") : null;
  const isMine = game !== undefined && isMyMove(game);
  return (
    <span
      className="tg-game-tab"
      data-here={isHere || undefined}
      data-turn={isMine || undefined}
      data-over={isOver || undefined}
    >
      <Link
        href={`/game/${gameId}`}
        title={turn === null ? name : t("page.game_turn", { game: name, turn })}
        aria-current={isHere ? "page" : undefined}
        aria-describedby={turn === null ? undefined : id}
      >
        {name}
      </Link>
      {turn !== null && (
        <span id={id} className={isOver ? "tg-game-tab-end" : "tg-unseen"}>
          {turn}
        </span>
      )}
      <IconButton icon="close" size={14} label={t("page.close_game", { game: name })} onClick={onClose} />
    </span>
  );
}
