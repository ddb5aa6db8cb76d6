/**
 * What is thought of the position that is shown: asked a moment after one has come to it, broken off when one goes on,
 * and kept for when one comes back. Draws nothing.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { api, type Refused, refusedOf } from "../../../api/rest";
import type { Analysis, Replay } from "../../../api/types";

/** Who steps through a game quickly asks nothing. */
export const REST_MS = 300;
const MOST_KEPT = 300;

export interface Asked {
  replay: Replay;
  node: number;
  lines: number;
}

export interface Thought {
  analysis: Analysis | null;
  isThinking: boolean;
  refused: Refused | null;
  /** Whether this was the longer look. */
  isLonger: boolean;
  /** Look at the same position for longer. */
  lookLonger: () => void;
}

interface Found {
  key: string;
  analysis: Analysis | null;
  refused: Refused | null;
  isLonger: boolean;
}

/** null asks nothing. */
export function useAnalysis(asked: Asked | null): Thought {
  const [found, setFound] = useState<Found | null>(null);
  const [longerKey, setLongerKey] = useState<string | null>(null);
  const kept = useRef(new Map<string, Found>());
  const replay = asked?.replay ?? null;
  const save = replay?.save ?? null;
  const node = asked?.node ?? 0;
  const lines = asked?.lines ?? 1;
  const key = asked === null ? "" : `${node} ${lines}`;
  const isLonger = longerKey === key;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was thought of another record is forgotten
  useEffect(() => kept.current.clear(), [replay]);

  useEffect(() => {
    if (key === "" || save === null) {
      setFound(null);
      return;
    }
    const known = kept.current.get(key);
    if (known !== undefined && (known.isLonger || !isLonger)) {
      setFound(known);
      return;
    }
    const stop = new AbortController();
    const tell = (analysis: Analysis | null, refused: Refused | null) => {
      if (stop.signal.aborted) {
        return;
      }
      const now = { key, analysis, refused, isLonger };
      if (analysis !== null) {
        keep(kept.current, now);
      }
      setFound(now);
    };
    const begin = () => {
      api.analyze({ game: { save, node }, lines, longer: isLonger }, stop.signal).then(
        (analysis) => tell(analysis, null),
        (error: unknown) => tell(null, refusedOf(error)),
      );
    };
    const timer = setTimeout(begin, isLonger ? 0 : REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, save, node, lines, isLonger]);

  const lookLonger = useCallback(() => setLongerKey(key), [key]);
  const isCurrent = found !== null && found.key === key;
  return useMemo(
    () => ({
      analysis: isCurrent ? found.analysis : null,
      isThinking: key !== "" && save !== null && !(isCurrent && found.isLonger === isLonger),
      refused: isCurrent ? found.refused : null,
      isLonger: isCurrent && found.isLonger,
      lookLonger,
    }),
    [found, isCurrent, key, save, isLonger, lookLonger],
  );
}

function keep(kept: Map<string, Found>, found: Found): void {
  kept.delete(found.key);
  kept.set(found.key, found);
  const oldest = kept.keys().next();
  if (kept.size > MOST_KEPT && !oldest.done) {
    kept.delete(oldest.value);
  }
}
