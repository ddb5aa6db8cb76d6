/** One's own games, as this device remembers them: the running ones first, the finished ones to look back at. */
import { useId, useRef, useState } from "react";
import { Link } from "wouter";
import type { Kind } from "../../api/types";
import { Ask } from "../../sitting/Ask";
import { gamePath, reviewPath } from "../../sitting/links";
import { type MyGame, sortedGames, useMyGames } from "../../sitting/mine";
import { Button, IconButton, toast, useTabs } from "../../ui";
import { useWords } from "../../words/useWords";
import "../../sitting/now.css";
import { kindOf } from "../../sitting/sides";
import { GameCard } from "./GameCard";
import "./games.css";
import { useRenewed } from "./useRenewed";

/** So many finished games are shown at first. */
const FEW = 6;

export default function YourGames({ kinds }: { kinds: readonly Kind[] }) {
  const { t } = useWords();
  const id = useId();
  const games = useMyGames((mine) => mine.games);
  const [isAll, setAll] = useState(false);
  const { running, finished } = sortedGames(games);
  const shown = isAll ? finished : finished.slice(0, FEW);
  const list = (some: readonly MyGame[]) => (
    <ul className="tg-games-list">
      {some.map((game) => (
        <Entry key={game.state.gameId} game={game} kind={kindOf(kinds, game.state.gameType)} />
      ))}
    </ul>
  );
  return (
    <section className="tg-games" aria-labelledby={id}>
      <h2 id={id}>{t("games.title")}</h2>
      {running.length > 0 && list(running)}
      {finished.length > 0 && (
        <>
          <h3>{t("games.finished")}</h3>
          {list(shown)}
          {shown.length < finished.length && (
            <p>
              <Button onClick={() => setAll(true)}>{t("games.all", { count: finished.length })}</Button>
            </p>
          )}
        </>
      )}
      <p className="tg-help">{t("games.where")}</p>
    </section>
  );
}

function Entry({ game, kind }: { game: MyGame; kind: Kind | null }) {
  const { language, t } = useWords();
  const item = useRef<HTMLLIElement>(null);
  const [isAsked, setAsked] = useState(false);
  useRenewed(item, game);
  const { gameId, isGameOver } = game.state;
  const name = game.label[language];
  const remove = () => {
    const { remove: take, restore } = useMyGames.getState();
    const { tabs, open, close } = useTabs.getState();
    const hasTab = tabs.some((tab) => tab.gameId === gameId);
    take(gameId);
    close(gameId);
    const undo = () => {
      restore(game);
      if (hasTab) {
        open(gameId, game.label, isGameOver);
      }
    };
    toast(t("games.removed", { game: name }), { label: t("games.undo"), onDo: undo });
  };
  return (
    <li ref={item}>
      <GameCard
        game={game}
        kind={kind}
        href={game.isGone ? null : gamePath(gameId)}
        notice={game.isGone ? t("games.gone") : null}
      >
        {isAsked ? (
          <Ask
            question={t(game.isGone ? "games.remove.ask_gone" : "games.remove.ask")}
            yes={t("games.remove.yes")}
            danger
            takesFocus
            onYes={remove}
            onNo={() => setAsked(false)}
          />
        ) : (
          <>
            {isGameOver && !game.isGone ? (
              <Link href={reviewPath(gameId)} aria-label={t("games.review", { game: name })}>
                {t("game.review")}
              </Link>
            ) : (
              <span />
            )}
            <IconButton
              icon="bin"
              size={16}
              label={t("games.remove", { game: name })}
              onClick={() => setAsked(true)}
            />
          </>
        )}
      </GameCard>
    </li>
  );
}
