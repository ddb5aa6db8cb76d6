/** What is drawn on single points above the stones: the state of the game, and what people write there. */

import { memo } from "react";
import { CELL, columnAt, indexOf, inscribed, isOnBoard, type Layout, pointOf, rowAt } from "./geometry";
import { paint } from "./Paints";
import { isSquare } from "./StoneBody";
import type { ColorName, Grid, Mark, XY } from "./types";

/** The class whose ink can be read on a point: on its stone, or on the empty board. */
export function inkOn(color: ColorName | null | undefined): string {
  if (!color) return "board-on-board";
  return color === "BLACK" ? "board-on-black" : "board-on-white";
}

/** How far from the middle of a stone one may write: squares have their broad edge inside. */
function innerRadius(layout: Layout, theme: string, color: ColorName | null): number {
  return color !== null && isSquare(theme, color) ? 0.82 * layout.radius : layout.radius;
}

interface PointsProps {
  layout: Layout;
  points: readonly XY[];
}

/** Small dots: one may play here. */
export const LegalDots = memo(function LegalDots({ layout, points }: PointsProps) {
  return (
    <g className="board-legal">
      {points.map(({ x, y }) => (
        <circle key={`${x},${y}`} cx={columnAt(layout, x)} cy={rowAt(layout, y)} r={0.1 * CELL} />
      ))}
    </g>
  );
});

/** Thin crosses: the rules forbid these points. */
export const Forbidden = memo(function Forbidden({ layout, points }: PointsProps) {
  const d = points.map(({ x, y }) => cross(columnAt(layout, x), rowAt(layout, y), 0.19 * CELL)).join("");
  return <path className="board-forbidden" d={d} />;
});

interface TerritoryProps {
  layout: Layout;
  territory: Grid;
  grid: Grid;
}

/** Small squares in the owner's colour. A stone on its own side's point has none. */
export const Territory = memo(function Territory({ layout, territory, grid }: TerritoryProps) {
  const side = 0.34 * CELL;
  return (
    <g>
      {territory.flatMap((row, y) =>
        row.map((owner, x) => {
          if (!owner || owner === grid[y]?.[x]) return null;
          const middle = { left: columnAt(layout, x), top: rowAt(layout, y) };
          return (
            <rect
              key={indexOf(layout.spec, { x, y })}
              className={`board-territory board-${owner === "BLACK" ? "black" : "white"}`}
              x={middle.left - side / 2}
              y={middle.top - side / 2}
              width={side}
              height={side}
            />
          );
        }),
      )}
    </g>
  );
});

interface OwnershipProps {
  layout: Layout;
  ownership: readonly number[];
  grid: Grid;
}

/** Less is not worth a square. */
const LEAST_OWNED = 15;

function ownerOf(share: number): ColorName | null {
  if (Math.abs(share) < LEAST_OWNED) return null;
  return share > 0 ? "BLACK" : "WHITE";
}

/** Squares in the colour of the probable owner, the larger the surer. A stone that stays its side's has none. */
export const Ownership = memo(function Ownership({ layout, ownership, grid }: OwnershipProps) {
  const { columns } = layout.spec;
  return (
    <g>
      {ownership.map((share, index) => {
        const [x, y] = [index % columns, Math.floor(index / columns)];
        const owner = ownerOf(share);
        if (owner === null || owner === grid[y]?.[x]) return null;
        const side = (0.1 + (0.26 * Math.abs(share)) / 100) * CELL;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the list.
            key={index}
            className={`board-territory board-${owner === "BLACK" ? "black" : "white"}`}
            x={columnAt(layout, x) - side / 2}
            y={rowAt(layout, y) - side / 2}
            width={side}
            height={side}
          />
        );
      })}
    </g>
  );
});

interface DeadProps {
  layout: Layout;
  grid: Grid;
  dead: ReadonlySet<number>;
  /** Dead stones have a small cross, those that are only proposed a small ring. */
  shape: "cross" | "ring";
  /** On an owner's square the cross is in the ink of that owner's stones. */
  territory: Grid | undefined;
  /** In place of territory. */
  ownership: readonly number[] | undefined;
}

