"""Commands of GTP that make a game: the board, moves, handicap, taking back. No clocks, no counting."""

from __future__ import annotations

from typing import Final

from tengen.clients.engine.desk import NO_HANDICAP, Ply
from tengen.clients.engine.gtp_table import ILLEGAL_MOVE, Command, Table
from tengen.clients.engine.gtp_words import SYNTAX_ERROR, Refused, Reply, color_of, exactly, integer, number
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
from tengen.players.life import liberties

_UNACCEPTABLE_SIZE: Final = "unacceptable size"
_BOARD_NOT_EMPTY: Final = "board not empty"
_BAD_COUNT: Final = "invalid number of stones"
_BAD_LIST: Final = "bad vertex list"
_MOST_STONES: Final = 9
"""The rules count a bonus for so many handicap stones; more are set up without one."""


def _boardsize(table: Table, words: list[str], reply: Reply) -> str:
    del reply
    if len(words) == 2 and words[0] != words[1]:
        raise Refused(_UNACCEPTABLE_SIZE)
    size = integer(exactly(words[:1], 1)[0])
    if size not in table.ruleset.SIZES:
        raise Refused(_UNACCEPTABLE_SIZE)
    _begin(table, size)
    return ""


def _rectangular(table: Table, words: list[str], reply: Reply) -> str:
    return _boardsize(table, exactly(words, 2), reply)


def _clear(table: Table, words: list[str], reply: Reply) -> str:
    del words, reply
    _begin(table, table.ruleset.size)
    return ""


def _begin(table: Table, size: int) -> None:
    table.desk.begin(table.ruleset.with_options(NO_HANDICAP, size))
    table.times.restart()


def _komi(table: Table, words: list[str], reply: Reply) -> str:
    del reply
    komi = number(exactly(words, 1)[0])
    if "komi" in table.ruleset.options():
        table.desk.change_rules(table.ruleset.with_options({"komi": komi}))
    return ""


# --- moves


def _play(table: Table, words: list[str], reply: Reply) -> str:
    del reply
    color, point = exactly(words, 2)
    table.play(color_of(color), table.move(point))
    return ""


def _play_sequence(table: Table, words: list[str], reply: Reply) -> str:
    del reply
    if len(words) % 2:
        raise Refused(SYNTAX_ERROR)
    pairs = zip(words[::2], words[1::2], strict=True)
    plies = [Ply(color_of(color), table.move(point)) for color, point in pairs]
    try:
        table.desk.play_all(plies)
    except GameError as error:
        raise Refused(ILLEGAL_MOVE) from error
    return ""


def _genmove(table: Table, words: list[str], reply: Reply) -> str:
    del reply
    color = color_of(exactly(words, 1)[0])
    move = table.generate(color)
    table.play(color, move)
    return table.name(move)


def _reg_genmove(table: Table, words: list[str], reply: Reply) -> str:
    del reply
    return table.name(table.generate(color_of(exactly(words, 1)[0]), is_to_be_played=False))


def _genmove_cleanup(table: Table, words: list[str], reply: Reply) -> str:
    """As `genmove`, but no pass while stones that are dead stand on the board and can be attacked."""
    del reply
    color = color_of(exactly(words, 1)[0])
    move = table.generate(color)
    if move is None:
        move = _attack(table, color)
    table.play(color, move)
    return table.name(move)


def _attack(table: Table, color: Color) -> Move:
    """The best looking liberty of the opponent's dead stones, or a pass."""
    turn = table.turn(color)
    if turn is None:
        return None
    ruleset, state = turn.ruleset, turn.state
    board = state.position.board
    dead = [chain for chain in table.life().dead if board[chain[0]] is not color]
    legal = set(ruleset.legal_points(state))
    points = [point for chain in dead for point in liberties(board, chain) if point in legal]
    sensible = [point for point in points if ruleset.is_sensible(state, point)]
    return max(sensible, key=lambda point: ruleset.hint(state, point), default=None)


def _undo(table: Table, words: list[str], reply: Reply) -> str:
    del reply
    count = integer(words[0]) if words else 1
    try:
        table.desk.undo(count)
    except GameError as error:
        raise Refused("cannot undo") from error
    return ""


