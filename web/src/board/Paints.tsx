/** The gradients of one board. Their colours come from the theme in board.css; their names from the board. */

import { memo } from "react";

/** What a shape's `fill` says to be painted with a gradient of the board called `id`. */
export function paint(id: string, name: "black" | "white" | "shadow" | "clearing"): string {
  return `url(#${id}-${name})`;
}

// A round body lit from the upper left.
const LIT = { cx: 0.33, cy: 0.29, r: 0.76 };

export const Paints = memo(function Paints({ id }: { id: string }) {
  return (
    <defs>
      <radialGradient id={`${id}-black`} {...LIT}>
        <stop className="board-black-0" offset="0" />
        <stop className="board-black-1" offset="0.22" />
        <stop className="board-black-2" offset="0.55" />
        <stop className="board-black-3" offset="1" />
      </radialGradient>
      <radialGradient id={`${id}-white`} {...LIT}>
        <stop className="board-white-0" offset="0" />
        <stop className="board-white-1" offset="0.42" />
        <stop className="board-white-2" offset="0.74" />
        <stop className="board-white-3" offset="1" />
      </radialGradient>
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