/** A small sign on every dead stone. */
export const DeadSigns = memo(function DeadSigns(props: DeadProps) {
  const { layout, grid, dead, shape, territory, ownership } = props;
  const draw = shape === "cross" ? cross : ring;
  return (
    <g className="board-dead-sign" data-dead={shape}>
      {[...dead].map((index) => {
        const { x, y } = pointOf(layout.spec, index);
        const stone = grid[y]?.[x];
        const owner = ownership ? ownerOf(ownership[index] ?? 0) : territory?.[y]?.[x];
        const isOwned = owner && owner !== stone;
        return (
          <path
            key={index}
            className={inkOn(isOwned ? owner : stone)}
            d={draw(columnAt(layout, x), rowAt(layout, y), (isOwned ? 0.085 : 0.15) * CELL)}
          />
        );
      })}
    </g>
  );
});

interface NumbersProps {
  id: string;
  layout: Layout;
  grid: Grid;
  theme: string;
  numbers: ReadonlyMap<number, number>;
  /** Points with something written on them already. */
  taken: ReadonlySet<number>;
}

/** Move numbers on stones, or on the empty points where they stood. */
export const Numbers = memo(function Numbers({ id, layout, grid, theme, numbers, taken }: NumbersProps) {
  return (
    <g>
      {[...numbers].map(([index, number]) => {
        const { x, y } = pointOf(layout.spec, index);
        if (taken.has(index) || !isOnBoard(layout.spec, { x, y })) return null;
        const color = grid[y]?.[x] ?? null;
        return (
          <Writing
            key={index}
            id={id}
            text={String(number)}
            left={columnAt(layout, x)}
            top={rowAt(layout, y)}
            radius={innerRadius(layout, theme, color)}
            color={color}
          />
        );
      })}
    </g>
  );
});

interface MarksProps {
  id: string;
  layout: Layout;
  grid: Grid;
  theme: string;
  marks: readonly Mark[];
}

/** What people draw on points. Points outside the board are left out. */
export const Marks = memo(function Marks({ id, layout, grid, theme, marks }: MarksProps) {
  const pointsOf = (isWanted: (kind: Mark["kind"]) => boolean) =>
    new Set(marks.filter(({ kind }) => isWanted(kind)).map((mark) => indexOf(layout.spec, mark)));
  const written = pointsOf((kind) => kind !== "variation");
  const ways = pointsOf((kind) => kind === "variation");
  return (
    <g>
      {marks
        .filter((mark) => isOnBoard(layout.spec, mark))
        .map(({ x, y, kind, text = "" }) => {
          const color = grid[y]?.[x] ?? null;
          if (kind === "variation") {
            return (
              <Variation
                key={`${kind}${x},${y}`}
                text={text}
                left={columnAt(layout, x)}
                top={rowAt(layout, y)}
                isBeside={color !== null || written.has(indexOf(layout.spec, { x, y }))}
              />
            );
          }
          // A label makes room for the letter of a way on.
          const shift = kind === "label" && ways.has(indexOf(layout.spec, { x, y })) ? 0.1 * CELL : 0;
          return (
            <Sign
              key={`${kind}${x},${y}`}
              id={id}
              kind={kind}
              text={text}
              left={columnAt(layout, x) - shift}
              top={rowAt(layout, y) + shift}
              radius={innerRadius(layout, theme, color)}
              color={color}
            />
          );
        })}
    </g>
  );
});

interface WritingProps {
  id: string;
  text: string;
  left: number;
  top: number;
  radius: number;
  color: ColorName | null;
}

const Writing = memo(function Writing({ id, text, left, top, radius, color }: WritingProps) {
  const fitted = inscribed(text, radius);
  return (
    <>
      {color === null && <Clearing id={id} left={left} top={top} radius={0.38 * CELL} />}
      <text
        className={`board-writing ${inkOn(color)}`}
        x={left}
        y={top}
        dy="0.36em"
        fontSize={Math.round(fitted.size * 10) / 10}
      >
        {fitted.text}
      </text>
    </>
  );
});

