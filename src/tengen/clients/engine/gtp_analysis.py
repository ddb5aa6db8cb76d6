"""Commands of GTP that think aloud: those of Leela Zero, KataGo and Sabaki. Values are those of the side to move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tengen.clients.engine.gtp_table import Command, Table, move_of_action
from tengen.clients.engine.gtp_words import SYNTAX_ERROR, Refused, Reply, color_of, integer, is_color
from tengen.core import BLACK, Color, Move
from tengen.players import Analysis, Budget, Candidate, StopToken, Turn

_USUAL_CS: Final = 100
_LEAST_S: Final = 0.05
_LONGEST_CS: Final = 360_000
_MOST_MOVES: Final = 40
_IGNORED: Final = ("minmoves", "ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev", "pvVisits")
_ALSO_IGNORED: Final = ("pvEdgeVisits", "rootInfo", "noResultValue")
"""What we have nothing to say about. Who asks for it finds it missing."""
_RESTRICTING: Final = ("allow", "avoid")


@dataclass(frozen=True, slots=True)
class Wish:
    """For whom to think, how often to tell, and of how many moves."""

    color: Color
    interval_s: float
    most: int

    @classmethod
    def read(cls, words: list[str], to_move: Color) -> Wish:
        """The arguments: a colour, an interval in hundredths of a second, keys with values. Raises Refused."""
        rest = list(words)
        color = color_of(rest.pop(0)) if rest and is_color(rest[0]) else to_move
        interval_cs = integer(rest.pop(0)) if rest and rest[0].isdecimal() else _USUAL_CS
        most = _MOST_MOVES
        for key, value in _pairs(rest):
            if key == "interval":
                interval_cs = integer(value)
            elif key == "maxmoves":
                most = integer(value)
            elif key in _RESTRICTING:
                raise Refused(f"{key} is not supported")
            elif key not in _IGNORED + _ALSO_IGNORED:
                raise Refused(SYNTAX_ERROR)
        if not 0 <= interval_cs <= _LONGEST_CS or most < 1:
            raise Refused(SYNTAX_ERROR)
        return cls(color, max(interval_cs / 100, _LEAST_S), most)


def _pairs(words: list[str]) -> list[tuple[str, str]]:
    if words and words[0] in _RESTRICTING:
        raise Refused(f"{words[0]} is not supported")
    if len(words) % 2:
        raise Refused(SYNTAX_ERROR)
    return list(zip(words[::2], words[1::2], strict=True))


def _of_ten_thousand(win: float) -> str:
    return str(round(10_000 * win))


def _of_one(win: float) -> str:
    return f"{win:.6f}"


def info_line(table: Table, analysis: Analysis, wish: Wish, rate: Callable[[float], str]) -> str:
    """One line that tells of every move, best first; empty where there is nothing to tell yet."""
    pieces = [
        _info(table, candidate, order, wish.color, rate) for order, candidate in enumerate(analysis.best[: wish.most])
    ]
    return " ".join(pieces)


def _info(table: Table, candidate: Candidate, order: int, color: Color, rate: Callable[[float], str]) -> str:
    win = 0.5 if candidate.win is None else candidate.win
    own = rate(win if color is BLACK else 1.0 - win)
    line = " ".join(map(table.name, candidate.line))
    return f"info move {table.name(candidate.move)} visits {candidate.visits} winrate {own} order {order} pv {line}"


def _analyze(rate: Callable[[float], str]) -> Command:
    def analyze(table: Table, words: list[str], reply: Reply) -> str:
        """Think until anything is said, an empty line included."""
        wish = Wish.read(words, table.state.position.to_move)
        turn = table.turn(wish.color)
        if turn is None:
            raise Refused("the game is over")
        reply.stream("")
        with table.lines.interrupting(StopToken(), lambda _: True, at_end=True) as stop:
            table.thinker.watch(
                turn, None, stop, wish.interval_s, lambda found: reply.stream(info_line(table, found, wish, rate))
            )
            stop.wait()  # what is decided needs no more thought, but the answer ends when somebody asks for the next
        return ""

    return analyze


def _genmove_analyze(rate: Callable[[float], str]) -> Command:
    def genmove(table: Table, words: list[str], reply: Reply) -> str:
        """As `genmove`, with the thoughts behind it; not ended by what is said next."""
        wish = Wish.read(words, table.state.position.to_move)

        def think(turn: Turn, budget: Budget, stop: StopToken) -> Move:
            def tell(found: Analysis) -> None:
                reply.stream(info_line(table, found, wish, rate))

            return move_of_action(table.thinker.choose_aloud(turn, budget, stop, wish.interval_s, tell))

        move = table.generate(wish.color, think)
        table.play(wish.color, move)
        reply.stream("")
        return f"play {table.name(move)}"

    return genmove


COMMANDS: Final[dict[str, Command]] = {
    "analyze": _analyze(_of_ten_thousand),
    "lz-analyze": _analyze(_of_ten_thousand),
    "kata-analyze": _analyze(_of_one),
    "genmove_analyze": _genmove_analyze(_of_ten_thousand),
    "lz-genmove_analyze": _genmove_analyze(_of_ten_thousand),
    "kata-genmove_analyze": _genmove_analyze(_of_one),
}
