"""Results and ratings in SQL: their values from rows, and the questions for them.

Questions are made once and asked with parameters: to put one together takes longer than to answer it.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    RowMapping,
    ScalarSelect,
    Select,
    Text,
    and_,
    bindparam,
    case,
    exists,
    func,
    literal,
    or_,
    select,
    tuple_,
    union_all,
)

from tengen.people import (
    GIVEN_UP,
    Annulment,
    FinishedGame,
    Rating,
    RatingCause,
    RatingRow,
    Result,
    Score,
    WhyNot,
    Winner,
)
from tengen.storage.schema import accounts, annulments, ratings, results

# --- values


def result_of(row: RowMapping) -> Result:
    """What a row says, with whether it is annulled."""
    why_not = row["why_not"]
    return Result(
        match_id=row["match_id"],
        watch_id=row["watch_id"],
        kind=row["kind"],
        size=row["size"],
        rule_set=row["rule_set"],
        first_account=row["first_account"],
        second_account=row["second_account"],
        first_player=row["first_player"],
        second_player=row["second_player"],
        first_name=row["first_name"],
        second_name=row["second_name"],
        swapped=row["swapped"],
        winner=Winner(row["winner"]),
        reason=row["reason"],
        margin=row["margin"],
        moves=row["moves"],
        begun_at=row["begun_at"],
        ended_at=row["ended_at"],
        rating_class=row["rating_class"],
        why_not=None if why_not is None else WhyNot(why_not),
        level_rating=row["level_rating"],
        level_deviation=row["level_deviation"],
        is_annulled=bool(row["is_annulled"]),
    )


def rating_of(row: RowMapping) -> RatingRow:
    """What a row says."""
    return RatingRow(
        row["account_id"],
        row["rating_class"],
        row["number"],
        Rating(row["rating"], row["deviation"], row["volatility"]),
        row["games"],
        row["at"],
        RatingCause(row["cause"]),
        row["match_id"],
        row["opponent"],
        row["opponent_rating"],
        row["opponent_deviation"],
        row["score"],
        row["games_today"],
    )


def annulment_of(row: RowMapping) -> Annulment:
    """What a row of ANNULLED says besides the result."""
    return Annulment(*(row[f"annulment_{name}"] for name in ("match_id", "at", "actor", "reason", "after")))


def finished_of(row: RowMapping) -> FinishedGame:
    """What a row of GAMES says."""
    result = result_of(row)
    after, before = row["rating_after"], row["rating_before"]
    change = None if after is None else after - (Rating().rating if before is None else before)
    first = result.first_name if result.first_account is None else row["first_shown"]
    second = result.second_name if result.second_account is None else row["second_shown"]
    return FinishedGame(result, bool(row["is_first"]), first, second, change)


# --- questions

_taken_back: Final = annulments.alias()
RESULTS: Final = select(results, exists().where(_taken_back.c.match_id == results.c.match_id).label("is_annulled"))
"""Results, to be narrowed down."""

RESULT: Final = RESULTS.where(results.c.match_id == bindparam("match_id"))
RESULT_WATCHED: Final = RESULTS.where(results.c.watch_id == bindparam("watch_id"))
RATED_RESULTS: Final = (
    RESULTS.where(results.c.key > bindparam("after"), results.c.rating_class.is_not(None))
    .order_by(results.c.key)
    .limit(bindparam("limit"))
)
ANNULLED: Final = (
    RESULTS.add_columns(*[column.label(f"annulment_{column.name}") for column in annulments.c])
    .join(annulments, annulments.c.match_id == results.c.match_id)
    .where(results.c.rating_class.is_not(None))
    .order_by(annulments.c.after, annulments.c.at, annulments.c.match_id)
)

REGISTERED: Final = select(accounts.c.id).where(
    accounts.c.id.in_(bindparam("owners", expanding=True)),
    or_(accounts.c.password_hash.is_not(None), accounts.c.closed_at.is_not(None)),
)
"""Those who are more than guests; who was closed was."""

_OWN_RATINGS: Final = and_(
    ratings.c.account_id == bindparam("account_id"), ratings.c.rating_class == bindparam("rating_class")
)
LAST_RATING: Final = select(ratings).where(_OWN_RATINGS).order_by(ratings.c.number.desc()).limit(1)
RATING_ROWS: Final = select(ratings).where(_OWN_RATINGS).order_by(ratings.c.number)
RATING_POINTS: Final = (
    select(ratings.c.at, ratings.c.rating, ratings.c.deviation)
    .where(_OWN_RATINGS)
    .order_by(ratings.c.number.desc())
    .limit(bindparam("limit"))
)
ANNULLED_RATINGS: Final = (
    select(annulments.c.match_id)
    .join_from(annulments, ratings, annulments.c.match_id == ratings.c.match_id)
    .where(_OWN_RATINGS)
)


def _latest_ratings() -> Select[Any]:
    latest = ratings.alias()
    last = select(func.max(latest.c.number)).where(
        latest.c.account_id == ratings.c.account_id, latest.c.rating_class == ratings.c.rating_class
    )
    return select(ratings).where(ratings.c.number == last.scalar_subquery())


ALL_LATEST_RATINGS: Final = _latest_ratings()
LATEST_RATINGS: Final = (
    _latest_ratings().where(ratings.c.account_id == bindparam("account_id")).order_by(ratings.c.rating_class)
)


def _ratings_by_match() -> Select[Any]:
    before = ratings.alias()
    return (
        select(ratings, func.coalesce(before.c.rating, Rating().rating).label("before"))
        .outerjoin(before, _is_before(before, ratings))
        .where(ratings.c.match_id == bindparam("match_id"), ratings.c.cause == str(RatingCause.GAME))
    )


def _is_before(before: FromClause, after: FromClause) -> ColumnElement[bool]:
    """Whether a rating is the one right before another."""
    return and_(
        before.c.account_id == after.c.account_id,
        before.c.rating_class == after.c.rating_class,
        before.c.number == after.c.number - 1,
    )


RATINGS_BY_MATCH: Final = _ratings_by_match()

# --- by seat


class _Seat:
    """One of the two seats of a result, with what the other one has."""

    def __init__(self, name: str, other: str, wins: Winner, loses: Winner) -> None:
        columns = results.c
        self.is_first = wins is Winner.FIRST
        self.account: ColumnElement[str | None] = columns[f"{name}_account"]
        self.opponent_account: ColumnElement[str | None] = columns[f"{other}_account"]
        self.opponent_name: ColumnElement[str] = columns[f"{other}_name"]
        self.opponent_player: ColumnElement[str] = columns[f"{other}_player"]
        self.wins, self.loses = str(wins), str(loses)
        self.score: ColumnElement[str] = case(
            (columns.winner == self.wins, str(Score.WON)),
            (columns.winner == self.loses, str(Score.LOST)),
            (columns.winner == str(Winner.DRAW), str(Score.DRAWN)),
            else_="",
        )


_SEATS: Final = (
    _Seat("first", "second", Winner.FIRST, Winner.SECOND),
    _Seat("second", "first", Winner.SECOND, Winner.FIRST),
)


def _tallies(*, only_annulled: bool) -> Select[Any]:
    """How many games of each kind against each player ended how for an account."""
    parts = []
    for seat in _SEATS:
        columns = (results.c.kind, seat.opponent_player.label("opponent"), seat.score.label("score"))
        part = select(*columns).where(seat.account == bindparam("account_id"))
        if only_annulled:
            part = part.join(annulments, annulments.c.match_id == results.c.match_id)
        parts.append(part)
    both = union_all(*parts).subquery()
    grouped = (both.c.kind, both.c.opponent, both.c.score)
    return select(*grouped, func.count().label("count")).group_by(*grouped)


TALLIES: Final = _tallies(only_annulled=False)
"""Answered by an index alone, which knows nothing of annulments."""
ANNULLED_TALLIES: Final = _tallies(only_annulled=True)
"""There are few of these."""


def _count_aborts(who: str) -> ColumnElement[int]:
    """How many games somebody has given up since then before they were long enough to be rated."""
    counts: list[ScalarSelect[int]] = [
        select(func.count())
        .where(
            seat.account == bindparam(who, type_=Text),
            results.c.ended_at > bindparam("since"),
            results.c.why_not == str(WhyNot.TOO_SHORT),
            results.c.winner == seat.loses,
            or_(*[results.c.reason == str(reason) for reason in sorted(GIVEN_UP)]),
        )
        .scalar_subquery()
        for seat in _SEATS
    ]
    return counts[0] + counts[1]


END: Final = select(
    exists().where(results.c.match_id == bindparam("match_id")).label("has_result"),
    select(func.count())
    .where(
        ratings.c.account_id == bindparam("account_id", type_=Text),
        ratings.c.rating_class == bindparam("rating_class", type_=Text),
        ratings.c.opponent == bindparam("opponent", type_=Text),
        ratings.c.at > bindparam("since"),
        ratings.c.match_id.is_not(None),
    )
    .scalar_subquery()
    .label("games_before"),
    _count_aborts("account_id").label("aborts"),
    _count_aborts("opponent").label("opponents_aborts"),
)
"""What is to be known of the two who end a game, besides their ratings."""


_HUMAN: Final = "human"
MOST_SEARCHED: Final = 10_000
"""Among so many of their latest games in each seat somebody's are searched by the opponent's name, and no further."""


def _games(*, by_opponent: bool) -> Select[Any]:
    """Finished games of an account, the latest first. What is not asked for is null.

    Each seat has an index in this order, so both are asked for and put together. Part of a name is in no index: it is
    looked for game by game, in so many of them.
    """
    parts = []
    for seat in _SEATS:
        row = results.c
        of_account = and_(
            seat.account == bindparam("account_id"),
            row.ended_at >= bindparam("ended_from", type_=BigInteger),
            row.ended_at < bindparam("ended_until", type_=BigInteger),
            tuple_(row.ended_at, row.watch_id)
            < tuple_(bindparam("after_at", type_=BigInteger), bindparam("after_id", type_=Text)),
        )
        whole = select(results, literal(seat.is_first).label("is_first")).where(
            or_(bindparam("kind", type_=Text).is_(None), row.kind == bindparam("kind", type_=Text)),
            or_(bindparam("score", type_=Text).is_(None), seat.score == bindparam("score", type_=Text)),
        )
        if by_opponent:
            searched = select(row.key).where(of_account).order_by(row.ended_at.desc(), row.watch_id.desc())
            keys = searched.limit(MOST_SEARCHED).subquery()
            opponent = accounts.alias()
            whole = (
                whole.join(keys, keys.c.key == row.key)
                .outerjoin(opponent, opponent.c.id == seat.opponent_account)
                .where(_is_called(seat, opponent))
            )
        else:
            whole = whole.where(of_account)
        parts.append(select(_latest(whole, results).subquery()))
    both = union_all(*parts).subquery()
    first, second = accounts.alias(), accounts.alias()
    own, before = ratings.alias(), ratings.alias()
    is_own = and_(
        own.c.match_id == both.c.match_id,
        own.c.account_id == bindparam("account_id"),
        own.c.cause == str(RatingCause.GAME),
    )
    question = (
        select(
            both,
            exists().where(annulments.c.match_id == both.c.match_id).label("is_annulled"),
            _shown_name(first).label("first_shown"),
            _shown_name(second).label("second_shown"),
            own.c.rating.label("rating_after"),
            before.c.rating.label("rating_before"),
        )
        .select_from(both)
        .outerjoin(first, first.c.id == both.c.first_account)
        .outerjoin(second, second.c.id == both.c.second_account)
        .outerjoin(own, is_own)
        .outerjoin(before, _is_before(before, own))
    )
    return _latest(question, both)


def _is_called(seat: _Seat, opponent: FromClause) -> ColumnElement[bool]:
    """Whether the one in the other seat is this account or program, or has this in their name."""
    part = bindparam("opponent_part", type_=Text)
    return or_(
        seat.opponent_account == bindparam("opponent_account", type_=Text),
        seat.opponent_player == bindparam("opponent_name", type_=Text),
        and_(
            seat.opponent_account.is_(None),
            seat.opponent_player == _HUMAN,
            seat.opponent_name.ilike(part, escape="\\"),
        ),
        _shown_name(opponent).ilike(part, escape="\\"),
    )


def _shown_name(account: FromClause) -> ColumnElement[str | None]:
    """What an account is called; nothing where it was deleted."""
    return case((account.c.name_key.is_not(None), account.c.name), else_=None)


def _latest(question: Select[Any], rows: FromClause) -> Select[Any]:
    return question.order_by(rows.c.ended_at.desc(), rows.c.watch_id.desc()).limit(bindparam("limit"))


GAMES: Final = _games(by_opponent=False)
GAMES_AGAINST: Final = _games(by_opponent=True)
