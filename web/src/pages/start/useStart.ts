/** Beginning games: one at a time, with the reason where it was refused. */
import { useCallback, useRef, useState } from "react";
import { useLocation } from "wouter";
import { type Refused, refusedOf } from "../../api/rest";
import type { Started } from "../../api/types";
import { useMe } from "../../people/me";

export interface Starting {
  isBusy: boolean;
  refused: Refused | null;
  /** Ask for a game and go there. Does nothing while another one is being asked for. */
  begin: (ask: () => Promise<Started>) => Promise<void>;
}

export function useStart(): Starting {
  const [, go] = useLocation();
  const asked = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const begin = useCallback(
    async (ask: () => Promise<Started>) => {
      if (asked.current) {
        return;
      }
      asked.current = true;
      setBusy(true);
      setRefused(null);
      try {
        const { gameId } = await ask();
        useMe.getState().becomeKnown();
        go(`/game/${gameId}`);
      } catch (error) {
        setRefused(refusedOf(error));
      } finally {
        asked.current = false;
        setBusy(false);
      }
    },
    [go],
  );
  return { isBusy, refused, begin };
}
