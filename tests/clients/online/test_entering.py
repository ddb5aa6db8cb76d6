"""What a client does first: whose the data folder is decides where people play."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest
from tests.clients.play.scripts import begin, place
from tests.clients.sitting.people_here import beginning, folder_at
from tests.server.process import ServerProcess, free_port

from tengen.clients.online.entering import enter
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play import Connection, ServerTrouble, Trouble
from tengen.clients.sitting.folder import Hold
from tengen.clients.sitting.local_people import LocalPeople
from tengen.people import PeopleCode, PeopleError
from tengen.storage import hold


async def test_a_folder_that_nobody_has_is_ours_until_the_client_is_closed(tmp_path: Path) -> None:
    entered = await enter("tengen test", data_dir=tmp_path / "data")
    assert isinstance(entered.people, LocalPeople)
    assert entered.people.can_log_in
    assert (entered.lobby, entered.hold_notice, entered.address, entered.is_online) == (None, None, None, False)
    other = folder_at(tmp_path / "data")
    assert (await other.take()).hold is Hold.OTHER
    await entered.close()
    assert (await other.take()).hold is Hold.OURS
    await other.release()


async def test_where_another_client_has_it_guests_play_and_hear_whose_it_is(tmp_path: Path) -> None:
    other = folder_at(tmp_path / "data", "tengen desktop")
    assert (await other.take()).hold is Hold.OURS
    entered = await enter("tengen play", data_dir=tmp_path / "data", seed=1)
    assert not entered.people.can_log_in
    assert entered.hold_notice is not None
    assert "tengen desktop" in entered.hold_notice.text("en")
    assert "tengen desktop" in entered.hold_notice.text("zh")
    with pytest.raises(PeopleError) as refused:
        await entered.people.log_in("Ann", "a password")
    assert refused.value.code is PeopleCode.NOT_LOGGED_IN
    game = await entered.people.begin(beginning(entered.people))
    assert len((await place(game, "h8")).moves) == 1
    assert await entered.people.file_of(game)
    await entered.close()
    await other.release()


async def test_where_a_server_has_it_the_client_plays_there(server: ServerProcess) -> None:
    entered = await enter("tengen test", data_dir=server.data_dir)
    assert isinstance(entered.people, ServerPeople)
    assert entered.is_online
    assert entered.address == server.address
    assert entered.hold_notice is not None
    assert server.address in entered.hold_notice.text("en")
    assert entered.lobby is not None
    assert entered.people.can_log_in
    await entered.close()


async def test_a_server_that_was_asked_for_is_played_on_and_the_folder_left_alone(
    server: ServerProcess, tmp_path: Path
) -> None:
    entered = await enter("tengen test", server.address, tmp_path / "data")
    assert isinstance(entered.people, ServerPeople)
    assert entered.hold_notice is None
    assert entered.folder.path == tmp_path / "data"
    other = folder_at(tmp_path / "data")
    assert (await other.take()).hold is Hold.OURS
    await other.release()
    await entered.close()


@pytest.mark.parametrize("typed", ["no address", "ftp://host", "http://127.0.0.1:1"])
async def test_a_server_that_cannot_be_used_is_told_at_once(typed: str, tmp_path: Path) -> None:
    with pytest.raises(ServerTrouble) as caught:
        await enter("tengen test", typed, tmp_path / "data")
    assert caught.value.trouble in (Trouble.BAD_ADDRESS, Trouble.NO_SERVER)
    assert caught.value.text("zh")


async def test_where_the_server_of_the_folder_does_not_answer_guests_play(tmp_path: Path) -> None:
    with hold(tmp_path, None) as locks:
        for lock in locks:
            lock.tell(f"http://127.0.0.1:{free_port()}")
        entered = await enter("tengen test", data_dir=tmp_path)
        assert isinstance(entered.people, LocalPeople)
        assert not entered.people.can_log_in
        assert entered.hold_notice is not None
        assert "cannot be reached" in entered.hold_notice.text("en")
        await entered.close()


@pytest.mark.parametrize("address", ["\x1b[2Jowned", "ftp://host", "http://" + "x" * 400])
async def test_a_lock_file_that_names_no_server_makes_guests(tmp_path: Path, address: str) -> None:
    with hold(tmp_path, None) as locks:
        for lock in locks:
            lock.tell(address)
        entered = await enter("tengen test", data_dir=tmp_path)
        assert not entered.people.can_log_in
        assert entered.hold_notice is not None
        for language in ("en", "zh"):
            said = entered.hold_notice.text(language)
            assert said.isprintable()
            assert len(said) < 1000
        await entered.close()


async def test_a_folder_that_cannot_be_used_makes_guests_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "data").write_text(json.dumps("no folder"))
    entered = await enter("tengen test", data_dir=tmp_path / "data")
    assert not entered.people.can_log_in
    assert entered.hold_notice is not None
    assert "cannot be used" in entered.hold_notice.text("en")
    await entered.close()


@pytest.mark.long
async def test_a_client_is_closed_quickly_though_the_server_does_not_answer(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data").start()
    assert server.process is not None
    try:
        entered = await enter("tengen test", server.address, tmp_path / "own")
        await entered.people.register("Ann", "correct horse battery")
        games = [await begin(entered.people.games, "gomoku") for _ in range(5)]
        server.process.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        await entered.close()
        assert time.monotonic() - began < 5, "about a second on a machine that has time"
        assert all(game.view.connection is Connection.CLOSED for game in games)
    finally:
        server.process.send_signal(signal.SIGCONT)
        server.stop()
