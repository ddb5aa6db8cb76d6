/** Beginning games: one at a time, with the reason where it was refused. */
import { useCallback, useRef, useState } from "react";
import { useLocation } from "wouter";
import { type Refused, refusedOf } from "../../api/rest";
import type { Kind, Started } from "../../api/types";
import { useTabs } from "../../ui";
import { useWords } from "../../words/useWords";

export interface Starting {
  isBusy: boolean;
  refused: Refused | null;
  /** Ask for a game and go there. Does nothing while another one is being asked for. */
  begin: (kind: Kind, ask: () => Promise<Started>) => Promise<void>;
}

export function useStart(): Starting {
  const [, go] = useLocation();
  const { t, of } = useWords();
  const open = useTabs((tabs) => tabs.open);
  const asked = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const begin = useCallback(
    async (kind: Kind, ask: () => Promise<Started>) => {
      if (asked.current) {
        return;
      }
      asked.current = true;
      setBusy(true);
      setRefused(null);
      try {
        const { gameId, state } = await ask();
        open(gameId, t("page.game_label", { game: of(kind, "name"), size: state.boardSize }));
        go(`/game/${gameId}`);
      } catch (error) {
        setRefused(refusedOf(error));
      } finally {
        asked.current = false;
        setBusy(false);
      }
    },
    [go, open, t, of],
  );
  return { isBusy, refused, begin };
}
