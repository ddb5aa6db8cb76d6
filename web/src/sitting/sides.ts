/** Who sits where, seen by whoever looks at the page. Reads what the server said; decides nothing. */
import { type BoardSpec, type ColorName, type Kind, other, type View } from "../api/types";
import type { Words } from "../words/useWords";
import type { Glance } from "./glance";

export type Seat = View["state"]["players"]["BLACK"];

export interface Sides {
  /** Who is shown below the board: oneself; Black for those who watch or play both sides. */
  bottom: ColorName;
  top: ColorName;
  /** The only colour one has; null for those who watch or play both sides. */
  mine: ColorName | null;
  hasBoth: boolean;
  isWatching: boolean;
  /** Whether two different people play, so that a takeback is asked for. */
  isBetweenPeople: boolean;
  /** The seat that waits for somebody. */
  open: ColorName | null;
}

export function sidesOf(view: Glance): Sides {
  const { yours, state } = view;
  const mine = yours.length === 1 ? (yours[0] ?? null) : null;
  const bottom = mine ?? "BLACK";
  const { BLACK: black, WHITE: white } = state.players;
  const arePeople = black.player === "human" && white.player === "human";
  return {
    bottom,
    top: other(bottom),
    mine,
    hasBoth: yours.length === 2,
    isWatching: yours.length === 0,
    isBetweenPeople: arePeople && yours.length < 2,
    open: black.isOpen ? "BLACK" : white.isOpen ? "WHITE" : null,
  };
}

/** The colour one may act for now; null: none. Whoever has both acts for the side that is to act. */
export function turnOf(view: Glance): ColorName | null {
  return view.actors.find((color) => view.yours.includes(color)) ?? null;
}

/** Whether somebody with a name sits here, who has a portrait. */
export function isPerson(seat: Seat): boolean {
  return !isProgram(seat) && !seat.isOpen && seat.isOwned && seat.name !== "";
}

export function isProgram(seat: Seat): boolean {
  return seat.player !== "human";
}

export function colorWord(words: Words, color: ColorName): string {
  return words.t(color === "BLACK" ? "color.black" : "color.white");
}

/** What the server calls people who gave no name. */
const NAMELESS = "Guest";

/** What a seat is called whose player was deleted: the same in every language, as records go everywhere. */
const DELETED = "Deleted player";

/** What a player is called: a name, "level 4" for a program, else the colour. */
export function playerName(words: Words, player: { name: string; player: string }, color: ColorName): string {
  if (player.player !== "human" && (player.name === "" || player.name === player.player)) {
    return programName(words, player.player);
  }
  if (player.name === NAMELESS) {
    return words.t("settings.name.none");
  }
  if (player.name === DELETED) {
    return words.t("profile.deleted");
  }
  return player.name === "" ? colorWord(words, color) : player.name;
}

/** How a side is spoken of: a person by the name they have, everybody else by the colour. */
export function sideName(words: Words, player: { name: string; player: string }, color: ColorName): string {
  const isNamed = player.player === "human" && player.name !== "" && player.name !== NAMELESS;
  return isNamed ? playerName(words, player, color) : colorWord(words, color);
}

/** Whether somebody without an account bears a name; who bears none is called a guest already. */
export function isNamedGuest({ name, isGuest }: Pick<Seat, "name" | "isGuest">): boolean {
  return isGuest && name !== "" && name !== NAMELESS;
}

export function programName(words: Words, player: string): string {
  const level = /^level:(\d+)$/.exec(player)?.[1];
  if (level !== undefined) {
    return words.t("game.level", { level });
  }
  return player === "random" ? words.t("game.random") : player.replace(/^engine:/, "");
}

export function kindOf(kinds: readonly Kind[] | null, gameType: string): Kind | null {
  return kinds?.find((kind) => kind.gameType === gameType) ?? null;
}

export function specOf(kind: Kind | null, size: number): BoardSpec | null {
  return kind?.boards[String(size)] ?? null;
}

/** Whether points say how it stands: while dead stones are settled, and where they decided. */
export function isCounted(state: View["state"]): boolean {
  const { result, score } = state;
  if (result === null || score === null) {
    return state.phase === "agree";
  }
  // A loaded record may have another result than the board as it stands.
  return Math.abs(score.BLACK - score.WHITE) === (result.margin ?? (result.reason === "score" ? 0 : -1));
}

/** How it stands in points; while stones are proposed as dead, without those. */
export function scoreShown(view: View): View["state"]["score"] {
  return view.proposal === null ? view.state.score : view.proposal.score;
}

/** What is counted beside a player's name: stones taken where there are prisoners, else discs where points decide. */
export type Tally = "prisoners" | "discs" | null;

export function tallyOf({ features }: Kind): Tally {
  if (features.prisoners) {
    return "prisoners";
  }
  return features.points ? "discs" : null;
}
