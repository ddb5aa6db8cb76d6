/** The match as a board shows it: where one may play, what is marked, what each point is called. */
import { useMemo } from "react";
import type { BoardSpec, ColorName, Kind, View, XY } from "../../api/types";
import type { BoardProps, Grid } from "../../board/types";
import { useSettings } from "../../settings";
import { holderOf } from "../../sitting/estimate";
import { pointLabel } from "../../sitting/lines";
import { isSamePoint, pointName } from "../../sitting/points";
import { isCounted, turnOf } from "../../sitting/sides";
import type { LiveGame } from "../../sitting/types";
import { isInRow, NO_ROWS } from "../../sitting/won";
import { useBoardTheme } from "../../ui/theme";
import { useWords } from "../../words/useWords";
import type { LookBack } from "./useLookBack";

const NONE: readonly XY[] = [];

type Shown = Omit<BoardProps, "label" | "onPick" | "onAim" | "cursorAt">;

export function useBoardProps(
  live: LiveGame,
  view: View,
  kind: Kind,
  spec: BoardSpec,
  lookBack: LookBack,
  estimate: View["estimate"],
): Shown {
  const words = useWords();
  const theme = useBoardTheme();
  const settings = useSettings();
  const { state } = view;
  const earlier = lookBack.shown;
  const isNow = lookBack.at === null;
  const turn = isNow ? turnOf(view) : null;
  const isPlay = turn !== null && view.choices.length === 0 && state.phase !== "agree";
  const grid = earlier?.grid ?? live.grid;
  const lastMove = isNow ? live.lastMove : (earlier?.lastMove ?? null);
  const legal = isPlay ? state.legalMoves : NONE;
  const dead = isNow && view.dead.length > 0 ? view.dead : NONE;
  const proposed = isNow && view.proposal !== null ? view.proposal.dead : NONE;
  const forbidden = isNow ? view.forbidden : NONE;
  const hasTerritory = isNow && kind.features.territory && isCounted(state);
  const territory = useMemo(
    () => (hasTerritory ? territoryGrid(view, spec) : null),
    [hasTerritory, view, spec],
  );
  const ownership = isNow && estimate !== null ? estimate.ownership : null;
  const numbers = useMemo(() => {
    if (!settings.numbers) {
      return null;
    }
    return earlier?.numbers ?? numbersOf(state.moves, live.grid, spec.columns);
  }, [settings.numbers, earlier, state.moves, live.grid, spec.columns]);
  // By the rules of the game in every position, whatever its share of legal points; by an opening while it lasts.
  const isRestricted = useMemo(
    () => isPlay && (kind.restrictsPlacing || (view.guidance !== null && isFewOf(legal, grid))),
    [isPlay, kind.restrictsPlacing, view.guidance, legal, grid],
  );
  const won = isNow && view.won.length > 0 ? view.won : NO_ROWS;

  const { name, label } = useMemo(() => {
    const has = (points: readonly XY[], point: XY) => points.some((one) => isSamePoint(one, point));
    return {
      name: (point: XY) => pointName(spec, point),
      label: (point: XY) =>
        pointLabel(words, pointName(spec, point), {
          stone: grid[point.y]?.[point.x] ?? null,
          isLast: isSamePoint(lastMove, point),
          isDead: has(dead, point),
          isProposed: has(proposed, point),
          isWinning: isInRow(won, point),
          isForbidden: has(forbidden, point),
          isLegal: isRestricted && has(legal, point),
          territory: ownership === null ? (territory?.[point.y]?.[point.x] ?? null) : null,
          holder: ownership === null ? null : holderOf(ownership[point.y * spec.columns + point.x] ?? 0),
        }),
    };
  }, [
    words,
    spec,
    grid,
    lastMove,
    dead,
    proposed,
    forbidden,
    legal,
    isRestricted,
    territory,
    ownership,
    won,
  ]);

  return {
    spec,
    grid,
    theme,
    toMove: isPlay ? view.nextStone : null,
    legal,
    showLegal: settings.showLegal && isRestricted,
    forbidden,
    lastMove,
    ...(numbers === null ? {} : { numbers }),
    dead,
    proposed,
    ...(territory === null ? {} : { territory }),
    ...(ownership === null ? {} : { ownership }),
    won,
    coordinates: settings.coordinates,
    confirmTap: settings.confirmTap,
    pick: pickOf(view, isNow),
    pointName: name,
    pointLabel: label,
    blink: blinkOf(live),
    change: isNow ? live.change : (earlier?.change ?? null),
  };
}

function pickOf(view: View, isNow: boolean): "play" | "mark" | "none" {
  if (!isNow || view.yours.length === 0 || view.actors.length === 0 || view.choices.length > 0) {
    return "none";
  }
  return view.state.phase === "agree" ? "mark" : "play";
}

function blinkOf(live: LiveGame): { point: XY; key: number } | null {
  const refusal = live.refusal;
  return refusal?.point ? { point: refusal.point, key: refusal.key } : null;
}

/** Whether fewer than half of the empty points can be played, so that it helps to show which. */
function isFewOf(legal: readonly XY[], grid: Grid): boolean {
  const empty = grid.reduce((sum, row) => sum + row.filter((cell) => cell === null).length, 0);
  return legal.length > 0 && legal.length * 2 < empty;
}

export function territoryGrid(view: View, spec: BoardSpec): Grid | null {
  const territory = view.proposal?.territory ?? view.territory;
  if (territory === null) {
    return null;
  }
  const rows: (ColorName | null)[][] = Array.from({ length: spec.rows }, () =>
    Array(spec.columns).fill(null),
  );
  for (const color of ["BLACK", "WHITE"] as const) {
    for (const { x, y } of territory[color]) {
      const row = rows[y];
      if (row !== undefined) {
        row[x] = color;
      }
    }
  }
  return rows;
}

/** Move numbers for the stones that still stand; a later stone on the same point counts. */
export function numbersOf(moves: View["state"]["moves"], grid: Grid, columns: number): Map<number, number> {
  const numbers = new Map<number, number>();
  let number = 0;
  for (const move of moves) {
    if ("x" in move) {
      number += 1;
      if (grid[move.y]?.[move.x]) {
        numbers.set(move.y * columns + move.x, number);
      }
    } else if ("pass" in move) {
      number += 1;
    }
  }
  return numbers;
}
