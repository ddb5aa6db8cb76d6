/** What has just happened, for those who listen to the page: every move, once. */
import { useEffect, useRef, useState } from "react";
import type { BoardSpec, Kind, Move, View } from "../../api/types";
import type { BoardChange, Grid } from "../../board/types";
import { news } from "../../sitting/lines";
import type { Words } from "../../words/useWords";

export interface Heard {
  text: string;
  key: number;
}

export function useHeard(
  words: Words,
  kind: Kind | null,
  spec: BoardSpec | null,
  view: View | null,
  board: { change: BoardChange | null; grid: Grid },
): Heard {
  const [heard, setHeard] = useState<Heard>({ text: "", key: 0 });
  const before = useRef<{ revision: number; moves: readonly Move[] } | null>(null);
  const { change, grid } = board;
  const state = view?.state ?? null;

  useEffect(() => {
    if (state === null || spec === null || before.current?.revision === state.revision) {
      return;
    }
    const { revision, moves } = state;
    // On arriving only the last move is told, not the whole game.
    const earlier = before.current?.moves ?? moves.slice(0, -1);
    before.current = { revision, moves };
    const text = news(words, kind, spec, earlier, moves, { change, grid });
    setHeard((last) => ({ text, key: last.key + 1 }));
  }, [words, kind, spec, state, change, grid]);

  return heard;
}
