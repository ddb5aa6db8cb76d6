"""Engines of a list reach for what is not theirs: files, processes, the network. Each is kept from it, and plays on."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

from tengen.core import BLACK, WHITE, ErrorCode, GameError, Place, create_game, find_kind
from tengen.players import ExternalPlayer, RandomPlayer, make_player
from tengen.players.engines import process as engine_process
from tengen.players.engines.gtp import GtpPlayer
from tengen.players.engines.spec import engine_of_command, read_engines
from tengen.players.sandbox import syscall_filter
from tengen.players.sandbox.confine import (
    KNOWS_SOCKETS,
    READING,
    WRITING,
    Confinement,
    Freedom,
    HandledAccess,
    Right,
    confinement,
    handled_access,
    landlock_version,
)
from tests.event_loop import run
from tests.players.engine_room import (
    HERE,
    NO_FILTER,
    NO_WORLD,
    PYTHON,
    EngineRoom,
    as_if,
    at,
    closing,
    fault,
    has_world,
    move,
)
from tests.players.test_engines_real import needs, play

VERSION = landlock_version()


def can(version: int) -> pytest.MarkDecorator:
    """Leave tests out where this system's Landlock knows too little. CI has no say in that."""
    return pytest.mark.skipif(version > VERSION, reason=f"Landlock {version} is needed, {VERSION} is here")


filtered = pytest.mark.skipif(not syscall_filter.can_filter(), reason="there is no filter of calls for this machine")


def tells(room: EngineRoom, player: GtpPlayer) -> str:
    """What an engine tells that reached for something. It plays its move all the same, and runs on."""
    game = create_game("go", 9)
    said: list[str] = []

    async def listen() -> None:
        async with closing(player):
            assert await move(player, game) == Place(BLACK, at(game, "E5"))
            assert player.faults == 0
            until = time.monotonic() + 20
            while not said and time.monotonic() < until:
                said.extend(player.complaints)
                await asyncio.sleep(0.01)
            assert room.processes()

    run(listen())
    assert room.processes() == []
    return said[-1]


def reached(room: EngineRoom, *what: str, **values: object) -> str:
    """What comes of it when an engine reaches for something: done, or refused."""
    return tells(room, room.misbehaving(GtpPlayer, "reaches", *what, **values)).split()[0]


@pytest.fixture
def treasure(room: EngineRoom) -> Iterator[Path]:
    """A file of ours, which nobody may change."""
    path = room.folder / "treasure"
    path.write_text("ours")
    yield path
    assert path.read_text() == "ours"
    assert path.stat().st_nlink == 1


# --- files


def test_it_lives_in_its_own_folder(room: EngineRoom) -> None:
    assert reached(room, "live") == "done"


@can(2)
def test_it_moves_files_from_one_folder_of_its_own_to_another(room: EngineRoom) -> None:
    assert reached(room, "move") == "done"


@can(3)
@pytest.mark.parametrize(
    "how",
    ["write", "append", "truncate", "remove", "take", "put", "link", "symlink", "child", "grandchild"],
)
def test_it_does_not_touch_a_file_of_ours(room: EngineRoom, treasure: Path, how: str) -> None:
    assert reached(room, how, str(treasure)) == "refused"


@can(1)
@pytest.mark.parametrize("how", ["write", "put", "mkdir"])
@pytest.mark.parametrize("where", ["room", "parent", "parent_by_dots", "shared", "repository"])
def test_it_leaves_nothing_elsewhere(room: EngineRoom, how: str, where: str) -> None:
    name = f"elsewhere-{uuid4().hex}"
    path = {
        "room": str(room.folder / name),
        "parent": str(room.temporary / name),
        "parent_by_dots": f"../{name}",
        "shared": f"/dev/shm/{name}",  # noqa: S108 - where every program of this machine writes
        "repository": str(HERE / name),
    }[where]
    assert reached(room, how, path) == "refused"
    assert not (room.temporary / "x" / path).exists()


@can(1)
def test_the_folder_that_its_entry_names_is_for_reading(room: EngineRoom) -> None:
    (room.folder / "book").write_text("joseki")
    for how, name, result in (("read", "book", "done"), ("write", "book", "refused"), ("write", "new", "refused")):
        assert reached(room, how, name, folder=str(room.folder)) == result
    assert (room.folder / "book").read_text() == "joseki"
    assert not (room.folder / "new").exists()
    assert reached(room, "write", "new", folder=str(room.folder), writes=(str(room.folder),)) == "done"


