"""Rated games through the service: result, ratings and end are one unit, and nothing is farmed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tengen.core import BLACK, WHITE, ClockKind, ErrorCode, GameError, Resign, TimeControl
from tengen.match import Seat
from tengen.match.service import Unavailable
from tengen.people import (
    ABORTS_A_DAY,
    DAY_MS,
    GamesFilter,
    GameTerms,
    LevelRatings,
    PeopleCode,
    PeopleError,
    Rating,
    RatingCause,
    Tally,
    WhyNot,
    aged,
    damped,
    rate,
)
from tests.people.club import ENOUGH, Club, open_club
from tests.people.finished_games import LEVELS

LEVEL = Seat("level:5", player="level:5")


async def current(club: Club, name: str, rating_class: str = "GOMOKU") -> Rating:
    """What somebody is rated at now."""
    return (await club.results.ratings(name.lower()))[rating_class].rating


# --- the numbers


async def test_a_rated_game_moves_both_ratings_by_the_formula(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        match_id = await club.play("Ann", "Ben", WHITE)
        assert await current(club, "Ann") == rate(Rating(), 1500, 350, 0)
        assert await current(club, "Ben") == rate(Rating(), 1500, 350, 1)
        result = await club.result(match_id)
        assert (result.rating_class, result.why_not) == ("GOMOKU", None)
        (row,) = await club.history("Ann")
        assert (row.number, row.games, row.match_id, row.opponent, row.score) == (1, 1, match_id, "ben", 0)


async def test_a_series_is_rated_game_by_game_with_what_the_other_was_before(tmp_path: Path) -> None:
    """The worked example: three games on three days, each from the ratings that the one before had left."""
    async with open_club(tmp_path, "Ann", "Ben") as club:
        ann, ben = Rating(), Rating()
        for score, winner in ((1.0, BLACK), (0.5, None), (0.0, WHITE)):
            await club.play("Ann", "Ben", winner)
            ann, ben = rate(ann, ben.rating, ben.deviation, score), rate(ben, ann.rating, ann.deviation, 1 - score)
            assert (await current(club, "Ann"), await current(club, "Ben")) == (ann, ben)
            club.time.turn_ms(DAY_MS)
            ann, ben = aged(ann, 1), aged(ben, 1)
            assert await current(club, "Ann") == ann, "it is shown as uncertain as it is by now"
        assert [row.games for row in await club.history("Ben")] == [1, 2, 3]


async def test_games_of_other_classes_move_other_ratings(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        await club.play("Ann", "Ben")
        for size in (9, 13, 19):
            match_id = await club.begin("Ann", "Ben", kind="go", size=size)
            await club.go_on(match_id, " ".join(f"{column}1 {column}3" for column in "abcdefghj"))
            await club.end(match_id)
        found = await club.results.ratings("ann")
        assert list(found) == ["GO-13", "GO-19", "GO-9", "GOMOKU"]
        assert {row.games for row in found.values()} == {1}


async def test_against_a_level_only_the_person_is_rated_and_the_result_keeps_what_the_level_was(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann") as club:
        rated = LEVELS.find("othello", 8, 5)
        assert rated is not None
        match_id = await club.begin("Ann", LEVEL, kind="othello")
        await club.go_on(match_id, "d3 c3 b3 b2 b1 a1 c4 c1 c2 d2")
        await club.end(match_id, WHITE)
        assert await current(club, "Ann", "OTHELLO") == rate(Rating(), rated.rating, rated.deviation, 0)
        result = await club.result(match_id)
        assert (result.level_rating, result.level_deviation) == (rated.rating, rated.deviation)
        assert await club.count() == (1, 1)


async def test_a_game_that_was_not_meant_to_be_rated_is_not(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        await club.play("Ann", "Ben", rated=False)
        assert await club.count() == (1, 0)
        assert await club.results.ratings("ann") == {}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"control": None}, WhyNot.NO_CLOCK),
        ({"kind": "go", "size": 9, "rules": {"handicap": 2}, "moves": ""}, WhyNot.NOT_EVEN),
        ({"kind": "peace", "moves": ""}, WhyNot.NO_CLASS),
        ({"moves": "a1 a2"}, WhyNot.TOO_SHORT),
    ],
)
async def test_why_a_game_is_not_rated_is_kept_with_its_result(
    tmp_path: Path, options: dict[str, object], expected: WhyNot
) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        match_id = await club.play("Ann", "Ben", **options)  # type: ignore[arg-type]  # options of a match
        assert (await club.result(match_id)).why_not is expected
        assert await club.count() == (1, 0)


async def test_a_guest_at_the_other_seat_makes_it_unrated(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann") as club:
        await club.add_guest("Guest")
        match_id = await club.play("Ann", "Guest")
        assert (await club.result(match_id)).why_not is WhyNot.NOT_ACCOUNTS


async def test_a_closed_account_still_loses_the_game_it_left(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        from tengen.people import ChangeAccount

        blitz = TimeControl(ClockKind.ABSOLUTE, main_ms=5_000)
        match_id = await club.begin("Ann", "Ben", control=blitz)
        await club.go_on(match_id, f"{ENOUGH} a9")
        ben = await club.people.account("ben")
        assert ben is not None
        await club.people.commit(ChangeAccount(replace(ben, password_hash=None, closed_at=7)))
        club.time.turn_ms(6_000)
        assert (await club.go_on(match_id, "c9")).is_over
        assert (await club.result(match_id)).rating_class == "GOMOKU"
        assert await club.count() == (1, 2)


# --- what may be asked before


async def test_whether_a_game_may_be_rated_is_known_before_it_begins(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        await club.add_guest("Guest")
        terms = GameTerms("gomoku", 15, "ann", "ben", clock_on=True)
        assert await club.results.why_not(terms) is None
        assert await club.results.why_not(replace(terms, second_owner="guest")) is WhyNot.NOT_ACCOUNTS
        assert await club.results.why_not(replace(terms, second_owner=None, is_waiting=True)) is None


# --- against farming


async def test_the_fourth_game_of_a_pair_within_a_day_counts_half(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben", "Cleo") as club:
        for _ in range(3):
            await club.play("Ann", "Ben")
        before, other = await current(club, "Ann"), await current(club, "Ben")
        await club.play("Ben", "Ann", WHITE)
        row = (await club.history("Ann"))[-1]
        assert row.is_damped
        assert row.rating == damped(before, rate(before, other.rating, other.deviation, 1), 4)
        await club.play("Ann", "Cleo")
        assert not (await club.history("Ann"))[-1].is_damped, "another opponent is another pair"
        club.time.turn_ms(DAY_MS)
        await club.play("Ann", "Ben")
        assert not (await club.history("Ann"))[-1].is_damped, "a day later it is forgotten"


async def test_a_friend_who_loses_all_day_gives_little(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        gains = []
        before = 1500.0
        for _ in range(12):
            await club.play("Ann", "Ben")
            gains.append((await current(club, "Ann")).rating - before)
            before += gains[-1]
        assert sum(gains[3:]) < gains[2] * 1.1
        assert gains[-1] < 0.5


async def test_games_given_up_early_are_not_rated_until_there_are_too_many(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben", "Cleo") as club:
        for _ in range(ABORTS_A_DAY):
            match_id = await club.play("Ann", "Ben", BLACK, moves="a1")
            assert (await club.result(match_id)).why_not is WhyNot.TOO_SHORT
        assert await club.count() == (ABORTS_A_DAY, 0)
        patient = await club.play("Cleo", "Ben", BLACK, moves="a1")
        assert (await club.result(patient)).rating_class == "GOMOKU", "he has given up too often, whoever plays him"
        assert (await current(club, "Ben")).rating < 1500 < (await current(club, "Cleo")).rating
        hers = await club.play("Ann", "Cleo", WHITE, moves="a1")
        assert (await club.result(hers)).why_not is WhyNot.TOO_SHORT, "she has not"
        club.time.turn_ms(DAY_MS)
        later = await club.play("Ann", "Ben", BLACK, moves="a1")
        assert (await club.result(later)).why_not is WhyNot.TOO_SHORT


async def test_unrated_games_may_be_given_up_as_often_as_one_likes(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        for _ in range(ABORTS_A_DAY + 2):
            await club.play("Ann", "Ben", moves="a1", rated=False)
        match_id = await club.play("Ann", "Ben", moves="a1")
        assert (await club.result(match_id)).why_not is WhyNot.TOO_SHORT


# --- one unit


async def test_many_games_of_one_player_may_end_at_the_same_moment(tmp_path: Path) -> None:
    """Each is worked out from the one before it: none is lost, and none is built on what another has replaced."""
    async with open_club(tmp_path, "Ann", *[f"Player {number}" for number in range(12)]) as club:
        ids = []
        for number in range(12):
            match_id = await club.begin("Ann", f"Player {number}")
            await club.go_on(match_id, ENOUGH)
            ids.append(match_id)
        await asyncio.gather(*[club.end(match_id) for match_id in ids])
        rows = await club.history("Ann")
        assert [row.number for row in rows] == list(range(1, 13))
        assert {row.match_id for row in rows} == set(ids)
        before = Rating()
        for row in rows:
            before = rate(before, 1500, 350, 1)
            assert row.rating == before
        assert await club.count() == (12, 24)


async def test_two_ends_of_one_game_at_once_count_one_result(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club, club.another_service(100) as other:
        for _ in range(5):
            match_id = await club.begin("Ann", "Ben")
            await club.go_on(match_id, ENOUGH)
            await other.matches.snapshot(match_id)
            ends = [
                service.matches.act(match_id, Resign(color), caller=owner)
                for service, color, owner in ((club.service, BLACK, "ann"), (other, WHITE, "ben"))
            ]
            outcomes = await asyncio.gather(*ends, return_exceptions=True)
            refused = [outcome for outcome in outcomes if isinstance(outcome, GameError)]
            assert [error.code for error in refused] == [ErrorCode.GAME_OVER]
            result, log = await club.result(match_id), await club.service.log(match_id)
            ended = [event for event in log if type(event).__name__ == "Ended"]
            assert len(ended) == 1
            assert (result.winner == "second") == (ended[0].outcome.winner is WHITE)  # type: ignore[union-attr]
        assert await club.count() == (5, 10)


async def test_an_end_that_cannot_be_stored_leaves_neither_result_nor_rating(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        match_id = await club.begin("Ann", "Ben")
        await club.go_on(match_id, ENOUGH)
        await _break_ratings(club)
        with pytest.raises(Unavailable):
            await club.end(match_id)
        assert (await club.count())[0] == 0
        assert not (await club.service.check(match_id)).is_over
        await _mend_ratings(club)
        await club.end(match_id)
        assert await club.count() == (1, 2)


async def _break_ratings(club: Club) -> None:
    """Have the database refuse every rating, as a fault of a disk would."""
    await _execute(
        club, "CREATE TRIGGER broken BEFORE INSERT ON ratings BEGIN SELECT RAISE(FAIL, 'the disk is broken'); END"
    )


async def _mend_ratings(club: Club) -> None:
    await _execute(club, "DROP TRIGGER broken")


async def _execute(club: Club, statement: str) -> None:
    with club.database.engine.begin() as connection:
        connection.exec_driver_sql(statement)


async def test_a_service_that_falls_over_ends_the_game_once(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        match_id = await club.begin("Ann", "Ben")
        await club.go_on(match_id, ENOUGH)
        ending = asyncio.ensure_future(club.end(match_id))
        await asyncio.sleep(0)
        ending.cancel()
        await asyncio.gather(ending, return_exceptions=True)
        await club.service.restart()
        match = await club.service.check(match_id)
        assert await club.count() == ((1, 2) if match.is_over else (0, 0))


# --- annulled


async def test_an_annulled_game_counts_for_nothing_any_more(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        boss = await club.add_administrator()
        first = await club.play("Ann", "Ben", BLACK)
        after_first = await current(club, "Ann"), await current(club, "Ben")
        second = await club.play("Ann", "Ben", WHITE)
        result = await club.results.annul(second, boss, "They sat side by side.")
        assert result.match_id == second
        assert (await current(club, "Ann"), await current(club, "Ben")) == after_first
        statistics = await club.results.statistics("ann")
        assert statistics["gomoku"].tally == Tally(1, won=1)
        games = {game.result.match_id: game.result for game in (await club.results.games("ann", GamesFilter())).games}
        assert (games[first].is_annulled, games[second].is_annulled) == (False, True)
        row = (await club.history("Ann"))[-1]
        assert (row.cause, row.match_id, row.games) == (RatingCause.ANNULLED, second, 1)


async def test_games_after_an_annulled_one_build_on_what_is_left(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben", "Cleo") as club:
        boss = await club.add_administrator()
        first = await club.play("Ann", "Ben", BLACK)
        await club.play("Ann", "Cleo", BLACK)
        cleo = await current(club, "Cleo")
        await club.results.annul(first, boss, "A friend's account.")
        assert await current(club, "Cleo") == cleo, "who is not concerned keeps the rating"
        before = await current(club, "Ann")
        await club.play("Ann", "Cleo", BLACK)
        assert await current(club, "Ann") == rate(before, cleo.rating, cleo.deviation, 1)
        assert (await club.results.ratings("ann"))["GOMOKU"].games == 2
        assert "GOMOKU" not in await club.results.ratings("ben"), "nobody is rated by no game"


async def test_an_annulment_is_in_the_audit_log(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        boss = await club.add_administrator()
        match_id = await club.play("Ann", "Ben")
        await club.results.annul(match_id, boss, "  A reason.\t")
        (row,) = await club.people.audit_rows()
        assert b'"result_annulled"' in row.body
        assert b'"boss"' in row.body
        assert b'"A reason."' in row.body
        assert match_id.encode() not in row.body, "its id lets people play; what is told is the one for watching"


async def test_only_who_keeps_order_annuls_and_an_administrator_with_a_second_factor(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        boss = await club.add_administrator()
        match_id = await club.play("Ann", "Ben")
        ann = await club.people.account("ann")
        careless = replace(boss, second_factor=None)
        for actor, code in ((ann, PeopleCode.NOT_ALLOWED), (careless, PeopleCode.SECOND_FACTOR_NEEDED)):
            with pytest.raises(PeopleError) as refused:
                await club.results.annul(match_id, actor, "because")
            assert refused.value.code is code
        for reason in ("", "  ", "x" * 201):
            with pytest.raises(PeopleError) as refused:
                await club.results.annul(match_id, boss, reason)
            assert refused.value.code is PeopleCode.BAD_FIELD
        watched = (await club.result(match_id)).watch_id
        with pytest.raises(PeopleError) as unknown:
            await club.results.annul("nothing", None, "because")
        assert unknown.value.code is PeopleCode.NO_SUCH_RESULT
        await club.results.annul(watched, None, "by the host")
        with pytest.raises(PeopleError) as again:
            await club.results.annul(match_id, boss, "because")
        assert again.value.code is PeopleCode.ALREADY_ANNULLED
        assert await club.count() == (1, 4)


async def test_an_annulment_waits_for_games_that_end_meanwhile(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        first = await club.play("Ann", "Ben")
        going = []
        for _ in range(3):
            match_id = await club.begin("Ann", "Ben")
            await club.go_on(match_id, ENOUGH)
            going.append(match_id)
        await asyncio.gather(club.results.annul(first, None, "because"), *[club.end(match_id) for match_id in going])
        rows = await club.history("Ann")
        assert [row.number for row in rows] == [1, 2, 3, 4, 5]
        assert rows[-1].games == 3
        assert (await club.results.recompute()).differences == []


# --- what a game counted for


async def test_what_a_game_counted_for_is_told(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        assert await club.results.counted("nothing") is None
        match_id = await club.play("Ann", "Ben")
        counted = await club.results.counted(match_id)
        assert counted is not None
        assert {row.account_id: before for row, before in counted.ratings} == {"ann": 1500, "ben": 1500}
        (game,) = (await club.results.games("ben", GamesFilter())).games
        assert game.rating_change == pytest.approx((await current(club, "Ben")).rating - 1500)


async def test_without_rated_levels_nobody_is_rated_against_one(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", levels=LevelRatings("nothing is rated")) as club:
        match_id = await club.play("Ann", Seat("level:5", player="level:5"), WHITE, kind="othello", moves="")
        assert (await club.result(match_id)).why_not is WhyNot.NO_LEVEL
