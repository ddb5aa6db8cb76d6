/** The board of every game, drawn from its description: to look at, to play on, to read aloud. Knows no game by name. */

import { type CSSProperties, memo, useId, useMemo, useRef } from "react";
import { AimGuide, AimLayer } from "./AimLayer";
import { Backdrop } from "./Backdrop";
import "./themes.css";
import "./board.css";
import { Cells } from "./Cells";
import { type Fit, indexOf, isOnBoard, type Layout } from "./geometry";
import { isSmall } from "./lens";
import { Magnifier } from "./Magnifier";
import { Paints } from "./Paints";
import { PlanLayer } from "./PlanLayer";
import {
  Blink,
  DeadSigns,
  Forbidden,
  LastMove,
  LegalDots,
  Marks,
  Numbers,
  Ownership,
  Territory,
} from "./Signs";
import { Leaving, rowCodes, Shadows, Stones } from "./Stones";
import type { BoardProps, XY } from "./types";
import { useBoardInput } from "./useBoardInput";
import { useLayout } from "./useLayout";
import { useMotion } from "./useMotion";
import { useScreenFit } from "./useScreenFit";
import { WonRows } from "./WonRows";

export { MiniBoard } from "./MiniBoard";
export type * from "./types";

const NOTHING: readonly never[] = [];

export const Board = memo(function Board(props: BoardProps) {
  const { grid, theme, label, toMove = null, pick = "play", coordinates = true, change = null } = props;
  const { confirmTap = "auto" } = props;
  const id = useId();
  const surface = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const cells = useRef<HTMLDivElement>(null);
  const layout = useLayout(props.spec, coordinates);
  const fit = useScreenFit(surface, layout);
  useMotion(drawing, layout.spec, change);

  const legal = usePoints(layout, props.legal ?? NOTHING);
  const dead = usePoints(layout, props.dead ?? NOTHING);
  const proposed = usePoints(layout, props.proposed ?? NOTHING);
  const isPlayable = (point: XY): boolean => {
    if (toMove === null) return false;
    return props.legal ? legal.has(indexOf(layout.spec, point)) : !grid[point.y]?.[point.x];
  };
  const hasSmallPoints = isSmall(fit);
  const magnifies = hasSmallPoints && (pick === "mark" || (pick === "play" && toMove !== null));
  const { cursor, handlers } = useBoardInput({
    layout,
    fit,
    surface,
    cells,
    pick,
    asksTwice: confirmTap === "always" || (confirmTap === "auto" && hasSmallPoints),
    magnifies,
    isPlayable,
    onPick: props.onPick,
    onAim: props.onAim,
    cursorAt: props.cursorAt ?? null,
  });

  const rows = useMemo(
    () => rowCodes(layout, grid, proposed.size > 0 ? proposed : dead),
    [layout, grid, dead, proposed],
  );
  const drawn = { id, layout, theme };
  const aiming = { ...drawn, grid, cursor, pick, toMove, isPlayable };
  const viewBox = `${fit.x} ${fit.y} ${fit.width} ${fit.height}`;
  return (
    // Its own cells take the focus and carry the roles; here all their events are heard at once. The focus rests here,
    // outside of the cells, for whoever came by pointer.
    <div
      ref={surface}
      className="board"
      tabIndex={-1}
      data-board-theme={theme}
      data-board-style={layout.lined ? "lines" : "cells"}
      data-board-pick={pick === "play" && toMove === null ? "none" : pick}
      data-board-magnifies={magnifies || undefined}
      style={boxStyle(layout, fit)}
      {...handlers}
    >
      <svg className="board-drawing board-backdrop" viewBox={viewBox} aria-hidden="true">
        <g id={`${id}-empty`}>
          <Backdrop layout={layout} hasGrain />
        </g>
      </svg>
      <svg ref={drawing} className="board-drawing" viewBox={viewBox} aria-hidden="true">
        <Paints id={id} />
        <AimGuide layout={layout} cursor={cursor} />
        <g id={`${id}-stones`}>
          <Shadows {...drawn} rows={rows} />
          {change && <Leaving {...drawn} grid={grid} change={change} />}
          <Stones {...drawn} rows={rows} />
          <PointSigns id={id} layout={layout} dead={dead} proposed={proposed} shown={props} />
          {props.plan && <PlanLayer {...drawn} grid={grid} plan={props.plan} />}
        </g>
        <AimLayer {...aiming} />
      </svg>
      <Cells
        ref={cells}
        layout={layout}
        fit={fit}
        cursor={cursor}
        label={label}
        pointName={props.pointName}
        pointLabel={props.pointLabel}
        grid={grid}
        lastMove={props.lastMove}
        dead={props.dead}
        proposed={props.proposed}
        legal={props.legal}
        forbidden={props.forbidden}
        territory={props.territory}
        ownership={props.ownership}
        numbers={props.numbers}
        marks={props.marks}
        plan={props.plan}
        won={props.won}
      />
      {magnifies && (
        <Magnifier cursor={cursor} fit={fit}>
          <use href={`#${id}-empty`} />
          <AimGuide layout={layout} cursor={cursor} />
          <use href={`#${id}-stones`} />
          <AimLayer {...aiming} />
        </Magnifier>
      )}
    </div>
  );
});

