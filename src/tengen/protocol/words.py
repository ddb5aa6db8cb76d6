"""The English of the REST answers: what `message` and `error` say. The words are in the tables, under `rest.`."""

from __future__ import annotations

from typing import Final

from tengen.core import LANGUAGES, PLAY, GameError, Outcome, text
from tengen.formats import Notice
from tengen.match import Match
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
    player = NAMES[actors[0]]
    if match.state.phase != PLAY:
        return say("phase", player=player, phase=_phase(match))
    taken = _just_taken(match)
    return say("captured", player=player, count=taken) if taken else say("turn", player=player)


def refusal_text(error: GameError) -> str:
    """Why something was refused: the line of its code, or the closer one that the error names itself."""
    if error.key == f"error.{error.code}":
        return say(f"error.{error.code}", **error.values)  # type: ignore[arg-type]  # fractions are printed as they are
    return error.text(LANGUAGE)


def in_all_languages(said: GameError | Notice) -> dict[str, str]:
    """A refusal or a notice for people, by language."""
    return {language: said.text(language) for language in LANGUAGES}


def _end(outcome: Outcome) -> str:
    if outcome.no_result:
        return say("no_result")
    return say("draw") if outcome.winner is None else say("wins", player=NAMES[outcome.winner])


def _phase(match: Match) -> str:
    return text(LANGUAGE, f"{match.ruleset.KIND}.phase.{match.state.phase}")


def _just_taken(match: Match) -> int:
    """How many stones the latest action took, whoever did it."""
    cursor = match.timeline.cursor
    if not cursor:
        return 0
    before = match.timeline.state_after(cursor - 1).position.prisoners
    return sum(match.state.position.prisoners) - sum(before)
