/** What lies under a finger, large and above it. While the finger slides only the place and the view change. */

import type { CSSProperties, ReactNode } from "react";
import { useStore } from "zustand/react";
import type { CursorStore } from "./cursor";
import type { Fit } from "./geometry";
import { LENS_PX, lensPlace, lensView } from "./lens";

interface MagnifierProps {
  cursor: CursorStore;
  fit: Fit;
  /** What is seen through it, in the units of the board. */
  children: ReactNode;
}

export function Magnifier({ cursor, fit, children }: MagnifierProps) {
  const finger = useStore(cursor, (state) => state.finger);
  if (finger === null) return null;
  const { inWindow, onBoard } = finger;
  const { viewBox, unit } = lensView(fit, onBoard);
  const place = lensPlace(inWindow, document.documentElement.clientWidth);
  const style = {
    width: LENS_PX,
    height: LENS_PX,
    transform: `translate(${place.left - inWindow.left + onBoard.left}px, ${place.top - inWindow.top + onBoard.top}px)`,
    "--board-unit": unit,
  } as CSSProperties;
  return (
    <svg className="board-lens" viewBox={viewBox} style={style} aria-hidden="true">
      {children}
    </svg>
  );
}
