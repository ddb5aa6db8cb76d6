/** What the line beside the board says, to the eye and to the ear. Puts the server's words to whom they are said. */
import { type BoardSpec, type ColorName, type Kind, type Move, other, type View } from "../api/types";
import type { BoardChange, Grid, Mark } from "../board/types";
import { refusalWords } from "../ui/refusal";
import type { Words } from "../words/useWords";
import { spokenMove } from "./moves";
import { colorWord, playerName, programName, sidesOf, turnOf } from "./sides";
import type { LiveGame, RefusalShown } from "./types";

const TO_MOVE = /^status\.(play|captured|suicide|passed|choice)\.(black|white)$/;

/** How the match stands, said to whoever looks: "White captured 2. Your move." */
export function statusText(words: Words, kind: Kind | null, view: View): string {
  const stands = standing(words, kind, view);
  const resumed = resumedText(words, view);
  return resumed === null ? stands : words.t("game.status.then", { first: resumed, rest: stands });
}

function standing(words: Words, kind: Kind | null, view: View): string {
  const told = words.told(kind, view.status);
  const { mine } = sidesOf(view);
  const mover = TO_MOVE.exec(view.status.key);
  if (mover === null || mine === null) {
    return told;
  }
  const color: ColorName = mover[2] === "black" ? "BLACK" : "WHITE";
  const whose = color === mine ? "mine" : "theirs";
  const values = { ...view.status.values, side: colorWord(words, other(mine)) };
  return words.t(`game.status.${mover[1]}.${whose}`, values);
}

/** Who went on with the game instead of settling the dead stones, until somebody else has moved; null: nobody did. */
function resumedText(words: Words, view: View): string | null {
  const { moves, isGameOver } = view.state;
  const at = moves.map((move) => "action" in move && move.action === "resume").lastIndexOf(true);
  const player = moves[at]?.player;
  if (player === undefined || isGameOver || moves.slice(at + 1).some((move) => move.player !== player)) {
    return null;
  }
  const before = moves[at - 1];
  const isRefusal = before !== undefined && "action" in before && before.player !== player;
  if (player === sidesOf(view).mine) {
    return words.t("game.status.resumed.mine");
  }
  const side = colorWord(words, player);
  return words.t(isRefusal ? "game.status.resumed.refused" : "game.status.resumed", { side });
}

/** What is to be done now, where the phase needs a word more; null: nothing. */
export function guidanceText(words: Words, kind: Kind | null, view: View): string | null {
  const turn = turnOf(view);
  if (turn !== null && view.state.canPass && view.state.legalMoves.length === 0) {
    return words.t("game.guide.must_pass");
  }
  return view.guidance !== null && turn !== null ? words.told(kind, view.guidance) : null;
}

/** How it came to that, in a line below the title that does not say it again; null: there is nothing more to say. */
export function endLine(words: Words, kind: Kind | null, view: View): string | null {
  const { winner, result } = view.state;
  if (result === null || winner === null || (winner !== "DRAW" && sidesOf(view).mine !== null)) {
    return words.told(kind, view.status);
  }
  if (result.margin !== null && winner !== "DRAW") {
    return words.t("game.end.margin", { count: result.margin });
  }
  return result.reason === "score" ? null : words.of(kind, `reason.${result.reason}`);
}

/** Who moved for a program that failed, and why; null: nobody did. */
export function substituteText(words: Words, view: View, live: Pick<LiveGame, "substitute">): string | null {
  if (live.substitute === null) {
    return null;
  }
  const { player, by, why } = live.substitute;
  const name = playerName(words, view.state.players[player], player);
  const told = words.t("game.substitute", { name, other: programName(words, by) });
  return why === null ? told : words.t("game.substitute.why", { told, why: words.told(null, why) });
}

/** Why something was not done. */
export function refusalText(
  words: Words,
  kind: Kind | null,
  refusal: Pick<RefusalShown, "code" | "detail" | "words">,
): string {
  return refusalWords(words, refusal, kind);
}

/** What has happened since an earlier list of moves, to be heard; "" where nothing has. */
export function news(
  words: Words,
  kind: Kind | null,
  spec: BoardSpec,
  before: readonly Move[],
  after: readonly Move[],
  board: { change: BoardChange | null; grid: Grid },
): string {
  const { change, grid } = board;
  if (after.length > before.length) {
    const last = after.length - 1;
    const said = after.slice(before.length).map((move, index) => {
      const stone = "x" in move && before.length + index === last ? grid[move.y]?.[move.x] : null;
      return spokenMove(words, kind, spec, move, stone ?? undefined);
    });
    if (change !== null && change.flipped.length > 0 && after.length === before.length + 1) {
      const flips = words.t("game.spoken.flips", { count: change.flipped.length });
      return `${said.join(words.t("game.spoken.comma"))}${words.t("game.spoken.comma")}${flips}`;
    }
    return said.join(words.t("game.spoken.comma"));
  }
  if (after.length < before.length) {
    const count = before.length - after.length;
    return words.t(after.length === 0 && count > 2 ? "game.spoken.restart" : "game.spoken.takeback", {
      count,
    });
  }
  return "";
}

/** A point as it is read out on the board: "D4, black stone, last move". */
export function pointLabel(words: Words, name: string, about: PointAbout): string {
  const parts = [name, words.t(about.stone === null ? "game.point.empty" : `game.point.${about.stone}`)];
  if (about.isDead) {
    parts.push(words.t("game.point.dead"));
  }
  if (about.isProposed) {
    parts.push(words.t("game.point.proposed"));
  }
  if (about.isLast) {
    parts.push(words.t("game.point.last"));
  }
  if (about.isWinning) {
    parts.push(words.t("game.point.winning"));
  }
  if (about.isForbidden) {
    parts.push(words.t("game.point.forbidden"));
  }
  if (about.isLegal) {
    parts.push(words.t("game.point.legal"));
  }
  if (about.territory !== null) {
    parts.push(words.t("game.point.territory", { player: colorWord(words, about.territory) }));
  }
  if (about.holder) {
    parts.push(words.t("game.point.held", { player: colorWord(words, about.holder) }));
  }
  for (const { kind, text = "" } of about.marks ?? []) {
    parts.push(words.t(`game.point.mark.${kind}`, { text }));
  }
  return [...parts, ...(about.news ?? [])].join(words.t("game.spoken.comma"));
}

export interface PointAbout {
  stone: ColorName | null;
  isLast: boolean;
  isDead: boolean;
  /** Whether it is proposed as dead. */
  isProposed?: boolean;
  /** Whether it stands in a row that won. */
  isWinning: boolean;
  isForbidden: boolean;
  /** Said only where it is news: where not every empty point can be taken. */
  isLegal: boolean;
  territory: ColorName | null;
  /** Whose it will probably be, where that was asked for. */
  holder?: ColorName | null;
  /** What is drawn there. */
  marks?: readonly Mark[];
  /** What else there is to say of it. */
  news?: readonly string[];
}