interface PointSignsProps {
  id: string;
  layout: Layout;
  dead: ReadonlySet<number>;
  proposed: ReadonlySet<number>;
  shown: BoardProps;
}

/** Everything on single points, from the bottom up. */
function PointSigns({ id, layout, dead, proposed, shown }: PointSignsProps) {
  const { grid, theme, lastMove, numbers, territory, marks = NOTHING, won = NOTHING, blink } = shown;
  const { ownership } = shown;
  const { spec } = layout;
  const marked = usePoints(layout, marks);
  const drawn = { id, layout, grid };
  const owned = { territory, ownership };
  const last = lastMove && isOnBoard(spec, lastMove) ? lastMove : null;
  const lastIndex = last === null ? -1 : indexOf(spec, last);
  return (
    <>
      {ownership && <Ownership {...drawn} ownership={ownership} />}
      {territory && !ownership && <Territory {...drawn} territory={territory} />}
      {dead.size > 0 && <DeadSigns {...drawn} {...owned} dead={dead} shape="cross" />}
      {proposed.size > 0 && <DeadSigns {...drawn} {...owned} dead={proposed} shape="ring" />}
      {shown.showLegal && shown.legal && <LegalDots layout={layout} points={shown.legal} />}
      {shown.forbidden && <Forbidden layout={layout} points={shown.forbidden} />}
      {won.length > 0 && (
        <WonRows layout={layout} grid={grid} rows={won} isWrittenOn={numbers !== undefined} />
      )}
      {numbers && <Numbers {...drawn} theme={theme} numbers={numbers} taken={marked} />}
      {marks.length > 0 && <Marks {...drawn} theme={theme} marks={marks} />}
      {last && (
        <LastMove
          key={lastIndex}
          layout={layout}
          theme={theme}
          point={last}
          color={grid[last.y]?.[last.x] ?? null}
          isWrittenOn={marked.has(lastIndex) || (numbers?.has(lastIndex) ?? false)}
        />
      )}
      {blink && <Blink key={blink.key} layout={layout} point={blink.point} />}
    </>
  );
}

/** Points as a set of their numbers; none of them outside the board. */
function usePoints(layout: Layout, points: readonly XY[]): ReadonlySet<number> {
  const { spec } = layout;
  return useMemo(
    () => new Set(points.filter((point) => isOnBoard(spec, point)).map((point) => indexOf(spec, point))),
    [spec, points],
  );
}

/** The box keeps the shape of the board, and tells the style sheet how large a pixel is in it. */
function boxStyle(layout: Layout, fit: Fit): CSSProperties {
  return {
    aspectRatio: `${layout.width} / ${layout.height}`,
    "--board-unit": fit.unit,
    "--board-line-width": `${fit.line}px`,
    "--board-edge-width": `${fit.edge}px`,
  } as CSSProperties;
}
