"""The one line that says how a match stands, as a text key with values; clients put it into words."""

from __future__ import annotations

from dataclasses import dataclass, field

from tengen.core import AGREE, PLAY, Color, GameState, Outcome, Reason, Ruleset, Score
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
    cursor = match.timeline.cursor
    before = match.timeline.state_after(cursor - 1) if cursor else None
    return turn_status(match.ruleset, match.state, before)


def turn_status(ruleset: Ruleset, state: GameState, before: GameState | None) -> Status:
    """How a state of a game stands by its rules alone: how it ended, or who is to act and what has just happened.

    `before` is the state that the latest action led from; None at the beginning.
    """
    if state.outcome is not None:
        return outcome_status(state.outcome)
    actors = ruleset.actors(state)
    if len(actors) > 1:
        return Status(f"status.{state.phase}.both")
    (player,) = actors
    if state.phase != PLAY:
        return Status(f"status.{state.phase}.{player.word}")
    mover = mover_of(ruleset, before, player)
    again = "_again" if mover is player else ""
    if taken := taken_by(mover, state, before):
        return Status(f"status.captured{again}.{player.word}", {"count": taken})
    if lost := taken_by(mover.other, state, before):
        return Status(f"status.suicide{again}.{player.word}", {"count": lost})
    if state.passes and not again:
        return Status(f"status.passed.{player.word}")
    return Status(f"status.play.{player.word}")


def outcome_status(outcome: Outcome) -> Status:
    """How a game ended."""
    if outcome.no_result:
        return Status("status.cancelled" if outcome.reason is Reason.CANCELLED else "status.no_result")
    if outcome.winner is None:
        return Status("status.draw")
    if outcome.margin is not None:
        return Status(f"status.won_by.{outcome.winner.word}", {"margin": f"{outcome.margin:g}"})
    return Status(f"status.won.{outcome.reason}.{outcome.winner.word}")


def counted(ruleset: Ruleset, state: GameState, outcome: Outcome | None) -> Score | None:
    """The points of both sides where they mean something now, or None.

    `outcome` is how the game ended, by the rules or otherwise. Where stones are captured, points mean something
    only while they are settled, and at the end of a game that was counted.
    """
    is_open = state.phase == AGREE if outcome is None else outcome.score is not None
    return ruleset.score(state) if is_open or not ruleset.FEATURES.prisoners else None


def tally(ruleset: Ruleset, state: GameState, outcome: Outcome | None) -> Status | None:
    """Both sides' points, or their prisoners while there are no points yet; None in a game without either."""
    score = counted(ruleset, state, outcome)
    if score is not None:
        return Status("status.score", {"black": f"{score.black:g}", "white": f"{score.white:g}"})
    if not ruleset.FEATURES.prisoners:
        return None
    prisoners = state.position.prisoners
    return Status("status.prisoners", {"black": prisoners.black, "white": prisoners.white})


def mover_of(ruleset: Ruleset, before: GameState | None, player: Color) -> Color:
    """Who made the latest action, which led from the state `before` to one in which `player` is to act.

    The other side, unless it was this side's turn already: then it moves again.
    """
    was_due = before is not None and ruleset.actors(before) == (player,)
    return player if was_due else player.other


def taken_by(color: Color, state: GameState, before: GameState | None) -> int:
    """How many stones became this side's prisoners with the latest action.

    Those of the side that has just moved it captured; the other side's are the mover's own, lost by suicide. What
    is handed over for a pass is neither.
    """
    if before is None or state.passes:
        return 0
    return state.position.prisoners.of(color) - before.position.prisoners.of(color)
