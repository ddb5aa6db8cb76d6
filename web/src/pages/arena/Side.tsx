/** A player of a game by colour, on a line of its own. */
import type { ColorName } from "../../api/types";
import { StoneSign } from "../../ui";

export function Side({ face, name }: { face: ColorName; name: string }) {
  return (
    <span className="tg-arena-side">
      <StoneSign face={face} /> <span title={name}>{name}</span>
    </span>
  );
}