def test_it_writes_below_what_its_entry_names(room: EngineRoom) -> None:
    folder, file = room.folder / "folder", room.folder / "file"
    (folder / "below").mkdir(parents=True)
    file.write_text("before")
    writes = (str(folder), str(file))
    for path in (folder / "x", folder / "below" / "x", file):
        assert reached(room, "write", str(path), writes=writes) == "done"
        assert path.read_text() == "mine"
    assert reached(room, "truncate", str(file), writes=writes) == "done"
    assert file.read_text() == ""


@can(1)
def test_of_a_file_that_its_entry_names_it_has_the_file_only(room: EngineRoom) -> None:
    file = room.folder / "file"
    file.write_text("before")
    assert reached(room, "remove", str(file), writes=(str(file),)) == "refused"
    assert reached(room, "write", f"{file}2", writes=(str(file),)) == "refused"
    assert file.read_text() == "before"


@can(1)
async def test_an_engine_whose_entry_names_what_is_not_there_does_not_start(room: EngineRoom) -> None:
    for values in ({"writes": ("/no/such/folder",)}, {"reads": ("/no/such/folder",)}):
        player = room.misbehaving(GtpPlayer, "reaches", "live", **values)
        async with closing(player):
            found = await fault(player, create_game("go", 9))
            assert found.values["code"] == 126
            assert "cannot be confined" in str(found.values["last"])
            assert "/no/such/folder" in str(found.values["last"])


def test_it_reads_everywhere_unless_its_entry_says_where(room: EngineRoom, treasure: Path) -> None:
    assert reached(room, "read", str(treasure)) == "done"
    assert reached(room, "list", str(room.folder)) == "done"


@can(1)
def test_its_entry_says_where_it_reads(room: EngineRoom, treasure: Path) -> None:
    book = room.folder / "book"
    book.mkdir()
    (book / "opening").write_text("x")
    (room.folder / "program").write_text("#!/bin/sh\n")
    (room.folder / "program").chmod(0o755)
    reads = (str(HERE), sys.base_prefix, sys.prefix, str(book))
    for what, result in (
        (("read", str(treasure)), "refused"),
        (("list", str(room.folder)), "refused"),
        (("run", str(room.folder / "program")), "refused"),
        (("write", str(book / "new")), "refused"),
        (("read", str(book / "opening")), "done"),
        (("list", str(book)), "done"),
        (("read", "/etc/passwd"), "done"),
        (("run", "/bin/true"), "done"),
        (("live",), "done"),
    ):
        assert reached(room, *what, reads=reads) == result, what
    assert reached(room, "read", str(treasure), reads=reads, folder=str(room.folder)) == "done"
    assert reached(room, "read", str(treasure), reads=reads, writes=(str(treasure),)) == "done"


@can(1)
def test_it_makes_no_devices(room: EngineRoom) -> None:
    assert reached(room, "device", "/dev/null") == "refused"


