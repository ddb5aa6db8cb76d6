"""Which games count for ratings, and the rows that follow from one that does. Pure; see docs/ratings.md for the why.

The arithmetic is in `ratings`; here is what is fair: who, under which terms, how long, how often.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from typing import Final

from tengen.core import Reason
from tengen.people.levels import LevelRatings
from tengen.people.rating_classes import rating_class
from tengen.people.ratings import Rating, damped, rate
from tengen.people.results import (
    GIVEN_UP,
    HUMAN,
    EndedGame,
    GameTerms,
    RatingCause,
    RatingRow,
    Result,
    WhyNot,
    Winner,
)

FEWEST_MOVES: Final = 10
_POINTS_A_MOVE: Final = 20
ABORTS_A_DAY: Final = 3
"""So many games may somebody give up within a day before they are long enough; further ones count as lost."""

_FAILED: Final = frozenset({Reason.TIME, Reason.FORFEIT})


def least_moves(size: int) -> int:
    """How many moves of both sides a game on a board of this size needs to be rated."""
    return max(FEWEST_MOVES, size * size // _POINTS_A_MOVE)


def refusal_of_terms(terms: GameTerms, accounts: Set[str], levels: LevelRatings) -> WhyNot | None:
    """Why a game cannot be rated under these terms; None where it can. `accounts` are those owners who have one.

    A seat that still waits for somebody is not asked about.
    """
    if rating_class(terms.kind, terms.size) is None:
        return WhyNot.NO_CLASS
    if terms.is_loaded_or_set_up:
        return WhyNot.NOT_NEW
    if terms.one_screen:
        return WhyNot.ONE_SCREEN
    if terms.first_owner is not None and terms.first_owner == terms.second_owner:
        return WhyNot.SAME_OWNER
    if not terms.is_even:
        return WhyNot.NOT_EVEN
    if not terms.clock_on:
        return WhyNot.NO_CLOCK
    return _refusal_of_players(terms, accounts, levels)


def _refusal_of_players(terms: GameTerms, accounts: Set[str], levels: LevelRatings) -> WhyNot | None:
    people = (terms.first_player, terms.second_player).count(HUMAN)
    needed = people - terms.is_waiting
    if needed < 1 or len(accounts & set(terms.owners)) < needed:
        return WhyNot.NOT_ACCOUNTS
    if people == 2:
        return None
    return WhyNot.NO_LEVEL if level_rating(terms, levels) is None else None


def level_rating(terms: GameTerms, levels: LevelRatings) -> Rating | None:
    """What the level that plays here is rated at; None where none plays, or it is not rated on this board."""
    level = terms.level
    return None if level is None else levels.find(terms.kind, terms.size, level)


def refusal_of_end(game: EndedGame, aborts: Mapping[str, int]) -> WhyNot | None:
    """Why a game does not count for ratings though its terms allow it; None where it does.

    `aborts` says how many games each owner has given up too early within a day before.
    """
    if game.winner is Winner.NONE:
        return WhyNot.NO_RESULT
    if has_program_failed(game):
        return WhyNot.PROGRAM_FAILED
    if game.moves >= least_moves(game.terms.size):
        return None
    loser = loser_of(game)
    is_abort = loser is not None and game.reason in GIVEN_UP and aborts.get(loser, 0) >= ABORTS_A_DAY
    return None if is_abort else WhyNot.TOO_SHORT


def has_program_failed(game: EndedGame) -> bool:
    """Whether a program lost by a fault or by its clock: that is this machine's doing and nobody's win."""
    loser = {Winner.FIRST: game.terms.second_player, Winner.SECOND: game.terms.first_player}.get(game.winner, HUMAN)
    return loser != HUMAN and game.reason in _FAILED


def loser_of(game: EndedGame) -> str | None:
    """The owner of the seat that lost."""
    return {Winner.FIRST: game.terms.second_owner, Winner.SECOND: game.terms.first_owner}.get(game.winner)


def rating_rows(result: Result, latest: Mapping[str, RatingRow], games_before: int) -> list[RatingRow]:
    """The rows that a rated result adds, from the latest ones of its accounts and how often they met within a day.

    Both are worked out from what was before, as it had aged until then.
    """
    assert result.rating_class is not None, "only rated results move ratings"
    before = {account: rating_at(latest.get(account), result.ended_at) for account in result.accounts}
    rows = []
    for account, own in before.items():
        opponent = result.opponent_of(account)
        met = before.get(opponent)
        row = RatingRow(
            account,
            result.rating_class,
            number=1,
            rating=own,
            games=1,
            at=result.ended_at,
            match_id=result.match_id,
            opponent=opponent,
            opponent_rating=result.level_rating if met is None else met.rating,
            opponent_deviation=result.level_deviation if met is None else met.deviation,
            score=result.score_of(account),
            games_today=games_before + 1,
        )
        last = latest.get(account)
        if last is not None:
            row = replace(row, number=last.number + 1, games=last.games + 1, at=max(row.at, last.at))
        rows.append(_rated(row, own))
    return rows


def rating_at(row: RatingRow | None, now: int) -> Rating:
    """The rating of somebody by their latest row; a newcomer's without one."""
    return Rating() if row is None else row.at_time(now)


def row_without(rows: Iterable[RatingRow], annulled: Set[str], match_id: str, now: int) -> RatingRow:
    """The row that an annulment adds: what the account is rated at by its other games, each as it was played.

    `rows` are all of an account in a class, in order; `annulled` are the matches that count no more, this one among
    them. Opponents keep what they were rated at then.
    """
    last: RatingRow | None = None
    played: RatingRow | None = None
    games = 0
    for last in rows:
        if last.cause is RatingCause.GAME and last.match_id not in annulled:
            played = _rated(last, rating_at(played, last.at))
            games += 1
    assert last is not None, "what is annulled was rated"
    at = max(now, last.at)
    return RatingRow(
        last.account_id,
        last.rating_class,
        last.number + 1,
        rating_at(played, at),
        games,
        at,
        RatingCause.ANNULLED,
        match_id,
    )


def _rated(row: RatingRow, before: Rating) -> RatingRow:
    """The row of a game for somebody who was rated so before it."""
    assert row.opponent_rating is not None, "it is the row of a game"
    assert row.opponent_deviation is not None, "it is the row of a game"
    assert row.score is not None, "it is the row of a game"
    after = rate(before, row.opponent_rating, row.opponent_deviation, row.score)
    return replace(row, rating=damped(before, after, row.games_today))
