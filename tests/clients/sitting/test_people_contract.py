"""The rules of the port `People`, whatever keeps the accounts: who is here, whose games and saves are whose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TypeAlias

import pytest
from tests.clients.online.visitors import people_on
from tests.clients.play.scripts import place
from tests.clients.sitting.people_here import ANN, BEN, begun, both_here, people_at
from tests.server.process import ServerProcess

from tengen.clients.sitting.people import People, SaveEntry
from tengen.core import BLACK, WHITE, ErrorCode, GameError
from tengen.formats.save import loads
from tengen.match import RequestKind
from tengen.people import PeopleCode, PeopleError

Screen: TypeAlias = Callable[[], AbstractAsyncContextManager[People]]


@pytest.fixture(params=["folder", pytest.param("server", marks=pytest.mark.long)])
def screen(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Screen]:
    """A screen at which people sit, each time it is used without anybody; accounts stay."""
    if request.param == "folder":
        yield lambda: people_at(tmp_path / "data")
        return
    server = ServerProcess(tmp_path / "data").start()
    yield lambda: people_on(server)
    server.stop()


async def test_who_registers_is_here_and_the_order_of_coming_stays(screen: Screen) -> None:
    async with screen() as people:
        assert people.can_log_in
        assert not people.present
        await both_here(people)
        assert [person.name for person in people.present] == ["Ann", "Ben"]
    async with screen() as people:
        await people.log_in(*BEN)
        await people.log_in(*ANN)
        assert [person.name for person in people.present] == ["Ben", "Ann"]


async def test_one_of_two_may_leave(screen: Screen) -> None:
    async with screen() as people:
        await both_here(people)
        await people.log_out(people.present[0])
        assert [person.name for person in people.present] == ["Ben"]
        await people.log_out()
        assert people.present == ()


async def test_whatever_is_refused_changes_nothing(screen: Screen) -> None:
    async with screen() as people:
        await people.register(*ANN)
        for work in (
            people.register(*ANN),
            people.log_in("Ann", "another password"),
            people.log_in("Nobody", "correct horse battery"),
            people.log_in(*ANN),
            people.register("Ben", "1"),
        ):
            with pytest.raises(PeopleError) as refused:
                await work
            assert refused.value.text("zh")
            assert [person.name for person in people.present] == ["Ann"]


async def test_a_third_person_takes_the_second_place(screen: Screen) -> None:
    async with screen() as people:
        await both_here(people)
        await people.register("Cat", "a third long password")
        assert [person.name for person in people.present] == ["Ann", "Cat"]


async def test_people_play_under_their_names(screen: Screen) -> None:
    async with screen() as people:
        await both_here(people)
        view = (await begun(people, black="Ben", white="Ann")).view
        assert (view.seats[BLACK].name, view.seats[WHITE].name) == ("Ben", "Ann")
        assert set(view.yours) == {BLACK, WHITE}


async def test_a_save_comes_back_with_its_moves_and_players(screen: Screen) -> None:
    async with screen() as people:
        await both_here(people)
        game = await begun(people)
        await place(game, "h8", "h9")
        kept = await people.save(game, "the evening", overwrite=False)
        assert (kept.name, kept.kind, kept.size, kept.moves) == ("the evening", "gomoku", 15, 2)
        assert (kept.names[BLACK], kept.names[WHITE]) == ("Ann", "Ben")
        assert await people.saves() == (kept,)
    async with screen() as people:
        await people.log_in(*ANN)
        await people.log_in(*BEN)
        (kept,) = await people.saves()
        again = await people.open(kept)
        assert [again.view.spec.name(again.view.last_move or game.view.spec.parse("a1"))] == ["H9"]
        assert (again.view.seats[BLACK].name, again.view.seats[WHITE].name) == ("Ann", "Ben")
        await place(again, "h10")


async def test_a_name_that_is_taken_is_replaced_only_on_purpose(screen: Screen) -> None:
    async with screen() as people:
        await both_here(people)
        game = await begun(people)
        await people.save(game, "one", overwrite=False)
        await place(game, "h8")
        with pytest.raises(PeopleError) as refused:
            await people.save(game, "One ", overwrite=False)
        assert refused.value.code is PeopleCode.SAVE_EXISTS
        assert (await people.save(game, "one", overwrite=True)).moves == 1
        assert len(await people.saves()) == 1


async def test_a_save_can_be_renamed_and_deleted(screen: Screen) -> None:
    async with screen() as people:
        await both_here(people)
        kept = await people.save(await begun(people), "one", overwrite=False)
        renamed = await people.rename(kept, "two")
        assert [save.name for save in await people.saves()] == [renamed.name] == ["two"]
        await people.delete(renamed)
        assert await people.saves() == ()
        with pytest.raises(PeopleError) as refused:
            await people.open(renamed)
        assert refused.value.code is PeopleCode.NO_SUCH_SAVE


@pytest.mark.parametrize("who", [(ANN,), (BEN, ANN)])
async def test_only_the_pair_of_a_save_goes_on_with_it(screen: Screen, who: tuple[tuple[str, str], ...]) -> None:
    async with screen() as people:
        await both_here(people)
        await people.save(await begun(people), "ours", overwrite=False)
    async with screen() as people:
        for person in who:
            await people.log_in(*person)
        (kept,) = await people.saves()
        with pytest.raises(PeopleError) as refused:
            await people.open(kept)
        assert refused.value.code is PeopleCode.WRONG_PLAYERS


async def test_a_file_names_its_accounts_and_only_they_go_on_with_it(screen: Screen) -> None:
    async with screen() as people:
        await both_here(people)
        game = await begun(people)
        await place(game, "h8")
        record = loads((await people.file_of(game)).decode())
        assert record.seal is not None
        assert (await people.go_on(record)).view.moves == game.view.moves
        await people.log_out()
        with pytest.raises(PeopleError) as refused:
            await people.go_on(record)
        assert refused.value.code is PeopleCode.WRONG_PLAYERS
        assert refused.value.text("en") == "The game file does not match the current user."


async def test_a_rematch_belongs_to_the_same_two_with_colours_exchanged(screen: Screen) -> None:
    async with screen() as people:
        await both_here(people)
        game = await begun(people)
        with pytest.raises(GameError) as refused:
            await people.next_of(game)
        assert refused.value.code is ErrorCode.NO_SUCH_GAME
        await place(game, *["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"])
        await game.ask(RequestKind.REMATCH)
        following = await people.next_of(game)
        assert (following.view.seats[BLACK].name, following.view.seats[WHITE].name) == ("Ben", "Ann")
        kept = await people.save(following, "next", overwrite=False)
        assert (kept.names[BLACK], kept.names[WHITE]) == ("Ben", "Ann")


async def test_saves_are_for_those_who_have_logged_in(screen: Screen) -> None:
    async with screen() as people:
        missing = SaveEntry("no", "no", "gomoku", 15, {}, {}, 0, b"", 0)
        for work in (people.saves(), people.open(missing), people.delete(missing), people.log_out()):
            with pytest.raises(PeopleError) as refused:
                await work
            assert refused.value.code is PeopleCode.NOT_LOGGED_IN
