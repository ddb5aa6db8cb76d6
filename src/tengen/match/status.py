"""The one line that says how a match stands, as a text key with values; clients put it into words."""

from __future__ import annotations

from dataclasses import dataclass, field

from tengen.core import PLAY, Color, Outcome
from tengen.core.errors import Value
from tengen.match.match import Match


@dataclass(frozen=True, slots=True)
class Status:
    """A text key and the values for its placeholders.

    The words are the game's own where its table has the key, as for a phase that only it knows, else the
    shared ones.
    """

    key: str
    values: dict[str, Value] = field(default_factory=dict)


def status(match: Match) -> Status:
    """What is to be said now: how it ended, or who is to act and what has just been captured.

    A phase's line is looked up in the game's own words first.
    """
    if match.outcome is not None:
        return outcome_status(match.outcome)
    if match.is_paused:
        return Status("status.paused")
    if match.is_waiting:
        return Status("status.waiting")
    phase = match.state.phase
    actors = match.actors()
    if len(actors) > 1:
        return Status(f"status.{phase}.both")
    (player,) = actors
    if phase != PLAY:
        return Status(f"status.{phase}.{player.word}")
    if taken := _taken(match, player.other):
        return Status(f"status.captured.{player.word}", {"count": taken})
    if match.state.passes:
        return Status(f"status.passed.{player.word}")
    return Status(f"status.play.{player.word}")


def outcome_status(outcome: Outcome) -> Status:
    """How a game ended."""
    if outcome.no_result:
        return Status("status.no_result")
    if outcome.winner is None:
        return Status("status.draw")
    if outcome.margin is not None:
        return Status(f"status.won_by.{outcome.winner.word}", {"margin": f"{outcome.margin:g}"})
    return Status(f"status.won.{outcome.reason}.{outcome.winner.word}")


def _taken(match: Match, taker: Color) -> int:
    """How many stones this side took with the latest action."""
    cursor = match.timeline.cursor
    if not cursor:
        return 0
    before = match.timeline.state_after(cursor - 1).position.prisoners
    return match.state.position.prisoners.of(taker) - before.of(taker)
