"""The English of the REST answers: what `message` and `error` say. The words are in the tables, under `rest.`."""

from __future__ import annotations

from typing import Final

from tengen.core import LANGUAGES, PLAY, Color, GameError, Outcome, Reason, text
from tengen.formats import Notice
from tengen.match import Match, mover_of, taken_by
from tengen.people import PeopleError
from tengen.protocol.base import NAMES

LANGUAGE: Final = "en"


def say(key: str, **values: str | int) -> str:
    """A line of the REST table."""
    return text(LANGUAGE, f"rest.{key}", **values)


def message_of(match: Match) -> str:
    """How the match stands, in one line."""
    if match.outcome is not None:
        return _end(match.outcome)
    if match.is_paused:
        return say("paused")
    if match.is_waiting:
        return say("waiting")
    actors = match.actors()
    if len(actors) > 1:
        return say("agree")
    if match.state.phase != PLAY:
        return say("phase", player=NAMES[actors[0]], phase=_phase(match))
    return _turn(match, actors[0])


def refusal_text(error: GameError) -> str:
    """Why something was refused: the line of its code, or the closer one that the error names itself."""
    if error.key == f"error.{error.code}":
        return say(f"error.{error.code}", **error.values)  # type: ignore[arg-type]  # fractions are printed as they are
    return error.text(LANGUAGE)


def in_all_languages(said: GameError | PeopleError | Notice) -> dict[str, str]:
    """A refusal or a notice for people, by language."""
    return {language: said.text(language) for language in LANGUAGES}


def _end(outcome: Outcome) -> str:
    """How it ended, with the points of both sides where those decided."""
    if outcome.no_result:
        return say("no_result")
    end = say("draw") if outcome.winner is None else say("wins", player=NAMES[outcome.winner])
    score = outcome.score
    if outcome.reason is not Reason.SCORE or score is None:
        return end
    return say("counted", end=end, black=f"{score.black:g}", white=f"{score.white:g}")


def _phase(match: Match) -> str:
    return text(LANGUAGE, f"{match.ruleset.KIND}.phase.{match.state.phase}")


def _turn(match: Match, player: Color) -> str:
    """Whose turn it is, and what the latest action took off the board: the other side's stones or, by suicide, own."""
    cursor = match.timeline.cursor
    before = match.timeline.state_after(cursor - 1) if cursor else None
    mover = mover_of(match.ruleset, before, player)
    if taken := taken_by(mover, match.state, before):
        return say("captured", player=NAMES[player], count=taken)
    if lost := taken_by(mover.other, match.state, before):
        return say("suicide", player=NAMES[player], other=NAMES[mover], count=lost)
    return say("turn", player=NAMES[player])
