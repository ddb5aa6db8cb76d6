/** What lies under a finger, drawn large above it. Shows the drawing of the board once more instead of drawing it. */

import type { CSSProperties, ReactNode } from "react";
import { useStore } from "zustand/react";
import type { CursorStore } from "./cursor";
import type { Fit } from "./geometry";
import { LENS_PX, lensPlace, lensView } from "./lens";

interface MagnifierProps {
  cursor: CursorStore;
  fit: Fit;
  /** The ids of the groups that are shown again, from the bottom up. */
  shows: readonly string[];
  /** What follows the finger. */
  children: ReactNode;
}

export function Magnifier({ cursor, fit, shows, children }: MagnifierProps) {
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
      {shows.map((id) => (
        <use key={id} href={`#${id}`} />
      ))}
      {children}
    </svg>
  );
}
