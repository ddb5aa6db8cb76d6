"""Engines that are silent, babble, crash, breed, write, or will not go: each is survived, and nothing stays."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tengen.core import BLACK, Place, create_game
from tengen.players import Budget, EngineFault, HostFault, StopToken, Turn
from tengen.players.engines import process as engine_process
from tengen.players.engines.gtp import GtpPlayer
from tests.players.engine_room import HERE, MARK, NO_WORLD, PYTHON, EngineRoom, as_if, at, choose, closing, fault, move

SOON = Budget(ms=300)


@pytest.mark.parametrize(
    ("how", "key"),
    [
        ("silent", "silent"),
        ("slow", "silent"),
        ("drip", "silent"),
        ("floods", "babble"),
        ("no_newline", "babble"),
        ("illegal", "illegal"),
        ("crashes", "ended_saying"),
        ("crashes_at_start", "ended"),
        ("closes", "closed"),
        ("burns", "silent"),
    ],
)
async def test_an_engine_that_misbehaves_is_ended_and_named(room: EngineRoom, how: str, key: str) -> None:
    player = room.misbehaving(GtpPlayer, how, margin_s=0.3 if key == "silent" else 5.0)
    game = create_game("go", 9)
    game.act(Place(BLACK, at(game, "A1")))
    async with closing(player):
        began = time.monotonic()
        assert (await fault(player, game, SOON)).key == f"engine.fault.{key}"
        assert time.monotonic() - began < 10
        assert room.processes() == []
        assert list(room.temporary.iterdir()) == []


async def test_a_program_that_is_not_there_or_is_none(room: EngineRoom) -> None:
    game = create_game("go", 9)
    none = GtpPlayer(room.spec("gtp", "no-such-engine-anywhere"))
    async with closing(none):
        await _faults(none, "not_found")
    path = room.folder / "text"
    path.write_text("hello")
    path.chmod(0o755)
    text = GtpPlayer(room.spec("gtp", str(path)))
    async with closing(text):
        await _faults(text, "ended_saying")
    lost = GtpPlayer(room.spec("gtp", "true", folder=str(room.folder / "nowhere")))
    async with closing(lost):
        await _faults(lost, "not_started")
    assert game.actions == ()


async def _faults(player: GtpPlayer, key: str) -> None:
    assert (await fault(player, create_game("go", 9), SOON)).key == f"engine.fault.{key}"


async def test_an_engine_that_does_not_listen_is_not_talked_to_for_ever(
    room: EngineRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_process, "_DEAF_S", 0.2)
    process = engine_process.EngineProcess(room.spec("gtp", "sleep", "60"))
    await process.start()
    try:
        with pytest.raises(EngineFault, match="did not listen"):
            await asyncio.gather(*(process.send("x" * 8000) for _ in range(100)))
    finally:
        await process.close()


async def test_after_three_faults_in_a_row_it_is_not_started_again(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "crashes_at_start")
    game = create_game("go", 9)
    async with closing(player):
        for _ in range(3):
            assert (await fault(player, game)).key == "engine.fault.ended"
        assert (await fault(player, game)).key == "engine.fault.given_up"
        assert player.faults == 3


async def test_a_good_move_makes_up_for_the_faults_before(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "illegal")
    taken, free = create_game("go", 9), create_game("go", 9)
    taken.act(Place(BLACK, at(taken, "A1")))
    async with closing(player):
        for _ in range(2):
            await fault(player, taken)
        await choose(player, free)
        assert player.faults == 0


async def test_complaints_without_end_do_not_disturb_a_game(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "complains", margin_s=5.0)
    game = create_game("go", 9)
    async with closing(player):
        assert await move(player, game, SOON) == Place(BLACK, at(game, "E5"))
        assert len(player.complaints) <= 200
        assert all(len(line) <= 500 for line in player.complaints)


async def test_children_go_with_their_engine_also_those_who_left_its_session(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "forks")
    game = create_game("go", 9)
    async with closing(player):
        await move(player, game)
        until = time.monotonic() + 20
        while len(found := room.processes()) < 5 and time.monotonic() < until:
            await asyncio.sleep(0.02)
        assert len(found) == 5  # the launcher, the keeper of the engine's world, the engine and two children
    assert room.processes() == []


async def test_one_that_ends_while_the_other_side_thinks_has_failed_and_is_started_again(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "leaves")
    game = create_game("go", 9)
    async with closing(player):
        await move(player, game)
        game.act(Place(game.state.position.to_move, at(game, "C3")))
        until = time.monotonic() + 10
        while room.processes() and time.monotonic() < until:
            await asyncio.sleep(0.02)
        found = await fault(player, game)
        assert (found.key, found.values["code"]) == ("engine.fault.ended", 6)
        assert player.faults == 1
        await player.prepare(Turn.of(game.timeline))
        assert room.processes()


async def test_many_slow_answers_are_as_bad_as_one(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "dawdles", "0.9", startup_s=1.5)
    async with closing(player):
        found = await fault(player, create_game("go", 9), SOON)
        assert (found.key, found.values["seconds"]) == ("engine.fault.silent", 1.5)
        assert player.faults == 1


@pytest.mark.parametrize("how", ["", NO_WORLD])
async def test_who_is_another_process_every_moment_goes_all_the_same(
    room: EngineRoom, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    as_if(room, monkeypatch, how)
    player = room.misbehaving(GtpPlayer, "hops", "60")
    async with closing(player):
        await move(player, create_game("go", 9))
        began = time.monotonic()
        await player.close()
        assert time.monotonic() - began < 20
    assert room.processes() == []


async def test_an_error_stream_that_takes_nothing_keeps_nobody_alive(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "clogs", folder_mb=4, margin_s=30.0)
    async with closing(player):
        assert (await fault(player, create_game("go", 9), SOON)).values["code"] == 137
    assert room.processes() == []


@pytest.mark.parametrize("how", ["hides", "maps"])
async def test_files_without_names_count_as_well(room: EngineRoom, how: str) -> None:
    player = room.misbehaving(GtpPlayer, how, "40", folder_mb=8)
    game = create_game("go", 9)
    async with closing(player):
        with suppress(EngineFault):
            await move(player, game)
        until = time.monotonic() + 10
        while room.processes() and time.monotonic() < until:
            await asyncio.sleep(0.05)
        assert room.processes() == []
        assert player.complaints[-1].startswith("more than 8 MB")


async def test_an_engine_that_breeds_is_stopped_at_its_bound(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "bomb", "40", processes=10, margin_s=5.0)
    most = 0

    async def count() -> None:
        nonlocal most
        while True:
            most = max(most, len(room.processes()))
            await asyncio.sleep(0.05)

    async with closing(player):
        counting = asyncio.create_task(count())
        found = await fault(player, create_game("go", 9), SOON)
        counting.cancel()
        with suppress(asyncio.CancelledError):
            await counting
        if os.getuid() == 0:  # the system lets root have any number, so they are counted now and then
            assert found.values["last"] == "too many processes"
        else:
            assert found.key == "engine.fault.silent"
            assert most <= 13
    assert 2 < most <= 43


async def test_files_are_bounded_and_lie_in_a_folder_that_goes(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "files", str(Path.cwd()), file_mb=2)
    async with closing(player):
        found = await fault(player, create_game("go", 9))
        assert found.values["last"] == f"File too large {2 * 1024 * 1024} True"


async def test_memory_is_bounded(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "memory", memory_mb=200)
    async with closing(player):
        assert (await fault(player, create_game("go", 9))).values["last"] == "out of memory"


@pytest.mark.long
async def test_processor_time_is_bounded(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "burns", cpu_s=1)
    async with closing(player):
        found = await fault(player, create_game("go", 9), Budget(ms=20_000))
        assert found.values["code"] in (128 + signal.SIGXCPU, 128 + signal.SIGKILL)


def no_network_can_be_had() -> bool:
    if shutil.which("unshare") is None:
        return False
    wish = "-n" if os.getuid() == 0 else "-Un"
    return subprocess.run(["unshare", wish, "true"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not no_network_can_be_had(), reason="this system lets nobody leave the network")
@pytest.mark.parametrize("is_allowed", [False, True])
async def test_there_is_no_network_unless_the_list_says_so(room: EngineRoom, is_allowed: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        player = room.misbehaving(
            GtpPlayer, "network", str(server.getsockname()[1]), network=is_allowed, confined=False
        )
        async with closing(player):
            said = (await fault(player, create_game("go", 9))).values["last"]
            assert said == ("called" if is_allowed else "no network: OSError")


async def test_an_engine_that_will_not_go_is_made_to(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "stays")
    game = create_game("go", 9)
    async with closing(player):
        await move(player, game)


async def test_closing_waits_a_moment_for_a_goodbye_and_then_no_more(room: EngineRoom) -> None:
    player = room.scripted(GtpPlayer, GREETED + "> genmove black\n< = E5\n<\n> quit\n! sleep 60")
    game = create_game("go", 9)
    async with closing(player):
        await move(player, game)
        began = time.monotonic()
        await player.close()
        assert 0.5 < time.monotonic() - began < 5


GREETED = "> list_commands\n< = genmove\n<\n> boardsize 9\n< =\n<\n> clear_board\n< =\n<\n"


async def test_who_is_cancelled_leaves_no_engine_thinking(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "silent")
    game = create_game("go", 9)
    async with closing(player):
        thinking = asyncio.create_task(player.choose(Turn.of(game.timeline), Budget(), StopToken()))
        while len(room.processes()) < 2:
            await asyncio.sleep(0.02)
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        assert room.processes() == []
        assert player.faults == 0


# --- when this program itself is gone

PARENT = """
import asyncio, sys
from tengen.core import create_game
from tengen.players import (Budget, EngineFault, HostFault, StopToken, Turn)
from tengen.players.engines import process as engine_process
from tengen.players.engines.spec import EngineSpec
from tengen.players.engines.gtp import GtpPlayer

