"""A whole game looked at, from its end to its beginning: what is learned of the end serves the middle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tengen.study.analyst import Analyst, Effort, Verdict
from tengen.study.course import Course

_SWING: Final = 0.1
"""Where the win changes by more from one position to the next, the earlier one is looked at again, twice as far."""


def review(course: Course, analyst: Analyst, effort: Effort) -> Iterator[tuple[int, Verdict]]:
    """Every position of a course with what it is worth, the last one first."""
    later: Verdict | None = None
    for at in range(len(course) - 1, -1, -1):
        turn = course.turn(at)
        verdict = analyst.look(turn, effort)
        if turn.state.outcome is None and later is not None and _is_swing(verdict, later):
            again = analyst.look(turn, effort.doubled())
            analysis = replace(again.analysis, visits=verdict.analysis.visits + again.analysis.visits)
            verdict = Verdict(analysis, verdict.ms + again.ms, verdict.cpu_ms + again.cpu_ms)
        yield at, verdict
        later = verdict


def _is_swing(verdict: Verdict, later: Verdict) -> bool:
    one, other = verdict.analysis, later.analysis
    if one.win is None or other.win is None or one.exact is not None:
        return False
    return abs(one.win - other.win) > _SWING
