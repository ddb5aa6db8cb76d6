/** Keeps a match among the open games, under a name in every language. */
import { useEffect } from "react";
import type { Kind, View } from "../../api/types";
import { useTabs } from "../../ui";
import { wordsOf } from "../../words/useWords";
import { gameLabel } from "./titles";

export function useGameTab(gameId: string, kind: Kind, view: View): void {
  const open = useTabs((tabs) => tabs.open);
  const en = gameLabel(wordsOf("en"), kind, view);
  const zh = gameLabel(wordsOf("zh"), kind, view);
  useEffect(() => open(gameId, { en, zh }), [open, gameId, en, zh]);
}
