/** All stones of a position with their shadows. A stone is drawn again only when something about it changes. */

import { memo, type ReactNode } from "react";
import { columnAt, indexOf, type Layout, rowAt } from "./geometry";
import { paint } from "./Paints";
import { isSquare, StoneBody, type StoneBodyProps } from "./StoneBody";
import type { BoardChange, ColorName, Grid } from "./types";

/** A row of points as text, one letter a point: equal texts look equal, and are not drawn again. */
export type RowCode = string;

const CODES = { "#": "BLACK", o: "WHITE", x: "BLACK", q: "WHITE" } as const;

/** The stones row by row: `#` and `o`, dead ones `x` and `q`. */
export function rowCodes(layout: Layout, grid: Grid, dead: ReadonlySet<number>): RowCode[] {
  return grid.map((row, y) => {
    let code = "";
    row.forEach((color, x) => {
      const isDead = dead.has(indexOf(layout.spec, { x, y }));
      if (color === null) code += ".";
      else if (color === "BLACK") code += isDead ? "x" : "#";
      else code += isDead ? "q" : "o";
    });
    return code;
  });
}

interface RowsProps {
  /** The board's name for its gradients. */
  id: string;
  layout: Layout;
  theme: string;
  rows: readonly RowCode[];
}

interface RowProps extends Omit<RowsProps, "rows"> {
  y: number;
  code: RowCode;
}

/** Shadows come before all stones, so that none falls on a neighbour. */
export function Shadows({ rows, ...drawn }: RowsProps) {
  return (
    <g>
      {rows.map((code, y) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <ShadowRow key={y} {...drawn} y={y} code={code} />
      ))}
    </g>
  );
}

export function Stones({ rows, ...drawn }: RowsProps) {
  return (
    <g>
      {rows.map((code, y) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <StoneRow key={y} {...drawn} y={y} code={code} />
      ))}
    </g>
  );
}

/** Dead stones have no shadow. */
const ShadowRow = memo(function ShadowRow({ id, layout, y, code }: RowProps) {
  const fill = paint(id, "shadow");
  return stonesOf(code, (_, isDead, x) =>
    isDead ? null : (
      <Shadow
        key={x}
        index={indexOf(layout.spec, { x, y })}
        x={columnAt(layout, x)}
        y={rowAt(layout, y)}
        radius={layout.radius}
        fill={fill}
      />
    ),
  );
});

const StoneRow = memo(function StoneRow({ id, layout, theme, y, code }: RowProps) {
  return stonesOf(code, (color, isDead, x) => (
    <Stone
      key={x}
      id={id}
      stone={indexOf(layout.spec, { x, y })}
      color={color}
      x={columnAt(layout, x)}
      y={rowAt(layout, y)}
      radius={layout.radius}
      isDisc={!layout.lined}
      isSquare={isSquare(theme, color)}
      className={isDead ? "board-dead" : ""}
    />
  ));
});

function stonesOf(
  code: RowCode,
  draw: (color: ColorName, isDead: boolean, x: number) => ReactNode,
): ReactNode[] {
  return [...code].map((letter, x) => {
    const color = CODES[letter as keyof typeof CODES];
    return color ? draw(color, letter === "x" || letter === "q", x) : null;
  });
}

interface LeavingProps {
  id: string;
  layout: Layout;
  grid: Grid;
  theme: string;
  change: BoardChange;
}

/** What an event took away: captured stones, and the old faces of flipped discs. Seen only while they move. */
export const Leaving = memo(function Leaving({ id, layout, grid, theme, change }: LeavingProps) {
  const flipped = change.flipped.flatMap((point) => {
    const now = grid[point.y]?.[point.x];
    return now ? [{ ...point, color: now === "BLACK" ? ("WHITE" as const) : ("BLACK" as const) }] : [];
  });
  return (
    <g className="board-leaving">
      {[...change.removed, ...flipped].map(({ x, y, color }) => (
        <Stone
          key={indexOf(layout.spec, { x, y })}
          id={id}
          leaving={indexOf(layout.spec, { x, y })}
          color={color}
          x={columnAt(layout, x)}
          y={rowAt(layout, y)}
          radius={layout.radius}
          isDisc={!layout.lined}
          isSquare={isSquare(theme, color)}
        />
      ))}
    </g>
  );
});

const Stone = memo(function Stone(props: StoneBodyProps) {
  return <StoneBody {...props} />;
});

interface ShadowProps {
  index: number;
  x: number;
  y: number;
  radius: number;
  fill: string;
}

const Shadow = memo(function Shadow({ index, x, y, radius, fill }: ShadowProps) {
  return (
    <circle
      className="board-shadow"
      cx={x + 0.07 * radius}
      cy={y + 0.15 * radius}
      r={1.12 * radius}
      fill={fill}
      data-shadow={index}
    />
  );
});
