"""Matches as results see them: how one ended, in the plain values of `people`. Writes nothing.

`match` and `people` do not see each other; here the one is told to the other, for servers and for clients that keep
results themselves.
"""

from __future__ import annotations

from tengen.core import Pass, Place, Ruleset, TimeControl
from tengen.match import Match, Seat
from tengen.match.service import watch_id_of
from tengen.people import EndedGame, GameTerms, Winner


def ended_game(match: Match) -> EndedGame:
    """A match that is over, as it ended."""
    outcome, ruleset = match.outcome, match.ruleset
    assert outcome is not None, "it is over"
    assert match.ended_at is not None, "it is over"
    if outcome.winner is None:
        winner = Winner.NONE if outcome.no_result else Winner.DRAW
    else:
        winner = Winner.FIRST if match.state.is_first_seat(outcome.winner) else Winner.SECOND
    control = match.clock.control if match.clock else None
    is_old = match.loaded or match.timeline.setup is not None
    return EndedGame(
        match_id=match.match_id,
        watch_id=watch_id_of(match.match_id),
        terms=game_terms(ruleset, match.first, match.second, control, one_screen=match.one_screen, is_old=is_old),
        first_name=match.first.name,
        second_name=match.second.name,
        winner=winner,
        reason=str(outcome.reason),
        moves=sum(isinstance(action, Place | Pass) for action in match.timeline.actions),
        begun_at=match.created_at,
        ended_at=match.ended_at,
        rule_set=ruleset.preset,
        margin=outcome.margin,
        swapped=match.state.swapped,
        rated=match.rated,
        is_reopened=match.reopened,
    )


def game_terms(
    ruleset: Ruleset,
    first: Seat,
    second: Seat,
    control: TimeControl | None,
    *,
    one_screen: bool,
    is_old: bool = False,
) -> GameTerms:
    """What a game is played for; `is_old` is one that was loaded or set up."""
    return GameTerms(
        kind=ruleset.KIND,
        size=ruleset.size,
        first_owner=first.owner,
        second_owner=second.owner,
        first_player=first.player,
        second_player=second.player,
        clock_on=control is not None,
        one_screen=one_screen,
        is_even=ruleset.is_even,
        is_loaded_or_set_up=is_old,
        is_waiting=first.is_open or second.is_open,
    )
