/** A small board to look at, as for the games being played now. The same drawing as the large one. */

import { memo, useId, useMemo, useRef } from "react";
import { Backdrop } from "./Backdrop";
import "./board.css";
import { isOnBoard } from "./geometry";
import { Paints } from "./Paints";
import { LastMove } from "./Signs";
import { Leaving, rowCodes, Shadows, Stones } from "./Stones";
import type { MiniBoardProps } from "./types";
import { useLayout } from "./useLayout";
import { useMotion } from "./useMotion";

const NONE: ReadonlySet<number> = new Set();

export const MiniBoard = memo(function MiniBoard(props: MiniBoardProps) {
  const { grid, theme, label, lastMove = null, change = null } = props;
  const id = useId();
  const drawing = useRef<SVGSVGElement>(null);
  const layout = useLayout(props.spec, false);
  useMotion(drawing, layout.spec, change);
  const rows = useMemo(() => rowCodes(layout, grid, NONE), [layout, grid]);
  const drawn = { id, layout, theme };
  return (
    <div
      className="board board-mini"
      data-board-theme={theme}
      data-board-style={layout.lined ? "lines" : "cells"}
      style={{ aspectRatio: `${layout.width} / ${layout.height}` }}
    >
      <svg
        ref={drawing}
        className="board-drawing"
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role="img"
        aria-label={label}
      >
        <Paints id={id} />
        <Backdrop layout={layout} hasGrain={false} />
        <Shadows {...drawn} rows={rows} />
        {change && <Leaving {...drawn} grid={grid} change={change} />}
        <Stones {...drawn} rows={rows} />
        {lastMove && isOnBoard(layout.spec, lastMove) && (
          <LastMove
            layout={layout}
            theme={theme}
            point={lastMove}
            color={grid[lastMove.y]?.[lastMove.x] ?? null}
            isWrittenOn={false}
          />
        )}
      </svg>
    </div>
  );
});
