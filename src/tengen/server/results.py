"""The hook that puts results and ratings into the unit of an end, and who may be rated.

`match` and `people` do not see each other; `storage.ended_game` tells the one to the other in plain values.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

from tengen.core import ErrorCode, GameError, Reason
from tengen.match import Ended, Event, Match, evolve
from tengen.match.log import LogRow, decode_event
from tengen.match.service import CheckRated, ExtraRow, OnEnd, RatedProposal
from tengen.people import EndedGame, Leaving, LeavingKind
from tengen.people.service import ResultsService
from tengen.storage import ended_game, game_terms


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
        terms = game_terms(proposal.ruleset, *seats, proposal.control, one_screen=proposal.one_screen)
        why_not = await results.why_not(terms)
        if why_not is not None:
            raise GameError(ErrorCode.CANNOT_BE_RATED, str(why_not))

    return check


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
