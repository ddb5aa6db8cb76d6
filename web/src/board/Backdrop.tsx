/** The empty board: wood or felt, lines, star points, coordinates. Drawn once; no stones and no marks. */

import { memo } from "react";
import { BLEED, CELL, columnAt, type Layout, rowAt } from "./geometry";
import { grain } from "./grain";

interface BackdropProps {
  layout: Layout;
  /** Thumbnails are too small to show any. */
  hasGrain: boolean;
}

export const Backdrop = memo(function Backdrop({ layout, hasGrain }: BackdropProps) {
  const { lines, lined, spec, starRadius } = layout;
  const area = { left: -BLEED, top: -BLEED, right: layout.width + BLEED, bottom: layout.height + BLEED };
  return (
    <g>
      <rect
        className="board-frame"
        x={area.left}
        y={area.top}
        width={area.right - area.left}
        height={area.bottom - area.top}
      />
      {hasGrain && (
        <g className="board-grain">
          {grain(area).map(({ tone, width, opacity, d }) => (
            <path
              key={`${tone}${width}`}
              className={`board-grain-${tone}`}
              d={d}
              strokeWidth={width}
              strokeOpacity={opacity}
            />
          ))}
        </g>
      )}
      {!lined && (
        <rect
          className="board-felt"
          x={lines.left}
          y={lines.top}
          width={lines.right - lines.left}
          height={lines.bottom - lines.top}
        />
      )}
      <path className="board-lines" d={innerLines(layout)} />
      <path
        className="board-edge"
        d={`M${lines.left} ${lines.top}H${lines.right}V${lines.bottom}H${lines.left}Z`}
      />
      {spec.stars.map((star) => (
        <circle
          key={`${star.x},${star.y}`}
          className="board-star"
          cx={lines.left + star.x * CELL}
          cy={lines.top + star.y * CELL}
          r={starRadius}
        />
      ))}
      {layout.coordinates && <Labels layout={layout} className="board-label" />}
    </g>
  );
});

/** All lines but the outermost. */
function innerLines({ lines, lined, spec }: Layout): string {
  const last = lined ? 1 : 0;
  let d = "";
  for (let x = 1; x < spec.columns - last; x++) d += `M${lines.left + x * CELL} ${lines.top}V${lines.bottom}`;
  for (let y = 1; y < spec.rows - last; y++) d += `M${lines.left} ${lines.top + y * CELL}H${lines.right}`;
  return d;
}

interface LabelsProps {
  layout: Layout;
  className: string;
  /** Only this column's and this row's. */
  only?: { x: number; y: number };
}

/** Coordinates: around a board of lines, above and to the left of a board of cells. */
export function Labels({ layout, className, only }: LabelsProps) {
  const { lines, labelDistance, lined, spec } = layout;
  const across = [lines.top - labelDistance, lines.bottom + labelDistance].slice(0, lined ? 2 : 1);
  const down = [lines.left - labelDistance, lines.right + labelDistance].slice(0, lined ? 2 : 1);
  const columns = only ? [only.x] : spec.columnLabels.map((_, x) => x);
  const rows = only ? [only.y] : spec.rowLabels.map((_, y) => y);
  return (
    <g className={className}>
      {across.flatMap((top) =>
        columns.map((x) => (
          <text key={`${x}${top}`} x={columnAt(layout, x)} y={top} dy="0.36em">
            {spec.columnLabels[x]}
          </text>
        )),
      )}
      {down.flatMap((left) =>
        rows.map((y) => (
          <text key={`${y}${left}`} x={left} y={rowAt(layout, y)} dy="0.36em">
            {spec.rowLabels[y]}
          </text>
        )),
      )}
    </g>
  );
}