async def main():
    spec = EngineSpec("x", "gtp", tuple(sys.argv[2:]), environment={"%s": sys.argv[1]})
    player = GtpPlayer(spec)
    await player.choose(Turn.of(create_game("go", 9).timeline), Budget(), StopToken())
    print("ready", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_of_an_engine_outlives_the_program_that_started_it(room: EngineRoom, number: int) -> None:
    mark = room.spec("gtp", "x").environment[MARK]
    engine = (*PYTHON, str(HERE / "misbehaving_engine.py"), "forks")
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT % MARK, mark, *engine],
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(room.temporary)},
    )
    with parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"ready\n"
        assert len(room.processes()) >= 2
        assert list(room.temporary.iterdir())
        os.kill(parent.pid, number)
    room.check_empty(5.0)


async def test_an_engine_goes_even_with_its_launcher(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "illegal")
    game = create_game("go", 9)
    async with closing(player):
        await move(player, game)
        launcher = min(pid for pid in room.processes() if b"launch.py" in Path(f"/proc/{pid}/cmdline").read_bytes())
        os.kill(launcher, signal.SIGKILL)
        until = time.monotonic() + 3
        while room.processes() and time.monotonic() < until:
            await asyncio.sleep(0.02)
        assert room.processes() == []


@pytest.mark.parametrize(
    ("errno_", "key", "faults"),
    [("EAGAIN", "not_started", 0), ("ENOMEM", "not_started", 0), ("EPERM", "ended_saying", 1)],
)
async def test_a_machine_that_has_no_room_for_a_process_is_not_its_fault(
    room: EngineRoom, monkeypatch: pytest.MonkeyPatch, errno_: str, key: str, faults: int
) -> None:
    refuse = f"import errno, os\ndef fork(): raise OSError(errno.{errno_}, 'no room')\nos.fork = fork"
    as_if(room, monkeypatch, f"{NO_WORLD}\n{refuse}")
    player = room.misbehaving(GtpPlayer, "stays")
    async with closing(player):
        found = await fault(player, create_game("go", 9), SOON)
        assert found.key == f"engine.fault.{key}"
        assert isinstance(found, HostFault) == (faults == 0)
        assert player.faults == faults


async def test_no_program_can_say_that_of_itself(room: EngineRoom) -> None:
    player = GtpPlayer(room.spec("gtp", *PYTHON, "-c", "raise SystemExit(71)"))
    async with closing(player):
        found = await fault(player, create_game("go", 9), SOON)
        assert (found.key, found.values["code"]) == ("engine.fault.ended", 70)


def test_what_everybody_hears_tells_nothing_of_this_machine() -> None:
    private = "/secret/place"
    faults = [
        EngineFault("ended_saying", code=3, last=private),
        EngineFault("not_found", program=private),
        HostFault("not_started", reason=private),
        EngineFault("protocol", protocol="GTP", said=private),
        EngineFault("refused", command="play", said=private),
    ]
    assert [fault.for_all.text() for fault in faults] == [
        "The engine ended by itself (code 3).",
        *["The engine does not work here."] * 4,
    ]
    illegal = EngineFault("illegal", move="A1")
    assert illegal.for_all is illegal