@can(1)
def test_it_does_not_look_into_other_processes(room: EngineRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = f"/proc/{os.getpid()}"
    as_if(room, monkeypatch, NO_WORLD)  # with a world of its own it sees no others
    assert reached(room, "list", f"{ours}/cwd/", network=True) == "refused"
    assert reached(room, "list", f"{ours}/cwd/", network=True, confined=False) == "done"
    assert reached(room, "read", f"{ours}/environ") == "refused"  # also where we are root


@can(1)
def test_it_names_its_own_threads_as_gpu_libraries_do(room: EngineRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    assert reached(room, "write", "/proc/thread-self/comm") == "done"
    as_if(room, monkeypatch, NO_WORLD)
    assert reached(room, "write", "/proc/thread-self/comm") == "done"
    assert reached(room, "write", f"/proc/{os.getpid()}/comm") == "refused"


# --- processes


@pytest.fixture
def bystander() -> Iterator[int]:
    """A process of the same user, which must live."""
    with subprocess.Popen(["sleep", "60"]) as process:
        yield process.pid
        is_alive = process.poll() is None
        process.kill()
    assert is_alive


@can(6)
@pytest.mark.parametrize("how", ["", NO_WORLD])
def test_it_does_not_kill_others(room: EngineRoom, bystander: int, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    as_if(room, monkeypatch, how)
    assert reached(room, "kill", str(bystander)) == "refused"
    assert reached(room, "ask", str(os.getpid())) == "refused"
    assert reached(room, "kill_launcher") == "refused"


def test_it_ends_its_own_children(room: EngineRoom) -> None:
    assert reached(room, "end_child") == "done"


# --- the network


@can(6)
@pytest.mark.parametrize("network", [False, True])
def test_it_does_not_talk_to_others_by_sockets_without_a_path(room: EngineRoom, network: bool) -> None:
    name = uuid4().hex
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"\0{name}")
        listener.listen()
        for unix_sockets in (False, True):  # without them by the filter, with them by Landlock
            assert reached(room, "abstract", name, network=network, unix_sockets=unix_sockets) == "refused"
        assert reached(room, "abstract", name, network=True, confined=False) == "done"


@can(4)
def test_where_it_cannot_leave_the_network_it_still_has_no_tcp(
    room: EngineRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_if(room, monkeypatch, f"namespaces.leave_network = lambda: False; {NO_FILTER}")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        assert reached(room, "call", port) == "refused"
        assert reached(room, "listen") == "refused"
        for free in ({"network": True}, {"confined": False}):
            assert reached(room, "call", port, **free) == "done"
            assert reached(room, "listen", **free) == "done"


@filtered
@pytest.mark.parametrize("network", [False, True])
def test_it_connects_to_no_unix_socket_outside_its_folder(room: EngineRoom, network: bool) -> None:
    path = room.folder / "socket"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        assert reached(room, "path", str(path), network=network) == "refused"
        freed = reached(room, "path", str(path), network=network, unix_sockets=True)
        assert freed == ("refused" if VERSION >= KNOWS_SOCKETS else "done")
        assert reached(room, "path", str(path), network=network, confined=False) == "done"


@filtered
@pytest.mark.parametrize("network", [False, True])
def test_it_sends_nothing_to_a_unix_socket_outside_its_folder(room: EngineRoom, network: bool) -> None:
    path = room.folder / "socket"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(path))
        listener.setblocking(False)
        datagrams = [("send_from_pair", str(path), str(int(kind))) for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW)]
        assert reached(room, "send", str(path), network=network) == "refused"
        for way in datagrams:
            assert reached(room, *way, network=network) == "refused", way
        for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET):  # these go to the other end, or nowhere
            reached(room, "send_from_pair", str(path), str(int(kind)), network=network)
        with pytest.raises(BlockingIOError):
            listener.recv(1)
        assert reached(room, *datagrams[0], network=network, confined=False) == "done"
        assert listener.recv(5) == b"hello"


@filtered
def test_it_may_listen_as_gpu_libraries_do(room: EngineRoom) -> None:
    assert reached(room, "listen_unix") == "done"


def test_an_entry_can_ask_for_unix_sockets_of_its_own(room: EngineRoom) -> None:
    assert reached(room, "own_socket", unix_sockets=True) == "done"
    if syscall_filter.can_filter() and VERSION < KNOWS_SOCKETS:
        assert reached(room, "own_socket") == "refused"


