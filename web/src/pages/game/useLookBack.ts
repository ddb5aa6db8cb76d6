/** Looking back at earlier positions of a running game: which one, and its board. The live game goes on meanwhile. */
import { useEffect, useMemo, useState } from "react";
import { api } from "../../api/rest";
import type { BoardSpec, Move, View, XY } from "../../api/types";
import type { BoardChange, Grid } from "../../board/types";
import { lineThrough, Positions, ROOT } from "../../sitting/positions";
import type { Steps } from "../../sitting/wheel";

export interface Earlier {
  grid: Grid;
  lastMove: XY | null;
  prisoners: { BLACK: number; WHITE: number };
  numbers: ReadonlyMap<number, number>;
  change: BoardChange | null;
}

export interface LookBack extends Steps {
  /** How many actions the position shown has; null: the game as it stands. */
  at: number | null;
  /** What is shown then; null while it is fetched, or where the game as it stands is shown. */
  shown: Earlier | null;
  go: (at: number | null) => void;
}

interface Known {
  gameId: string;
  /** The moves of the game when it was fetched. */
  moves: readonly Move[];
  positions: Positions;
  line: number[];
}

/** `step(1)` from the last earlier position leads back to the game. */
export function useLookBack(view: View | null, spec: BoardSpec | null): LookBack {
  const [at, setAt] = useState<number | null>(null);
  const [change, setChange] = useState<BoardChange | null>(null);
  const count = view?.state.moves.length ?? 0;
  const shownAt = at !== null && at < count ? at : null;
  const known = useReplay(view, spec, shownAt);

  const shown = useMemo(() => {
    const node = shownAt === null ? undefined : known?.line[shownAt];
    if (known === null || node === undefined) {
      return null;
    }
    const { positions } = known;
    const prisoners = positions.tree.nodes[node]?.prisoners ?? { BLACK: 0, WHITE: 0 };
    return {
      grid: positions.grid(node),
      lastMove: positions.lastMove(node),
      prisoners,
      numbers: positions.numbers(node),
      change,
    };
  }, [known, shownAt, change]);

  function go(to: number | null): void {
    const next = to === null || to >= count ? null : Math.max(0, to);
    const isOneOn = next !== null && shownAt !== null && next === shownAt + 1;
    const node = next === null ? undefined : known?.line[next];
    setChange(
      isOneOn && known !== null && node !== undefined ? known.positions.change(node, Date.now()) : null,
    );
    setAt(next);
  }

  return {
    at: shownAt,
    shown,
    go,
    canStep: (by) => (by < 0 ? (shownAt ?? count) > 0 : shownAt !== null),
    step: (by) => go((shownAt ?? count) + by),
  };
}

/** The record of the match, fetched when it is needed, and again where other moves have led to what is shown. */
function useReplay(view: View | null, spec: BoardSpec | null, at: number | null): Known | null {
  const [known, setKnown] = useState<Known | null>(null);
  const gameId = view?.state.gameId ?? null;
  const moves = view?.state.moves ?? NO_MOVES;
  const isNeeded = at !== null && !(known?.gameId === gameId && leadAlike(known.moves, moves, at));

  // biome-ignore lint/correctness/useExhaustiveDependencies: moves that are added later change nothing of this
  useEffect(() => {
    if (!isNeeded || gameId === null || spec === null) {
      return;
    }
    let isWanted = true;
    api
      .replay(gameId)
      .then(({ nodes }) => {
        if (isWanted) {
          const positions = new Positions(nodes, spec.columns, spec.rows);
          setKnown({ gameId, moves, positions, line: lineThrough(positions.tree, ROOT) });
        }
      })
      .catch(() => undefined); // The live board stays; the next look back tries again.
    return () => {
      isWanted = false;
    };
  }, [isNeeded, gameId, spec]);

  return known?.gameId === gameId ? known : null;
}

const NO_MOVES: readonly Move[] = [];

/** Whether two games have the same first moves. */
function leadAlike(one: readonly Move[], another: readonly Move[], count: number): boolean {
  const first = one.slice(0, count);
  return first.length === count && JSON.stringify(first) === JSON.stringify(another.slice(0, count));
}
