"""Saves of two accounts at one screen, with the server's own parts and without HTTP: seats, order, colours."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tengen.core import BLACK, COLORS, WHITE, Choose, Participant, Place, Point, Record, create_rules
from tengen.match import Match, Seat
from tengen.match.service import Begun, LoadedGame, Occupant
from tengen.people import Account, AddAccount, PeopleCode, PeopleError
from tengen.protocol import LoadSaveIn
from tengen.server.container import Container
from tengen.server.file_owners import owned_game
from tengen.server.settings import Settings
from tengen.storage import SqlPeopleStore

ANN, BEN, CY = Occupant("ann-id", "Ann"), Occupant("ben-id", "Ben"), Occupant("cy-id", "Cy")


class Nobody:
    """A caller who sits down nowhere."""

    owner = None
    beside = None

    async def sit_down(self, name: str | None) -> Occupant:
        raise AssertionError(name)

    async def check_names(self, names: Iterable[str]) -> None:
        del names


@asynccontextmanager
async def club(folder: Path) -> AsyncIterator[Container]:
    """A server's parts, with three accounts."""
    container = Container(Settings(data_dir=folder))
    async with container.running():
        people = SqlPeopleStore(container.database)
        if await people.account("ann-id") is None:
            for one in (ANN, BEN, CY):
                account = Account(one.owner, one.name, 0, one.name.lower(), "$argon2id$…")
                await people.commit(AddAccount(account))
        yield container


async def swapped_game(container: Container) -> Match:
    """A game of Gomoku that Ann began with Black, and in which Ben has taken Black then."""
    rules = create_rules("gomoku", 15, {"opening": "swap"})
    matches = container.games.matches
    match = (
        await matches.create(rules, Seat("Ann", owner=ANN.owner), Seat("Ben", owner=BEN.owner), one_screen=True)
    ).match
    for x in (7, 8, 9):
        color = match.actors()[0]
        match = (await matches.act(match.match_id, Place(color, Point(x, 7)), caller=ANN.owner)).match
    match = (await matches.act(match.match_id, Choose(WHITE, "black"), caller=BEN.owner)).match
    assert match.state.swapped
    return match


async def load_file(container: Container, file: str, present: tuple[Occupant, ...]) -> LoadedGame:
    body = json.dumps({"save": file}).encode()
    loaded = await container.files.loaded(LoadSaveIn(save=file), body, "client")
    return owned_game(loaded, container.signer, present)


async def begun(container: Container, game: LoadedGame) -> Begun:
    return await container.games.load(game, Nobody())


def seats(match: Match) -> list[tuple[str, str | None]]:
    return [(match.seat(color).name, match.seat(color).owner) for color in COLORS]


async def test_both_go_on_with_their_colours_from_a_save_and_from_a_file(tmp_path: Path) -> None:
    async with club(tmp_path) as container:
        slots, match = container.save_slots, await swapped_game(container)
        save = await slots.save(match.match_id, "Sunday", (ANN, BEN), "client", overwrite=False)
        assert (save.owner, save.black.name, save.white.name) == ("Ann", "Ben", "Ann")
        file = (await slots.file(save.id, (ANN, BEN), "client")).decode()
        from_save = await begun(container, await slots.open(save.id, (ANN, BEN), "client"))
        from_file = await begun(container, await load_file(container, file, (ANN, BEN)))
        for other in (from_save.match, from_file.match):
            assert seats(other) == [("Ben", "ben-id"), ("Ann", "ann-id")]
            assert other.one_screen
            assert not other.is_between_people
            assert other.first.owner == "ann-id"
            assert other.state.position.board == match.state.position.board


async def test_nobody_else_goes_on(tmp_path: Path) -> None:
    async with club(tmp_path) as container:
        slots, match = container.save_slots, await swapped_game(container)
        file = (await slots.record(match, "client")).decode()
        saves = [
            await slots.save(match.match_id, "Sunday", people, "client", overwrite=False)
            for people in ((ANN, BEN), (BEN, ANN))
        ]
        for present in ((), (ANN,), (BEN,), (BEN, ANN), (ANN, CY), (CY, BEN)):
            with pytest.raises(PeopleError) as caught:
                await load_file(container, file, present)
            assert caught.value.code is PeopleCode.WRONG_PLAYERS
            for save in saves:
                with pytest.raises(PeopleError) as caught:
                    await slots.open(save.id, present, "client")
                is_own = save.owner in [one.name for one in present]
                expected = PeopleCode.WRONG_PLAYERS if is_own else PeopleCode.NO_SUCH_SAVE
                assert caught.value.code is (expected if present else PeopleCode.NOT_LOGGED_IN)


async def test_people_go_on_under_the_names_that_they_have_now(tmp_path: Path) -> None:
    async with club(tmp_path) as container:
        slots, match = container.save_slots, await swapped_game(container)
        file = (await slots.record(match, "client")).decode()
        save = await slots.save(match.match_id, "Sunday", (ANN, BEN), "client", overwrite=False)
        renamed = (Occupant("ann-id", "Anna Lee"), BEN)
        for game in (await load_file(container, file, renamed), await slots.open(save.id, renamed, "client")):
            assert seats((await begun(container, game)).match)[1] == ("Anna Lee", "ann-id")


async def test_a_file_is_worth_nothing_in_another_folder_but_a_save_outlives_the_secret(tmp_path: Path) -> None:
    async with club(tmp_path / "one") as container:
        match = await swapped_game(container)
        file = (await container.save_slots.record(match, "client")).decode()
        save = await container.save_slots.save(match.match_id, "Sunday", (ANN, BEN), "client", overwrite=False)
    async with club(tmp_path / "two") as other:
        with pytest.raises(PeopleError) as caught:
            await load_file(other, file, (ANN, BEN))
        assert caught.value.code is PeopleCode.BAD_SIGNATURE
    (tmp_path / "one" / "secret").unlink()
    async with club(tmp_path / "one") as container:
        with pytest.raises(PeopleError) as caught:
            await load_file(container, file, (ANN, BEN))
        assert caught.value.code is PeopleCode.BAD_SIGNATURE
        game = await container.save_slots.open(save.id, (ANN, BEN), "client")
        assert game.owners == {BLACK: BEN, WHITE: ANN}
        fresh = (await container.save_slots.file(save.id, (ANN, BEN), "client")).decode()
        assert (await load_file(container, fresh, (ANN, BEN))).owners == {BLACK: BEN, WHITE: ANN}


async def test_what_is_kept_of_a_save_names_nobody(tmp_path: Path) -> None:
    """So that a deleted account is gone from the saves of others, too."""
    async with club(tmp_path) as container:
        match = await swapped_game(container)
        await container.save_slots.save(match.match_id, "Sunday", (ANN, BEN), "client", overwrite=False)
    stored = (tmp_path / "tengen.db").read_bytes()
    content = stored[stored.index(b'"format": "tengen-save"') :][:2000]
    assert b"Ann" not in content.partition(b'"move_history"')[0]


async def test_a_record_of_nobody_is_loaded_whoever_is_there(tmp_path: Path) -> None:
    async with club(tmp_path) as container:
        from tengen.formats.save import dumps

        record = Record(create_rules("go", 9), None, Participant("Ann"), Participant("Ben"))
        game = await load_file(container, dumps(record), (ANN, BEN))
        assert game.owners == {}
        match = (await begun(container, game)).match
        assert seats(match) == [("Ann", None), ("Ben", None)], "a name is no account"
