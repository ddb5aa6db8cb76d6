"""People whose accounts are on a server: coming and going, second factors, invitations, cuts and restarts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.clients.online.visitors import people_on
from tests.clients.play.cutting import CuttingProxy
from tests.clients.play.scripts import begin, place, seen
from tests.clients.sitting.people_here import beginning
from tests.server.people import PASSWORD, Person, add_accounts, new_name
from tests.server.process import ServerProcess

from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play import Connection, ServerTrouble, Trouble
from tengen.clients.sitting.people import PersonHere
from tengen.core import BLACK, WHITE
from tengen.people import PeopleCode, PeopleError, Role


async def code_of(work: object) -> PeopleCode:
    with pytest.raises(PeopleError) as refused:
        await work  # type: ignore[misc]
    assert refused.value.text("zh")
    return refused.value.code


def names(people: ServerPeople) -> list[str]:
    return [person.name for person in people.present]


async def test_people_come_and_go_by_one_session(server: ServerProcess) -> None:
    async with people_on(server) as people:
        first, second = new_name(), new_name()
        assert people.registration == "open"
        assert people.guest_name == "Guest"
        told: list[tuple[PersonHere, ...]] = []
        stop = people.on_change(lambda: told.append(people.present))
        await people.register(first, PASSWORD)
        await people.register(second, PASSWORD)
        assert names(people) == [first, second]
        assert not people.guest_name
        await people.log_out(people.present[0])
        assert names(people) == [second]
        stop()
        await people.log_out()
        assert names(people) == []
        assert [len(present) for present in told] == [1, 2, 1]


async def test_a_second_factor_is_asked_for(server: ServerProcess) -> None:
    owner = Person(server)
    await asyncio.to_thread(lambda: owner.register().add_second_factor())
    async with people_on(server) as people:
        assert await code_of(people.log_in(owner.name, PASSWORD)) is PeopleCode.CODE_NEEDED
        assert await code_of(people.log_in(owner.name, PASSWORD, "000000")) is PeopleCode.BAD_CODE
        assert names(people) == []
        await people.log_in(owner.name, PASSWORD, owner.code())
        assert names(people) == [owner.name]
    owner.close()


async def test_what_is_too_long_to_be_a_name_or_a_password_is_refused_here(server: ServerProcess) -> None:
    async with people_on(server) as people:
        assert await code_of(people.register("x" * 500, PASSWORD)) is PeopleCode.BAD_NAME
        assert await code_of(people.register(new_name(), "x" * 5000)) is PeopleCode.BAD_PASSWORD
        assert await code_of(people.log_in("", "")) is PeopleCode.BAD_LOGIN
        assert await code_of(people.log_out()) is PeopleCode.NOT_LOGGED_IN
        await people.register(new_name(), PASSWORD)
        assert await code_of(people.log_out(PersonHere("somebody else"))) is PeopleCode.NOT_LOGGED_IN


async def test_a_guest_who_registers_keeps_the_seat_and_the_game_goes_on(server: ServerProcess) -> None:
    async with people_on(server) as people, people_on(server) as others:
        game = await begin(people.games, "gomoku", own=BLACK)
        assert game.view.invitation is not None
        other = await others.games.join(game.view.invitation, "Bo")
        await seen(game, lambda view: not view.is_waiting)
        await people.register(name := new_name(), PASSWORD)
        await seen(game, lambda view: view.seats[BLACK].name == name)
        await seen(game, lambda view: view.connection is Connection.OPEN)
        await place(game, "h8")
        await seen(other, lambda view: len(view.moves) == 1)


@pytest.mark.long
async def test_against_a_program_a_person_owns_the_seat(server: ServerProcess) -> None:
    async with people_on(server) as people:
        await people.register(name := new_name(), PASSWORD)
        game = await people.begin(beginning(people, "gomoku", white=name, players=("random", "human")))
        view = await seen(game, lambda view: view.asked is WHITE)
        assert view.yours == (WHITE,)
        kept = await people.save(game, "against chance", overwrite=False)
        assert kept.names[WHITE] == name


async def test_a_log_in_whose_answer_is_cut_off_is_made_again(server: ServerProcess) -> None:
    owner = Person(server)
    await asyncio.to_thread(owner.register)
    async with CuttingProxy(server.port) as proxy, people_on(server, proxy.address) as people:
        proxy.swallows_answers = True
        await people.log_in(owner.name, PASSWORD)
        assert names(people) == [owner.name]
        assert await people.saves() == ()
    owner.close()


async def test_where_the_session_was_ended_from_elsewhere_nobody_is_here(server: ServerProcess) -> None:
    async with people_on(server) as people:
        await people.register(name := new_name(), PASSWORD)
        elsewhere = Person(server, name)
        await asyncio.to_thread(lambda: elsewhere.log_in().must("sessions/end", {"others": True}))
        elsewhere.close()
        with pytest.raises(ServerTrouble) as trouble:
            await people.saves()
        assert trouble.value.trouble is Trouble.SESSION
        assert trouble.value.text("zh")
        assert names(people) == []
        await people.log_in(name, PASSWORD)
        assert await people.saves() == ()


@pytest.mark.long
async def test_who_closes_the_client_is_logged_out(server: ServerProcess) -> None:
    async with people_on(server) as people:
        await people.register(name := new_name(), PASSWORD)
    elsewhere = Person(server, name)
    answer = await asyncio.to_thread(lambda: elsewhere.log_in().get("/api/auth/sessions").json())
    elsewhere.close()
    assert len(answer["sessions"]) == 1


@pytest.mark.long
async def test_an_invitation_is_asked_for_where_it_takes_one(tmp_path: Path) -> None:
    await asyncio.to_thread(add_accounts, tmp_path / "data", [("The Keeper", Role.ADMIN)])
    server = ServerProcess(tmp_path / "data").start()
    try:
        keeper = await asyncio.to_thread(lambda: Person(server, "The Keeper").log_in().add_second_factor())
        invite = await asyncio.to_thread(invitation, keeper)
        async with people_on(server) as people:
            assert people.registration == "invite"
            assert await code_of(people.register("Ann", PASSWORD)) is PeopleCode.INVITE_NEEDED
            assert await code_of(people.register("Ann", PASSWORD, "no such invitation")) is PeopleCode.BAD_INVITE
            assert names(people) == []
            await people.register("Ann", PASSWORD, invite)
            assert names(people) == ["Ann"]
        keeper.close()
    finally:
        server.stop()


def invitation(keeper: Person) -> str:
    """What lets somebody register, once the keeper wants to see one."""
    assert keeper.post("/api/admin/registration", {"mode": "invite"}).status_code == 200
    found: str = keeper.post("/api/admin/invites", {}).json()["code"]
    return found


@pytest.mark.long
async def test_a_server_that_starts_again_is_found_again(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data").start()
    try:
        async with people_on(server) as people, people_on(server) as others:
            await people.register(new_name(), PASSWORD)
            game = await begin(people.games, "gomoku", own=BLACK)
            assert game.view.invitation is not None
            other = await others.games.join(game.view.invitation, "Bo")
            await place(game, "h8")
            server.stop()
            await seen(game, lambda view: view.connection is Connection.LOST)
            server.start()
            await seen(game, lambda view: view.connection is Connection.OPEN)
            await seen(other, lambda view: view.connection is Connection.OPEN and len(view.moves) == 1)
            await place(other, "h9")
            await seen(game, lambda view: len(view.moves) == 2)
            assert await people.saves() == ()
    finally:
        server.stop()
