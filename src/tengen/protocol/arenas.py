"""Arenas for those who look on: which there are, the table of one, and the boards of this moment."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from pydantic import Field

from tengen.arena import (
    ArenaStatus,
    BoardNow,
    Glance,
    Pace,
    PairSummary,
    Plan,
    PlayerSummary,
    Result,
    Seen,
    Verdict,
    Walk,
    clock_text,
    outcome_of,
)
from tengen.core import BLACK, WHITE, Participant, Record
from tengen.core.printing import printable
from tengen.match import outcome_status
from tengen.protocol.base import NAMES, XY, ColorName, Message
from tengen.protocol.replaying import Replay, replay_of
from tengen.protocol.view import Told

_LONGEST_NAME: Final = 100
_DIGITS: Final = 4
_MOST_PLIES: Final = 1_000_000
_STONES: Final[tuple[ColorName | None, ...]] = (None, NAMES[BLACK], NAMES[WHITE])


class ArenaListItem(Message):
    """An arena in a list. `players` are their names by number, `began` is in UTC."""

    name: str
    game_type: str
    board_size: int
    players: list[str]
    done: int
    planned: int
    standing: ArenaStatus
    began: str


class ArenasAnswer(Message):
    """The newest arenas, the newest first."""

    arenas: list[ArenaListItem]


class ArenaPlayerOut(Message):
    """A player's games against all others. `low` to `high` holds the true score 19 times in 20 (Wilson).

    `elo` is above the average of all, null where nobody played; as a bound only where somebody won or lost all.
    """

    number: int
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    score: float
    low: float
    high: float
    elo: float | None
    elo_error: float | None
    elo_is_bound: bool
    seconds_per_move: float
    longest_seconds: float
    faults: int


class ArenaPairOut(Message):
    """What two players made of each other, seen from `one`; both are numbers of players."""

    one: int
    other: int
    games: int
    wins: int
    draws: int
    losses: int
    points: float


class SprtOut(Message):
    """How far a test has come: its LLR between the bounds, after so many pairs of games."""

    elo0: float
    elo1: float
    llr: float
    lower: float
    upper: float
    pairs: int
    verdict: Verdict


class ArenaBoardOut(Message):
    """A board that is being played. `game` counts from 1; `black` and `white` are numbers of players."""

    game: int
    black: int
    white: int
    plies: int
    to_move: ColorName
    grid: list[list[ColorName | None]]
    last_move: XY | None


class ArenaGameOut(Message):
    """A game that has ended; `game` counts from 1. The player of number `first` began as Black and made `points`.

    `result` is null for a game that could not be played; `has_record` says that it can be stepped through.
    """

    game: int
    first: int
    second: int
    points: float
    plies: int
    result: Told | None
    is_too_long: bool
    has_record: bool


class ArenaOut(ArenaListItem):
    """An arena as it stands. `table` is sorted by strength; `failures` are games that could not be played."""

    pace: Told
    openings: str
    table: list[ArenaPlayerOut]
    pairs: list[ArenaPairOut]
    sprt: SprtOut | None
    failures: int
    too_long: int
    boards: list[ArenaBoardOut] = Field(description="the boards of this moment, by the numbers of their games")
    games: list[ArenaGameOut] = Field(description="the last 50 games that ended, the last one first")


def arenas_of(glances: Sequence[Glance]) -> ArenasAnswer:
    """The list of these arenas."""
    lines = [
        ArenaListItem(
            name=glance.name,
            game_type=glance.plan.kind.name.upper(),
            board_size=glance.plan.ruleset.size,
            players=_names(glance.plan),
            done=glance.done,
            planned=glance.plan.planned,
            standing=glance.standing,
            began=_moment(glance.began),
        )
        for glance in glances
    ]
    return ArenasAnswer(arenas=lines)


def arena_of(seen: Seen) -> ArenaOut:
    """All that there is to tell of an arena."""
    summary, plan = seen.summary, seen.summary.plan
    return ArenaOut(
        name=seen.name,
        game_type=plan.kind.name.upper(),
        board_size=plan.ruleset.size,
        players=_names(plan),
        done=seen.done,
        planned=plan.planned,
        standing=seen.standing,
        began=_moment(seen.began),
        pace=_pace(plan.pace),
        openings=_without_folders(plan.openings.source),
        table=[_player(line) for line in summary.players],
        pairs=[_pair(pair) for pair in summary.pairs if pair.tally.games],
        sprt=_sprt(summary.walk),
        failures=len(summary.failures),
        too_long=len(summary.too_long),
        boards=[_board(board) for board in seen.boards],
        games=[_game(result) for result in seen.latest],
    )


def arena_replay_of(record: Record, plan: Plan) -> Replay:
    """A game of an arena to step through. Its players are called as in the table, without the folders of programs."""
    names = dict(zip(plan.names, _names(plan), strict=True))
    called = (names.get(player.name, _without_folders(player.name)) for player in (record.black, record.white))
    black, white = (Participant(name=name, player=name) for name in called)
    return replay_of(replace(record, black=black, white=white, info=()))


def _names(plan: Plan) -> list[str]:
    return [_without_folders(name) for name in plan.names]


def _without_folders(written: str) -> str:
    """A player or a file as others may see it: programs and files by their last names, not where they lie."""
    words = []
    for word in printable(written[: 4 * _LONGEST_NAME]).split(" "):
        form, colon, rest = word.partition(":")
        before = f"{form}:" if colon and "/" in rest and "/" not in form else ""
        words.append(before + word.removeprefix(before).replace("\\", "/").rpartition("/")[2])
    name = " ".join(words)
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _pace(pace: Pace) -> Told:
    if pace.control is not None:
        return Told(key="arena.pace.clock", values={"clock": clock_text(pace.control)})
    if pace.ms is not None:
        return Told(key="arena.pace.time", values={"seconds": f"{pace.ms / 1000:g}"})
    if pace.nodes is not None:
        return Told(key="arena.pace.nodes", values={"nodes": pace.nodes})
    return Told(key="arena.pace.free")


def _player(line: PlayerSummary) -> ArenaPlayerOut:
    tally, rating = line.tally, line.rating
    return ArenaPlayerOut(
        number=line.number,
        games=tally.games,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        points=tally.points,
        score=_rounded(tally.score),
        low=_rounded(line.interval.low),
        high=_rounded(line.interval.high),
        elo=_finite(rating.elo) if rating else None,
        elo_error=_finite(rating.error) if rating else None,
        elo_is_bound=rating is not None and rating.is_bound,
        seconds_per_move=_rounded(line.mean_s),
        longest_seconds=_rounded(line.longest_s),
        faults=line.faults,
    )


def _pair(pair: PairSummary) -> ArenaPairOut:
    tally = pair.tally
    return ArenaPairOut(
        one=pair.one,
        other=pair.other,
        games=tally.games,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        points=tally.points,
    )


def _sprt(walk: Walk | None) -> SprtOut | None:
    if walk is None:
        return None
    test = walk.test
    return SprtOut(
        elo0=test.elo0,
        elo1=test.elo1,
        llr=_rounded(walk.ratio),
        lower=_rounded(test.lower),
        upper=_rounded(test.upper),
        pairs=walk.pairs,
        verdict=walk.verdict,
    )


def _board(board: BoardNow) -> ArenaBoardOut:
    return ArenaBoardOut(
        game=board.index + 1,
        black=board.black,
        white=board.white,
        plies=board.plies,
        to_move="BLACK" if board.to_move == "black" else "WHITE",
        grid=[[_STONES[stone] for stone in row] for row in board.board],
        last_move=XY(x=board.last[0], y=board.last[1]) if board.last else None,
    )


def _game(result: Result) -> ArenaGameOut:
    outcome = outcome_of(result)
    status = outcome_status(outcome) if outcome is not None else None
    return ArenaGameOut(
        game=result.index + 1,
        first=result.first,
        second=result.second,
        points=result.points,
        plies=min(max(result.plies, 0), _MOST_PLIES),
        result=Told(key=status.key, values=status.values) if status is not None else None,
        is_too_long=result.too_long,
        has_record=result.failed is None and result.end > 0,
    )


def _rounded(value: float) -> float:
    return round(float(value), _DIGITS)


def _finite(value: float) -> float | None:
    return _rounded(value) if math.isfinite(value) else None


def _moment(seconds: float) -> str:
    """Seconds since 1970 as a date and a time in UTC."""
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):
        return ""
