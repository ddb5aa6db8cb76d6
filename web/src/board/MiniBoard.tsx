/** A small board to look at, as for the games being played now. The same drawing as the large one. */

import { memo, useId, useMemo, useRef } from "react";
import { isOnBoard } from "./geometry";
import { LastMove } from "./Signs";
import { StillBoard } from "./StillBoard";
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
    <StillBoard {...drawn} label={label} isMini ref={drawing}>
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
    </StillBoard>
  );
});
