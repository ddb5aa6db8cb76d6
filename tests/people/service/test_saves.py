"""Saves of one's own: who sees and changes which, what a name may hide, what is too much, who may go on."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tengen.core import Conflict, ErrorCode, GameError
from tengen.people import (
    MOST_OCTETS_OF_SAVES,
    MOST_SAVE_OCTETS,
    MOST_SAVES,
    DropSaves,
    PeopleCode,
    PeopleError,
    Save,
    SavedSeat,
)
from tengen.people.service import Administration
from tests.people.service.saved_games import ANN, BEN, CY, GUEST, game, save_room


async def refused(work: Any) -> PeopleCode:
    with pytest.raises(PeopleError) as caught:
        await work
    return caught.value.code


# --- list, create, rename, delete ------------------------------------------------------------------


async def test_a_game_is_saved_under_a_name_and_listed(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        saves = room.saves
        one = await saves.create(ANN, " Sunday ", game())
        two = await saves.create(ANN, "第二局", game(second=None))
        assert (one.name, one.kind, one.size, one.moves, one.created_at) == ("Sunday", "go", 5, 3, one.changed_at)
        assert await saves.list([ANN]) == [two, one]
        assert (await saves.read(one.save_id, [ANN])).content == b'{"a": 1}'
        assert await saves.list([BEN]) == []
    async with save_room(tmp_path) as room:
        assert await room.saves.list([ANN]) == [two, one]


async def test_both_people_at_a_screen_see_their_saves(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        saves = room.saves
        one, two = await saves.create(ANN, "Sunday", game()), await saves.create(BEN, "Sunday", game())
        assert await saves.list([ANN, BEN]) == [two, one]
        assert await saves.find("SUNDAY", [BEN, ANN]) == two
        assert await saves.find("SUNDAY", [ANN, BEN]) == one
        assert await saves.find("Monday", [ANN, BEN]) is None


async def test_a_name_that_is_taken_is_overwritten_only_if_that_is_said(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        saves = room.saves
        one = await saves.create(ANN, "Sunday", game())
        for name in ("Sunday", "SUNDAY", "ｓｕｎｄａｙ", " sunday "):
            assert await refused(saves.create(ANN, name, game(content=b"{}"))) is PeopleCode.SAVE_EXISTS
            assert await refused(saves.check_room(ANN, name)) is PeopleCode.SAVE_EXISTS
        assert (await saves.read(one.save_id, [ANN])).content == b'{"a": 1}'
        await saves.check_room(ANN, "SUNDAY", overwrite=True)
        again = await saves.create(ANN, "SUNDAY", game(second=None, content=b"{}"), overwrite=True)
        assert (again.save_id, again.created_at, again.name) == (one.save_id, one.created_at, "SUNDAY")
        assert again.changed_at > one.changed_at
        assert await saves.list([ANN]) == [again]
        assert (await saves.read(one.save_id, [ANN])).content == b"{}"
        await saves.create(ANN, "Monday", game(), overwrite=True)
        assert len(await saves.list([ANN])) == 2


async def test_a_save_is_renamed_to_a_name_that_is_free(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        saves = room.saves
        one, two = await saves.create(ANN, "one", game()), await saves.create(ANN, "two", game())
        assert await refused(saves.rename(one.save_id, "TWO", [ANN])) is PeopleCode.SAVE_EXISTS
        assert await refused(saves.rename(one.save_id, "\n", [ANN])) is PeopleCode.BAD_NAME
        assert [save.name for save in await saves.list([ANN])] == ["two", "one"]
        assert (await saves.rename(one.save_id, "ONE", [ANN])).name == "ONE"
        renamed = await saves.rename(one.save_id, "three", [ANN])
        assert await saves.list([ANN]) == [renamed, two]
        await saves.create(ANN, "one", game())


async def test_a_save_is_deleted(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        saves = room.saves
        one = await saves.create(ANN, "one", game())
        assert await saves.delete(one.save_id, [ANN]) == one
        assert await saves.list([ANN]) == []
        assert await refused(saves.delete(one.save_id, [ANN])) is PeopleCode.NO_SUCH_SAVE
        assert await room.store.content(one.save_id) is None


DEEDS = {
    "rename": lambda room, save_id, present: room.saves.rename(save_id, "mine", present),
    "delete": lambda room, save_id, present: room.saves.delete(save_id, present),
    "read": lambda room, save_id, present: room.saves.read(save_id, present),
    "open": lambda room, save_id, present: room.saves.open(save_id, present),
}


@pytest.mark.parametrize("deed", DEEDS)
async def test_the_saves_of_others_are_not_there(tmp_path: Path, deed: str) -> None:
    async with save_room(tmp_path) as room:
        save = await room.saves.create(ANN, "one", game(second=None))
        for present in ([BEN], [BEN, CY]):
            assert await refused(DEEDS[deed](room, save.save_id, present)) is PeopleCode.NO_SUCH_SAVE
        assert await refused(DEEDS[deed](room, save.save_id, [])) is PeopleCode.NOT_LOGGED_IN
        assert await refused(DEEDS[deed](room, "nonsense", [ANN])) is PeopleCode.NO_SUCH_SAVE
        assert await room.saves.list([ANN]) == [save]
        await DEEDS[deed](room, save.save_id, [BEN, ANN])


async def test_whoever_is_not_logged_in_has_no_saves(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        assert await refused(room.saves.list([])) is PeopleCode.NOT_LOGGED_IN
        assert await refused(room.saves.find("x", [])) is PeopleCode.NOT_LOGGED_IN


# --- going on ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "present", "is_allowed"),
    [
        (ANN, BEN, [ANN, BEN], True),
        (ANN, BEN, [BEN, ANN], False),
        (ANN, BEN, [ANN], False),
        (ANN, BEN, [ANN, CY], False),
        (BEN, ANN, [BEN, ANN], True),
        (BEN, ANN, [ANN, BEN], False),
        (ANN, None, [ANN], True),
        (None, ANN, [ANN], True),
        (None, ANN, [BEN, ANN], True),
        (BEN, None, [ANN], False),
        (None, None, [ANN], True),
    ],
)
async def test_those_who_had_the_seats_go_on(
    tmp_path: Path, first: str | None, second: str | None, present: list[str], is_allowed: bool
) -> None:
    async with save_room(tmp_path) as room:
        save = await room.saves.create(ANN, "one", game(first, second))
        if is_allowed:
            assert (await room.saves.open(save.save_id, present)).save == save
        else:
            assert await refused(room.saves.open(save.save_id, present)) is PeopleCode.WRONG_PLAYERS
        assert (await room.saves.read(save.save_id, present)).content == b'{"a": 1}'


async def test_only_accounts_that_can_log_in_are_named(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        assert await room.saves.registered(ANN) == ANN
        for other in (GUEST, "nonsense", None):
            assert await room.saves.registered(other) is None
        await room.scene.administration.delete(None, "Ben")
        assert await room.saves.registered(BEN) is None


# --- too much --------------------------------------------------------------------------------------


async def test_a_file_may_have_a_megabyte_and_no_more(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        await room.saves.create(ANN, "full", game(content=b"x" * MOST_SAVE_OCTETS))
        for overwrite in (False, True):
            with pytest.raises(GameError) as caught:
                await room.saves.create(ANN, "more", game(content=b"x" * (MOST_SAVE_OCTETS + 1)), overwrite=overwrite)
            assert caught.value.code is ErrorCode.TOO_LARGE
        assert len(await room.saves.list([ANN])) == 1


async def test_an_account_may_have_two_hundred_saves(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        saves = room.saves
        await asyncio.gather(*(saves.create(ANN, f"game {number}", game()) for number in range(MOST_SAVES - 1)))
        await saves.check_room(ANN, "one more")
        both = [saves.create(ANN, name, game()) for name in ("one more", "and one more")]
        results = await asyncio.gather(*both, return_exceptions=True)
        assert [isinstance(result, Save) for result in results].count(True) == 1
        assert await refused(saves.create(ANN, "yet another", game())) is PeopleCode.TOO_MANY
        assert await refused(saves.check_room(ANN, "yet another")) is PeopleCode.TOO_MANY
        await saves.create(ANN, "game 7", game(), overwrite=True)
        await saves.create(BEN, "one more", game())
        listed = await saves.list([ANN])
        assert len(listed) == MOST_SAVES
        await saves.delete(listed[0].save_id, [ANN])
        await saves.create(ANN, "yet another", game())


async def test_the_files_of_an_account_have_a_limit_together(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        saves, whole = room.saves, b"x" * MOST_SAVE_OCTETS
        for number in range(MOST_OCTETS_OF_SAVES // MOST_SAVE_OCTETS):
            await saves.create(ANN, f"game {number}", game(content=whole))
        assert await refused(saves.create(ANN, "more", game(content=b"x"))) is PeopleCode.TOO_MANY
        await saves.create(ANN, "game 0", game(content=b"x"), overwrite=True)
        await saves.create(ANN, "more", game(content=b"x"))
        assert await refused(saves.create(ANN, "more", game(content=whole), overwrite=True)) is PeopleCode.TOO_MANY


async def test_one_name_is_saved_once_however_many_try(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        tries = [room.saves.create(ANN, "one", game()) for _ in range(8)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        saved = [result for result in results if isinstance(result, Save)]
        others = [result for result in results if not isinstance(result, Save)]
        assert len(saved) == 1
        assert all(isinstance(other, PeopleError) and other.code is PeopleCode.SAVE_EXISTS for other in others)
        assert await room.saves.list([ANN]) == saved


async def test_whoever_overwrites_at_once_leaves_one_whole_game(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        tries = [room.saves.create(ANN, "one", game(content=b"%d" % number), overwrite=True) for number in range(8)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert all(isinstance(result, Save | Conflict) for result in results)
        (save,) = await room.saves.list([ANN])
        assert (await room.saves.read(save.save_id, [ANN])).content in [b"%d" % number for number in range(8)]


# --- one's own data --------------------------------------------------------------------------------


async def test_the_export_of_ones_data_has_all_saves_with_their_files(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        one = await room.saves.create(ANN, "one", game())
        await room.saves.create(BEN, "not Ann's", game())
        exported = await room.saves.export(ANN)
        times = {"created": one.created_at, "changed": one.changed_at}
        assert exported == {"saves": [{"name": "one", "players": ["Ann", "Ben"], **times, "file": {"a": 1}}]}
        assert await room.saves.export(CY) == {"saves": []}


async def test_with_an_account_go_its_saves_and_its_name_from_those_of_others(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        await room.saves.create(ANN, "Ann's", game())
        bens = await room.saves.create(BEN, "Ben's", game(swapped=True))
        cys = await room.saves.create(CY, "Cy's", game(CY, ANN))
        await room.scene.store.commit(DropSaves(ANN))
        assert await room.saves.list([ANN]) == []
        assert await room.saves.list([BEN, CY]) == [
            replace(cys, second=SavedSeat(ANN, "")),
            replace(bens, first=SavedSeat(ANN, "")),
        ]
        assert (await room.saves.read(bens.save_id, [BEN])).content
        assert await refused(room.saves.open(bens.save_id, [BEN])) is PeopleCode.WRONG_PLAYERS


async def test_an_administrator_deletes_them(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        await room.saves.create(ANN, "Ann's", game())
        await room.scene.administration.delete(None, "Ann")
        assert await room.store.saves_of([ANN]) == []


async def test_they_are_part_of_what_is_exported_of_an_account(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        await room.saves.create(ANN, "Ann's", game())
        scene = room.scene
        administration = Administration(scene.store, scene.hasher, scene.clock, exporters=[room.saves.export])
        exported = await administration.export(None, "Ann")
        assert [save["name"] for save in exported["saves"]] == ["Ann's"]  # type: ignore[attr-defined]  # plain values
