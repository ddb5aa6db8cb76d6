"""Results of people over REST: profiles with statistics and ratings, lists of games, what a game counted for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Final, Literal, TypeAlias

from pydantic import ConfigDict

from tengen.match import Seat
from tengen.match.service import Standing
from tengen.people import (
    Account,
    Counted,
    FinishedGame,
    GamesPage,
    GameStatistics,
    RatingRow,
    Result,
    Tally,
    Winner,
    find_rating_class,
)
from tengen.protocol.base import ColorName, Message

HUMAN: Final = "human"
_DIGITS: Final = 1

GameScore: TypeAlias = Literal["won", "lost", "drawn", "none"]
"""How a game ended for somebody; `none` without a result."""


class TallyOut(Message):
    """How many games were played, and how they ended."""

    played: int
    won: int
    lost: int
    drawn: int


class PlayedOut(TallyOut):
    """The games of one kind, and of these the ones against each level."""

    levels: dict[str, TallyOut]


class RatingOut(Message):
    """A rating as it is now, how uncertain it is, and by how many games; in Go also as kyu or dan."""

    rating: float
    deviation: float
    games: int
    rank: str | None


class UserAnswer(Message):
    """An account as everybody may see it. `games` are by game type, `ratings` by class: `GO-19`, `OTHELLO`."""

    name: str
    avatar: int
    since: int
    games: dict[str, PlayedOut]
    ratings: dict[str, RatingOut]


class RatingPoint(Message):
    """What somebody was rated at from a time on."""

    at: int
    rating: float
    deviation: float


class RatingHistoryAnswer(Message):
    """The ratings of an account in a class, in order."""

    points: list[RatingPoint]


class SeatOut(Message):
    """Who played: an account or a guest by name, or a program. The name of a deleted player is null."""

    name: str | None
    player: str
    is_guest: bool


class RunningSeatOut(SeatOut):
    """Who plays, or that somebody may still sit down."""

    is_open: bool


class GameOut(Message):
    """A finished game of an account, at its first end. `result` is how it ended for that account.

    `whyNot` is the key of why a game that was meant to be rated is not. An annulled game counts for nothing.
    """

    watch_id: str
    game_type: str
    board_size: int
    rules: str | None
    black: SeatOut
    white: SeatOut
    yours: ColorName
    result: GameScore
    winner: Literal["BLACK", "WHITE", "DRAW"] | None
    reason: str
    margin: float | None
    moves: int
    rated: bool
    why_not: str | None
    rating_change: float | None
    is_annulled: bool
    begun: int
    ended: int


class RunningGameOut(Message):
    """A game of one's own that is not over, with the id to play it."""

    game_id: str
    watch_id: str
    game_type: str
    board_size: int
    rules: str | None
    black: RunningSeatOut
    white: RunningSeatOut
    yours: ColorName
    rated: bool
    begun: int


class GamesAnswer(Message):
    """Finished games, the latest first, and where the next page begins. `running` is for the account's owner alone."""

    games: list[GameOut]
    after: str | None
    running: list[RunningGameOut]


class RatedOut(Message):
    """What a game did to a rating. `isDamped`: less than usual, as the two had played often that day."""

    rating_class: str
    before: float
    rating: float
    deviation: float
    is_damped: bool


class RatedSides(Message):
    """The same for each side; null where nobody was rated."""

    model_config = ConfigDict(alias_generator=None)

    BLACK: RatedOut | None
    WHITE: RatedOut | None


class CountedAnswer(Message):
    """What a game counted for at its first end. Not counted: it is not over, or nobody with an account played it anew.

    `whyNot` is the key of why it is not rated though it was meant to be.
    """

    is_counted: bool
    is_rated: bool = False
    why_not: str | None = None
    is_annulled: bool = False
    ratings: RatedSides = RatedSides(BLACK=None, WHITE=None)


def user_of(account: Account, statistics: Mapping[str, GameStatistics], ratings: Mapping[str, RatingRow]) -> UserAnswer:
    """A profile."""
    games = {kind.upper(): _played(known) for kind, known in statistics.items()}
    return UserAnswer(
        name=account.name,
        avatar=account.avatar,
        since=account.created_at,
        games=games,
        ratings={key: _rating(row) for key, row in ratings.items()},
    )


def rating_history_of(points: Iterable[tuple[int, float, float]]) -> RatingHistoryAnswer:
    """The points of a graph."""
    shown = [
        RatingPoint.model_construct(at=at, rating=_rounded(rating), deviation=_rounded(deviation))
        for at, rating, deviation in points
    ]
    return RatingHistoryAnswer.model_construct(points=shown)