# --- stones that stand before the first move


def _fixed_handicap(table: Table, words: list[str], reply: Reply) -> str:
    del reply
    count = integer(exactly(words, 1)[0])
    _check_empty(table)
    if count < 2:
        raise Refused(_BAD_COUNT)
    try:
        table.desk.begin(_handicap_rules(table, count, "fixed"))
    except GameError as error:
        raise Refused(_BAD_COUNT) from error
    return _stones(table)


def _place_free_handicap(table: Table, words: list[str], reply: Reply) -> str:
    """Our own choice: the usual points where there are so many, else stones far from each other. At most nine."""
    del reply
    count = integer(exactly(words, 1)[0])
    _check_empty(table)
    size = table.ruleset.size
    if not 2 <= count < size * size:
        raise Refused(_BAD_COUNT)
    count = min(count, _MOST_STONES)
    try:
        points = _handicap_rules(table, count, "fixed").initial().position.board.stones(BLACK)
    except GameError:
        points = []
        while len(points) < count:
            points.append(_remotest(Board.empty(size), points))
    _set_stones(table, points)
    return _stones(table)


def _remotest(board: Board, points: list[Point]) -> Point:
    """The point farthest from all these and from the edge; the nearest to the middle among equals."""
    last, middle = board.columns - 1, (board.columns - 1) / 2

    def worth(point: Point) -> tuple[float, float]:
        edge = min(point.x, point.y, last - point.x, last - point.y) + 1
        others = [abs(point.x - other.x) + abs(point.y - other.y) for other in points]
        return min([2 * edge, *others]), -abs(point.x - middle) - abs(point.y - middle)

    return max((point for point in board.points() if point not in points), key=worth)


def _set_free_handicap(table: Table, words: list[str], reply: Reply) -> str:
    del reply
    _check_empty(table)
    try:
        points = [table.move(word) for word in words]
    except Refused as refusal:
        raise Refused(_BAD_LIST) from refusal
    board = Board.empty(table.ruleset.size)
    stones = [point for point in points if point is not None and point in board]
    if not 2 <= len(stones) == len(points) == len(set(points)) < len(board.cells):
        raise Refused(_BAD_LIST)
    try:
        _set_stones(table, stones)
    except GameError as error:
        raise Refused(_BAD_LIST) from error
    return ""


def _set_stones(table: Table, points: list[Point]) -> None:
    """Begin with these black stones, White to move."""
    if len(points) <= _MOST_STONES:
        rules = _handicap_rules(table, len(points), "free")
        table.desk.begin(rules, stones=[Place(BLACK, point) for point in points])
    else:
        board = Board.empty(table.ruleset.size).with_stone(points, BLACK)
        table.desk.begin(table.ruleset.with_options(NO_HANDICAP), Setup(board, WHITE))


def _handicap_rules(table: Table, count: int, placement: str) -> Ruleset:
    values: dict[str, OptionValue] = {"handicap": count, "handicap_placement": placement}
    return table.ruleset.with_options(values)


def _check_empty(table: Table) -> None:
    if any(table.state.position.board.cells):
        raise Refused(_BOARD_NOT_EMPTY)


def _stones(table: Table) -> str:
    return " ".join(table.name(point) for point in table.state.position.board.stones(BLACK))


# --- the board in words


def _showboard(table: Table, words: list[str], reply: Reply) -> str:
    del words, reply
    state, spec = table.state, table.spec
    board = state.position.board
    width = max(len(label) for label in spec.row_labels)
    letters = " " * width + " " + " ".join(LETTERS_WITHOUT_I[: board.columns])
    rows = format_board(board, symbols=".XO").splitlines()
    lines = [f"{label:>{width}} {row} {label}" for label, row in zip(spec.row_labels, rows, strict=True)]
    prisoners = state.position.prisoners
    taken = f"Prisoners: Black {prisoners.black}, White {prisoners.white}" if any(prisoners) else ""
    moving = f"{table.kind.name.capitalize()}, {state.position.to_move.word} to move" if not state.is_over else "Over"
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
