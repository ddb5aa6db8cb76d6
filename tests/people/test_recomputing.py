"""Ratings are what results make of them: worked out again they are the same, and what is not is found and mended."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tengen.core import BLACK, WHITE
from tengen.match import Seat
from tengen.people import DAY_MS, Rating, RatingCause
from tengen.server.results import reading_ends
from tests.people.club import Club, open_club

NAMES = ("Ann", "Ben", "Cleo", "Dan")


async def season(club: Club, games: int, seed: int = 1) -> list[str]:
    """Games among all of them, on several days, some of which are not rated."""
    chance = random.Random(seed)
    ids = []
    for _ in range(games):
        first, second = chance.sample(NAMES, 2)
        winner = chance.choice((BLACK, WHITE, None))
        ids.append(await club.play(first, second, winner, rated=chance.random() < 0.9))
        club.time.turn_ms(chance.choice((0, 0, DAY_MS // 3, 3 * DAY_MS)))
    return ids


async def test_recomputing_gives_the_numbers_that_are_stored(tmp_path: Path) -> None:
    async with open_club(tmp_path, *NAMES) as club:
        await season(club, 40)
        for _ in range(5):
            await club.play("Ann", "Ben")
        heard: list[tuple[int, int]] = []
        found = await club.results.recompute(
            read_game=reading_ends(club.service.matches.log), on_progress=lambda *done: heard.append(done)
        )
        assert found.differences == []
        assert found.other_logs == []
        assert found.without_log == 0
        assert found.results > 30
        assert found.ratings == len(NAMES)
        assert heard[-1] == (found.results, found.results)


async def test_recomputing_follows_annulments_in_their_order(tmp_path: Path) -> None:
    async with open_club(tmp_path, *NAMES) as club:
        ids = await season(club, 15)
        rated = [match_id for match_id in ids if (await club.result(match_id)).is_rated]
        await club.results.annul(rated[3], None, "because")
        await season(club, 5, seed=2)
        await club.results.annul(rated[7], None, "because")
        await club.results.annul(rated[2], None, "because")
        await club.play("Ann", "Ben")
        found = await club.results.recompute(read_game=reading_ends(club.service.matches.log))
        assert found.differences == []


async def test_with_levels_the_rating_that_was_used_is_used_again(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann") as club:
        match_id = await club.begin("Ann", Seat("level:5", player="level:5"), kind="othello")
        await club.go_on(match_id, "d3 c3 b3 b2 b1 a1 c4 c1 c2 d2")
        await club.end(match_id, WHITE)
        assert (await club.results.recompute()).differences == []


async def test_a_rating_that_is_not_what_it_should_be_is_found_and_mended_by_a_row(tmp_path: Path) -> None:
    async with open_club(tmp_path, *NAMES) as club:
        await season(club, 12)
        right = (await club.history("Ann"))[-1]
        with club.database.engine.begin() as connection:
            change = "UPDATE ratings SET rating = 2900 WHERE account_id = 'ann' AND number = ?"
            connection.exec_driver_sql(change, (right.number,))
        found = await club.results.recompute()
        (difference,) = found.differences
        assert (difference.account_id, difference.rating_class) == ("ann", "GOMOKU")
        assert difference.computed is not None
        assert difference.computed.rating == right.rating
        assert len(await club.history("Ann")) == right.number, "who only looks changes nothing"
        await club.results.recompute(repairs=True)
        mended = (await club.history("Ann"))[-1]
        assert (mended.number, mended.cause) == (right.number + 1, RatingCause.RECOMPUTED)
        assert (mended.rating, mended.games, mended.at) == (right.rating, right.games, right.at)
        assert (await club.results.recompute()).differences == []
        (row,) = await club.people.audit_rows()
        assert b'"ratings_recomputed"' in row.body
        await club.play("Ann", "Ben")
        assert (await club.results.recompute()).differences == []


async def test_a_result_that_its_log_does_not_bear_out_is_named_and_the_log_weighs_more(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        match_id = await club.play("Ann", "Ben", BLACK)
        won = (await club.history("Ann"))[-1].rating
        with club.database.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE results SET winner = 'second'")
        assert len((await club.results.recompute()).differences) == 2
        found = await club.results.recompute(read_game=reading_ends(club.service.matches.log))
        assert (found.other_logs, found.differences) == ([match_id], [])
        assert won.rating > 1500


async def test_ratings_without_a_result_are_a_newcomers(tmp_path: Path) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        await club.play("Ann", "Ben")
        with club.database.engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM results")
        found = await club.results.recompute(repairs=True)
        assert [difference.computed for difference in found.differences] == [None, None]
        mended = (await club.history("Ann"))[-1]
        assert (mended.rating, mended.games) == (Rating(), 0)
        assert await club.results.ratings("ann") == {}


@pytest.mark.parametrize("gone", ["events", "nothing"])
async def test_a_log_that_is_gone_leaves_the_result_to_count(tmp_path: Path, gone: str) -> None:
    async with open_club(tmp_path, "Ann", "Ben") as club:
        await club.play("Ann", "Ben")
        if gone == "events":
            with club.database.engine.begin() as connection:
                connection.exec_driver_sql("DELETE FROM events")
        found = await club.results.recompute(read_game=reading_ends(club.service.matches.log))
        assert (found.without_log, found.differences) == (int(gone == "events"), [])
