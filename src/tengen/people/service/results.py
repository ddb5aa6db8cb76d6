"""What becomes of the end of a game: a result, and ratings where it was played for them; and what is asked of both.

Writes no end itself: whoever does is told which rows belong to it, so that all of it is written or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from tengen.core import Conflict, Unavailable, kinds
from tengen.core.printing import printable
from tengen.people.accounts import Account
from tengen.people.audit import LONGEST_TEXT, AuditAction
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.levels import LevelRatings
from tengen.people.names import BadName, name_key
from tengen.people.notices import NewNotice, NoticeKey
from tengen.people.rating_classes import rating_class
from tengen.people.rating_rules import level_rating, rating_rows, refusal_of_end, refusal_of_terms, row_without
from tengen.people.result_store import MOST_GAMES_LISTED, Circumstances, EndQuestion, ResultStore
from tengen.people.results import (
    DAY_MS,
    HUMAN,
    Annulment,
    Counted,
    EndedGame,
    FinishedGame,
    GamesCursor,
    GamesFilter,
    GamesPage,
    GameStatistics,
    GameTerms,
    RatingPoint,
    RatingRow,
    Result,
    Tally,
    WhyNot,
    level_of,
)
from tengen.people.service.recomputing import OnProgress, ReadGame, Recomputed, recompute
from tengen.people.service.rights import id_of, insist_on_moderator
from tengen.people.store import NoteInAudit, PeopleStore

MOST_POINTS: Final = 2_000
"""So many of the latest ratings a history has."""
LONGEST_REASON: Final = LONGEST_TEXT
_MOST_ATTEMPTS: Final = 8

Row: TypeAlias = Result | RatingRow


class ResultsService:
    """Results, statistics and ratings. `now` gives the time in milliseconds; `levels` says how strong levels are."""

    def __init__(self, store: ResultStore, people: PeopleStore, levels: LevelRatings, now: Callable[[], int]) -> None:
        self._store = store
        self._people = people
        self._levels = levels
        self._now = now

    # --- games

    async def why_not(self, terms: GameTerms) -> WhyNot | None:
        """Why a game cannot be rated under these terms; None where it can."""
        return refusal_of_terms(terms, await self._store.registered(terms.owners), self._levels)

    async def rows_of_end(self, game: EndedGame) -> Sequence[Row]:
        """The rows that belong to the end of a game: none unless an account played it, and only for its first end.

        Worked out from what is stored now. Where that has changed by the time they are written they do not fit, and are
        to be asked for again.
        """
        terms = game.terms
        is_nobodys = not terms.owners or terms.first_owner == terms.second_owner
        if is_nobodys or game.is_reopened or terms.is_loaded_or_set_up:
            return ()
        found = await self._store.circumstances(self._question(game))
        if found.has_result or not found.accounts:
            return ()
        result = self._result(game, found)
        if not result.is_rated:
            return (result,)
        return (result, *rating_rows(result, found.latest, found.games_before))

    async def count(self, game: EndedGame) -> bool:
        """Keep the result of a game that has no log here; whether it counts for anybody. Raises Unavailable."""
        rows = await self.rows_of_end(game)
        if rows:
            await self._store.add(rows)
        return bool(rows)

    @staticmethod
    def _question(game: EndedGame) -> EndQuestion:
        terms = game.terms
        asked = rating_class(terms.kind, terms.size) if game.rated else None
        programs = [player for player in (terms.first_player, terms.second_player) if player != HUMAN]
        return EndQuestion(
            game.match_id,
            terms.owners,
            None if asked is None else asked.key,
            programs[0] if programs else None,
            game.ended_at - DAY_MS,
        )

    def _result(self, game: EndedGame, found: Circumstances) -> Result:
        terms = game.terms
        why_not: WhyNot | None = None
        rated_in, level = None, None
        if game.rated:
            why_not = refusal_of_terms(terms, found.accounts, self._levels) or refusal_of_end(game, found.aborts)
            rated_in = rating_class(terms.kind, terms.size) if why_not is None else None
            level = None if rated_in is None else level_rating(terms, self._levels)
        first, second = (
            owner if owner in found.accounts else None for owner in (terms.first_owner, terms.second_owner)
        )
        return Result(
            match_id=game.match_id,
            watch_id=game.watch_id,
            kind=terms.kind,
            size=terms.size,
            rule_set=game.rule_set,
            first_account=first,
            second_account=second,
            first_player=terms.first_player,
            second_player=terms.second_player,
            first_name="" if first is not None else game.first_name,
            second_name="" if second is not None else game.second_name,
            swapped=game.swapped,
            winner=game.winner,
            reason=game.reason,
            margin=game.margin,
            moves=game.moves,
            begun_at=game.begun_at,
            ended_at=game.ended_at,
            rating_class=None if rated_in is None else rated_in.key,
            why_not=why_not,
            level_rating=None if level is None else level.rating,
            level_deviation=None if level is None else level.deviation,
        )

    # --- what is asked for

    async def player(self, name: str) -> Account:
        """The account of this name, which everybody may look at. Raises NO_SUCH_USER, for closed ones too."""
        found = await self.find(name)
        if found is None or found.is_guest or found.is_closed:
            raise PeopleError(PeopleCode.NO_SUCH_USER)
        return found

    async def find(self, name: str) -> Account | None:
        """The account of this name, closed ones included."""
        try:
            return await self._people.account_named(name_key(name))
        except BadName:
            return None

    async def counted(self, match_id: str) -> Counted | None:
        """What the first end of a match counted for; None where it did not end yet, or counts for nobody."""
        result = await self._store.result(match_id)
        return None if result is None else Counted(result, tuple(await self._store.ratings_by(match_id)))

    async def statistics(self, account_id: str) -> Mapping[str, GameStatistics]:
        """What an account has played of every game there is, and of those that it has played and that are gone."""
        unwinnable = {kind.name for kind in kinds() if not kind.can_be_won}
        tallies: dict[str, Tally] = {kind.name: Tally() for kind in kinds()}
        levels: dict[str, dict[int, Tally]] = {}
        for kind, opponent, tally in await self._store.tallies(account_id):
            counted = Tally(tally.played) if kind in unwinnable else tally
            tallies[kind] = tallies.get(kind, Tally()) + counted
            if (level := level_of(opponent)) is not None:
                of_kind = levels.setdefault(kind, {})
                of_kind[level] = of_kind.get(level, Tally()) + counted
        return {kind: GameStatistics(tally, levels.get(kind, {})) for kind, tally in tallies.items()}

    async def games_of(self, account_id: str) -> int:
        """How many games an account has played in all."""
        return sum(known.tally.played for known in (await self.statistics(account_id)).values())

    async def ratings(self, account_id: str) -> Mapping[str, RatingRow]:
        """The latest ratings of an account by class, as uncertain as they are by now."""
        now = self._now()
        return {row.rating_class: row.as_of(now) for row in await self._store.latest_ratings(account_id) if row.games}

    async def rating_history(self, account_id: str, rating_class: str) -> Sequence[RatingPoint]:
        """How the rating of an account in a class went, in order; of very many rows the latest."""
        return await self._store.rating_points(account_id, rating_class, MOST_POINTS)

    async def games(
        self, account_id: str, wanted: GamesFilter, after: GamesCursor | None = None, limit: int = 50
    ) -> GamesPage:
        """Finished games of an account, the latest first. ValueError refuses too many at once."""
        return await self._store.games(account_id, wanted, after, limit)

    async def export(self, account_id: str) -> Mapping[str, object]:
        """What is known of an account's games and ratings, as plain values for JSON."""
        statistics = await self.statistics(account_id)
        ratings = await self._store.latest_ratings(account_id)
        games: list[object] = []
        after: GamesCursor | None = None
        while True:
            page = await self._store.games(account_id, GamesFilter(), after, MOST_GAMES_LISTED)
            games += [_plain_game(game) for game in page.games]
            after = page.after
            if after is None:
                break
        return {
            "games": games,
            "statistics": {kind: _plain(known) for kind, known in statistics.items() if known.tally.played},
            "ratings": {
                row.rating_class: [_plain_rating(each) for each in await self._history(row)] for row in ratings
            },
        }

    async def _history(self, row: RatingRow) -> Sequence[RatingRow]:
        return await self._store.rating_rows(row.account_id, row.rating_class)

    # --- administration

    async def annul(self, match_id: str, actor: Account | None, reason: str) -> Result:
        """Take a result back: it counts for nothing any more, and ratings are what the other games make of them.

        `match_id` may be the id for watching. `actor` is who does it: an administrator, or a moderator who has not
        played the game; None is the host, who may do all. Both players are told. Raises NO_SUCH_RESULT,
        ALREADY_ANNULLED, BAD_FIELD for a reason that is empty or too long, NOT_ALLOWED and SECOND_FACTOR_NEEDED.
        """
        insist_on_moderator(actor)
        reason = printable(reason[: 5 * LONGEST_REASON]).strip()
        if not 0 < len(reason) <= LONGEST_REASON:
            raise PeopleError(PeopleCode.BAD_FIELD, "annul.reason", most=LONGEST_REASON)
        for _ in range(_MOST_ATTEMPTS):
            result = await self._store.result(match_id) or await self._store.result_watched(match_id)
            if result is None:
                raise PeopleError(PeopleCode.NO_SUCH_RESULT)
            if actor is not None and not actor.is_admin and actor.account_id in result.accounts:
                raise PeopleError(PeopleCode.NOT_ALLOWED)
            if result.is_annulled:
                raise PeopleError(PeopleCode.ALREADY_ANNULLED)
            try:
                await self._annul(result, id_of(actor), reason)
            except Conflict:
                continue
            return result
        raise Unavailable("other games of the same players keep ending")

    async def _annul(self, result: Result, actor: str, reason: str) -> None:
        now = self._now()
        rows = []
        for account in result.accounts if result.rating_class is not None else ():
            assert result.rating_class is not None, "it is rated"
            known = await self._store.rating_rows(account, result.rating_class)
            annulled = await self._store.annulled_among(account, result.rating_class)
            rows.append(row_without(known, annulled | {result.match_id}, result.match_id, now))
        details = {"match_id": result.watch_id, "reason": reason}
        note = NoteInAudit(now, actor, AuditAction.RESULT_ANNULLED, None, details)
        told, path = {"reason": reason}, f"/review/{result.watch_id}"
        notices = [NewNotice(one, now, NoticeKey.RESULT_ANNULLED, told, path) for one in result.accounts]
        await self._store.annul(Annulment(result.match_id, now, actor, reason), rows, note, notices)

    async def recompute(
        self, *, read_game: ReadGame | None = None, repairs: bool = False, on_progress: OnProgress | None = None
    ) -> Recomputed:
        """Work all ratings out again from results in their order, and compare them with those that are stored.

        With `read_game` every rated result is compared with the log of its game, which weighs more. Where it `repairs`,
        ratings that are not as they should be are corrected by added rows. `on_progress` hears how many of how many.
        """
        return await recompute(self._store, self._now, read_game, on_progress, repairs=repairs)


def _plain_game(game: FinishedGame) -> dict[str, object]:
    """A game without what belongs to others: their accounts are told by name."""
    left_out = ("match_id", "first_account", "second_account", "level_rating", "level_deviation")
    told = {name: value for name, value in game.result.values().items() if name not in left_out}
    names = {"first_name": game.first_name, "second_name": game.second_name}
    return {**told, **names, "is_first": game.is_first, "is_annulled": game.result.is_annulled}


def _plain_rating(row: RatingRow) -> dict[str, object]:
    left_out = ("account_id", "match_id", "opponent")
    return {name: value for name, value in row.values().items() if name not in left_out}


def _plain(known: GameStatistics) -> dict[str, object]:
    levels = {str(level): _plain_tally(tally) for level, tally in sorted(known.levels.items())}
    return {**_plain_tally(known.tally), "levels": levels}


def _plain_tally(tally: Tally) -> dict[str, int]:
    return {"played": tally.played, "won": tally.won, "lost": tally.lost, "drawn": tally.drawn}
