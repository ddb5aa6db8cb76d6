"""Commands of GoGui: any game shown by its rules, positions set up, and questions that are answered on the board.

GoGui counts rows from the bottom. Where the game counts them from the top the board is told upside down, so that
every point has the same name on both sides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tengen.clients.engine.desk import NO_HANDICAP
from tengen.clients.engine.gtp_score import counted_state, result_text
from tengen.clients.engine.gtp_table import Command, Table
from tengen.clients.engine.gtp_words import SYNTAX_ERROR, Refused, Reply, color_of, exactly
from tengen.clients.engine.worth import chance
from tengen.core import AGREE, BLACK, COLORS, WHITE, Board, Color, GameError, Point, Setup
from tengen.players import Budget, StopToken

_SYMBOLS: Final = ".XO"
_EMPTY_WORDS: Final = ("e", "empty")
_BEST_MS: Final = 1000
_MOST_BEST: Final = 10


def _game_id(table: Table, words: list[str], reply: Reply) -> str:
    del words, reply
    return table.kind.name.capitalize()


def _board_size(table: Table, words: list[str], reply: Reply) -> str:
    del words, reply
    return str(table.ruleset.size)


def _board(table: Table, words: list[str], reply: Reply) -> str:
    del words, reply
    board = table.state.position.board
    rows = sorted(range(board.rows), key=lambda y: int(table.spec.row_labels[y]), reverse=True)
    cells = (board.cells[y * board.columns : (y + 1) * board.columns] for y in rows)
    return "\n".join(" ".join(_SYMBOLS[cell] for cell in row) for row in cells)


def _legal_points(table: Table) -> list[Point]:
    return [] if table.state.phase == AGREE else table.ruleset.legal_points(table.state)


def _legal_moves(table: Table, words: list[str], reply: Reply) -> str:
    """Every move, the pass too; nothing when the game is over."""
    del words, reply
    moves = [table.name(point) for point in _legal_points(table)]
    if table.state.phase != AGREE and table.ruleset.can_pass(table.state):
        moves.append("pass")
    return " ".join(moves)


def _side_to_move(table: Table, words: list[str], reply: Reply) -> str:
    del words, reply
    return table.state.position.to_move.word


def _final_result(table: Table, words: list[str], reply: Reply) -> str:
    del words, reply
    return result_text(table)


def _captured_count(table: Table, words: list[str], reply: Reply) -> str:
    """Black stones that were taken, then white ones."""
    del words, reply
    prisoners = table.state.position.prisoners
    return f"{prisoners.of(WHITE)} {prisoners.of(BLACK)}"


def _board_gfx(table: Table, words: list[str], reply: Reply) -> str:
    """Marks on points that the rules forbid by name."""
    del words, reply
    forbidden = table.ruleset.forbidden_points(table.state)
    return _points("MARK", table, forbidden) if forbidden else ""


# --- setting up


def _setup(table: Table, words: list[str], reply: Reply) -> str:
    """Put stones on the board as it is, or take some off; what was played before cannot be taken back then."""
    del reply
    if not words:
        raise Refused(SYNTAX_ERROR)
    position = table.state.position
    stones = _stones(table, words, may_be_empty=True)
    _begin_from(table, Setup(position.board.with_stones(stones), position.to_move, position.prisoners))
    return ""


def _set_position(table: Table, words: list[str], reply: Reply) -> str:
    """A word of KataGo's: these stones and no others, Black to move."""
    del reply
    size = table.ruleset.size
    _begin_from(table, Setup(Board.empty(size).with_stones(_stones(table, words, may_be_empty=False)), BLACK))
    return ""


def _stones(table: Table, words: list[str], *, may_be_empty: bool) -> dict[Point, Color | None]:
    """Points by colours and points in turn; where it may be, a point is emptied. Raises Refused."""
    if len(words) % 2:
        raise Refused(SYNTAX_ERROR)
    stones: dict[Point, Color | None] = {}
    for color, word in zip(words[::2], words[1::2], strict=True):
        point = table.move(word)
        if point is None or point not in table.state.position.board:
            raise Refused(SYNTAX_ERROR)
        stones[point] = None if may_be_empty and color.lower() in _EMPTY_WORDS else color_of(color)
    return stones


def _setup_player(table: Table, words: list[str], reply: Reply) -> str:
    del reply
    position = table.state.position
    _begin_from(table, Setup(position.board, color_of(exactly(words, 1)[0]), position.prisoners))
    return ""


def _begin_from(table: Table, setup: Setup) -> None:
    try:
        table.desk.begin(table.ruleset.with_options(NO_HANDICAP), setup)
    except GameError as error:
        raise Refused("cannot set up this position") from error


# --- questions whose answers are shown on the board


def _analyze_commands(table: Table, words: list[str], reply: Reply) -> str:
    del words, reply
    shown = [
        "plist/Legal Moves/tengen-legal_moves",
        "plist/Last Move/tengen-last_move",
    ]
    if table.ruleset.score(table.ruleset.initial()) is not None:
        shown.append("string/Final Score/final_score")
    if table.kind.can_be_won:
        shown.append("pspairs/Best Moves/tengen-best_moves")
    if table.counts_points:
        shown += [
            "gfx/Territory/tengen-territory",
            *(f"plist/{word.capitalize()} Stones/final_status_list {word}" for word in ("alive", "dead", "seki")),
        ]
    shown.append("plist/Forbidden Points/tengen-forbidden_points")
    return "\n".join(shown)


def _plain_points(table: Table, words: list[str], reply: Reply) -> str:
    del words, reply
    return " ".join(map(table.name, _legal_points(table)))


def _last_move(table: Table, words: list[str], reply: Reply) -> str:
    del words, reply
    last = table.desk.last
    return table.name(last.move) if last is not None and last.move is not None else ""


def _forbidden(table: Table, words: list[str], reply: Reply) -> str:
    del words, reply
    return " ".join(map(table.name, table.ruleset.forbidden_points(table.state)))


def _territory(table: Table, words: list[str], reply: Reply) -> str:
    """What counts for whom after the dead stones were taken off."""
    del words, reply
    found = table.ruleset.territory(counted_state(table)) or {}
    return "\n".join(_points(f"TERRITORY_{color.name}", table, found.get(color, ())) for color in COLORS)


def _best_moves(table: Table, words: list[str], reply: Reply) -> str:
    """The moves that a second's thought likes best, with their chances to win in percent."""
    del words, reply
    color = table.state.position.to_move
    turn = table.turn(color)
    if turn is None:
        return ""
    found = table.thinker.examine(turn, Budget(ms=_BEST_MS), StopToken())
    pairs = []
    for candidate in found.best[:_MOST_BEST]:
        if candidate.move is not None:
            pairs.append(f"{table.name(candidate.move)} {round(100 * chance(candidate, color))}")
    return "\n".join(pairs)


def _points(word: str, table: Table, points: Iterable[Point]) -> str:
    return " ".join([word, *map(table.name, points)])


def _accepted(table: Table, words: list[str], reply: Reply) -> str:
    """Says that a comment can interrupt us."""
    del table, words, reply
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
WINNING_COMMANDS: Final[dict[str, Command]] = {"tengen-best_moves": _best_moves}
COUNTING_COMMANDS: Final[dict[str, Command]] = {"tengen-territory": _territory}
