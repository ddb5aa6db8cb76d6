/** Keeps a match among the open games and, where it is one's own, in this device's list; by a name in every language. */
import { useEffect, useRef } from "react";
import type { Kind, View } from "../../api/types";
import { useMyGames } from "../../sitting/mine";
import { gameLabel } from "../../sitting/titles";
import { useTabs } from "../../ui";
import { wordsOf } from "../../words/useWords";

export function useGameTab(gameId: string, kind: Kind, view: View): void {
  const { open, become } = useTabs.getState();
  const see = useMyGames((mine) => mine.see);
  const en = gameLabel(wordsOf("en"), kind, view);
  const zh = gameLabel(wordsOf("zh"), kind, view);
  const { isGameOver } = view.state;
  useEffect(() => open(gameId, { en, zh }, isGameOver), [open, gameId, en, zh, isGameOver]);
  useEffect(() => see(view, { en, zh }), [see, view, en, zh]);

  // A rematch that is agreed on while one looks takes the tab; one that was played before has its own.
  const nextId = view.yours.length > 0 ? view.nextId : null;
  const before = useRef(nextId);
  useEffect(() => {
    if (nextId !== null && before.current === null) {
      become(gameId, nextId);
    }
    before.current = nextId;
  }, [become, gameId, nextId]);
}
