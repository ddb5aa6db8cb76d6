/** What is thought of playing: discs with the worth of moves, the stones of a line, signs on points. Values nothing. */

import { memo } from "react";
import { CELL, columnAt, indexOf, inscribed, isOnBoard, type Layout, rowAt } from "./geometry";
import { inkOn } from "./Signs";
import { isSquare, StoneBody } from "./StoneBody";
import type { Grid, Plan, PlannedStone, PointSign, Suggestion, XY } from "./types";

interface PlanProps {
  id: string;
  layout: Layout;
  theme: string;
  grid: Grid;
  plan: Plan;
}

/** The smallest and the largest radius of a disc, in cells: even the smallest can be read. */
const SMALLEST = 0.37;
const LARGEST = 0.46;

export const PlanLayer = memo(function PlanLayer({ id, layout, theme, grid, plan }: PlanProps) {
  const planned = onceEach(layout, plan.line);
  const isFree = (point: XY) => isOnBoard(layout.spec, point) && !planned.has(indexOf(layout.spec, point));
  const suggestions = plan.suggestions.filter((point) => isFree(point) && !grid[point.y]?.[point.x]);
  const valued = new Set(suggestions.map((point) => indexOf(layout.spec, point)));
  return (
    <g className="board-plan">
      {suggestions.map((suggestion) => (
        <Disc key={indexOf(layout.spec, suggestion)} layout={layout} {...suggestion} />
      ))}
      {plan.signs.filter(isFree).map((sign) => (
        <Sign
          key={`${sign.x},${sign.y},${sign.text}`}
          layout={layout}
          isBeside={valued.has(indexOf(layout.spec, sign))}
          {...sign}
        />
      ))}
      {[...planned].map(([index, stone]) => (
        <Planned key={index} id={id} layout={layout} theme={theme} {...stone} />
      ))}
    </g>
  );
});

/** Where a line comes back to a point, the first stone is the one that is drawn. */
function onceEach(layout: Layout, line: readonly PlannedStone[]): Map<number, PlannedStone> {
  const found = new Map<number, PlannedStone>();
  for (const stone of line) {
    const index = indexOf(layout.spec, stone);
    if (isOnBoard(layout.spec, stone) && !found.has(index)) {
      found.set(index, stone);
    }
  }
  return found;
}

const Disc = memo(function Disc({ layout, x, y, text, share, isBest }: Suggestion & { layout: Layout }) {
  const radius = (SMALLEST + (LARGEST - SMALLEST) * Math.min(Math.max(share, 0), 1)) * CELL;
  const [left, top] = [columnAt(layout, x), rowAt(layout, y)];
  const fitted = inscribed(text, 0.8 * radius);
  return (
    <g className="board-suggestion" data-best={isBest || undefined} data-suggestion={`${x},${y}`}>
      <circle cx={left} cy={top} r={radius} />
      <text x={left} y={top} dy="0.36em" fontSize={Math.round(8.5 * fitted.size) / 10}>
        {fitted.text}
      </text>
    </g>
  );
});

interface SignProps extends PointSign {
  layout: Layout;
  /** The worth of a move stands on the point: then it keeps to the corner. */
  isBeside: boolean;
}

const Sign = memo(function Sign({ layout, x, y, text, isBeside }: SignProps) {
  const half = (isBeside ? 0.2 : 0.3) * CELL;
  const shift = isBeside ? 0.34 * CELL : 0;
  const [left, top] = [columnAt(layout, x) + shift, rowAt(layout, y) - shift];
  const fitted = inscribed(text, 1.05 * half);
  return (
    <g className="board-point-sign" data-sign={`${x},${y}`}>
      <rect x={left - half} y={top - half} width={2 * half} height={2 * half} rx={0.08 * CELL} />
      <text x={left} y={top} dy="0.36em" fontSize={Math.round(10 * fitted.size) / 10}>
        {fitted.text}
      </text>
    </g>
  );
});

interface PlannedProps extends PlannedStone {
  id: string;
  layout: Layout;
  theme: string;
}

const Planned = memo(function Planned({ id, layout, theme, x, y, color, number }: PlannedProps) {
  const [left, top] = [columnAt(layout, x), rowAt(layout, y)];
  const fitted = inscribed(String(number), layout.radius);
  return (
    <g className="board-planned" data-planned={number}>
      <StoneBody
        id={id}
        color={color}
        x={left}
        y={top}
        radius={layout.radius}
        isDisc={!layout.lined}
        isSquare={isSquare(theme, color)}
        className="board-planned-stone"
      />
      <text
        className={`board-writing ${inkOn(color)}`}
        x={left}
        y={top}
        dy="0.36em"
        fontSize={Math.round(10 * fitted.size) / 10}
      >
        {fitted.text}
      </text>
    </g>
  );
});
