/** A portrait drawn from a name: a few stones on a small board of its own colour. Nobody uploads one. */
import { memo, useMemo } from "react";
import "./avatar.css";

export interface AvatarProps {
  /** Whose portrait; null: a player who was deleted. */
  name: string | null;
  /** Another number makes another portrait of the same name. */
  number?: number;
  /** In pixels. */
  size?: number;
}

/** A decoration: the name stands beside it. */
export const Avatar = memo(function Avatar({ name, number = 0, size = 24 }: AvatarProps) {
  const { hue, stones } = useMemo(() => portraitOf(name ?? "", number), [name, number]);
  return (
    <svg
      className="tg-avatar"
      width={size}
      height={size}
      viewBox="0 0 36 36"
      data-nobody={name === null || undefined}
      aria-hidden="true"
      focusable="false"
    >
      <rect width="36" height="36" rx="7" fill={name === null ? undefined : `hsl(${hue} 38% 40%)`} />
      {name !== null &&
        stones.map(([x, y]) => (
          <circle
            key={`${x} ${y}`}
            cx={6 + 6 * x}
            cy={6 + 6 * y}
            r="2.9"
            fill={`hsl(${(hue + 40) % 360} 55% 88%)`}
          />
        ))}
    </svg>
  );
});

export interface Portrait {
  /** In degrees. */
  hue: number;
  /** Points of a board of 5×5; the same on both sides of its middle. */
  stones: readonly (readonly [number, number])[];
}

const HUES = 18;
const HALF = 3;
const SIDE = 5;

/** The same for the same name and number, on every device. */
export function portraitOf(name: string, number: number): Portrait {
  const bits = hashOf(`${number} ${name.normalize("NFC")}`);
  const stones: [number, number][] = [];
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < HALF; x += 1) {
      const isMiddle = x === HALF - 1 && y === HALF - 1;
      // The point in the middle is always taken, so that no portrait is empty.
      if (isMiddle || ((bits >>> (y * HALF + x)) & 1) === 1) {
        stones.push([x, y]);
        if (x < HALF - 1) {
          stones.push([SIDE - 1 - x, y]);
        }
      }
    }
  }
  return { hue: ((bits >>> 16) % HUES) * (360 / HUES), stones };
}

/** 32 bits: FNV-1a, then the last steps of MurmurHash3, which spread what little a short name has. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const octet of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ octet, 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
