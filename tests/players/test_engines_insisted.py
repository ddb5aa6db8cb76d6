"""Servers insist that engines be confined: where a system cannot, they are refused unless a setting allows them."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.core import ErrorCode, GameError, create_game, find_kind
from tengen.match.service.seating import seats_of
from tengen.players import insist_on_confinement, make_player, offered_players, unconfined_note, why_unconfined
from tengen.players.engines.gtp import GtpPlayer
from tengen.players.sandbox import assurance
from tengen.players.sandbox.confine import NO_LANDLOCK, NO_NAMESPACES
from tengen.protocol import StartIn
from tengen.server.settings import Settings
from tengen.server.stores import open_stores
from tests.players.engine_room import NO_WORLD, EngineRoom, as_if, closing, fault, move
from tests.server.process import ServerProcess, Web

GO = find_kind("go")
NO_LANDLOCK_HERE = "confine.landlock_version = lambda: 0"
OBSTACLES = [
    (NO_LANDLOCK_HERE, NO_LANDLOCK),
    (NO_WORLD, NO_NAMESPACES),
    ("namespaces.leave_network = lambda: False", NO_NAMESPACES),
]
WITHOUT_NAMESPACES = """
import ctypes, os, pathlib, sys
user, group = os.getuid(), os.getgid()
if ctypes.CDLL(None).unshare(0x10000000):
    sys.exit(77)
for name, value in (("setgroups", "deny"), ("uid_map", f"0 {user} 1"), ("gid_map", f"0 {group} 1")):
    pathlib.Path(f"/proc/self/{name}").write_text(value)
pathlib.Path("/proc/sys/user/max_pid_namespaces").write_text("0")
"""
"""From here on as on a system that lets nobody have namespaces, such as most containers."""


@pytest.fixture(autouse=True)
def _own_insistence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assurance, "_insistence", [])


@pytest.fixture
def listed(own_list: EngineRoom) -> EngineRoom:
    """A list with an engine `a`, and `b` that asks not to be confined."""
    own_list.write_list(["a"], ["b"])
    own_list.list.write_text(own_list.list.read_text() + "confined = false\n")
    return own_list


def cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that cannot confine engines."""
    for module in ("engines.catalog", "make"):
        monkeypatch.setattr(f"tengen.players.{module}.why_unconfined", lambda: NO_LANDLOCK)
    monkeypatch.setattr("tengen.server.stores.why_unconfined", lambda: NO_LANDLOCK)


def needs_confinement() -> None:
    if why_unconfined():
        pytest.skip(why_unconfined())


# --- what this machine can


@pytest.mark.parametrize(("how", "reason"), OBSTACLES)
def test_a_machine_that_cannot_confine_says_why(
    room: EngineRoom, monkeypatch: pytest.MonkeyPatch, how: str, reason: str
) -> None:
    needs_confinement()
    as_if(room, monkeypatch, how)
    monkeypatch.setattr(assurance, "LAUNCHER", room.folder / "launcher.py")
    assert why_unconfined.__wrapped__() == reason


def test_it_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    said = why_unconfined()
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("tried again"))
    assert why_unconfined() == said


@pytest.mark.parametrize(("how", "reason"), OBSTACLES)
async def test_whoever_insists_gets_no_engine_where_it_cannot_be_confined(
    room: EngineRoom, monkeypatch: pytest.MonkeyPatch, how: str, reason: str
) -> None:
    needs_confinement()
    as_if(room, monkeypatch, how)
    for insists, confined in ((True, True), (True, False), (False, True)):
        insist_on_confinement(insists=insists)
        player = room.misbehaving(GtpPlayer, "stays", confined=confined)
        async with closing(player):
            if insists and confined:
                found = await fault(player, create_game("go", 9))
                assert (found.values["code"], found.values["last"]) == (126, reason)
            else:
                await move(player, create_game("go", 9))


# --- servers


def seated(player: str) -> list[str]:
    body = StartIn.model_validate({"gameType": "go", "players": {"WHITE": player}})
    return [seat.player for seat in seats_of(body.plan(), "go")]


@pytest.mark.parametrize("allowed", [False, True])
async def test_a_server_refuses_engines_that_it_cannot_confine_unless_a_setting_allows_them(
    listed: EngineRoom, monkeypatch: pytest.MonkeyPatch, allowed: bool
) -> None:
    cannot(monkeypatch)
    settings = Settings(data_dir=listed.folder / "data", engines=listed.list, allow_unconfined_engines=allowed)
    settings.prepare_data_dir()
    async with open_stores(settings):
        assert ("engine:a" in offered_players(GO)) is allowed
        assert "engine:b" in offered_players(GO), "its entry says that it is not confined"
        assert seated("engine:b") == ["human", "engine:b"]
        if allowed:
            assert seated("engine:a") == ["human", "engine:a"]
            return
        with pytest.raises(GameError, match="this machine cannot confine engines") as caught:
            seated("engine:a")
        assert caught.value.code is ErrorCode.BAD_PLAYER
        assert "本机无法隔离引擎" in caught.value.text("zh")


def test_the_setting_is_off_unless_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TENGEN_DATA_DIR", str(tmp_path))
    assert not Settings().allow_unconfined_engines
    monkeypatch.setenv("TENGEN_ALLOW_UNCONFINED_ENGINES", "true")
    assert Settings().allow_unconfined_engines


