"""Games at this screen count in the statistics of accounts exactly as on a server: the first end, and once."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from tests.clients.play.scripts import place
from tests.clients.sitting.people_here import ANN, BEN, begun, both_here, folder_at, people_at

from tengen.clients.play import Game
from tengen.clients.sitting.people import People
from tengen.clients.sitting.said import HasWords
from tengen.core import BLACK, Choose, Resign
from tengen.formats.save import loads
from tengen.match import RequestKind
from tengen.people import GamesFilter, LevelRatings, Tally, Winner, name_key
from tengen.people.service import ResultsService
from tengen.storage import SqlPeopleStore, SqlResultStore

FIVE = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"]
"""Black has five in a row."""


async def statistics(path: Path, name: str, kind: str = "gomoku") -> tuple[Tally, dict[int, Tally]]:
    """What an account has played of a kind, and against which levels."""
    async with folder_at(path).opened() as database:
        people = SqlPeopleStore(database)
        account = await people.account_named(name_key(name))
        assert account is not None
        results = ResultsService(SqlResultStore(database), people, LevelRatings.of_package(), lambda: 0)
        found = (await results.statistics(account.account_id))[kind]
        return found.tally, dict(found.levels)


async def won_by_black(people: People, **options: object) -> Game:
    """A game that Black has won."""
    game = await begun(people, **options)
    await place(game, *FIVE)
    assert game.view.is_over
    return game


async def test_a_game_between_accounts_counts_for_both(tmp_path: Path) -> None:
    async with people_at(tmp_path) as people:
        await both_here(people)
        await won_by_black(people)
    assert (await statistics(tmp_path, "Ann"))[0] == Tally(1, won=1)
    assert (await statistics(tmp_path, "Ben"))[0] == Tally(1, lost=1)


async def test_the_result_says_what_a_server_would_have_written(tmp_path: Path) -> None:
    before = time.time_ns() // 1_000_000
    async with people_at(tmp_path) as people:
        await both_here(people)
        ann = people.present[0].account_id or ""
        await won_by_black(people)
    after = time.time_ns() // 1_000_000
    async with folder_at(tmp_path).opened() as database:
        (game,) = (await SqlResultStore(database).games(ann, GamesFilter())).games
    result = game.result
    assert (result.kind, result.size, result.winner, result.reason) == ("gomoku", 15, Winner.FIRST, "line")
    assert (result.moves, result.rating_class, result.first_name, result.second_name) == (9, None, "", "")
    assert (game.first_name, game.second_name) == ("Ann", "Ben")
    assert before - 1 <= result.begun_at <= result.ended_at <= after + 1
    assert result.watch_id != result.match_id


async def test_only_the_first_end_counts(tmp_path: Path) -> None:
    async with people_at(tmp_path) as people:
        await both_here(people)
        game = await won_by_black(people)
        await game.ask(RequestKind.TAKEBACK)
        await game.act(Resign(BLACK))
        await game.ask(RequestKind.RESTART)
        await place(game, *FIVE)
        assert game.view.is_over
    assert (await statistics(tmp_path, "Ann"))[0] == Tally(1, won=1)


async def test_every_new_game_counts_also_of_another_window(tmp_path: Path) -> None:
    async with people_at(tmp_path) as people:
        await both_here(people)
        await won_by_black(people)
        await won_by_black(people, black="Ben", white="Ann")
    async with people_at(tmp_path) as people:
        await people.log_in(*BEN)
        await people.log_in(*ANN)
        await won_by_black(people)
    assert (await statistics(tmp_path, "Ann"))[0] == Tally(3, won=2, lost=1)


async def test_a_game_against_a_level_counts_with_the_level(tmp_path: Path) -> None:
    async with people_at(tmp_path) as people:
        await both_here(people)
        game = await begun(people, white=None, players=("human", "level:1"))
        await game.act(Resign(BLACK))
    tally, levels = await statistics(tmp_path, "Ann")
    assert (tally, levels) == (Tally(1, lost=1), {1: Tally(1, lost=1)})


async def test_beside_a_guest_and_for_guests_nothing_counts(tmp_path: Path) -> None:
    async with people_at(tmp_path) as people:
        await both_here(people)
        await won_by_black(people, white=None)
        await won_by_black(people, black=None, white=None)
    assert (await statistics(tmp_path, "Ann"))[0] == Tally()


async def test_a_loaded_game_does_not_count(tmp_path: Path) -> None:
    async with people_at(tmp_path) as people:
        await both_here(people)
        game = await begun(people)
        await place(game, *FIVE[:-1])
        again = await people.go_on(loads((await people.file_of(game)).decode()))
        await place(again, FIVE[-1])
        assert again.view.is_over
    assert (await statistics(tmp_path, "Ann"))[0] == Tally()


async def test_whoever_exchanged_colours_in_the_opening_has_won_with_the_new_one(tmp_path: Path) -> None:
    async with people_at(tmp_path) as people:
        await both_here(people)
        game = await begun(people, rules={"opening": "swap"})
        await place(game, "h8", "h9", "i9")
        choice = next(choice for choice in game.view.choices if "black" in choice)
        await game.act(Choose(game.view.asked or BLACK, choice))
        assert game.view.seats[BLACK].name == "Ben"
        await game.act(Resign(BLACK))
    assert (await statistics(tmp_path, "Ann"))[0] == Tally(1, won=1)
    assert (await statistics(tmp_path, "Ben"))[0] == Tally(1, lost=1)


async def test_who_has_logged_out_meanwhile_is_counted_all_the_same(tmp_path: Path) -> None:
    async with people_at(tmp_path) as people:
        await both_here(people)
        game = await begun(people)
        await people.log_out()
        await place(game, *FIVE)
    assert (await statistics(tmp_path, "Ben"))[0] == Tally(1, lost=1)


async def test_a_result_that_cannot_be_kept_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[HasWords] = []
    async with people_at(tmp_path, told.append) as people:
        await both_here(people)

        def broken(*_: object) -> None:
            raise OSError("the disk is gone")

        monkeypatch.setattr(SqlResultStore, "circumstances", broken)
        game = await won_by_black(people)
        await asyncio.sleep(0.05)
        await game.ask(RequestKind.RESTART)
        assert not game.view.is_over
    assert [line.text("en") for line in told] == ["The data folder cannot be used: the disk is gone"]
