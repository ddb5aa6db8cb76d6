/** One stone, anywhere on a board. */

import { paint } from "./Paints";
import type { ColorName } from "./types";

export interface StoneBodyProps {
  /** The board's name for its gradients. */
  id: string;
  color: ColorName;
  x: number;
  y: number;
  radius: number;
  /** A disc that can be turned over shows its other face at the rim. */
  isDisc: boolean;
  /** Drawn as a square, where colours alone must not tell stones apart. */
  isSquare: boolean;
  className?: string;
  /** Names the element for motion: `data-stone` or `data-leaving`. */
  stone?: number;
  leaving?: number;
}

export function StoneBody(props: StoneBodyProps) {
  const { id, color, x, y, radius, isDisc, isSquare, className = "", stone, leaving } = props;
  const side = color === "BLACK" ? "black" : "white";
  const name = `board-stone board-${side} ${className}`;
  const fill = paint(id, side);
  if (isSquare) {
    const half = 0.83 * radius;
    return (
      <rect
        className={`${name} board-body`}
        x={x - half}
        y={y - half}
        width={2 * half}
        height={2 * half}
        rx={0.2 * half}
        fill={fill}
        data-stone={stone}
        data-leaving={leaving}
      />
    );
  }
  if (!isDisc) {
    return (
      <circle
        className={`${name} board-body`}
        cx={x}
        cy={y}
        r={radius}
        fill={fill}
        data-stone={stone}
        data-leaving={leaving}
      />
    );
  }
  return (
    <g className={name} data-stone={stone} data-leaving={leaving}>
      <circle className="board-rim" cx={x + 0.03 * radius} cy={y + 0.085 * radius} r={0.985 * radius} />
      <circle className="board-body" cx={x} cy={y} r={radius} fill={fill} />
    </g>
  );
}

/** Whether this theme draws this colour as a square. */
export function isSquare(theme: string, color: ColorName): boolean {
  return theme === "contrast" && color === "WHITE";
}
