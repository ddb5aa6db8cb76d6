"""The hook that puts results and ratings into the unit of an end, and who may be rated.

`match` and `people` do not see each other; `storage.ended_game` tells the one to the other in plain values.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

from tengen.core import ErrorCode, GameError
from tengen.match import Ended, Event, Match, evolve
from tengen.match.log import LogRow, decode_event
from tengen.match.service import CheckRated, ExtraRow, OnEnd, RatedProposal
from tengen.people import EndedGame
from tengen.people.service import ResultsService
from tengen.storage import ended_game, game_terms


def rows_of_ends(results: ResultsService) -> OnEnd:
    """What is written with the end of a match besides its events."""

    async def rows(match: Match, events: Sequence[Event]) -> Sequence[ExtraRow]:
        del events
        return await results.rows_of_end(ended_game(match))

    return rows


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
