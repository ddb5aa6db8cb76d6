/** The stone under the pointer, the cursor of typed coordinates, the lines that help a finger: all that follows the
 * cursor. */

import { useStore } from "zustand/react";
import { Labels } from "./Backdrop";
import type { Aim, CursorStore } from "./cursor";
import { CELL, columnAt, type Layout, rowAt } from "./geometry";
import { isSquare, StoneBody } from "./StoneBody";
import type { ColorName, Grid, XY } from "./types";

interface AimLayerProps {
  id: string;
  layout: Layout;
  cursor: CursorStore;
  theme: string;
  grid: Grid;
  pick: "play" | "mark" | "none";
  toMove: ColorName | null;
  isPlayable: (point: XY) => boolean;
}

export function AimLayer(props: AimLayerProps) {
  const aim = useStore(props.cursor, (state) => state.aim);
  if (aim === null || props.pick === "none") return null;
  return (
    <g className={`board-aim board-aim-${aim.by}`} data-aim={`${aim.point.x},${aim.point.y}`}>
      {props.pick === "mark" ? <Grasp {...props} aim={aim} /> : <Ghost {...props} aim={aim} />}
      {aim.by === "typed" && <CursorFrame layout={props.layout} point={aim.point} />}
    </g>
  );
}

/** A half-transparent stone, only where a move is legal. */
function Ghost({ id, layout, theme, toMove, isPlayable, aim }: AimLayerProps & { aim: Aim }) {
  if (toMove === null || !isPlayable(aim.point)) return null;
  return (
    <>
      {aim.by !== "mouse" && layout.coordinates && (
        <Labels layout={layout} className="board-label board-label-aimed" only={aim.point} />
      )}
      <StoneBody
        id={id}
        color={toMove}
        x={columnAt(layout, aim.point.x)}
        y={rowAt(layout, aim.point.y)}
        radius={layout.radius}
        isDisc={!layout.lined}
        isSquare={isSquare(theme, toMove)}
        className="board-ghost"
      />
    </>
  );
}

/** Lines below the stones through the whole board that cross on the point a finger aims at or has tapped. */
export function AimGuide({ layout, cursor }: Pick<AimLayerProps, "layout" | "cursor">) {
  const aim = useStore(cursor, (state) => state.aim);
  if (aim?.by !== "touch" && aim?.by !== "finger") return null;
  const { lines } = layout;
  const [left, top] = [columnAt(layout, aim.point.x), rowAt(layout, aim.point.y)];
  return (
    <path
      className="board-guide"
      d={`M${lines.left} ${top}H${lines.right}M${left} ${lines.top}V${lines.bottom}`}
    />
  );
}

/** A ring around a stone that can be picked. */
function Grasp({ layout, grid, aim }: AimLayerProps & { aim: Aim }) {
  const { x, y } = aim.point;
  if (!grid[y]?.[x]) return null;
  return (
    <circle
      className="board-grasp"
      cx={columnAt(layout, x)}
      cy={rowAt(layout, y)}
      r={layout.radius + 0.03 * CELL}
    />
  );
}

function CursorFrame({ layout, point }: { layout: Layout; point: XY }) {
  const half = 0.49 * CELL;
  return (
    <rect
      className="board-cursor"
      x={columnAt(layout, point.x) - half}
      y={rowAt(layout, point.y) - half}
      width={2 * half}
      height={2 * half}
      rx={0.16 * CELL}
    />
  );
}
