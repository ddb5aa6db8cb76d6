"""What the results of an arena amount to: a line for every player and for every two who met. Prints nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from tengen.arena.documents import Json, Result
from tengen.arena.plan import Plan
from tengen.arena.ratings import Meeting, Rating, rate
from tengen.arena.sprt import Verdict, Walk
from tengen.arena.stats import Interval, Tally, elo_interval, elo_of, pair_counts, pair_interval, wilson
from tengen.arena.tournament import pair_points

_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """A player's games against all others. Times are in seconds; `longest_s` is the longest thought of all."""

    number: int
    name: str
    tally: Tally
    interval: Interval
    rating: Rating | None
    mean_s: float
    longest_s: float
    faults: int


@dataclass(frozen=True, slots=True)
class PairSummary:
    """What two players made of each other, seen from the one named first. `counts` is pentanomial."""

    one: int
    other: int
    tally: Tally
    counts: tuple[int, ...]
    interval: Interval

    @property
    def elo(self) -> float:
        """How much stronger the first looks; infinite where it won or lost everything."""
        return elo_of(self.tally.score)

    @property
    def elo_interval(self) -> Interval:
        """Between which differences the true one lies, with 95 % confidence."""
        return elo_interval(self.interval)


@dataclass(frozen=True, slots=True)
class Summary:
    """All that there is to tell. Players are listed by strength; `faults` and `failures` are results."""

    plan: Plan
    played: int
    players: tuple[PlayerSummary, ...]
    pairs: tuple[PairSummary, ...]
    walk: Walk | None
    faults: tuple[Result, ...]
    failures: tuple[Result, ...]
    too_long: tuple[Result, ...]


def summarize(plan: Plan, results: Sequence[Result], walk: Walk | None = None) -> Summary:
    """What these results say, in whatever order they came."""
    ordered = sorted(results, key=lambda result: result.index)
    played = [result for result in ordered if result.failed is None]
    by_pair: dict[tuple[int, int], list[Result]] = {pairing: [] for pairing in plan.pairings}
    by_player: list[list[Result]] = [[] for _ in plan.players]
    for result in played:
        by_pair[min(result.first, result.second), max(result.first, result.second)].append(result)
        by_player[result.first].append(result)
        by_player[result.second].append(result)
    pairs = tuple(_pair(one, other, games) for (one, other), games in by_pair.items())
    meetings = {
        (pair.one, pair.other): Meeting(pair.tally.games, pair.tally.points, pair.counts)
        for pair in pairs
        if pair.tally.games
    }
    ratings = rate(len(plan.players), meetings)
    lines = [_player(plan, number, rating, by_player[number]) for number, rating in enumerate(ratings)]

    def strength(line: PlayerSummary) -> tuple[float, float, int]:
        return (-(line.rating.elo if line.rating else -math.inf), -line.tally.score, line.number)

    return Summary(
        plan,
        len(played),
        tuple(sorted(lines, key=strength)),
        pairs,
        walk,
        tuple(result for result in played if result.fault),
        tuple(result for result in ordered if result.failed is not None),
        tuple(result for result in played if result.too_long),
    )


def _points(result: Result, player: int) -> float:
    """What a player made of a game of his."""
    return result.points if result.first == player else 1 - result.points


def _player(plan: Plan, number: int, rating: Rating | None, games: Sequence[Result]) -> PlayerSummary:
    tally, moves, total_ms, longest_ms, faults = Tally(), 0, 0, 0, 0
    for result in games:
        is_first = result.first == number
        tally = tally.with_points(_points(result, number))
        thinking = result.thinking[0 if is_first else 1]
        moves += thinking.moves
        total_ms += thinking.total_ms
        longest_ms = max(longest_ms, thinking.longest_ms)
        faults += result.fault is not None and (result.fault.by == "first") == is_first
    mean_s = total_ms / moves / 1000 if moves else 0.0
    interval = wilson(tally.score, tally.games)
    return PlayerSummary(number, plan.names[number], tally, interval, rating, mean_s, longest_ms / 1000, faults)


def _pair(one: int, other: int, games: Sequence[Result]) -> PairSummary:
    tally = Tally()
    by_index = {result.index: result for result in games}
    points = []
    for result in games:
        tally = tally.with_points(_points(result, one))
        partner = by_index.get(result.index + 1)
        if result.index % 2 == 0 and partner:
            made = pair_points(result, partner)
            assert made is not None, "only games that were played"
            points.append(made)
    counts = pair_counts(points)
    interval = pair_interval(counts) if points else wilson(tally.score, tally.games)
    return PairSummary(one, other, tally, counts, interval)


# --- as JSON ---------------------------------------------------------------------------------


def as_json(summary: Summary) -> Json:
    """The summary as plain values. What is infinite is null."""
    names = summary.plan.names
    return {
        "game": summary.plan.kind.name,
        "size": summary.plan.ruleset.size,
        "rules": summary.plan.ruleset.options(),
        "seed": summary.plan.seed,
        "openings": summary.plan.openings.source,
        "planned": summary.plan.planned,
        "played": summary.played,
        "players": [_player_json(line) for line in summary.players],
        "pairs": [_pair_json(pair, names) for pair in summary.pairs],
        "sprt": _walk_json(summary.walk),
        "faults": [
            {"game": result.index + 1, "player": names[at_fault(result)], "reason": result.fault.text}
            for result in summary.faults
            if result.fault
        ],
        "tooLong": [result.index + 1 for result in summary.too_long],
        "failures": [{"game": result.index + 1, "reason": result.failed} for result in summary.failures],
    }


def at_fault(result: Result) -> int:
    """The number of the player who lost without the rules."""
    assert result.fault is not None
    return result.first if result.fault.by == "first" else result.second


def _player_json(line: PlayerSummary) -> Json:
    rating = line.rating
    return {
        "player": line.name,
        "games": line.tally.games,
        "wins": line.tally.wins,
        "draws": line.tally.draws,
        "losses": line.tally.losses,
        "score": _number(line.tally.score),
        "interval": _interval_json(line.interval),
        "elo": _number(rating.elo) if rating else None,
        "eloError": _number(rating.error) if rating else None,
        "eloIsBound": rating.is_bound if rating else None,
        "secondsPerMove": _number(line.mean_s),
        "longestSeconds": _number(line.longest_s),
        "faults": line.faults,
    }


def _pair_json(pair: PairSummary, names: Sequence[str]) -> Json:
    return {
        "players": [names[pair.one], names[pair.other]],
        **asdict(pair.tally),
        "pairs": list(pair.counts),
        "score": _number(pair.tally.score),
        "interval": _interval_json(pair.interval),
        "elo": _number(pair.elo),
        "eloInterval": _interval_json(pair.elo_interval),
    }


def _walk_json(walk: Walk | None) -> Json | None:
    if walk is None:
        return None
    test = walk.test
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "llr": _number(walk.ratio),
        "bounds": [_number(test.lower), _number(test.upper)],
        "pairs": walk.pairs,
        "verdict": walk.verdict.value if walk.verdict is not Verdict.OPEN else None,
    }


def _interval_json(interval: Interval) -> list[float | None]:
    return [_number(interval.low), _number(interval.high)]


def _number(value: float) -> float | None:
    return round(value, _DIGITS) if math.isfinite(value) else None
