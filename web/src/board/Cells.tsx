/** The board for those who do not see it, and for the keyboard: a grid of named cells above the drawing.
 *
 * Focus itself moves from cell to cell, which every reader follows; only one cell is reached by the tab key. The
 * cells lie on their points, so that a finger exploring the screen finds them too. They show nothing but the focus
 * ring and listen to nothing: the board handles all events in one place.
 */

import { memo, type Ref } from "react";
import { useStore } from "zustand/react";
import type { CursorStore } from "./cursor";
import { cellsBox, type Fit, type Layout } from "./geometry";
import type { XY } from "./types";

interface CellsProps {
  ref: Ref<HTMLDivElement>;
  layout: Layout;
  fit: Fit;
  cursor: CursorStore;
  label: string;
  pointName: (point: XY) => string;
  pointLabel: (point: XY) => string;
  // What a label may speak of: when one of these is another, the labels are asked for again.
  grid: unknown;
  lastMove: unknown;
  dead: unknown;
  proposed: unknown;
  legal: unknown;
  forbidden: unknown;
  territory: unknown;
  ownership: unknown;
  numbers: unknown;
  marks: unknown;
  plan: unknown;
  won: unknown;
}

export const Cells = memo(function Cells(props: CellsProps) {
  const { ref, layout, fit, cursor, label, pointName, pointLabel } = props;
  const { columns, rows } = layout.spec;
  const home = useStore(cursor, (state) => state.home);
  const box = cellsBox(layout);
  const place = {
    left: percent(box.left - fit.x, fit.width),
    top: percent(box.top - fit.y, fit.height),
    width: percent(box.right - box.left, fit.width),
    height: percent(box.bottom - box.top, fit.height),
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table lays out its own cells and cannot follow the points
    <div role="grid" aria-label={label} className="board-cells" ref={ref} style={place}>
      {range(rows).map((y) => (
        <Row
          key={y}
          names={range(columns)
            .map((x) => pointName({ x, y }))
            .join(BETWEEN)}
          labels={range(columns)
            .map((x) => pointLabel({ x, y }))
            .join(BETWEEN)}
          home={home.y === y ? home.x : -1}
        />
      ))}
    </div>
  );
});

// What no name has in it. Rows get their texts as one, so that a row with the same texts is not made again.
const BETWEEN = "\u001f";

const Row = memo(function Row({ names, labels, home }: { names: string; labels: string; home: number }) {
  const named = names.split(BETWEEN);
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: the cells of a row take the focus, not the row
    <div role="row" className="board-row">
      {labels.split(BETWEEN).map((label, x) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
        <Cell key={x} name={named[x] ?? ""} label={label} isHome={x === home} />
      ))}
    </div>
  );
});

const Cell = memo(function Cell({ name, label, isHome }: { name: string; label: string; isHome: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      role="gridcell"
      className="board-cell"
      tabIndex={isHome ? 0 : -1}
      aria-label={label}
      data-point={name}
    />
  );
});

/** The cell of a point, and the point of a cell: they are counted, not searched. */
export function cellOf(cells: HTMLElement | null, point: XY): HTMLElement | null {
  const cell = cells?.children[point.y]?.children[point.x];
  return cell instanceof HTMLElement ? cell : null;
}

export function pointOfCell(cells: HTMLElement | null, target: EventTarget | null): XY | null {
  if (!(target instanceof Element) || target.getAttribute("role") !== "gridcell") return null;
  const row = target.parentElement;
  if (cells === null || row?.parentElement !== cells) return null;
  return { x: [...row.children].indexOf(target), y: [...cells.children].indexOf(row) };
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(4)}%`;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}
