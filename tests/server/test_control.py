"""The control socket: calls of the host while a server has the folder, in bounds, and for its user alone."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tengen.people import LevelRatings, PeopleCode, PeopleError
from tengen.people.service import BadImport, ResultsService
from tengen.server import Settings
from tengen.server.control import SOCKET_NAME, CannotAsk, ControlServer, HostServices, ask
from tengen.server.control import listener as listening
from tengen.server.control.calls import Add, Import, ListAccounts, SetRole, VerifyAudit
from tengen.server.results import reading_ends
from tengen.storage import FolderLock, SqlMatchStore, SqlResultStore
from tests.people.service.scene import PASSWORD, Scene, opened


@asynccontextmanager
async def controlled(folder: Path) -> AsyncIterator[tuple[Scene, Settings]]:
    """A control socket in a folder that somebody holds, as a server does."""
    lock = FolderLock.take(folder)
    try:
        async with opened(folder) as scene, ControlServer(services_of(scene), folder).listening():
            yield scene, Settings(data_dir=folder, database_url=f"sqlite:///{folder / 'tengen.sqlite3'}")
    finally:
        lock.release()


def services_of(scene: Scene) -> HostServices:
    """What a server carries the calls of its host out with."""
    results = ResultsService(SqlResultStore(scene.database), scene.store, LevelRatings.of_package(), scene.clock)
    return HostServices(scene.administration, results, reading_ends(SqlMatchStore(scene.database).load))


def nobody(done: int, total: int) -> None:
    del done, total


class Line:
    """A connection of a test."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def say(self, line: bytes) -> Any:
        self.writer.write(line)
        await self.writer.drain()
        answer = await self.reader.readline()
        return msgspec.json.decode(answer) if answer else None


@asynccontextmanager
async def connected(folder: Path) -> AsyncIterator[Line]:
    with listening.reachable(folder / SOCKET_NAME) as address:
        reader, writer = await asyncio.open_unix_connection(address, limit=1 << 24)
    try:
        yield Line(reader, writer)
    finally:
        writer.close()


async def test_a_call_is_carried_out_in_the_server_that_has_the_folder(tmp_path: Path) -> None:
    async with controlled(tmp_path) as (scene, settings):
        made = await ask(settings, Add("Ann", PASSWORD), nobody)
        assert (made["name"], made["password"]) == ("Ann", None)
        await scene.log_in("Ann")
        assert [user["name"] for user in (await ask(settings, ListAccounts(), nobody))["users"]] == ["Ann"]
        told: list[tuple[int, int]] = []
        made = await ask(settings, Import(b"Ben\nCid\n"), lambda done, total: told.append((done, total)))
        assert [user["name"] for user in made["users"]] == ["Ben", "Cid"]
        assert all(user["password"] for user in made["users"])
        assert told == [(1, 2), (2, 2)]
        check = await ask(settings, VerifyAudit(), nobody)
        assert (check["rows"] > 2, check["brokenAt"], check["isCut"]) == (True, None, False)


async def test_what_is_refused_is_told_as_by_the_service_itself(tmp_path: Path) -> None:
    async with controlled(tmp_path) as (_, settings):
        with pytest.raises(PeopleError) as refused:
            await ask(settings, SetRole("nobody"), nobody)
        assert refused.value.code is PeopleCode.NO_SUCH_USER
        with pytest.raises(PeopleError) as refused:
            await ask(settings, Add("Ann", "short"), nobody)
        assert (refused.value.key, refused.value.values) == ("password.too_short", {"fewest": 8, "advised": 15})
        with pytest.raises(BadImport) as bad:
            await ask(settings, Import(b"Ann,short\nx,,king\n" + b"a,\n" * 300), nobody)
        assert bad.value.values == {"count": 302}
        assert len(bad.value.lines) == 100
        assert bad.value.lines[0].text("zh").startswith("第 1 行：")


async def test_without_a_server_the_store_itself_is_asked_and_the_folder_held(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    settings = Settings(data_dir=folder)
    made = await ask(settings, Add("Ann"), nobody)
    assert made["password"]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "tengen.db").stat().st_mode) == 0o600
    assert not (folder / SOCKET_NAME).exists()
    lock = FolderLock.take(folder)  # it was given back
    lock.release()


async def test_who_has_the_folder_and_does_not_answer_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.server.control.asking._PATIENCE_S", 0.5)
    lock = FolderLock.take(tmp_path)
    lock.tell("http://127.0.0.1:7")
    with pytest.raises(CannotAsk, match=r"is in use by the server at http://127\.0\.0\.1:7 .*does not answer"):
        await ask(Settings(data_dir=tmp_path), ListAccounts(), nobody)
    left = socket.socket(socket.AF_UNIX)
    with listening.reachable(tmp_path / SOCKET_NAME) as address:
        left.bind(address)
    left.close()
    with pytest.raises(CannotAsk):
        await ask(Settings(data_dir=tmp_path), ListAccounts(), nobody)
    lock.release()


async def test_a_client_that_has_the_folder_is_told_at_once(tmp_path: Path) -> None:
    lock = FolderLock.take(tmp_path, program="tengen desktop")
    with pytest.raises(CannotAsk, match=rf"is in use by tengen desktop \(pid {os.getpid()}\)$"):
        async with asyncio.timeout(2):
            await ask(Settings(data_dir=tmp_path), ListAccounts(), nobody)
    lock.release()