interface VariationProps {
  text: string;
  left: number;
  top: number;
  /** Something else stands on the point: then it keeps to the corner. */
  isBeside: boolean;
}

/** A way on: its letter on a disc of our own colour, unlike anything that people write on a board. */
const Variation = memo(function Variation({ text, left, top, isBeside }: VariationProps) {
  const radius = (isBeside ? 0.24 : 0.35) * CELL;
  const [x, y] = isBeside ? [left + 0.32 * CELL, top - 0.32 * CELL] : [left, top];
  return (
    <g className="board-variation" data-mark="variation">
      <circle cx={x} cy={y} r={radius} />
      <text x={x} y={y} dy="0.36em" fontSize={Math.round(13 * radius) / 10}>
        {text}
      </text>
    </g>
  );
});

type Drawn = Exclude<Mark["kind"], "variation">;

const Sign = memo(function Sign({ kind, ...place }: WritingProps & { kind: Drawn }) {
  const { id, left, top, radius, color } = place;
  if (kind === "label") return <Writing {...place} />;
  return (
    <>
      {color === null && <Clearing id={id} left={left} top={top} radius={0.34 * CELL} />}
      <path className={`board-mark ${inkOn(color)}`} d={outline(kind, left, top, radius)} data-mark={kind} />
    </>
  );
});

/** A hole in the lines of an empty point, so that they do not cross out what stands there. */
function Clearing({ id, left, top, radius }: { id: string; left: number; top: number; radius: number }) {
  return <circle cx={left} cy={top} r={radius} fill={paint(id, "clearing")} />;
}

function outline(kind: Exclude<Drawn, "label">, left: number, top: number, radius: number): string {
  if (kind === "cross") return cross(left, top, 0.36 * radius);
  if (kind === "square") return square(left, top, 0.4 * radius);
  if (kind === "circle") return ring(left, top, 0.5 * radius);
  const reach = 0.58 * radius;
  const [side, foot] = [reach * Math.sin(Math.PI / 3), 0.5 * reach];
  const peak = top + 0.06 * reach;
  return `M${left} ${peak - reach}L${left + side} ${peak + foot}H${left - side}Z`;
}

function square(left: number, top: number, half: number): string {
  return `M${left - half} ${top - half}h${2 * half}v${2 * half}h${-2 * half}Z`;
}

function ring(left: number, top: number, radius: number): string {
  const half = `a${radius} ${radius} 0 0 1`;
  return `M${left - radius} ${top}${half} ${2 * radius} 0${half} ${-2 * radius} 0Z`;
}

function cross(left: number, top: number, half: number): string {
  const [x1, x2, y1, y2] = [left - half, left + half, top - half, top + half];
  return `M${x1} ${y1}L${x2} ${y2}M${x1} ${y2}L${x2} ${y1}`;
}

interface LastMoveProps {
  layout: Layout;
  theme: string;
  point: XY;
  color: ColorName | null;
  /** Something stands inside the ring, which then runs along the rim. */
  isWrittenOn: boolean;
}

/** The ring of the last move, in the other colour. */
export function LastMove({ layout, theme, point, color, isWrittenOn }: LastMoveProps) {
  const [left, top] = [columnAt(layout, point.x), rowAt(layout, point.y)];
  const isBoxed = isWrittenOn && color !== null && isSquare(theme, color);
  const d = isBoxed
    ? square(left, top, 0.66 * layout.radius)
    : ring(left, top, (isWrittenOn ? 0.84 : 0.52) * layout.radius);
  return <path className={`board-last ${inkOn(color)}`} d={d} data-last={indexOf(layout.spec, point)} />;
}

/** A point that blinks once: a refused move. */
export function Blink({ layout, point }: { layout: Layout; point: XY }) {
  return (
    <path
      className="board-blink"
      d={ring(columnAt(layout, point.x), rowAt(layout, point.y), 0.4 * CELL)}
      data-blink={indexOf(layout.spec, point)}
    />
  );
}
