/** The stones that are proposed as dead, until somebody marks or agrees: what agreeing and correcting then mean. */
import type { View, XY } from "../../api/types";
import type { Grid } from "../../board/types";
import { isSamePoint } from "../../sitting/points";

/** All points to call dead when the player clicks a stone of the proposal or beside it; none: the proposal is refused. */
export function corrected(proposed: readonly XY[], grid: Grid, point: XY): XY[] {
  if (!proposed.some((stone) => isSamePoint(stone, point))) {
    return [...proposed, point];
  }
  const alive = chainOf(grid, point);
  return proposed.filter((stone) => !alive.some((one) => isSamePoint(one, stone)));
}

/** The stones of one colour that hang together with this one: they live and die together. */
function chainOf(grid: Grid, start: XY): XY[] {
  const color = grid[start.y]?.[start.x] ?? null;
  const chain = [start];
  for (const { x, y } of chain) {
    for (const next of [
      { x: x - 1, y },
      { x: x + 1, y },
      { x, y: y - 1 },
      { x, y: y + 1 },
    ]) {
      const isOwn = color !== null && grid[next.y]?.[next.x] === color;
      if (isOwn && !chain.some((stone) => isSamePoint(stone, next))) {
        chain.push(next);
      }
    }
  }
  return chain;
}

/** The view without its proposal: the board counts as it stands. */
export function setAside(view: View): View {
  return { ...view, proposal: null };
}
