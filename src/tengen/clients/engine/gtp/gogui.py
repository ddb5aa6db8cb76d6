"""Commands of GoGui: any game shown by its rules, positions set up, and questions that are answered on the board.

GoGui counts rows from the bottom. Where the game counts them from the top the board is told upside down, so that
every point has the same name on both sides.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle
from typing import Final

from tengen.clients.engine.editable_game import NO_HANDICAP
from tengen.clients.engine.gtp.context import Command, GtpContext
from tengen.clients.engine.gtp.score import counted_state, result_text
from tengen.clients.engine.gtp.words import SYNTAX_ERROR, Refused, Reply, color_of, exactly
from tengen.clients.engine.worth import chance, lead, proof_words
from tengen.core import AGREE, BLACK, COLORS, WHITE, Board, Color, GameError, Point, Setup, text
from tengen.players import WINNING_LINE, Budget, StopToken, proven_win

_SYMBOLS: Final = ".XO"
_EMPTY_WORDS: Final = ("e", "empty")
_BEST_MS: Final = 1000
_LANGUAGE: Final = "en"
_MOST_BEST: Final = 10


def _game_id(context: GtpContext, words: list[str], reply: Reply) -> str:
    del words, reply
    return context.kind.name.capitalize()


def _board_size(context: GtpContext, words: list[str], reply: Reply) -> str:
    del words, reply
    return str(context.ruleset.size)


def _board(context: GtpContext, words: list[str], reply: Reply) -> str:
    del words, reply
    board = context.state.position.board
    rows = sorted(range(board.rows), key=lambda y: int(context.spec.row_labels[y]), reverse=True)
    cells = (board.cells[y * board.columns : (y + 1) * board.columns] for y in rows)
    return "\n".join(" ".join(_SYMBOLS[cell] for cell in row) for row in cells)


def _legal_points(context: GtpContext) -> list[Point]:
    return [] if context.state.phase == AGREE else context.ruleset.legal_points(context.state)


def _legal_moves(context: GtpContext, words: list[str], reply: Reply) -> str:
    """Every move, the pass too; nothing when the game is over."""
    del words, reply
    moves = [context.name(point) for point in _legal_points(context)]
    if context.state.phase != AGREE and context.ruleset.can_pass(context.state):
        moves.append("pass")
    return " ".join(moves)


def _side_to_move(context: GtpContext, words: list[str], reply: Reply) -> str:
    del words, reply
    return context.state.position.to_move.word


def _final_result(context: GtpContext, words: list[str], reply: Reply) -> str:
    del words, reply
    return result_text(context)


def _captured_count(context: GtpContext, words: list[str], reply: Reply) -> str:
    """Black stones that were taken, then white ones."""
    del words, reply
    prisoners = context.state.position.prisoners
    return f"{prisoners.of(WHITE)} {prisoners.of(BLACK)}"


def _board_gfx(context: GtpContext, words: list[str], reply: Reply) -> str:
    """Marks on points that the rules forbid by name."""
    del words, reply
    forbidden = context.ruleset.forbidden_points(context.state)
    return _points("MARK", context, forbidden) if forbidden else ""


# --- setting up


def _setup(context: GtpContext, words: list[str], reply: Reply) -> str:
    """Put stones on the board as it is, or take some off; what was played before cannot be taken back then."""
    del reply
    if not words:
        raise Refused(SYNTAX_ERROR)
    position = context.state.position
    stones = _stones(context, words, may_be_empty=True)
    _begin_from(context, Setup(position.board.with_stones(stones), position.to_move, position.prisoners))
    return ""


def _set_position(context: GtpContext, words: list[str], reply: Reply) -> str:
    """A word of KataGo's: these stones and no others, Black to move."""
    del reply
    size = context.ruleset.size
    _begin_from(context, Setup(Board.empty(size).with_stones(_stones(context, words, may_be_empty=False)), BLACK))
    return ""


def _stones(context: GtpContext, words: list[str], *, may_be_empty: bool) -> dict[Point, Color | None]:
    """Points by colours and points in turn; where it may be, a point is emptied. Raises Refused."""
    if len(words) % 2:
        raise Refused(SYNTAX_ERROR)
    stones: dict[Point, Color | None] = {}
    for color, word in zip(words[::2], words[1::2], strict=True):
        point = context.move(word)
        if point is None or point not in context.state.position.board:
            raise Refused(SYNTAX_ERROR)
        stones[point] = None if may_be_empty and color.lower() in _EMPTY_WORDS else color_of(color)
    return stones


