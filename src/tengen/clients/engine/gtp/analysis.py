"""Commands of GTP that think aloud: those of Leela Zero, KataGo and Sabaki. Values are those of the side to move."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tengen.clients.engine.gtp.context import Command, GtpContext, Resigned, move_of_action
from tengen.clients.engine.gtp.words import SYNTAX_ERROR, Refused, Reply, color_of, exactly, integer, is_color
from tengen.clients.engine.worth import chance, lead
from tengen.core import BLACK, Color, Move
from tengen.players import Analysis, Avoid, Budget, Candidate, EngineFault, Interest, StopToken, Turn

_USUAL_CS: Final = 100
_LEAST_S: Final = 0.05
_LONGEST_CS: Final = 360_000
_MOST_MOVES: Final = 40
_OWNERSHIP: Final = "ownership"
_YES_OR_NO: Final = {"true": True, "false": False}
_IGNORED: Final = {
    *("minmoves", "rootInfo", "noResultValue", "pvVisits", "pvEdgeVisits"),
    *("ownershipStdev", "movesOwnership", "movesOwnershipStdev"),
}
"""What we have nothing to say about. Who asks for it finds it missing."""
_RESTRICTING: Final = ("allow", "avoid")


@dataclass(frozen=True, slots=True)
class AnalyzeOptions:
    """The arguments of an analyze command: colour, interval, number of moves, moves to avoid, whose points are told."""

    color: Color
    interval_s: float
    most: int
    avoid: tuple[Avoid, ...]
    ownership: bool

    @classmethod
    def read(cls, words: list[str], context: GtpContext) -> AnalyzeOptions:
        """The arguments: a colour, an interval in hundredths of a second, keys with values. Raises Refused."""
        rest = deque(words)
        color = color_of(rest.popleft()) if rest and is_color(rest[0]) else context.state.position.to_move
        interval_cs = integer(rest.popleft()) if rest and rest[0].isdecimal() else _USUAL_CS
        most, ownership, avoid, allow = _MOST_MOVES, False, list[Avoid](), list[Avoid]()
        while rest:
            key = rest.popleft()
            if key in _RESTRICTING:
                (allow if key == "allow" else avoid).append(_restriction(_taken(rest, 3), context))
                continue
            (value,) = _taken(rest, 1)
            if key == "interval":
                interval_cs = integer(value)
            elif key == "maxmoves":
                most = integer(value)
            elif key == _OWNERSHIP:
                ownership = _is_yes(value)
            elif key not in _IGNORED:
                raise Refused(SYNTAX_ERROR)
        if not 0 <= interval_cs <= _LONGEST_CS or most < 1 or len(allow) + bool(avoid) > 1:
            raise Refused(SYNTAX_ERROR)
        avoid += [one._replace(moves=_everything(context) - one.moves) for one in allow]
        return cls(color, max(interval_cs / 100, _LEAST_S), most, tuple(avoid), ownership)

    def interest(self, context: GtpContext, reply: Reply, rate: Callable[[float], str]) -> Interest:
        """To hear of it in the answer."""
        return Interest(lambda found: reply.stream(info_line(context, found, self, rate)), self.interval_s, self.avoid)


def _taken(words: deque[str], count: int) -> list[str]:
    if len(words) < count:
        raise Refused(SYNTAX_ERROR)
    return [words.popleft() for _ in range(count)]


def _is_yes(word: str) -> bool:
    if word not in _YES_OR_NO:
        raise Refused(SYNTAX_ERROR)
    return _YES_OR_NO[word]


def _restriction(words: list[str], context: GtpContext) -> Avoid:
    """A colour, points with commas between them, and how many plies deep they count. Raises Refused."""
    color, points, plies = words
    moves = frozenset(map(context.move, points.split(",")))
    if not moves <= _everything(context) or integer(plies) < 1:
        raise Refused(SYNTAX_ERROR)
    return Avoid(color_of(color), moves, integer(plies))


def _everything(context: GtpContext) -> frozenset[Move]:
    return frozenset((*context.state.position.board.points(), None))


def _of_ten_thousand(win: float) -> str:
    return str(round(10_000 * win))


def _of_one(win: float) -> str:
    return f"{win:.6f}"


def info_line(context: GtpContext, analysis: Analysis, options: AnalyzeOptions, rate: Callable[[float], str]) -> str:
    """One line that tells of every move, best first; empty where there is nothing to tell yet.

    At its end, where that is asked for and known, whose every point is: 1 is the side's own, row by row from the top.
    """
    pieces = []
    for order, candidate in enumerate(analysis.best[: options.most]):
        move = f"info move {context.name(candidate.move)} visits {candidate.visits}"
        line = " ".join(map(context.name, candidate.line))
        pieces.append(f"{move} {_worth(analysis, candidate, options.color, rate)} order {order} pv {line}")
    if pieces and options.ownership and analysis.ownership:
        sign = 1 if options.color is BLACK else -1
        pieces.append(" ".join([_OWNERSHIP, *(f"{sign * owner:.3f}" for owner in analysis.ownership)]))
    return " ".join(pieces)


def _worth(analysis: Analysis, candidate: Candidate, color: Color, rate: Callable[[float], str]) -> str:
    """What a move is worth. Where it is proven, nothing worse is possible, and an exact lead has no spread."""
    own = rate(chance(candidate, color))
    told = f"winrate {own}"
    if candidate.margin is not None:
        told += f" scoreLead {lead(candidate, color):.2f}"
    if analysis.exact_margin(candidate) is not None:
        told += " scoreStdev 0.00"
    elif candidate.spread is not None:
        told += f" scoreStdev {candidate.spread:.2f}"
    return f"{told} lcb {own}" if candidate.is_certain else told


def _analyze(rate: Callable[[float], str]) -> Command:
    def analyze(context: GtpContext, words: list[str], reply: Reply) -> str:
        """Think until anything is said, an empty line included."""
        options = AnalyzeOptions.read(words, context)
        turn = context.turn(options.color)
        if turn is None:
            raise Refused("the game is over")
        reply.stream("")
        with context.lines.interrupting(StopToken(), lambda _: True, at_end=True) as stop:
            context.thinker.examine(turn, Budget(), stop, options.interest(context, reply, rate))
            stop.wait()  # what is decided needs no more thought, but the answer ends when somebody asks for the next
        return ""

    return analyze


def _genmove_analyze(rate: Callable[[float], str]) -> Command:
    def genmove(context: GtpContext, words: list[str], reply: Reply) -> str:
        """As `genmove`, with the thoughts behind it; not ended by what is said next."""
        options = AnalyzeOptions.read(words, context)

        def think(turn: Turn, budget: Budget, stop: StopToken) -> Move:
            return move_of_action(context.thinker.choose(turn, budget, stop, options.interest(context, reply, rate)))

        try:
            move = context.generate(options.color, think)
        except Resigned:
            reply.stream("")
            raise
        context.play(options.color, move)
        reply.stream("")
        return f"play {context.name(move)}"

    return genmove


def _search_cancellable(context: GtpContext, words: list[str], reply: Reply) -> str:
    """The move that would be played, which is not; given up as soon as anything is said."""
    del reply
    is_cancelled = False

    def think(turn: Turn, budget: Budget, stop: StopToken) -> Move:
        nonlocal is_cancelled
        try:
            return context.think(turn, budget, stop)
        except EngineFault:
            if not stop.stopped:
                raise
            return None  # of another engine, which cannot be hurried
        finally:
            is_cancelled = stop.stopped

    move = context.generate(color_of(exactly(words, 1)[0]), think, lambda _: True, is_to_be_played=False)
    return "cancelled" if is_cancelled else context.name(move)


COMMANDS: Final[dict[str, Command]] = {
    "kata-search_cancellable": _search_cancellable,
    "analyze": _analyze(_of_ten_thousand),
    "lz-analyze": _analyze(_of_ten_thousand),
    "kata-analyze": _analyze(_of_one),
    "genmove_analyze": _genmove_analyze(_of_ten_thousand),
    "lz-genmove_analyze": _genmove_analyze(_of_ten_thousand),
    "kata-genmove_analyze": _genmove_analyze(_of_one),
}
