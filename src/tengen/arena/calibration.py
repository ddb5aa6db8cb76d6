"""How strong the levels of a game are: neighbours meet in arenas, and what comes of it is put on one scale.

Every two who meet have a folder of an arena of their own, so that what was played is never played again. Plays no game
itself, and prints nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from tengen.arena.documents import Result
from tengen.arena.folder import last_of_each, read_results
from tengen.arena.openings import Openings, find_openings, random_openings, usual_openings
from tengen.arena.pace import Pace
from tengen.arena.plan import Plan
from tengen.arena.ratings import Meeting, Rating, rate
from tengen.arena.readings import plan_in
from tengen.arena.stats import Interval, Tally, wilson
from tengen.arena.summary import PairSummary, summarize
from tengen.core import PLAY, ErrorCode, GameError, GameKind, Ruleset
from tengen.core.errors import shown
from tengen.players import LEVELS, Share, Strength

LEAST_SHARE: Final = 0.64
"""A level beats the one below if it has this share of the points, and Wilson's interval lies above a half."""
USUAL_LAST_MS: Final = 1000

_OFTEN_UP_TO: Final = 7
_OFTEN: Final = 200
_SELDOM: Final = 100
_FOLDER: Final = re.compile(r"[0-9]{1,2}-[0-9]{1,2}")
_PLIES: Final = (4, 6, 8)
"""Openings are as short as may be while there are enough of them."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a move takes, on the average: nodes, and milliseconds of one processor."""

    nodes: float = 0.0
    ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """What came of a level: its rating, and its points against the level below with Wilson's interval."""

    level: int
    rating: Rating
    games: int
    below: Tally | None = None

    @property
    def interval(self) -> Interval:
        """Of the share against the level below; all shares where it did not play it."""
        return Interval(0.0, 1.0) if self.below is None else wilson(self.below.score, self.below.games)

    @property
    def is_accepted(self) -> bool:
        """Whether it beats the level below clearly; the lowest has nobody to beat."""
        return self.below is None or (self.below.score >= LEAST_SHARE and self.interval.low > 0.5)

    def strength(self, cost: Cost) -> Strength:
        """The line as it is published."""
        rating, below = self.rating, self.below
        share = None if below is None else Share(below.score, below.games)
        nodes = round(cost.nodes)
        return Strength(self.level, rating.elo, rating.error, rating.is_bound, self.games, nodes, cost.ms, share)


# --- what is played --------------------------------------------------------------------------


def read_pairs(written: str) -> tuple[tuple[int, int], ...]:
    """The pairs of a text such as `3-4,4-5`, the weaker level first, each once. Raises BAD_RULES."""
    pairs = set()
    for part in written.split(","):
        low, _, high = part.strip().partition("-")
        if not (low.isdecimal() and high.isdecimal() and len(low) <= 2 and len(high) <= 2):
            raise _bad_pairs(written)
        if not LEVELS[0] <= int(low) < int(high) <= LEVELS[-1]:
            raise _bad_pairs(written)
        pairs.add((int(low), int(high)))
    return tuple(sorted(pairs))


def _bad_pairs(written: str) -> GameError:
    return GameError(ErrorCode.BAD_RULES, "arena.bad_pairs", value=shown(written), first=LEVELS[0], last=LEVELS[-1])


def neighbours(first: int, last: int) -> tuple[tuple[int, int], ...]:
    """Every level from the first to the last with the next."""
    return tuple((level, level + 1) for level in range(first, last))


def games_of(pair: tuple[int, int]) -> int:
    """How many games two levels play: fewer where they take long."""
    return _OFTEN if pair[1] <= _OFTEN_UP_TO else _SELDOM


def openings_for(ruleset: Ruleset, seed: int) -> Openings:
    """Random openings, as short as can be and yet enough for all games; where they never are, the most that there are.

    Not one comes twice in the games of a pair then, so that levels which throw no dice play different games.
    """
    if ruleset.initial().phase != PLAY:
        return find_openings(usual_openings(ruleset), ruleset, seed)
    found = {plies: len(list(islice(random_openings(ruleset, plies, seed), _OFTEN // 2))) for plies in _PLIES}
    most = max(found.values())
    plies = next(plies for plies in _PLIES if found[plies] == most)
    return find_openings(f"random:{plies}", ruleset, seed)


def plan_of(
    kind: GameKind,
    ruleset: Ruleset,
    pair: tuple[int, int],
    games: int,
    openings: Openings,
    *,
    seed: int = 1,
    last_ms: int = USUAL_LAST_MS,
) -> Plan:
    """The arena of two levels, the weaker one first. Only who meets the last level is given a time."""
    pace = Pace(ms=last_ms) if LEVELS[-1] in pair else Pace()
    players = tuple(f"level:{level}" for level in pair)
    return Plan(kind, ruleset, players, openings, pace, games, seed)


# --- what came of it -------------------------------------------------------------------------


def grade(played: Mapping[tuple[int, int], tuple[Plan, Sequence[Result]]]) -> tuple[Line, ...]:
    """The levels on one scale, from the games of every two who met; by level. A pair has the weaker level first."""
    met = {pair: _of_two(plan, results) for pair, (plan, results) in played.items()}
    met = {pair: summary for pair, summary in met.items() if summary.tally.games}
    levels = sorted({level for pair in met for level in pair})
    place = {level: number for number, level in enumerate(levels)}
    meetings = {
        (place[low], place[high]): Meeting(summary.tally.games, summary.tally.points, summary.counts)
        for (low, high), summary in met.items()
    }
    lines = []
    for level, rating in zip(levels, rate(len(levels), meetings), strict=True):
        assert rating is not None, "everybody here has played"
        games = sum(summary.tally.games for pair, summary in met.items() if level in pair)
        below = met.get((level - 1, level))
        lines.append(Line(level, rating, games, _turned(below.tally) if below else None))
    return tuple(lines)


def played_in(folder: Path) -> dict[tuple[int, int], tuple[Plan, list[Result]]]:
    """What was played in the folders of pairs below this one; those that cannot be read are not there."""
    found = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        plan = plan_in(path) if _FOLDER.fullmatch(path.name) else None
        if plan is not None and len(plan.players) == 2:
            low, high = map(int, path.name.split("-"))
            found[low, high] = (plan, last_of_each(read_results(path)))
    return found


def folder_of(pair: tuple[int, int]) -> str:
    """The name of the folder in which two levels play."""
    return f"{pair[0]}-{pair[1]}"


def _of_two(plan: Plan, results: Sequence[Result]) -> PairSummary:
    (pair,) = summarize(plan, results).pairs
    return pair


def _turned(tally: Tally) -> Tally:
    """The same games, as the other saw them."""
    return Tally(tally.losses, tally.draws, tally.wins)
