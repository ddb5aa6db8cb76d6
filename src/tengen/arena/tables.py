"""The summary of an arena in words and columns, in either language. Computes nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Final

from tengen.arena.documents import Result
from tengen.arena.pace import Pace
from tengen.arena.ratings import Rating
from tengen.arena.short_names import short_names
from tengen.arena.sprt import Walk
from tengen.arena.stats import Interval
from tengen.arena.summary import PairSummary, PlayerSummary, Summary, at_fault
from tengen.core import ClockKind, Ruleset, TimeControl, text
from tengen.core.errors import Value
from tengen.core.printing import printable

_MOST_LINES: Final = 20
_WIDEST: Final = 10_000


class Words:
    """Writes a summary in one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def lines(self, summary: Summary, *, on_terminal: bool = False) -> Iterator[str]:
        """The whole summary, line by line, with coloured tables on a terminal."""
        yield self.heading(summary)
        yield ""
        yield from self.players(summary.players, on_terminal=on_terminal)
        if len(summary.players) > 2:
            yield ""
            yield from cross_table(summary, on_terminal=on_terminal)
        yield ""
        yield from (self.pair(pair, summary.plan.names) for pair in summary.pairs)
        if summary.walk is not None:
            yield self.walk(summary.walk)
        yield from self._listed(summary)

    def heading(self, summary: Summary) -> str:
        """What was played, and how much of it."""
        plan = summary.plan
        return self._say(
            "heading",
            game=text(self._language, f"{plan.kind.name}.name"),
            size=plan.ruleset.size,
            rules=_rules_text(plan.ruleset),
            played=summary.played,
            planned=plan.planned,
            pace=self.pace(plan.pace),
            openings=printable(plan.openings.source),
            seed=plan.seed,
        )

    def pace(self, pace: Pace) -> str:
        """How much thinking was allowed."""
        if pace.control is not None:
            return self._say("pace.clock", clock=clock_text(pace.control))
        if pace.ms is not None:
            return self._say("pace.time", seconds=f"{pace.ms / 1000:g}")
        return self._say("pace.nodes", nodes=pace.nodes) if pace.nodes is not None else self._say("pace.free")

    def players(self, players: Sequence[PlayerSummary], *, on_terminal: bool = False) -> list[str]:
        """The table of the players."""
        columns = ("player", "games", "points", "score", "interval", "elo", "mean", "longest", "faults")
        rows = [["", *(self._say(f"column.{column}") for column in columns)]]
        short = short_names([line.name for line in players])
        for rank, line in enumerate(players, start=1):
            rows.append(
                [
                    str(rank),
                    short[line.name],
                    str(line.tally.games),
                    f"{line.tally.points:g}",
                    f"{100 * line.tally.score:.1f}%",
                    f"{100 * line.interval.low:.1f}-{100 * line.interval.high:.1f}",
                    rating_text(line.rating),
                    f"{line.mean_s:.3f}",
                    f"{line.longest_s:.2f}",
                    str(line.faults),
                ]
            )
        return table(rows, name_column=1, on_terminal=on_terminal)

    def pair(self, pair: PairSummary, names: Sequence[str]) -> str:
        """What two made of each other."""
        tally, elo, short = pair.tally, pair.elo_interval, short_names(names)
        return self._say(
            "pair",
            one=short[names[pair.one]],
            other=short[names[pair.other]],
            points=f"{tally.points:g}",
            against=f"{tally.games - tally.points:g}",
            wins=tally.wins,
            draws=tally.draws,
            losses=tally.losses,
            elo=elo_text(pair.elo) if tally.games else "-",
            low=elo_text(elo.low),
            high=elo_text(elo.high),
            counts="-".join(map(str, pair.counts)),
        )

    def walk(self, walk: Walk) -> str:
        """How far the test has come."""
        test = walk.test
        return self._say(
            "sprt",
            elo0=f"{test.elo0:g}",
            elo1=f"{test.elo1:g}",
            ratio=f"{walk.ratio:.2f}",
            lower=f"{test.lower:.2f}",
            upper=f"{test.upper:.2f}",
            pairs=walk.pairs,
            verdict=self._say(f"sprt.{walk.verdict}"),
        )

    def score(self, summary: Summary) -> str:
        """The score in a few words, for a bar that shows how far the arena has come."""
        best = summary.players[0]
        if len(summary.players) > 2:
            return f"{short_names(summary.plan.names)[best.name]} {best.tally.points:g}/{best.tally.games}"
        pair = summary.pairs[0]
        words = f"{pair.tally.points:g}-{pair.tally.games - pair.tally.points:g} Elo {_range(pair.elo_interval)}"
        return f"{words} LLR {summary.walk.ratio:.2f}" if summary.walk is not None else words

    def _listed(self, summary: Summary) -> Iterator[str]:
        names = summary.plan.names
        groups: list[list[str]] = [
            [self._fault(result, names) for result in summary.faults],
            [self._say("too_long_game", game=result.index + 1) for result in summary.too_long],
            [
                self._say("failure", game=result.index + 1, reason=printable(result.failed or ""))
                for result in summary.failures
            ],
        ]
        for lines in groups:
            yield from lines[:_MOST_LINES]
            if len(lines) > _MOST_LINES:
                yield self._say("more", count=len(lines) - _MOST_LINES)

    def _fault(self, result: Result, names: Sequence[str]) -> str:
        fault = result.fault
        assert fault is not None
        reason = printable(text(self._language, fault.key, **fault.values))
        player = short_names(names)[names[at_fault(result)]]
        return self._say("fault", game=result.index + 1, player=player, reason=reason)

    def _say(self, key: str, **values: Value) -> str:
        return text(self._language, f"arena.{key}", **values)