@filtered
def test_without_the_network_it_makes_no_socket_of_any_kind_whatever_namespaces_there_are(
    room: EngineRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_if(room, monkeypatch, "namespaces.leave_network = lambda: False; confine.landlock_version = lambda: 0")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind(("127.0.0.1", 0))
        port = str(listener.getsockname()[1])
        for what in (("datagram", port), ("call", port), ("listen",), ("ring",)):
            assert reached(room, *what) == "refused", what
        assert reached(room, "datagram", port, network=True) == "done"


def test_it_plays_where_there_is_no_filter_of_calls(room: EngineRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    as_if(room, monkeypatch, NO_FILTER)
    assert reached(room, "live") == "done"


# --- what root may


NO_PRIVILEGES = {f"Cap{name}": "0" * 16 for name in ("Inh", "Prm", "Eff", "Bnd", "Amb")} | {"NoNewPrivs": "1"}
ALL_INHERITABLE = """
import ctypes, struct
words = [0] * 6
ctypes.CDLL(None).capget(struct.pack("=Ii", 0x20080522, 0), data := ctypes.create_string_buffer(24))
words[:] = struct.unpack("=6I", data.raw)
words[2], words[5] = words[1], words[4]
assert ctypes.CDLL(None).capset(struct.pack("=Ii", 0x20080522, 0), struct.pack("=6I", *words)) == 0
assert "CapInh:\t0000000000000000" not in open("/proc/self/status").read()
"""
"""As some containers begin: what root has is inheritable."""


@pytest.mark.skipif(os.getuid() != 0, reason="only root has something to lose")
@pytest.mark.parametrize("before", ["", ALL_INHERITABLE], ids=["usual", "inheritable"])
@pytest.mark.parametrize("world", ["", NO_WORLD], ids=["apart", "not_apart"])
def test_of_root_an_engine_keeps_no_capability_of_any_kind(
    room: EngineRoom, monkeypatch: pytest.MonkeyPatch, before: str, world: str
) -> None:
    as_if(room, monkeypatch, f"{before}\n{world}")
    told = tells(room, room.misbehaving(GtpPlayer, "reaches", "tell"))
    found = dict(part.split(":") for part in told.split(","))
    assert {name: found[name] for name in NO_PRIVILEGES} == NO_PRIVILEGES
    assert found["Seccomp"] == ("2" if syscall_filter.can_filter() else "0")


@pytest.mark.skipif(os.getuid() != 0, reason="only root has something to lose")
async def test_an_engine_whose_capabilities_cannot_be_taken_does_not_start(
    room: EngineRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_if(room, monkeypatch, "capabilities._DROP_BOUNDING = 9999")
    player = room.misbehaving(GtpPlayer, "reaches", "tell")
    async with closing(player):
        assert "cannot be given up" in str((await fault(player, create_game("go", 9))).values["last"])


# --- those who are not confined


def test_an_entry_can_ask_not_to_be_confined(room: EngineRoom) -> None:
    path = room.folder / "file"
    assert reached(room, "write", str(path), confined=False) == "done"
    assert path.read_text() == "mine"


def test_an_engine_lives_in_a_world_without_us(room: EngineRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    if not has_world():
        pytest.skip("this system has no worlds for us")
    assert reached(room, "ask", str(os.getpid()), confined=False) == "refused"
    as_if(room, monkeypatch, NO_WORLD)
    assert reached(room, "ask", str(os.getpid()), confined=False) == "done"


async def test_a_command_of_the_user_of_this_machine_is_not_confined(room: EngineRoom) -> None:
    path = room.folder / "file"
    script = f"{PYTHON[0]} {HERE / 'misbehaving_engine.py'} reaches write {path}"
    player = GtpPlayer(engine_of_command("gtp", script))
    assert not player.spec.confined
    assert player.spec.folder_mb == 0
    async with closing(player):
        await move(player, create_game("go", 9))
    assert path.read_text() == "mine"


# --- systems that can less


@pytest.mark.parametrize(
    ("version", "files", "network", "scopes"),
    [
        (1, WRITING, 0, 0),
        (2, WRITING | Right.REFER, 0, 0),
        (3, WRITING | Right.REFER | Right.TRUNCATE, 0, 0),
        (4, WRITING | Right.REFER | Right.TRUNCATE, 3, 0),
        (5, WRITING | Right.REFER | Right.TRUNCATE, 3, 0),
        (6, WRITING | Right.REFER | Right.TRUNCATE, 3, 3),
        (7, WRITING | Right.REFER | Right.TRUNCATE, 3, 3),
        (8, WRITING | Right.REFER | Right.TRUNCATE, 3, 3),
        (9, WRITING | Right.REFER | Right.TRUNCATE | Right.CONNECT_SOCKET, 3, 3),
        (99, WRITING | Right.REFER | Right.TRUNCATE | Right.CONNECT_SOCKET, 3, 3),
    ],
)
def test_each_version_takes_what_it_knows(version: int, files: Right, network: int, scopes: int) -> None:
    assert WRITING == 0b1_1111_1111_0010
    assert handled_access(version, Freedom((), None, network=False)) == HandledAccess(files, network, scopes)
    assert handled_access(version, Freedom((), None, network=True)) == HandledAccess(files, 0, scopes)
    assert handled_access(version, Freedom((), (), network=False)) == HandledAccess(files | READING, network, scopes)


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5, 6])
def test_a_system_of_each_version_keeps_an_engine_from_what_it_can(
    room: EngineRoom, treasure: Path, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    if version > VERSION:
        pytest.skip(f"Landlock {VERSION} is here")
    as_if(
        room,
        monkeypatch,
        f"confine.landlock_version = lambda: {version}; namespaces.leave_network = lambda: False; "
        f"{NO_WORLD}; {NO_FILTER}",
    )
    assert reached(room, "live") == "done"
    assert reached(room, "move") == ("done" if version >= 2 else "refused")
    assert reached(room, "write", str(treasure)) == "refused"
    assert reached(room, "link", str(treasure)) == "refused"
    assert reached(room, "listen") == ("refused" if version >= 4 else "done")
    assert reached(room, "ask", str(os.getpid())) == ("refused" if version >= 6 else "done")
    reads = (str(HERE), sys.base_prefix, sys.prefix)
    assert reached(room, "read", str(treasure), reads=reads) == "refused"


def test_on_a_system_that_can_nothing_of_it_engines_play_all_the_same(
    room: EngineRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_if(room, monkeypatch, "confine.landlock_version = lambda: 0")
    path = room.folder / "file"
    assert reached(room, "write", str(path), writes=("/no/such/folder",), reads=()) == "done"
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    ("version", "far"),
    [
        (0, Confinement.NONE),
        (1, Confinement.FILES),
        (3, Confinement.FILES),
        (4, Confinement.NETWORK),
        (6, Confinement.SCOPES),
        (8, Confinement.SCOPES),
        (9, Confinement.ALL),
    ],
)
def test_a_machine_can_say_how_far_it_goes(monkeypatch: pytest.MonkeyPatch, version: int, far: Confinement) -> None:
    monkeypatch.setattr("tengen.players.sandbox.confine.landlock_version", lambda: version)
    assert confinement() is far


# --- the size of its folder


@pytest.mark.parametrize("kind", ["large", "many", "deep"])
async def test_who_fills_its_folder_is_ended_with_the_reason(
    room: EngineRoom, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    as_if(room, monkeypatch, "launch._MOST_FILES = 500")
    monkeypatch.setattr(engine_process, "_ENDING_S", 20.0)  # so much takes time to clear away
    player = room.misbehaving(GtpPlayer, "fills", kind, folder_mb=4, margin_s=30.0)
    async with closing(player):
        found = await fault(player, create_game("go", 9))
        assert found.values["last"] == "more than 4 MB or 500 files in its folder"
        assert list(room.temporary.iterdir()) == []


@pytest.mark.long
async def test_a_folder_is_cleared_however_deep_it_is_and_whatever_it_forbids(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "digs", "2200", folder_mb=0)
    async with closing(player):
        await move(player, create_game("go", 9))
    left = list(room.temporary.iterdir())
    subprocess.run(["rm", "-rf", *left], check=True)  # Python's own way does not go so deep
    assert left == []


# --- the list


GOOD = '[engines.x]\nprotocol = "gtp"\ncommand = ["x"]\ngames = ["go"]\n'


def test_what_the_list_says_counts(tmp_path: Path) -> None:
    path = tmp_path / "engines.toml"
    path.write_text(GOOD)
    usual = read_engines(path)["x"]
    assert (usual.confined, usual.writes, usual.reads, usual.folder_mb) == (True, (), None, 256)
    path.write_text(GOOD + 'confined = false\nwrites = ["/a", "/b/c"]\nreads = []\nfolder_mb = 1')
    other = read_engines(path)["x"]
    assert (other.confined, other.writes, other.reads, other.folder_mb) == (False, ("/a", "/b/c"), (), 1)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('writes = ["var/lib"]', "'var/lib' is not an absolute path"),
        ('writes = ["~/x"]', "'~/x' is not an absolute path"),
        ('writes = [""]', "'' is not an absolute path"),
        ('reads = ["/a", "./b"]', "'./b' is not an absolute path"),
        ('writes = "/a"', "writes"),
        ("writes = [1]", "writes"),
        ('writes = ["/a\\u0000"]', "no program can be started"),
        ("reads = true", "reads"),
        ("confined = 0", "confined"),
        ("folder_mb = -1", "folder_mb"),
    ],
)
def test_a_bad_entry_is_refused_with_what_is_wrong(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "engines.toml"
    path.write_text(GOOD + line)
    with pytest.raises(GameError, match=re.escape(reason)) as caught:
        read_engines(path)
    assert caught.value.code is ErrorCode.BAD_PLAYER
    assert "engines.x" in caught.value.text("en")


# --- real engines


@pytest.mark.parametrize(
    ("command", "kind", "size"),
    [
        pytest.param("gnugo --mode gtp --level 1", "go", 7, marks=needs("gnugo")),
        pytest.param("gtp-rhino -l 1", "othello", 8, marks=needs("gtp-rhino")),
    ],
)
@pytest.mark.parametrize("more", ["", "reads = []"])
async def test_real_engines_of_a_list_play_whole_games_confined(
    own_list: EngineRoom, command: str, kind: str, size: int, more: str
) -> None:
    own_list.list.write_text(
        f'[engines.real]\nprotocol = "gtp"\ncommand = "{command}"\ngames = ["{kind}"]\nmargin_s = 30\n{more}\n'
    )
    game = create_game(kind, size)
    player = make_player("engine:real", find_kind(kind), 1)
    assert isinstance(player, ExternalPlayer)
    async with closing(player):
        await play(game, {BLACK: player, WHITE: RandomPlayer(Random(1))})
    assert game.state.outcome is not None
    assert player.faults == 0
