"""The data folder of a client: it is had by one program at a time, and whoever comes second is told who has it."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from tests.clients.sitting.people_here import CHEAP, folder_at

from tengen.clients.sitting.folder import FolderHold, Hold, PeopleTrouble
from tengen.clients.sitting.folder_accounts import FolderAccounts
from tengen.core import LANGUAGES
from tengen.storage import FolderInUse, FolderLock, Holder, find_holder


async def test_a_taken_folder_is_ours_until_it_is_released(tmp_path: Path) -> None:
    folder = folder_at(tmp_path / "data")
    assert await folder.take() == FolderHold(Hold.OURS)
    assert find_holder(tmp_path / "data") == Holder(os.getpid(), "", "tengen test")
    await folder.release()
    assert find_holder(tmp_path / "data") is None
    FolderLock.take(tmp_path / "data").release()


async def test_a_second_client_is_told_whose_lock_it_is(tmp_path: Path) -> None:
    first, second = folder_at(tmp_path, "tengen desktop"), folder_at(tmp_path)
    await first.take()
    held = await second.take()
    assert held == FolderHold(Hold.OTHER, program="tengen desktop", pid=os.getpid())
    for language in LANGUAGES:
        assert "tengen desktop" in held.text(language)
        assert str(os.getpid()) in held.text(language)
    await first.release()
    assert (await second.take()).hold is Hold.OURS
    await second.release()


async def test_where_a_server_has_the_folder_its_address_is_found(tmp_path: Path) -> None:
    lock = FolderLock.take(tmp_path)
    lock.tell("http://127.0.0.1:8000")
    held = await folder_at(tmp_path).take()
    assert held == FolderHold(Hold.SERVER, address="http://127.0.0.1:8000")
    assert "http://127.0.0.1:8000" in held.text("zh")
    lock.release()


async def test_a_server_that_starts_is_waited_for(tmp_path: Path) -> None:
    """A lock without a name or an address is that of a server before its first words."""
    lock = FolderLock.take(tmp_path)
    taking = asyncio.create_task(folder_at(tmp_path).take())
    await asyncio.sleep(0.1)
    lock.tell("http://127.0.0.1:8000")
    assert await taking == FolderHold(Hold.SERVER, address="http://127.0.0.1:8000")
    lock.release()


async def test_who_never_says_a_name_is_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.clients.sitting.folder._PATIENCE_S", 0.1)
    lock = FolderLock.take(tmp_path)
    held = await folder_at(tmp_path).take()
    assert (held.hold, held.program, held.pid) == (Hold.OTHER, "", os.getpid())
    assert held.text("en")
    lock.release()


async def test_a_server_is_refused_the_folder_of_a_client_by_name(tmp_path: Path) -> None:
    folder = folder_at(tmp_path, "tengen desktop")
    await folder.take()
    with pytest.raises(FolderInUse, match=rf"in use by tengen desktop \(pid {os.getpid()}\)"):
        FolderLock.take(tmp_path)
    await folder.release()


async def test_a_folder_that_cannot_be_used_is_one_clear_line(tmp_path: Path) -> None:
    place = tmp_path / "data"
    place.write_text("a file")
    held = await folder_at(place).take()
    assert held.hold is Hold.FAILED
    assert held.reason
    for language in LANGUAGES:
        assert "\n" not in held.text(language)
    place.unlink()
    place.mkdir()
    (place / "tengen.db").write_bytes(b"no database" * 100)
    assert (await folder_at(place).take()).hold is Hold.FAILED
    FolderLock.take(place).release()  # it was given back


async def test_a_console_says_that_somebody_has_the_folder(tmp_path: Path) -> None:
    """What opens the folder for one command only is refused while another client has it."""
    folder = folder_at(tmp_path)
    await folder.take()
    accounts = FolderAccounts(folder_at(tmp_path), CHEAP)
    with pytest.raises(PeopleTrouble) as trouble:
        await accounts.register("Ann", "correct horse battery")
    assert trouble.value.text("en") == f"tengen test (process {os.getpid()}) has the data folder; close it first."
    assert "tengen test" in trouble.value.text("zh")
    await accounts.close()
    await folder.release()
