/**
 * One's own games, as this device remembers them, and the running ones that the server knows beside: the running ones
 * first, the finished ones to look back at.
 */
import { useId, useRef, useState } from "react";
import { Link } from "wouter";
import type { Kind } from "../../api/types";
import { type OwnEntry, ownEntries } from "../../lobby/glances";
import { useLobby } from "../../lobby/lobby";
import { Ask } from "../../sitting/Ask";
import { gamePath, reviewPath } from "../../sitting/links";
import { type MyGame, useMyGames } from "../../sitting/mine";
import { remainingText } from "../../sitting/rules";
import { Button, IconButton, toast, useTabs } from "../../ui";
import { useWords, type Words } from "../../words/useWords";
import "../../sitting/now.css";
import { kindOf } from "../../sitting/sides";
import { GameCard } from "./GameCard";
import "./games.css";
import { useRenewed } from "./useRenewed";

/** So many finished games are shown at first. */
const FEW = 6;

export default function YourGames({ kinds }: { kinds: readonly Kind[] }) {
  const words = useWords();
  const { t } = words;
  const id = useId();
  const games = useMyGames((mine) => mine.games);
  const [isAll, setAll] = useState(false);
  const own = useLobby((lobby) => lobby.own);
  const { running, finished } = ownEntries(games, own);
  const shown = isAll ? finished : finished.slice(0, FEW);
  const list = (some: readonly OwnEntry[]) => (
    <ul className="tg-games-list">
      {some.map((entry) => {
        const { gameId, gameType } = entry.game.state;
        const kind = kindOf(kinds, gameType);
        return entry.kept === null ? (
          <li key={gameId}>
            <GameCard
              game={entry.game}
              kind={kind}
              href={gamePath(gameId)}
              timeLeft={timeLeft(words, entry)}
            />
          </li>
        ) : (
          <Entry key={gameId} entry={entry} kept={entry.kept} kind={kind} />
        );
      })}
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
      {games.length > 0 && <p className="tg-help">{t("games.where")}</p>}
    </section>
  );
}

function Entry({ entry, kept: game, kind }: { entry: OwnEntry; kept: MyGame; kind: Kind | null }) {
  const words = useWords();
  const { language, t } = words;
  const item = useRef<HTMLLIElement>(null);
  const [isAsked, setAsked] = useState(false);
  useRenewed(item, game);
  const { gameId, isGameOver } = entry.game.state;
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
        game={entry.game}
        kind={kind}
        timeLeft={timeLeft(words, entry)}
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

const HOUR_MS = 3_600_000;

/** How long the side to move still has, where that is not a matter of minutes: those are told at the board. */
function timeLeft(words: Words, { deadlineAt }: OwnEntry): string | null {
  const ms = deadlineAt === null ? 0 : deadlineAt - performance.now();
  return ms < HOUR_MS ? null : words.t("games.time_left", { time: remainingText(words, ms) });
}