async def test_a_server_that_starts_is_waited_for(tmp_path: Path) -> None:
    lock = FolderLock.take(tmp_path)
    settings = Settings(data_dir=tmp_path, database_url=f"sqlite:///{tmp_path / 'tengen.sqlite3'}")
    asking = asyncio.create_task(ask(settings, ListAccounts(), nobody))
    await asyncio.sleep(0.6)
    async with opened(tmp_path) as scene, ControlServer(services_of(scene), tmp_path).listening():
        assert (await asking)["users"] == []
    lock.release()


# --- bounds


async def test_only_the_owner_may_connect_and_the_socket_goes_with_the_server(tmp_path: Path) -> None:
    (tmp_path / SOCKET_NAME).write_text("left behind by a server that was killed")
    async with controlled(tmp_path):
        status = (tmp_path / SOCKET_NAME).stat()
        assert stat.S_ISSOCK(status.st_mode)
        assert (stat.S_IMODE(status.st_mode), status.st_uid) == (0o600, os.geteuid())
    assert not (tmp_path / SOCKET_NAME).exists()


async def test_a_folder_with_a_long_name_has_a_socket_too(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 200)
    folder.mkdir()
    async with controlled(folder) as (_, settings):
        assert (await ask(settings, ListAccounts(), nobody))["users"] == []


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"nonsense\n",
        b"\xff\xfe\n",
        b"null\n",
        b"[]\n",
        b'{"call":"nosuch"}\n',
        b'{"call":"add"}\n',
        b'{"call":"add","name":5}\n',
        b'{"call":"add","name":"Ann","actor":"host"}\n',
        b'{"call":"role","name":"Ann","role":"king"}\n',
        b"[" * 100_000 + b"\n",
        b'{"call":"list","search":"' + b"\\ud800" + b'"}\n',
    ],
)
async def test_what_is_no_call_is_refused_and_the_next_one_answered(tmp_path: Path, line: bytes) -> None:
    async with controlled(tmp_path), connected(tmp_path) as connection:
        answer = await connection.say(line)
        assert answer["type"] in ("failed", "done")
        assert answer["type"] == "failed" or b"search" in line
        assert (await connection.say(b'{"call":"list"}\n'))["type"] == "done"


async def test_a_call_that_is_too_long_ends_the_connection(tmp_path: Path) -> None:
    async with controlled(tmp_path):
        async with connected(tmp_path) as connection:
            with suppress(ConnectionResetError, BrokenPipeError):  # where not all of it was read
                answer = await connection.say(b"x" * (3 << 20))
                assert answer["type"] == "failed"
                assert await connection.reader.read() == b""
        async with connected(tmp_path) as connection:
            assert (await connection.say(b'{"call":"list"}\n'))["type"] == "done"


async def test_who_says_nothing_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "_IDLE_S", 0.1)
    async with controlled(tmp_path), connected(tmp_path) as connection:
        connection.writer.write(b'{"call":')
        assert await connection.reader.read() == b""


async def test_connections_are_few_at_a_time(tmp_path: Path) -> None:
    async with controlled(tmp_path):
        lines = []
        for _ in range(12):
            with listening.reachable(tmp_path / SOCKET_NAME) as address:
                lines.append(Line(*await asyncio.open_unix_connection(address)))
        answers = [await _answer(line) for line in lines]
        assert [answer is not None for answer in answers] == [True] * 8 + [False] * 4
        for line in lines:
            line.writer.close()
        await asyncio.sleep(0.05)
        async with connected(tmp_path) as connection:
            assert (await connection.say(b'{"call":"list"}\n'))["type"] == "done"


async def _answer(line: Line) -> Any:
    try:
        return await line.say(b'{"call":"list"}\n')
    except OSError:
        return None


async def test_a_server_that_stops_waits_for_nobody(tmp_path: Path) -> None:
    async with controlled(tmp_path):
        with listening.reachable(tmp_path / SOCKET_NAME) as address:
            reader, writer = await asyncio.open_unix_connection(address)
    with suppress(ConnectionResetError):
        assert await reader.read() == b""
    writer.close()


async def test_nothing_is_imported_for_who_has_gone(tmp_path: Path) -> None:
    """Their passwords would be lost."""
    async with controlled(tmp_path) as (scene, _):
        table = msgspec.json.encode(Import(b"\n".join(b"player%dx" % number for number in range(400))))
        async with connected(tmp_path) as connection:
            connection.writer.write(table + b"\n")
            await connection.reader.readline()
        for _ in range(100):
            await asyncio.sleep(0.05)
            if not [task for task in asyncio.all_tasks() if "_serve" in repr(task)]:
                break
        assert (await scene.administration.accounts(None)).accounts == ()


async def test_where_no_socket_can_be_made_the_server_goes_on(tmp_path: Path) -> None:
    (tmp_path / SOCKET_NAME).mkdir()  # in the way
    async with opened(tmp_path) as scene, ControlServer(services_of(scene), tmp_path).listening():
        assert (await scene.register("Ann")).account.name == "Ann"
