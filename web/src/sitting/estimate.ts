/** What an estimate of the score says in words: who leads by how much, and who holds how much of the board. */
import { COLORS, type ColorName, type View } from "../api/types";
import type { Words } from "../words/useWords";

export type Estimate = NonNullable<View["estimate"]>;

/** A point is held by the side that will have it two times in three: its share in percent. */
const HELD = 30;

/** Who probably has a point with this share; nobody while it is open. */
export function holderOf(share: number): ColorName | null {
  return Math.abs(share) < HELD ? null : share > 0 ? "BLACK" : "WHITE";
}

/** "Black leads by about 6.5." */
export function leadText(words: Words, { margin }: Estimate): string {
  const side = margin === 0 ? "even" : margin > 0 ? "black" : "white";
  return words.t(`estimate.${side}`, { margin: Math.abs(margin) });
}

/** How many points each side holds, stones and all, and how many are open. */
export function pointsText(words: Words, { ownership }: Estimate): string {
  const [black, white] = COLORS.map(
    (color) => ownership.filter((share) => holderOf(share) === color).length,
  ) as [number, number];
  return words.t("estimate.points", { black, white, open: ownership.length - black - white });
}
