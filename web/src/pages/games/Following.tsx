/** Follows one's running games though no page shows them, quietly and a few at most, so that tabs and lists know. */
import { useEffect, useRef, useState } from "react";
import { api } from "../../api/rest";
import type { Kind, View } from "../../api/types";
import { type Label, useMyGames } from "../../sitting/mine";
import { kindOf } from "../../sitting/sides";
import { gameLabel } from "../../sitting/titles";
import { useGame } from "../../sitting/useGame";
import { useKinds } from "../../sitting/useKinds";
import { useTabs } from "../../ui/tabs";
import { wordsOf } from "../../words/useWords";

/** Between two games that begin to be followed: nobody is asked everything at once. */
const APART_MS = 150;

export default function Following({ gameIds }: { gameIds: readonly string[] }) {
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count < gameIds.length) {
      const timer = setTimeout(() => setCount(count + 1), APART_MS);
      return () => clearTimeout(timer);
    }
  }, [count, gameIds.length]);
  return gameIds.slice(0, count).map((gameId) => <Followed key={gameId} gameId={gameId} />);
}

function Followed({ gameId }: { gameId: string }) {
  const { view, failure } = useGame(gameId, { isQuiet: true });
  const { kinds } = useKinds();
  const { see, lose } = useMyGames.getState();
  useEffect(() => {
    // After the last move the next frame says how it ended: who is told before would not follow it any more.
    if (view === null || (view.state.isGameOver && view.state.result === null)) {
      return;
    }
    const label = labelOf(kindOf(kinds, view.state.gameType), view);
    see(view, label);
    const { tabs, open } = useTabs.getState();
    if (label !== undefined && tabs.some((tab) => tab.gameId === gameId)) {
      open(gameId, label, view.state.isGameOver);
    }
  }, [see, gameId, kinds, view]);
  useEffect(() => {
    if (failure?.code === "NO_SUCH_GAME") {
      lose(gameId);
    }
  }, [lose, gameId, failure]);
  useRematchTab(gameId, view === null || view.yours.length === 0 ? null : view.nextId);
  return null;
}

/** What it is called now: somebody may have come. */
function labelOf(kind: Kind | null, view: View): Label | undefined {
  return kind === null
    ? undefined
    : { en: gameLabel(wordsOf("en"), kind, view), zh: gameLabel(wordsOf("zh"), kind, view) };
}

/** A rematch that is agreed on while one is elsewhere takes the tab of its game, and enters the list. */
function useRematchTab(gameId: string, nextId: string | null): void {
  const isTaken = useRef(false);
  const become = useTabs((tabs) => tabs.become);
  useEffect(() => {
    if (nextId === null || isTaken.current) {
      return;
    }
    isTaken.current = true;
    become(gameId, nextId);
    const { games, see } = useMyGames.getState();
    const label = games.find((game) => game.state.gameId === gameId)?.label;
    api.view(nextId, 2).then(
      (view) => see(view, label),
      () => undefined, // it is found again by its page
    );
  }, [gameId, nextId, become]);
}
