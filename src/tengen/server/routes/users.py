"""Accounts as everybody sees them: profiles with statistics and ratings, finished games; one's own games as a file."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Query
from starlette.responses import Response, StreamingResponse

from tengen.core import ErrorCode, GameError, find_kind
from tengen.match.service import Games, MatchFilter
from tengen.people import (
    MOST_GAMES_LISTED,
    Account,
    GamesCursor,
    GamesFilter,
    PeopleCode,
    PeopleError,
    Score,
)
from tengen.people.service import ResultsService
from tengen.protocol import (
    GamesAnswer,
    Message,
    RatingHistoryAnswer,
    RunningGameOut,
    ServerCode,
    UserAnswer,
    games_of,
    rating_history_of,
    running_game_of,
    user_of,
)
from tengen.server.files import is_record_ending
from tengen.server.http import refusal
from tengen.server.identity import ReaderHere
from tengen.server.routes.dependencies import ArchiveHere, ClientHere, GamesHere, ResultsHere
from tengen.server.routes.media import json_answer
from tengen.server.routes.responses import refusals

router: Final = APIRouter(prefix="/api/users", tags=["people"])

_MOST_RUNNING: Final = 50
_CURSOR: Final = re.compile(r"(\d{1,15})\.([A-Za-z0-9_-]{1,64})", re.ASCII)
_TIME: Final = {"ge": 0, "le": 2**53}

Kind = Annotated[str | None, Query(max_length=40, description="only games of this type, such as `GO`")]
Opponent = Annotated[
    str | None,
    Query(
        min_length=1,
        max_length=80,
        description="only games against whoever has this in their name, or against this program (`level:3`)",
    ),
]
Ended = Annotated[Literal["won", "lost", "drawn"] | None, Query(description="only games that ended so")]
From = Annotated[int | None, Query(alias="from", **_TIME, description="only games that ended then or later, in ms")]
Until = Annotated[int | None, Query(**_TIME, description="only games that ended before, in ms")]
After = Annotated[str | None, Query(max_length=100, description="`after` of the page before")]
Limit = Annotated[int, Query(ge=1, le=MOST_GAMES_LISTED)]


async def _wanted(
    results: ResultsHere,
    *,
    kind: Kind = None,
    opponent: Opponent = None,
    result: Ended = None,
    ended_from: From = None,
    until: Until = None,
) -> GamesFilter:
    """Which games are asked for. Raises NO_SUCH_KIND."""
    against = None if opponent is None else await results.find(opponent)
    return GamesFilter(
        kind=None if kind is None else find_kind(kind).name,
        opponent_account=None if against is None else against.account_id,
        opponent_name=opponent,
        score=None if result is None else Score(result),
        ended_from=ended_from,
        ended_until=until,
    )


Wanted = Annotated[GamesFilter, Depends(_wanted)]


@router.get("/{name}", response_model=UserAnswer, responses=refusals(404, 503))
async def user(name: str, results: ResultsHere) -> Response:
    """What an account has played, and how it is rated."""
    account = await results.player(name)
    statistics = await results.statistics(account.account_id)
    return _written(user_of(account, statistics, await results.ratings(account.account_id)))


@router.get("/{name}/games", response_model=GamesAnswer, responses=refusals(401, 403, 404, 503))
async def games(
    *,
    name: str,
    results: ResultsHere,
    matches: GamesHere,
    caller: ReaderHere,
    wanted: Wanted,
    after: After = None,
    limit: Limit = 50,
) -> Response:
    """Finished games of an account, the latest first; to its owner, the first page also has those that are not over."""
    account = await results.player(name)
    page = await results.games(account.account_id, wanted, _cursor(after), limit)
    following = None if page.after is None else f"{page.after.ended_at}.{page.after.watch_id}"
    is_own = account.account_id in caller.owners and after is None
    return _written(games_of(page, following, await _running(account, matches, results) if is_own else ()))


@router.get("/{name}/ratings/{rating_class}", response_model=RatingHistoryAnswer, responses=refusals(404, 503))
async def ratings(name: str, rating_class: str, results: ResultsHere) -> Response:
    """How an account was rated in a class, such as `GO-19`, in the course of time."""
    account = await results.player(name)
    return _written(rating_history_of(await results.rating_history(account.account_id, rating_class)))


@router.get(
    "/{name}/games.zip",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}}, **refusals(401, 403, 404, 503)},
)
async def archive(
    *,
    name: str,
    results: ResultsHere,
    archives: ArchiveHere,
    client: ClientHere,
    caller: ReaderHere,
    wanted: Wanted,
    ext: Annotated[str, Query(max_length=10, description="the ending of a record format")] = "json",
) -> Response:
    """One's own finished games as one archive, the latest 2,000 of them; others' are refused.

    Each is a record in the format of `ext`, or in our own where that cannot hold it.
    """
    if not is_record_ending(ext):
        return refusal(ServerCode.NO_SUCH_PAGE)
    account = await results.player(name)
    if not caller.owners:
        raise PeopleError(PeopleCode.NOT_LOGGED_IN)
    if account.account_id not in caller.owners:
        raise PeopleError(PeopleCode.NOT_ALLOWED)
    pieces = await archives.open(account.account_id, wanted, ext.lower(), client)
    headers = {"content-disposition": 'attachment; filename="tengen-games.zip"'}
    return StreamingResponse(pieces, media_type="application/zip", headers=headers)


async def _running(account: Account, games: Games, results: ResultsService) -> list[RunningGameOut]:
    """The games of an account that are not over, for whoever has logged in to it."""
    own = MatchFilter(owner=account.account_id, is_over=False)
    rows = (await games.matches.find_matches(own, limit=_MOST_RUNNING)).rows
    owners = {seat.owner for row in rows for seat in (row.first, row.second) if seat.owner is not None}
    accounts = await results.accounts_among(owners)
    return [running_game_of(row, account.account_id, accounts) for row in rows]


def _written(answer: Message) -> Response:
    """The answer as it is: the framework would check every line of it once more."""
    return json_answer(answer.model_dump_json(by_alias=True).encode())


def _cursor(after: str | None) -> GamesCursor | None:
    """Where a page goes on. Raises BAD_BODY for what no page has said."""
    if after is None:
        return None
    told = _CURSOR.fullmatch(after)
    if told is None:
        raise GameError(ErrorCode.BAD_BODY, "body.after")
    return GamesCursor(int(told[1]), told[2])