def cross_table(summary: Summary, *, on_terminal: bool = False) -> list[str]:
    """Everybody's points against everybody, in the order of the players' table."""
    order = [line.number for line in summary.players]
    cells = {}
    for pair in summary.pairs:
        tally = pair.tally
        if tally.games:
            cells[pair.one, pair.other] = f"{tally.points:g}/{tally.games}"
            cells[pair.other, pair.one] = f"{tally.games - tally.points:g}/{tally.games}"
    names = summary.plan.names
    short = short_names(names)
    rows = [["", "", *(str(rank) for rank in range(1, len(order) + 1))]]
    for rank, one in enumerate(order, start=1):
        made = ["·" if one == other else cells.get((one, other), "-") for other in order]
        rows.append([str(rank), short[names[one]], *made])
    return table(rows, name_column=1, on_terminal=on_terminal)


def table(rows: Sequence[Sequence[str]], *, name_column: int, on_terminal: bool = False) -> list[str]:
    """Rows in columns below the first one, their heading: names to the left, all else to the right.

    Never narrower than its text: whoever has too little room wraps the lines. On a terminal it has colours, unless
    the user's environment says otherwise (NO_COLOR, TERM).
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    columns = Table(box=None, pad_edge=False, header_style="bold")
    for number, heading in enumerate(rows[0]):
        is_name = number == name_column
        columns.add_column(
            Text(heading), justify="left" if is_name else "right", style="cyan" if is_name else "none", no_wrap=True
        )
    for row in rows[1:]:
        columns.add_row(*map(Text, row))
    written = StringIO()
    Console(file=written, width=_WIDEST, force_terminal=on_terminal).print(columns)
    return [line.rstrip() for line in written.getvalue().splitlines()]


def elo_text(elo: float) -> str:
    """A difference with its sign."""
    if math.isinf(elo):
        return "+∞" if elo > 0 else "-∞"
    return f"{round(elo):+d}"


def rating_text(rating: Rating | None) -> str:
    """A rating with its error; one that is only a bound is marked."""
    if rating is None:
        return "-"
    return f"{'~' if rating.is_bound else ''}{elo_text(rating.elo)} ±{round(rating.error)}"


def clock_text(control: TimeControl) -> str:
    """A time control as `--clock` is written."""
    main = _minutes(control.main_ms)
    if control.kind is ClockKind.ABSOLUTE:
        return main
    if control.kind is ClockKind.FISCHER:
        return f"{main}+{control.increment_ms / 1000:g}"
    before = f"{main}+" if control.main_ms else ""
    if control.kind is ClockKind.CANADIAN:
        return f"{before}{control.stones}/{_minutes(control.period_ms)}"
    return f"{before}{control.periods or 1}x{control.period_ms / 1000:g}"


def _minutes(ms: int) -> str:
    return f"{ms // 60_000}" if ms % 60_000 == 0 else f"{ms / 1000:g}s"


def _rules_text(ruleset: Ruleset) -> str:
    """The preset, and the options that are other than it has them; nothing where there is nothing to tell."""
    usual = type(ruleset).parse(ruleset.size, ruleset.preset).options()
    options = ruleset.options().items()
    told = [f"{name}={value}" for name, value in options if name != "preset" and value != usual[name]]
    words = " ".join([ruleset.preset or "", *told]).strip()
    return f" ({words})" if words else ""


def _range(interval: Interval) -> str:
    return f"{elo_text(interval.low)}..{elo_text(interval.high)}"