@pytest.mark.long
@pytest.mark.parametrize("allowed", [False, True])
def test_a_real_server_without_namespaces_offers_no_engines_and_starts_none(
    own_list: EngineRoom, allowed: bool
) -> None:
    needs_confinement()
    answers = ["= genmove", "=", "=", "=", "= D4"]
    talk = ["list_commands", "boardsize 9", "clear_board", "play black E5", "genmove white"]
    script = "\n".join(f"> {said}\n< {answer}\n<" for said, answer in zip(talk, answers, strict=True))
    own_list.write_list(own_list.script_command(script))
    code = f"{WITHOUT_NAMESPACES}\nfrom tengen.__main__ import main\nmain()"
    settings = {"ENGINES": str(own_list.list), "ALLOW_UNCONFINED_ENGINES": str(allowed).lower()}
    server = ServerProcess(own_list.folder / "data", settings, program=("-c", code)).start()
    web = Web(server)
    try:
        kinds = {kind["name"]: kind["players"] for kind in web.http.get("/api/kinds").json()["kinds"]}
        assert ("engine:a" in kinds["go"]) is allowed
        begun = web.post("/api/game/start", {"gameType": "GO", "boardSize": 9, "players": {"WHITE": "engine:a"}})
        if not allowed:
            assert (begun.status_code, begun.json()["code"]) == (422, "BAD_PLAYER")
            assert "cannot confine engines" in begun.json()["detail"]
            assert "engines are refused" in server.log.read_text()
            return
        assert "engines play unconfined" in server.log.read_text()
        web.post(f"/api/game/{begun.json()['gameId']}/move", {"x": 4, "y": 4})
        deadline = 400
        while "genmove white" not in own_list.heard() and (deadline := deadline - 1):
            asyncio.run(asyncio.sleep(0.05))
        assert "genmove white" in own_list.heard()
    finally:
        server.stop()
        web.http.close()


def test_the_processes_of_a_server_insist_as_well(own_list: EngineRoom) -> None:
    needs_confinement()
    own_list.write_list(["true"])
    code = f"{WITHOUT_NAMESPACES}\nfrom tengen.jobs.child import main\nmain()"
    question = (
        '{"job":"thinking","body":{"game":{"kind":"go","size":9,"rules":{}},"seed":1,"longest_ms":1000,"color":1,'
        '"player":"engine:a","match_id":"x"}}\n'
    )
    for option, expected in (("--confined-only", "cannot confine engines"), ("", "ended")):
        with subprocess.Popen(
            [sys.executable, "-c", code, *option.split()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stdout.readline().strip() == '{"type":"ready"}'
            process.stdin.write(question)
            process.stdin.flush()
            assert expected in process.stdout.readline()
            process.stdin.close()


# --- the command line


@pytest.mark.usefixtures("listed")
def test_on_the_command_line_they_play_and_a_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert make_player("engine:a", GO, 1) is not None
    players = ["engine:a", "level:1", "engine:b", "gtp:true", "engine:a", "engine:zzz"]
    cannot(monkeypatch)
    assert make_player("engine:a", GO, 1) is not None
    assert (
        unconfined_note(players, "en")
        == f"engine:a runs unconfined: this machine cannot confine engines ({NO_LANDLOCK})."
    )
    assert "engine:a 在没有隔离的情况下运行" in unconfined_note(players, "zh")
    assert unconfined_note(["engine:b", "human"], "en") == ""


@pytest.mark.parametrize(
    ("command", "typed"),
    [
        (["play", "--plain", "--white", "engine:a"], "quit\n"),
        (["play", "--plain"], "x\ny\ngo 9 engine:a\nquit\n"),
        (["engine", "gtp", "--player", "engine:a"], "quit\n"),
        (["arena", "--game", "go", "--size", "5", "--games", "2", "engine:a", "random"], ""),
    ],
    ids=["play", "console", "engine", "arena"],
)
def test_each_command_says_that_an_engine_runs_unconfined(own_list: EngineRoom, command: list[str], typed: str) -> None:
    needs_confinement()
    own_list.write_list(["false"])
    code = f"{WITHOUT_NAMESPACES}\nfrom tengen.__main__ import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", code, *command], input=typed, capture_output=True, text=True, check=False, timeout=60
    )
    assert (
        f"engine:a runs unconfined: this machine cannot confine engines ({NO_NAMESPACES})." in done.stderr + done.stdout
    )


def test_the_doctor_says_that_servers_refuse_engines() -> None:
    needs_confinement()
    usual = subprocess.run([sys.executable, "-m", "tengen", "doctor"], capture_output=True, text=True, check=False)
    assert "[ok]      Confinement" in usual.stdout
    code = f"{WITHOUT_NAMESPACES}\nfrom tengen.__main__ import main\nmain()"
    less = subprocess.run([sys.executable, "-c", code, "doctor"], capture_output=True, text=True, check=False)
    line = next(line for line in less.stdout.splitlines() if "Confinement" in line)
    assert line.startswith("[none]")
    assert "servers refuse them unless allow_unconfined_engines is set" in line
    assert NO_NAMESPACES in line
