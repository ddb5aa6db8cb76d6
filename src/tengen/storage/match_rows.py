"""The row of a match in SQL: its columns from a `Standing` and back, and the question for those that fit a filter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    FromClause,
    RowMapping,
    Select,
    bindparam,
    or_,
    select,
    tuple_,
    union,
)

from tengen.core import COLORS
from tengen.match import Seat
from tengen.match.service import MatchCursor, MatchFilter, MatchResult, Standing
from tengen.storage.schema import matches

TURN: Final = ("at", "deadline_at", "ai_to_move")
"""The columns that a move changes where there is a clock or an AI."""

CHANGING: Final = (
    *TURN,
    "first_name",
    "first_player",
    "first_owner",
    "first_open",
    "second_name",
    "second_player",
    "second_owner",
    "second_open",
    "swapped",
    "is_over",
    "ended_at",
    "winner",
    "reason",
    "margin",
)
"""All columns that ever change."""

_OWNER: Final = "owner"
_SOMEBODY: Final = ""
"""Stands for any owner: who it is comes as the parameter."""
_DRAW: Final = "draw"
_NO_RESULT: Final = "none"
_COLORS: Final = {color.word: color for color in COLORS}


def turn_values(standing: Standing) -> tuple[Any, ...]:
    """What stands in the columns of TURN."""
    return standing.at, standing.deadline_at, standing.ai_to_move


def changing_values(standing: Standing) -> tuple[Any, ...]:
    """What stands in the columns of CHANGING."""
    return (
        *turn_values(standing),
        *_seat_values(standing.first),
        *_seat_values(standing.second),
        standing.swapped,
        standing.is_over,
        standing.ended_at,
        *_result_values(standing.result),
    )


def whole_row(standing: Standing) -> dict[str, Any]:
    """What stands in all columns but the key and what created it."""
    return {
        "id": standing.match_id,
        "watch_id": standing.watch_id,
        "kind": standing.kind,
        "size": standing.size,
        "rule_set": standing.rule_set,
        "rated": standing.rated,
        "listed": standing.listed,
        "created_at": standing.begun_at,
        **dict(zip(CHANGING, changing_values(standing), strict=True)),
    }


def standing_of(row: RowMapping) -> Standing:
    """What a row says."""
    return Standing(
        row["id"],
        row["watch_id"],
        row["kind"],
        row["size"],
        row["rule_set"],
        row["rated"],
        row["created_at"],
        _seat(row, "first"),
        _seat(row, "second"),
        row["swapped"],
        row["at"],
        row["deadline_at"],
        row["ai_to_move"],
        row["ended_at"],
        _result(row),
        row["listed"],
    )


def _seat_values(seat: Seat) -> tuple[Any, ...]:
    return seat.name, seat.player, seat.owner, seat.is_open


def _seat(row: RowMapping, which: str) -> Seat:
    return Seat(*(row[f"{which}_{part}"] for part in ("name", "player", "owner", "open")))


def _result_values(result: MatchResult | None) -> tuple[Any, ...]:
    if result is None:
        return None, None, None
    nobody = _NO_RESULT if result.no_result else _DRAW
    return nobody if result.winner is None else result.winner.word, result.reason, result.margin


def _result(row: RowMapping) -> MatchResult | None:
    winner, reason = row["winner"], row["reason"]
    if reason is None:
        return None
    return MatchResult(_COLORS.get(winner), reason, row["margin"], no_result=winner == _NO_RESULT)


# --- asking for rows


def rows_that_fit(
    wanted: MatchFilter, after: MatchCursor | None, limit: int
) -> tuple[Select[Any], dict[str, str | None]]:
    """The question for the rows that a filter wants, the latest begun first, and its parameters.

    Somebody may have either seat. Each seat has an index in this order, so both are asked for and put together.
    """
    owner = None if wanted.owner is None else _SOMEBODY
    same_for_all = replace(wanted, owner=owner)
    question = _question(same_for_all, limit) if after is None else _written(same_for_all, after, limit)
    return question, {} if owner is None else {_OWNER: wanted.owner}


@lru_cache(maxsize=64)
def _question(wanted: MatchFilter, limit: int) -> Select[Any]:
    """The same for whoever asks: to write it takes longer than to answer it, and a thousand people may come at once."""
    return _written(wanted, None, limit)


def _written(wanted: MatchFilter, after: MatchCursor | None, limit: int) -> Select[Any]:
    conditions = [*_conditions(wanted)]
    if after is not None:
        conditions.append(tuple_(matches.c.created_at, matches.c.watch_id) < tuple_(after.begun_at, after.watch_id))
    whole = select(matches).where(*conditions)
    seats = _seats_of_somebody(wanted)
    if seats is None:
        return _latest(whole, matches, limit)
    each = [select(_latest(whole.where(is_there), matches, limit).subquery()) for is_there in seats]
    both = union(*each).subquery()
    return _latest(select(both), both, limit)


def _latest(question: Select[Any], rows: FromClause, limit: int) -> Select[Any]:
    return question.order_by(rows.c.created_at.desc(), rows.c.watch_id.desc()).limit(limit)


def _seats_of_somebody(wanted: MatchFilter) -> tuple[ColumnElement[bool], ColumnElement[bool]] | None:
    """That the owner, or else the name, that is wanted is at the first seat, and that it is at the second."""
    if wanted.owner is not None:
        owner: BindParameter[str] = bindparam(_OWNER)
        return matches.c.first_owner == owner, matches.c.second_owner == owner
    if wanted.name is not None:
        return matches.c.first_name == wanted.name, matches.c.second_name == wanted.name
    return None


def _conditions(wanted: MatchFilter) -> Iterator[ColumnElement[bool]]:
    """All that is wanted of a row but the seat of somebody."""
    row = matches.c
    winner = None if wanted.winner is None else wanted.winner.word
    for column, value in (
        (row.kind, wanted.kind),
        (row.size, wanted.size),
        (row.rule_set, wanted.rule_set),
        (row.rated, wanted.rated),
        (row.listed, wanted.listed),
        (row.is_over, wanted.is_over),
        (row.winner, winner),
        (row.reason, wanted.reason),
    ):
        if value is not None:
            yield column == value
    if wanted.owner is not None and wanted.name is not None:
        yield or_(row.first_name == wanted.name, row.second_name == wanted.name)
    if wanted.is_open is not None:
        is_open = or_(row.first_open, row.second_open)
        yield is_open if wanted.is_open else ~is_open
    for column, from_, until in (
        (row.created_at, wanted.begun_from, wanted.begun_until),
        (row.ended_at, wanted.ended_from, wanted.ended_until),
    ):
        if from_ is not None:
            yield column >= from_
        if until is not None:
            yield column < until
