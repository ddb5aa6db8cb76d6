"""Commands of GTP that make a game: the board, moves, handicap, taking back. No clocks, no counting."""

from __future__ import annotations

from typing import Final

from tengen.clients.engine.editable_game import NO_HANDICAP, Ply
from tengen.clients.engine.gtp.context import ILLEGAL_MOVE, Command, GtpContext
from tengen.clients.engine.gtp.words import SYNTAX_ERROR, Refused, Reply, color_of, exactly, integer, number
from tengen.core import (
    BLACK,
    WHITE,
    Board,
    Color,
    GameError,
    Move,
    OptionValue,
    Place,
    Point,
    Ruleset,
    Setup,
    format_board,
)
from tengen.core.boardspec import LETTERS_WITHOUT_I
from tengen.core.features import HANDICAP_OPTION, HANDICAP_PLACEMENT_OPTION, KOMI_OPTION
from tengen.players.builtin import liberties

_UNACCEPTABLE_SIZE: Final = "unacceptable size"
_BOARD_NOT_EMPTY: Final = "board not empty"
_BAD_COUNT: Final = "invalid number of stones"
_BAD_LIST: Final = "bad vertex list"
_MOST_STONES: Final = 9
"""The rules count a bonus for so many handicap stones; more are set up without one."""


