"""Commands of GTP that ask who wins and what is dead. Counts by the rules, after an opinion on dead stones."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tengen.clients.engine.gtp.context import Command, GtpContext
from tengen.clients.engine.gtp.words import SYNTAX_ERROR, Refused, Reply, exactly
from tengen.core import AGREE, BLACK, GameState, Outcome, Score

_CANNOT_SCORE: Final = "cannot score"


def counted_state(context: GtpContext) -> GameState:
    """The state with the stones marked that come off before it is counted."""
    state = context.state
    return replace(state, dead=context.life().dead_stones) if context.counts_points else state


def final_score(context: GtpContext) -> Score | None:
    """Both sides' points: at any time where surrounded points count, at the end of other games that know points."""
    if context.counts_points:
        return context.ruleset.score(counted_state(context))
    return context.ruleset.score(context.state) if context.state.is_over else None


def score_text(score: Score) -> str:
    """A score as GTP has it: the leader and the margin, or a zero."""
    if score.leader is None:
        return "0"
    return f"{'B' if score.leader is BLACK else 'W'}+{score.margin:g}"


def result_text(context: GtpContext) -> str:
    """How the game ended, in words for people; empty while it is played."""
    state = context.state
    outcome = state.outcome
    if state.phase == AGREE and outcome is None:
        score = final_score(context)
        outcome = Outcome.by_score(score) if score else None
    if outcome is None:
        return ""
    if outcome.winner is None:
        return "No result" if outcome.no_result else "Draw"
    points = ""
    if outcome.margin is not None and outcome.score is not None:
        points = f" by {outcome.margin:g} points, {outcome.score.black:g} to {outcome.score.white:g}"
    return f"{outcome.winner.word.capitalize()} wins{points}"


def _final_score(context: GtpContext, words: list[str], reply: Reply) -> str:
    del words, reply
    score = final_score(context)
    if score is None:
        raise Refused(_CANNOT_SCORE)
    return score_text(score)


def _final_status_list(context: GtpContext, words: list[str], reply: Reply) -> str:
    """The stones of a kind, one chain a line."""
    del reply
    (status,) = exactly(words, 1)
    if status not in ("alive", "dead", "seki"):
        raise Refused(SYNTAX_ERROR)
    life = context.life()
    found = {"alive": life.alive, "dead": life.dead, "seki": life.seki}[status]
    return "\n".join(" ".join(context.name(stone) for stone in chain) for chain in found)


COMMANDS: Final[dict[str, Command]] = {"final_score": _final_score}
COUNTING_COMMANDS: Final[dict[str, Command]] = {"final_status_list": _final_status_list}
