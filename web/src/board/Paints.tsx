/** The gradients of one board. Their colours come from the theme in themes.css; their names from the board. */

import { memo } from "react";
import { LIGHT, STOPS } from "./themes";

/** What a shape's `fill` says to be painted with a gradient of the board called `id`. */
export function paint(id: string, name: "black" | "white" | "shadow" | "clearing"): string {
  return `url(#${id}-${name})`;
}

/** The light on the stones of one side. */
function Lit({ id, side }: { id: string; side: "black" | "white" }) {
  return (
    <radialGradient id={`${id}-${side}`} {...LIGHT}>
      {STOPS[side].map((offset, place) => (
        <stop key={offset} className={`board-${side}-${place}`} offset={offset} />
      ))}
    </radialGradient>
  );
}

export const Paints = memo(function Paints({ id }: { id: string }) {
  return (
    <defs>
      <Lit id={id} side="black" />
      <Lit id={id} side="white" />
      <radialGradient id={`${id}-shadow`}>
        <stop className="board-shadow-0" offset="0.6" />
        <stop className="board-shadow-1" offset="0.82" />
        <stop className="board-shadow-2" offset="1" />
      </radialGradient>
      <radialGradient id={`${id}-clearing`}>
        <stop className="board-clearing-0" offset="0.7" />
        <stop className="board-clearing-1" offset="1" />
      </radialGradient>
    </defs>
  );
});