def _boardsize(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    if len(words) == 2 and words[0] != words[1]:
        raise Refused(_UNACCEPTABLE_SIZE)
    size = integer(exactly(words[:1], 1)[0])
    if size not in context.ruleset.SIZES:
        raise Refused(_UNACCEPTABLE_SIZE)
    _begin(context, size)
    return ""


def _rectangular(context: GtpContext, words: list[str], reply: Reply) -> str:
    return _boardsize(context, exactly(words, 2), reply)


def _clear(context: GtpContext, words: list[str], reply: Reply) -> str:
    del words, reply
    _begin(context, context.ruleset.size)
    return ""


def _begin(context: GtpContext, size: int) -> None:
    context.game.begin(context.ruleset.with_options(NO_HANDICAP, size))
    context.times.restart()


def _komi(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    komi = number(exactly(words, 1)[0])
    if context.ruleset.FEATURES.komi:
        context.game.change_rules(context.ruleset.with_options({KOMI_OPTION: komi}))
    return ""


# --- moves


def _play(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    color, point = exactly(words, 2)
    context.play(color_of(color), context.move(point))
    return ""


def _play_sequence(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    if len(words) % 2:
        raise Refused(SYNTAX_ERROR)
    pairs = zip(words[::2], words[1::2], strict=True)
    plies = [Ply(color_of(color), context.move(point)) for color, point in pairs]
    try:
        context.game.play_all(plies)
    except GameError as error:
        raise Refused(ILLEGAL_MOVE) from error
    return ""


def _genmove(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    color = color_of(exactly(words, 1)[0])
    move = context.generate(color)
    context.play(color, move)
    return context.name(move)


def _reg_genmove(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    return context.name(context.generate(color_of(exactly(words, 1)[0]), is_to_be_played=False))


def _genmove_cleanup(context: GtpContext, words: list[str], reply: Reply) -> str:
    """As `genmove`, but no pass while stones that are dead stand on the board and can be attacked."""
    del reply
    color = color_of(exactly(words, 1)[0])
    move = context.generate(color)
    if move is None:
        move = _attack(context, color)
    context.play(color, move)
    return context.name(move)


def _attack(context: GtpContext, color: Color) -> Move:
    """The best looking liberty of the opponent's dead stones, or a pass."""
    turn = context.turn(color)
    if turn is None:
        return None
    ruleset, state = turn.ruleset, turn.state
    board = state.position.board
    dead = [chain for chain in context.life().dead if board[chain[0]] is not color]
    legal = set(ruleset.legal_points(state))
    points = [point for chain in dead for point in liberties(board, chain) if point in legal]
    sensible = [point for point in points if ruleset.is_sensible(state, point)]
    return max(sensible, key=lambda point: ruleset.hint(state, point), default=None)


def _undo(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    count = integer(words[0]) if words else 1
    try:
        context.game.undo(count)
    except GameError as error:
        raise Refused("cannot undo") from error
    return ""


# --- stones that stand before the first move


def _fixed_handicap(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    count = integer(exactly(words, 1)[0])
    _check_empty(context)
    if count < 2:
        raise Refused(_BAD_COUNT)
    try:
        context.game.begin(_handicap_rules(context, count, "fixed"))
    except GameError as error:
        raise Refused(_BAD_COUNT) from error
    return _stones(context)


def _place_free_handicap(context: GtpContext, words: list[str], reply: Reply) -> str:
    """Our own choice: the usual points where there are so many, else stones far from each other. At most nine."""
    del reply
    count = integer(exactly(words, 1)[0])
    _check_empty(context)
    size = context.ruleset.size
    if not 2 <= count < size * size:
        raise Refused(_BAD_COUNT)
    count = min(count, _MOST_STONES)
    try:
        points = _handicap_rules(context, count, "fixed").initial().position.board.stones(BLACK)
    except GameError:
        points = []
        while len(points) < count:
            points.append(_remotest(Board.empty(size), points))
    _set_stones(context, points)
    return _stones(context)


def _remotest(board: Board, points: list[Point]) -> Point:
    """The point farthest from all these and from the edge; the nearest to the middle among equals."""
    last, middle = board.columns - 1, (board.columns - 1) / 2

    def worth(point: Point) -> tuple[float, float]:
        edge = min(point.x, point.y, last - point.x, last - point.y) + 1
        others = [abs(point.x - other.x) + abs(point.y - other.y) for other in points]
        return min([2 * edge, *others]), -abs(point.x - middle) - abs(point.y - middle)

    return max((point for point in board.points() if point not in points), key=worth)


def _set_free_handicap(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    _check_empty(context)
    try:
        points = [context.move(word) for word in words]
    except Refused as refusal:
        raise Refused(_BAD_LIST) from refusal
    board = Board.empty(context.ruleset.size)
    stones = [point for point in points if point is not None and point in board]
    if not 2 <= len(stones) == len(points) == len(set(points)) < len(board.cells):
        raise Refused(_BAD_LIST)
    try:
        _set_stones(context, stones)
    except GameError as error:
        raise Refused(_BAD_LIST) from error
    return ""


def _set_stones(context: GtpContext, points: list[Point]) -> None:
    """Begin with these black stones, White to move."""
    if len(points) <= _MOST_STONES:
        rules = _handicap_rules(context, len(points), "free")
        context.game.begin(rules, stones=[Place(BLACK, point) for point in points])
    else:
        board = Board.empty(context.ruleset.size).with_stone(points, BLACK)
        context.game.begin(context.ruleset.with_options(NO_HANDICAP), Setup(board, WHITE))


def _handicap_rules(context: GtpContext, count: int, placement: str) -> Ruleset:
    values: dict[str, OptionValue] = {HANDICAP_OPTION: count, HANDICAP_PLACEMENT_OPTION: placement}
    return context.ruleset.with_options(values)


def _check_empty(context: GtpContext) -> None:
    if any(context.state.position.board.cells):
        raise Refused(_BOARD_NOT_EMPTY)


def _stones(context: GtpContext) -> str:
    return " ".join(context.name(point) for point in context.state.position.board.stones(BLACK))


# --- the board in words


def _showboard(context: GtpContext, words: list[str], reply: Reply) -> str:
    del words, reply
    state, spec = context.state, context.spec
    board = state.position.board
    width = max(len(label) for label in spec.row_labels)
    letters = " " * width + " " + " ".join(LETTERS_WITHOUT_I[: board.columns])
    rows = format_board(board, symbols=".XO").splitlines()
    lines = [f"{label:>{width}} {row} {label}" for label, row in zip(spec.row_labels, rows, strict=True)]
    prisoners = state.position.prisoners
    taken = f"Prisoners: Black {prisoners.black}, White {prisoners.white}" if any(prisoners) else ""
    moving = f"{context.kind.name.capitalize()}, {state.position.to_move.word} to move" if not state.is_over else "Over"
    return "\n".join(["", letters, *lines, letters, moving, *filter(None, [taken])])


COMMANDS: Final[dict[str, Command]] = {
    "boardsize": _boardsize,
    "rectangular_boardsize": _rectangular,
    "clear_board": _clear,
    "komi": _komi,
    "play": _play,
    "gogui-play_sequence": _play_sequence,
    "genmove": _genmove,
    "reg_genmove": _reg_genmove,
    "kata-search": _reg_genmove,
    "undo": _undo,
    "gg-undo": _undo,
    "showboard": _showboard,
}

HANDICAP_COMMANDS: Final[dict[str, Command]] = {
    "fixed_handicap": _fixed_handicap,
    "place_free_handicap": _place_free_handicap,
    "set_free_handicap": _set_free_handicap,
}

COUNTING_COMMANDS: Final[dict[str, Command]] = {"kgs-genmove_cleanup": _genmove_cleanup}
