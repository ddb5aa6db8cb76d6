"""Matches as results see them: the hook that puts results and ratings into the unit of an end, and who may be rated.

`match` and `people` do not see each other; here the one is told to the other in plain values.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

from tengen.core import ErrorCode, GameError, Pass, Place, Reason, Ruleset, TimeControl
from tengen.match import Ended, Event, Match, Seat, evolve
from tengen.match.log import LogRow, decode_event
from tengen.match.service import CheckRated, ExtraRow, OnEnd, RatedProposal, watch_id_of
from tengen.people import EndedGame, GameTerms, Leaving, LeavingKind, Winner
from tengen.people.service import ResultsService


def rows_of_ends(results: ResultsService) -> OnEnd:
    """What is written with the end of a match besides its events."""

    async def rows(match: Match, events: Sequence[Event]) -> Sequence[ExtraRow]:
        del events
        assert match.outcome is not None, "it is over"
        if match.outcome.reason is Reason.CANCELLED:  # there was no game to speak of
            return leavings(match)
        return [*await results.rows_of_end(ended_game(match)), *leavings(match)]

    return rows


def leavings(match: Match) -> list[Leaving]:
    """Who left a match between people that is over: who abandoned it, or did not begin when it was their turn."""
    outcome, at = match.outcome, match.ended_at
    assert outcome is not None, "it is over"
    assert at is not None, "it is over"
    if not match.is_between_people or match.is_waiting:
        return []
    if outcome.reason is Reason.ABANDONED and outcome.winner is not None:
        kind, owners = LeavingKind.ABANDONED, [match.seat(outcome.winner.other).owner]
    elif outcome.reason is Reason.CANCELLED:
        kind, owners = LeavingKind.CANCELLED, [match.seat(color).owner for color in match.ruleset.actors(match.state)]
    else:
        return []
    return [Leaving(match.match_id, owner, at, kind) for owner in owners if owner is not None]


def check_rated_by(results: ResultsService) -> CheckRated:
    """Refuses matches that cannot be rated, with the reason."""

    async def check(proposal: RatedProposal) -> None:
        seats = proposal.first, proposal.second
        terms = _terms(proposal.ruleset, *seats, proposal.control, one_screen=proposal.one_screen)
        why_not = await results.why_not(terms)
        if why_not is not None:
            raise GameError(ErrorCode.CANNOT_BE_RATED, str(why_not))

    return check


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
        terms=_terms(ruleset, match.first, match.second, control, one_screen=match.one_screen, is_old=is_old),
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


def first_end(log: Iterable[LogRow]) -> EndedGame | None:
    """The first end of a match, as its log has it; None where it has not ended."""
    match: Match | None = None
    for row in log:
        event = decode_event(row.n, row.body)
        match = evolve(match, event)
        if isinstance(event, Ended):
            return ended_game(match)
    return None


def reading_ends(load: Callable[[str], Awaitable[Sequence[LogRow]]]) -> Callable[[str], Awaitable[EndedGame | None]]:
    """Reads the first ends of matches from their logs."""

    async def read(match_id: str) -> EndedGame | None:
        return first_end(await load(match_id))

    return read


def _terms(
    ruleset: Ruleset,
    first: Seat,
    second: Seat,
    control: TimeControl | None,
    *,
    one_screen: bool,
    is_old: bool = False,
) -> GameTerms:
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
