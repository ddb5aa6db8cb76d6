"""Results and ratings in SQL: their values from rows, and the questions that take more than a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    and_,
    case,
    exists,
    false,
    func,
    literal,
    or_,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.engine import RowMapping

from tengen.people import (
    Annulment,
    GamesCursor,
    GamesFilter,
    Rating,
    RatingCause,
    RatingRow,
    Result,
    Score,
    WhyNot,
    Winner,
)
from tengen.storage.schema import accounts, annulments, ratings, results

_taken_back: Final = annulments.alias()

ONE_RESULT: Final = select(results, exists().where(_taken_back.c.match_id == results.c.match_id).label("is_annulled"))
"""The question for results, to be narrowed down."""

IS_REGISTERED: Final = or_(accounts.c.password_hash.is_not(None), accounts.c.closed_at.is_not(None))
"""Whether an account is more than a guest; one that was closed was."""


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
        is_annulled=row["is_annulled"],
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
    """What a row says."""
    return Annulment(*(row[f"annulment_{name}"] for name in ("match_id", "at", "actor", "reason", "after")))


# --- the games of an account


class _Seat:
    """One of the two seats of a result, with what the other one has."""

    def __init__(self, name: str, other: str, wins: Winner) -> None:
        columns = results.c
        self.is_first = wins is Winner.FIRST
        self.account: ColumnElement[str | None] = columns[f"{name}_account"]
        self.opponent_account: ColumnElement[str | None] = columns[f"{other}_account"]
        self.opponent_name: ColumnElement[str] = columns[f"{other}_name"]
        self.opponent_player: ColumnElement[str] = columns[f"{other}_player"]
        self.wins = wins
        self.loses = Winner.SECOND if self.is_first else Winner.FIRST


SEATS: Final = (_Seat("first", "second", Winner.FIRST), _Seat("second", "first", Winner.SECOND))


def tallies_of(account_id: str) -> Select[Any]:
    """How many games of each kind against each player ended how for an account; read from the indices alone."""
    parts = []
    for seat in SEATS:
        ended = _score_of(seat)
        columns = (results.c.kind, seat.opponent_player.label("opponent"), ended.label("score"))
        parts.append(select(*columns).where(seat.account == account_id))
    both = union_all(*parts).subquery()
    grouped = (both.c.kind, both.c.opponent, both.c.score)
    return select(*grouped, func.count().label("count")).group_by(*grouped)


def annulled_tallies_of(account_id: str) -> Select[Any]:
    """The same of the games that were annulled, of which there are few."""
    parts = []
    for seat in SEATS:
        columns = (results.c.kind, seat.opponent_player.label("opponent"), _score_of(seat).label("score"))
        parts.append(
            select(*columns)
            .join_from(annulments, results, annulments.c.match_id == results.c.match_id)
            .where(seat.account == account_id)
        )
    both = union_all(*parts).subquery()
    grouped = (both.c.kind, both.c.opponent, both.c.score)
    return select(*grouped, func.count().label("count")).group_by(*grouped)


def _score_of(seat: _Seat) -> ColumnElement[str]:
    winner = results.c.winner
    return case(
        (winner == str(seat.wins), str(Score.WON)),
        (winner == str(seat.loses), str(Score.LOST)),
        (winner == str(Winner.DRAW), str(Score.DRAWN)),
        else_="",
    )


def games_of(account_id: str, wanted: GamesFilter, after: GamesCursor | None, limit: int) -> Select[Any]:
    """The question for finished games of an account, the latest first.

    Each seat has an index in this order, so both are asked for and put together.
    """
    parts = []
    for seat in SEATS:
        conditions = [seat.account == account_id, *_conditions(wanted, seat)]
        if after is not None:
            conditions.append(tuple_(results.c.ended_at, results.c.watch_id) < tuple_(after.ended_at, after.watch_id))
        whole = select(results, literal(seat.is_first).label("is_first")).where(*conditions)
        parts.append(select(_latest(whole, results, limit).subquery()))
    both = union_all(*parts).subquery()
    first, second = accounts.alias(), accounts.alias()
    own, before = ratings.alias(), ratings.alias()
    is_own = and_(
        own.c.match_id == both.c.match_id, own.c.account_id == account_id, own.c.cause == str(RatingCause.GAME)
    )
    is_before = and_(
        before.c.account_id == own.c.account_id,
        before.c.rating_class == own.c.rating_class,
        before.c.number == own.c.number - 1,
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
        .outerjoin(before, is_before)
    )
    return _latest(question, both, limit)


def _shown_name(account: FromClause) -> ColumnElement[str | None]:
    """What an account is called; nothing where it was deleted."""
    return case((account.c.name_key.is_not(None), account.c.name), else_=None)


def _latest(question: Select[Any], rows: FromClause, limit: int) -> Select[Any]:
    return question.order_by(rows.c.ended_at.desc(), rows.c.watch_id.desc()).limit(limit)


def _conditions(wanted: GamesFilter, seat: _Seat) -> Iterator[ColumnElement[bool]]:
    row = results.c
    if wanted.kind is not None:
        yield row.kind == wanted.kind
    if wanted.score is not None:
        winner = {Score.WON: seat.wins, Score.LOST: seat.loses, Score.DRAWN: Winner.DRAW}[wanted.score]
        yield row.winner == str(winner)
    if wanted.opponent_account is not None or wanted.opponent_name is not None:
        is_account = seat.opponent_account == wanted.opponent_account if wanted.opponent_account else false()
        name = wanted.opponent_name
        has_name = or_(seat.opponent_name == name, seat.opponent_player == name) if name is not None else false()
        yield or_(is_account, and_(seat.opponent_account.is_(None), has_name))
    if wanted.ended_from is not None:
        yield row.ended_at >= wanted.ended_from
    if wanted.ended_until is not None:
        yield row.ended_at < wanted.ended_until
