/** How a match stands in a few words, said to whoever looks: for a tab, a title, the end, or below a small board. */
import type { State } from "../api/types";
import type { Words } from "../words/useWords";
import { type Glance, isMyMove } from "./glance";
import { sideName } from "./sides";

/** "Your move", "White to move", "You won". */
export function turnText(words: Words, game: Glance): string {
  const { state, actors, yours } = game;
  if (state.isGameOver) {
    return endTitle(words, game);
  }
  if (isMyMove(game)) {
    return words.t("games.turn.mine");
  }
  const { BLACK: black, WHITE: white } = state.players;
  if (black.isOpen || white.isOpen) {
    return words.t(yours.length > 0 ? "games.turn.friend" : "games.turn.open");
  }
  const [mover, another] = actors;
  // While dead stones are settled it is nobody's turn.
  return mover === undefined || another !== undefined
    ? words.t("games.turn.running")
    : words.t("game.title.theirs", { player: sideName(words, state.players[mover], mover) });
}

/** A match of which may be known how it ended. */
type Ended = Pick<Glance, "yours"> & { state: Glance["state"] & Partial<Pick<State, "result">> };

/** How it ended, in a word: "You won", "White wins", "A draw", "Cancelled". */
export function endTitle(words: Words, { yours, state }: Ended): string {
  const { winner, result } = state;
  if (result?.reason === "cancelled") {
    return words.t("game.end.cancelled");
  }
  if (winner === "BLACK" || winner === "WHITE") {
    const [mine, another] = yours;
    if (mine !== undefined && another === undefined) {
      return words.t(winner === mine ? "game.end.won" : "game.end.lost");
    }
    return words.t("game.end.wins", { player: sideName(words, state.players[winner], winner) });
  }
  return words.t(winner === "DRAW" ? "game.end.draw" : "game.end.over");
}
