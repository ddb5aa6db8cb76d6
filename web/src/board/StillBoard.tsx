/** What every board that is only looked at has around its stones: the box, the drawing and the empty board. */

import type { ReactNode, Ref } from "react";
import { Backdrop } from "./Backdrop";
import "./themes.css";
import "./board.css";
import type { Layout } from "./geometry";
import { Paints } from "./Paints";
import type { ThemeName } from "./types";

interface StillBoardProps {
  id: string;
  layout: Layout;
  theme: ThemeName;
  /** The accessible name of the picture. */
  label: string;
  isMini?: boolean;
  ref?: Ref<SVGSVGElement>;
  /** What stands on the board. */
  children: ReactNode;
}

export function StillBoard({ id, layout, theme, label, isMini = false, ref, children }: StillBoardProps) {
  return (
    <div
      className={isMini ? "board board-mini" : "board"}
      data-board-theme={theme}
      data-board-style={layout.lined ? "lines" : "cells"}
      style={{ aspectRatio: `${layout.width} / ${layout.height}` }}
    >
      <svg
        ref={ref}
        className="board-drawing"
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role="img"
        aria-label={label}
      >
        <Paints id={id} />
        <Backdrop layout={layout} hasGrain={false} />
        {children}
      </svg>
    </div>
  );
}
