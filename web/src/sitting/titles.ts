/** What a match is called where only a line of room is: on its tab, in the title of the page, in lists. */
import type { ColorName, Kind, View } from "../api/types";
import type { Words } from "../words/useWords";
import { type Glance, isMyMove } from "./glance";
import { playedCount } from "./moves";
import { playerName, sideName, sidesOf } from "./sides";
import { endTitle, turnText } from "./turns";

/** "Go 9×9 · Level 4": the game, and against whom; for those who only look on, both players. */
export function gameLabel(words: Words, kind: Kind, view: Glance): string {
  const { state } = view;
  const game = words.t("page.game_label", { game: words.of(kind, "name"), size: state.boardSize });
  const players = playersLabel(words, view);
  return players === null ? game : words.t("page.game_whom", { game, players });
}

/** "● Your move – Go 9×9 · Level 4 · move 12", the most important first: a browser shows the beginning. */
export function tableTitle(words: Words, kind: Kind, view: View): string {
  const label = gameLabel(words, kind, view);
  const moveNumber = playedCount(view.state.moves);
  const game = moveNumber === 0 ? label : words.t("game.title.move", { game: label, move: moveNumber });
  const turn = turnTitle(words, view);
  return turn === null ? game : words.t("game.title", { turn, game });
}

function turnTitle(words: Words, view: View): string | null {
  if (view.state.isGameOver) {
    return endTitle(words, view);
  }
  if (isMyMove(view)) {
    return words.t("game.title.mine");
  }
  if (sidesOf(view).open !== null) {
    return turnText(words, view);
  }
  const [mover, another] = view.actors;
  // While dead stones are settled it is nobody's turn.
  return mover === undefined || another !== undefined
    ? null
    : words.t("game.title.theirs", { player: sideName(words, view.state.players[mover], mover) });
}

/** Null where nobody has a name: two people at one screen, a friend who has not come. */
function playersLabel(words: Words, view: Glance): string | null {
  const { players } = view.state;
  const { mine, top } = sidesOf(view);
  const isNamed = (color: ColorName) => players[color].player !== "human" || players[color].name !== "";
  const name = (color: ColorName) => playerName(words, players[color], color);
  if (mine !== null) {
    return isNamed(top) ? name(top) : null;
  }
  return isNamed("BLACK") || isNamed("WHITE")
    ? words.t("page.game_players", { black: name("BLACK"), white: name("WHITE") })
    : null;
}
