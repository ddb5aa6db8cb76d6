/** A board in a text: stones, numbered moves and marks, to look at only. The same drawing as the large one. */

import { memo, useId, useMemo } from "react";
import { Forbidden, LastMove, LegalDots, Marks, Numbers, Territory } from "./Signs";
import { StillBoard } from "./StillBoard";
import { rowCodes, Shadows, Stones } from "./Stones";
import type { BoardProps } from "./types";
import { useLayout } from "./useLayout";
import { WonRows } from "./WonRows";

type DiagramProps = Pick<
  BoardProps,
  | "spec"
  | "grid"
  | "theme"
  | "label"
  | "lastMove"
  | "numbers"
  | "territory"
  | "marks"
  | "forbidden"
  | "legal"
  | "won"
>;

const NONE: ReadonlySet<number> = new Set();

export const Diagram = memo(function Diagram(props: DiagramProps) {
  const { grid, theme, label, lastMove, numbers, territory, marks, forbidden, legal, won } = props;
  const id = useId();
  const layout = useLayout(props.spec, true);
  const rows = useMemo(() => rowCodes(layout, grid, NONE), [layout, grid]);
  const drawn = { id, layout, theme };
  return (
    <StillBoard {...drawn} label={label}>
      <Shadows {...drawn} rows={rows} />
      <Stones {...drawn} rows={rows} />
      {territory && <Territory layout={layout} grid={grid} territory={territory} />}
      {legal && <LegalDots layout={layout} points={legal} />}
      {forbidden && <Forbidden layout={layout} points={forbidden} />}
      {won && won.length > 0 && <WonRows layout={layout} grid={grid} rows={won} isWrittenOn={false} />}
      {numbers && <Numbers {...drawn} grid={grid} numbers={numbers} taken={NONE} />}
      {marks && <Marks {...drawn} grid={grid} marks={marks} />}
      {lastMove && (
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