def games_of(page: GamesPage, after: str | None, running: Iterable[RunningGameOut] = ()) -> GamesAnswer:
    """A page of games."""
    games = [_game(game) for game in page.games]
    return GamesAnswer.model_construct(games=games, after=after, running=list(running))


def running_game_of(standing: Standing, owner: str, accounts: Set[str]) -> RunningGameOut:
    """A match that is not over, for this owner of a seat; `accounts` are those owners who are no guests."""
    black, white = (standing.second, standing.first) if standing.swapped else (standing.first, standing.second)
    return RunningGameOut(
        game_id=standing.match_id,
        watch_id=standing.watch_id,
        game_type=standing.kind.upper(),
        board_size=standing.size,
        rules=standing.rule_set,
        black=_seat(black, accounts),
        white=_seat(white, accounts),
        yours=_color(is_first=standing.first.owner == owner, swapped=standing.swapped),
        rated=standing.rated,
        begun=standing.begun_at,
    )


def counted_of(counted: Counted | None) -> CountedAnswer:
    """What a game counted for."""
    if counted is None:
        return CountedAnswer(is_counted=False)
    result = counted.result
    sides: dict[ColorName, RatedOut | None] = {"BLACK": None, "WHITE": None}
    for row, before in counted.ratings:
        sides[_color(is_first=row.account_id == result.first_account, swapped=result.swapped)] = RatedOut(
            rating_class=row.rating_class,
            before=_rounded(before),
            rating=_rounded(row.rating.rating),
            deviation=_rounded(row.rating.deviation),
            is_damped=row.is_damped,
        )
    return CountedAnswer(
        is_counted=not result.is_annulled,
        is_rated=result.is_rated,
        why_not=result.why_not,
        is_annulled=result.is_annulled,
        ratings=RatedSides(BLACK=sides["BLACK"], WHITE=sides["WHITE"]),
    )


def _played(known: GameStatistics) -> PlayedOut:
    levels = {str(level): TallyOut(**_counts(tally)) for level, tally in sorted(known.levels.items())}
    return PlayedOut(**_counts(known.tally), levels=levels)


def _counts(tally: Tally) -> dict[str, int]:
    return {"played": tally.played, "won": tally.won, "lost": tally.lost, "drawn": tally.drawn}


def _rating(row: RatingRow) -> RatingOut:
    known = find_rating_class(row.rating_class)
    return RatingOut(
        rating=_rounded(row.rating.rating),
        deviation=_rounded(row.rating.deviation),
        games=row.games,
        rank=None if known is None else known.rank(row.rating.rating),
    )


def _game(game: FinishedGame) -> GameOut:
    result = game.result
    names = {True: game.first_name, False: game.second_name}
    accounts = {True: result.first_account, False: result.second_account}
    players = {True: result.first_player, False: result.second_player}
    seats = {
        _color(is_first=is_first, swapped=result.swapped): SeatOut.model_construct(
            name=names[is_first],
            player=players[is_first],
            is_guest=players[is_first] == HUMAN and accounts[is_first] is None,
        )
        for is_first in (True, False)
    }
    change = game.rating_change
    return GameOut.model_construct(
        watch_id=result.watch_id,
        game_type=result.kind.upper(),
        board_size=result.size,
        rules=result.rule_set,
        black=seats["BLACK"],
        white=seats["WHITE"],
        yours=_color(is_first=game.is_first, swapped=result.swapped),
        result=_score(result, is_first=game.is_first),
        winner=_winner(result),
        reason=result.reason,
        margin=result.margin,
        moves=result.moves,
        rated=result.is_rated,
        why_not=result.why_not,
        rating_change=None if change is None else _rounded(change),
        is_annulled=result.is_annulled,
        begun=result.begun_at,
        ended=result.ended_at,
    )


def _seat(seat: Seat, accounts: Set[str]) -> RunningSeatOut:
    is_guest = seat.is_human and not seat.is_open and seat.owner not in accounts
    return RunningSeatOut(name=seat.name, player=seat.player, is_guest=is_guest, is_open=seat.is_open)


def _color(*, is_first: bool, swapped: bool) -> ColorName:
    """The colour that a seat ended up with."""
    return "BLACK" if is_first != swapped else "WHITE"


def _score(result: Result, *, is_first: bool) -> GameScore:
    match result.winner:
        case Winner.NONE:
            return "none"
        case Winner.DRAW:
            return "drawn"
        case _:
            return "won" if (result.winner is Winner.FIRST) == is_first else "lost"


def _winner(result: Result) -> Literal["BLACK", "WHITE", "DRAW"] | None:
    match result.winner:
        case Winner.NONE:
            return None
        case Winner.DRAW:
            return "DRAW"
        case _:
            return _color(is_first=result.winner is Winner.FIRST, swapped=result.swapped)


def _rounded(number: float) -> float:
    return round(number, _DIGITS)