def _setup_player(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    position = context.state.position
    _begin_from(context, Setup(position.board, color_of(exactly(words, 1)[0]), position.prisoners))
    return ""


def _begin_from(context: GtpContext, setup: Setup) -> None:
    try:
        context.game.begin(context.ruleset.with_options(NO_HANDICAP), setup)
    except GameError as error:
        raise Refused("cannot set up this position") from error


# --- questions whose answers are shown on the board


def _analyze_commands(context: GtpContext, words: list[str], reply: Reply) -> str:
    del words, reply
    shown = [
        "plist/Legal Moves/tengen-legal_moves",
        "plist/Last Move/tengen-last_move",
    ]
    if context.ruleset.score(context.ruleset.initial()) is not None:
        shown.append("string/Final Score/final_score")
    if context.kind.can_be_won:
        shown += ["pspairs/Best Moves/tengen-best_moves", "gfx/Threats/tengen-threats"]
    if context.counts_points:
        shown += [
            "gfx/Territory/tengen-territory",
            *(f"plist/{word.capitalize()} Stones/final_status_list {word}" for word in ("alive", "dead", "seki")),
        ]
    shown.append("plist/Forbidden Points/tengen-forbidden_points")
    return "\n".join(shown)


def _plain_points(context: GtpContext, words: list[str], reply: Reply) -> str:
    del words, reply
    return " ".join(map(context.name, _legal_points(context)))


def _last_move(context: GtpContext, words: list[str], reply: Reply) -> str:
    del words, reply
    last = context.game.last
    return context.name(last.move) if last is not None and last.move is not None else ""


def _forbidden(context: GtpContext, words: list[str], reply: Reply) -> str:
    del words, reply
    return " ".join(map(context.name, context.ruleset.forbidden_points(context.state)))


def _territory(context: GtpContext, words: list[str], reply: Reply) -> str:
    """What counts for whom after the dead stones were taken off."""
    del words, reply
    found = context.ruleset.territory(counted_state(context)) or {}
    return "\n".join(_points(f"TERRITORY_{color.name}", context, found.get(color, ())) for color in COLORS)


def _best_moves(context: GtpContext, words: list[str], reply: Reply) -> str:
    """The moves that a second's thought likes best, with their chances to win in percent, or the lead that is exact."""
    del words, reply
    color = context.state.position.to_move
    turn = context.turn(color)
    if turn is None:
        return ""
    found = context.thinker.examine(turn, Budget(ms=_BEST_MS), StopToken())
    pairs = []
    for candidate in found.best[:_MOST_BEST]:
        if candidate.move is not None:
            is_exact = found.exact_margin(candidate) is not None
            worth = f"{lead(candidate, color):+g}" if is_exact else round(100 * chance(candidate, color))
            pairs.append(f"{context.name(candidate.move)} {worth}")
    return "\n".join(pairs)


def _threats(context: GtpContext, words: list[str], reply: Reply) -> str:
    """What a second's thought marks on the board, and a proven win as a line of stones with its length in words."""
    del words, reply
    color = context.state.position.to_move
    turn = context.turn(color)
    if turn is None:
        return ""
    found = context.thinker.examine(turn, Budget(ms=_BEST_MS), StopToken())
    win = proven_win(turn, found)
    lines = []
    if win is not None:
        colors = cycle((color, color.other))
        stones = (f"{side.word[0]} {context.name(point)}" for side, point in zip(colors, win.line, strict=False))
        lines.append(" ".join(["VAR", *stones]))
    signs = {
        point: text(_LANGUAGE, f"{context.kind.name}.sign.{mark.key}")
        for mark in reversed(found.marks)
        if mark.key != WINNING_LINE
        for point in mark.points
    }
    if signs:
        lines.append(" ".join(["LABEL", *(f"{context.name(point)} {sign}" for point, sign in signs.items())]))
    if win is not None:
        lines.append(f"TEXT {color.word} {proof_words(win)}: {win.told(context.name)}")
    return "\n".join(lines)


def _points(word: str, context: GtpContext, points: Iterable[Point]) -> str:
    return " ".join([word, *map(context.name, points)])


def _accepted(context: GtpContext, words: list[str], reply: Reply) -> str:
    """Says that a comment can interrupt us."""
    del context, words, reply
    return ""


COMMANDS: Final[dict[str, Command]] = {
    "gogui-analyze_commands": _analyze_commands,
    "gogui-interrupt": _accepted,
    "gogui-setup": _setup,
    "gogui-setup_player": _setup_player,
    "set_position": _set_position,
    "gogui-rules_game_id": _game_id,
    "gogui-rules_board": _board,
    "gogui-rules_board_size": _board_size,
    "gogui-rules_legal_moves": _legal_moves,
    "gogui-rules_side_to_move": _side_to_move,
    "gogui-rules_final_result": _final_result,
    "gogui-rules_captured_count": _captured_count,
    "gogui-rules_board_gfx": _board_gfx,
    "tengen-legal_moves": _plain_points,
    "tengen-last_move": _last_move,
    "tengen-forbidden_points": _forbidden,
}
WINNING_COMMANDS: Final[dict[str, Command]] = {"tengen-best_moves": _best_moves, "tengen-threats": _threats}
COUNTING_COMMANDS: Final[dict[str, Command]] = {"tengen-territory": _territory}
