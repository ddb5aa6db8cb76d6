"""Arenas to watch: what their folder holds is told, whatever state its files are in, and nothing outside it is."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tengen.arena import Gallery, Onlooker, Standing
from tengen.core import ErrorCode, GameError
from tengen.protocol import arena_of, arena_replay_of
from tengen.server import Settings
from tengen.server.arenas import Arenas
from tests.server.process import ServerProcess, Web


def hold(out: Path, game: str, size: int, *more: str) -> None:
    """A small arena, really played."""
    command = ["-m", "tengen", "arena", "random", "random", "--game", game, "--size", str(size), "--games", "2"]
    subprocess.run([sys.executable, *command, *more, "--out", str(out)], check=True, capture_output=True, timeout=60)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two arenas that were played to the end; `gomoku` is the newer one."""
    root = tmp_path_factory.mktemp("arenas")
    hold(root / "peace.1", "peace", 4)
    hold(root / "gomoku", "gomoku", 9, "--sprt", "0,20")
    os.utime(root / "peace.1" / "arena.json", (1e9, 1e9))
    return root


@pytest.fixture(scope="module")
def web(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    process = ServerProcess(tmp_path_factory.mktemp("data") / "data", {"ARENAS": str(played)}).start()
    client = Web(process)
    yield client
    client.close()
    process.stop()


@pytest.fixture
def root(played: Path, tmp_path: Path) -> Path:
    """A copy to break."""
    return Path(shutil.copytree(played, tmp_path / "arenas"))


def arena(web: Web, name: str) -> dict[str, Any]:
    answer = web.get(f"/api/arenas/{name}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def playing(folder: Path, **board: object) -> None:
    """As if the second game were being played now."""
    size = json.loads((folder / "arena.json").read_text())["size"]
    lines = (folder / "results.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "results.jsonl").write_bytes(b"".join(line for line in lines if json.loads(line)["index"] == 0))
    grid = [[0] * size for _ in range(size)]
    grid[1][2] = 1
    now = {"index": 1, "opening": 0, "black": 1, "white": 0, "plies": 1, "to_move": "white", "board": grid}
    current = {"at": "2026-01-01T00:00:00", "done": 1, "planned": 2, "games": [{**now, "last": [2, 1], **board}]}
    (folder / "current.json").write_text(json.dumps({"format": "tengen-arena", "version": 1, **current}))


def test_the_arenas_of_the_folder_are_listed_newest_first(web: Web) -> None:
    found = web.get("/api/arenas").json()["arenas"]
    assert [line["name"] for line in found] == ["gomoku", "peace.1"]
    peace = found[1]
    assert (peace["gameType"], peace["boardSize"], peace["players"]) == ("PEACE", 4, ["random", "random (2)"])
    assert (peace["done"], peace["planned"], peace["standing"]) == (2, 2, "ended")
    assert peace["began"] == "2001-09-09T01:46:40+00:00"


def test_an_arena_is_told_with_its_table(web: Web) -> None:
    found = arena(web, "peace.1")
    assert [line["games"] for line in found["table"]] == [2, 2]
    assert sum(line["points"] for line in found["table"]) == 2
    assert all(line["low"] <= line["score"] <= line["high"] for line in found["table"])
    assert [(pair["one"], pair["other"], pair["games"]) for pair in found["pairs"]] == [(0, 1, 2)]
    assert (found["standing"], found["boards"], found["sprt"]) == ("ended", [], None)
    assert found["pace"] == {"key": "arena.pace.free", "values": {}}


def test_a_test_is_told_with_what_it_heard(web: Web) -> None:
    found = arena(web, "gomoku")
    assert (found["sprt"]["pairs"], found["sprt"]["verdict"]) == (1, "open")


def test_the_boards_of_this_moment_are_told(web: Web, played: Path) -> None:
    live = Path(shutil.copytree(played / "gomoku", played / "live"))
    playing(live)
    found = arena(web, "live")
    assert (found["done"], found["standing"]) == (1, "playing")
    (board,) = found["boards"]
    assert (board["game"], board["black"], board["white"], board["toMove"]) == (2, 1, 0, "WHITE")
    assert (board["grid"][1][2], board["lastMove"]) == ("BLACK", {"x": 2, "y": 1})
    shutil.rmtree(live)
    time.sleep(1.1)
    assert web.get("/api/arenas/live").status_code == 404


# --- games that have ended


@pytest.mark.parametrize("name", ["peace.1", "gomoku"])
def test_the_games_that_ended_are_told_and_can_be_stepped_through(web: Web, name: str) -> None:
    found = arena(web, name)
    assert sorted(game["game"] for game in found["games"]) == [1, 2]
    for game in found["games"]:
        assert (game["hasRecord"], game["isTooLong"]) == (True, False)
        replay = web.get(f"/api/arenas/{name}/games/{game['game']}/replay").json()
        assert (replay["gameType"], replay["boardSize"]) == (found["gameType"], found["boardSize"])
        assert len(replay["nodes"]) == game["plies"] + 1
        assert replay["result"] == game["result"]
        assert replay["players"]["BLACK"]["name"] == found["players"][game["first"]]
        assert replay["notices"] == []


@pytest.mark.parametrize("game", ["3", "999999"])
def test_a_game_that_was_not_played_is_not_found(web: Web, game: str) -> None:
    assert web.get(f"/api/arenas/gomoku/games/{game}/replay").status_code == 404
    assert web.get(f"/api/arenas/nothing/games/{game}/replay").status_code == 404
    assert web.get(f"/api/arenas/..%2f/games/{game}/replay").status_code == 404


@pytest.mark.parametrize("game", ["0", "-1", "x", "1.5", "99999999999999999999"])
def test_what_is_no_number_of_a_game_is_refused(web: Web, game: str) -> None:
    answer = web.get(f"/api/arenas/gomoku/games/{game}/replay")
    assert (answer.status_code, answer.json()["code"]) == (422, "BAD_BODY")


def rewritten(folder: Path, **changed: object) -> None:
    """Change the first line of the results."""
    first, *others = (folder / "results.jsonl").read_text().splitlines()
    (folder / "results.jsonl").write_text("\n".join([json.dumps({**json.loads(first), **changed}), *others, ""]))


@pytest.mark.parametrize(
    "broken",
    [
        lambda folder: (folder / "games.sgf").unlink(),
        lambda folder: (folder / "games.sgf").write_bytes(b""),
        lambda folder: (folder / "games.sgf").write_bytes(b"x" * 10_000),
        lambda folder: rewritten(folder, end=-1),
        lambda folder: rewritten(folder, end=0),
        lambda folder: rewritten(folder, end=5),
        lambda folder: rewritten(folder, end=2**52),
    ],
)
def test_a_game_that_cannot_be_read_is_not_there(root: Path, broken: Callable[[Path], object]) -> None:
    broken(root / "gomoku")
    onlooker = Gallery(root).open("gomoku")
    assert onlooker is not None
    assert onlooker.look() is not None
    index = json.loads((root / "gomoku" / "results.jsonl").read_text().splitlines()[0])["index"]
    assert onlooker.record(index) is None


def test_a_game_is_not_read_through_a_link(root: Path, played: Path) -> None:
    games = root / "gomoku" / "games.sgf"
    games.unlink()
    games.symlink_to(played / "gomoku" / "games.sgf")
    onlooker = Gallery(root).open("gomoku")
    assert onlooker is not None
    assert onlooker.record(0) is None


def test_nobody_learns_where_programs_lie_or_what_they_said(tmp_path: Path) -> None:
    program = tmp_path / "secret" / "engine"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho my password is swordfish >&2\nexit 3\n")
    program.chmod(0o755)
    arenas = tmp_path / "arenas"
    command = ["-m", "tengen", "arena", f"gtp:{program}", "random", "--game", "go", "--size", "5", "--games", "2"]
    subprocess.run([sys.executable, *command, "--out", str(arenas / "a")], check=True, capture_output=True, timeout=120)
    assert "swordfish" in (arenas / "a" / "games.sgf").read_text()
    onlooker = Gallery(arenas).open("a")
    assert onlooker is not None
    seen = onlooker.look()
    record = onlooker.record(0)
    assert seen is not None
    assert record is not None
    told = arena_of(seen).model_dump_json() + arena_replay_of(record, onlooker.plan).model_dump_json()
    assert "gtp:engine" in told
    for secret in ("swordfish", "secret", str(tmp_path)):
        assert secret not in told


def test_a_result_without_an_outcome_that_can_be_is_told_without_one(root: Path) -> None:
    rewritten(root / "gomoku", outcome={"winner": "green", "reason": 7})
    onlooker = Gallery(root).open("gomoku")
    seen = onlooker.look() if onlooker is not None else None
    assert seen is not None
    assert [game.result is None for game in arena_of(seen).games] == [False, True]


@pytest.mark.parametrize(
    "name", ["nothing", "..", "%2e%2e", "..%2fdata", "peace.1%2f..", "%00", "peace.1%0a", "a" * 81, "-x", "C:"]
)
def test_what_is_no_arena_is_not_found(web: Web, name: str) -> None:
    answer = web.get(f"/api/arenas/{name}")
    assert (answer.status_code, answer.json()["code"]) == (404, "NO_SUCH_PAGE")


async def test_large_arenas_are_not_read_from_the_beginning_one_after_the_other(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that are open already are told all the same."""
    read: list[str] = []

    def slow(gallery: Gallery, name: str) -> Onlooker | None:
        read.append(name)
        time.sleep(0.2)
        return real(gallery, name)

    real = Gallery.open
    monkeypatch.setattr(Gallery, "open", slow)
    arenas = Arenas(played)
    assert await arenas.replay("gomoku", 0) is not None
    for _ in range(3):
        with pytest.raises(GameError) as refused:
            await arenas.replay("peace.1", 0)
        assert refused.value.code is ErrorCode.SLOW_DOWN
        assert await arenas.replay("gomoku", 1) is not None
    assert read == ["gomoku"]
    await asyncio.sleep(1.5)
    assert await arenas.replay("peace.1", 0) is not None


def test_links_out_of_the_folder_are_not_followed(root: Path, played: Path) -> None:
    (root / "link").symlink_to(played / "gomoku")
    (root / "again").symlink_to(root / "again")
    (root / "peace.1" / "results.jsonl").unlink()
    (root / "peace.1" / "results.jsonl").symlink_to(played / "peace.1" / "results.jsonl")
    gallery = Gallery(root)
    assert [glance.name for glance in gallery.glances()] == ["gomoku", "peace.1"]
    assert gallery.open("link") is None
    assert gallery.open("again") is None
    peace = gallery.open("peace.1")
    seen = peace.look() if peace else None
    assert seen is not None
    assert seen.summary.played == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        "[" * 100_000,
        '{"format":"tengen-arena","game":"chess","size":8}',
    ],
)
def test_an_arena_whose_settings_are_broken_is_none(root: Path, text: str) -> None:
    (root / "peace.1" / "arena.json").write_text(text)
    gallery = Gallery(root)
    assert [glance.name for glance in gallery.glances()] == ["gomoku"]
    assert gallery.open("peace.1") is None


@pytest.mark.parametrize(
    "change",
    [
        {"players": ["random"]},
        {"games": 3},
        {"games": 10**30},
        {"size": 0},
        {"pace": {"ms": 10**400}},
        {"rules": {"x": 1}},
    ],
)
def test_settings_that_no_arena_has_are_none(root: Path, change: dict[str, object]) -> None:
    path = root / "gomoku" / "arena.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    assert Gallery(root).open("gomoku") is None


@pytest.mark.parametrize(
    "line",
    [
        b"{half",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"index":7,"opening":0,"first":0,"second":1}',
        b'{"index":1,"opening":0,"first":0,"second":1}',
        b'{"index":1,"opening":0,"first":9,"second":-1}',
        b'{"index":1,"opening":0,"first":1,"second":0,"points":77}',
        b'{"index":1,"opening":0,"first":1,"second":0,"thinking":[{"moves":1,"total_ms":-5},{}]}',
    ],
)
def test_lines_that_cannot_be_are_left_out(root: Path, line: bytes) -> None:
    results = root / "gomoku" / "results.jsonl"
    first = next(line for line in results.read_bytes().splitlines() if json.loads(line)["index"] == 0)
    results.write_bytes(line + b"\n" + first + b"\n" + line)
    onlooker = Gallery(root).open("gomoku")
    seen = onlooker.look() if onlooker else None
    assert seen is not None
    assert (seen.summary.played, seen.done) == (1, 1)


@pytest.mark.parametrize(
    "board",
    [
        {"board": []},
        {"board": [[3] * 9] * 9},
        {"black": 2},
        {"last": [9, 0]},
        {"index": 0},
        {"index": -1},
        {"to_move": "x"},
    ],
)
def test_boards_that_cannot_be_are_left_out(root: Path, board: dict[str, object]) -> None:
    playing(root / "gomoku", **board)
    onlooker = Gallery(root).open("gomoku")
    seen = onlooker.look() if onlooker else None
    assert seen is not None
    assert seen.boards == ()


def test_only_what_is_new_is_read_and_a_new_arena_is_noticed(root: Path) -> None:
    folder = root / "gomoku"
    whole = (folder / "results.jsonl").read_bytes()
    playing(folder)
    onlooker = Gallery(root).open("gomoku")
    assert onlooker is not None
    first = onlooker.look()
    assert first is not None
    assert (first.done, first.standing) == (1, Standing.PLAYING)
    second = next(line for line in whole.splitlines(keepends=True) if json.loads(line)["index"] == 1)
    with (folder / "results.jsonl").open("ab") as file:
        file.write(second[:10])
        file.flush()
        still = onlooker.look()
        assert still is not None
        assert still.summary is first.summary
        file.write(second[10:])
    last = onlooker.look()
    assert last is not None
    assert (last.done, last.standing, last.boards) == (2, Standing.ENDED, ())
    os.utime(folder / "arena.json", (1.0, 1.0))
    assert onlooker.look() is None


def test_an_arena_that_was_killed_is_not_being_played(root: Path) -> None:
    playing(root / "gomoku")
    os.utime(root / "gomoku" / "current.json", (1e9, 1e9))
    onlooker = Gallery(root).open("gomoku")
    seen = onlooker.look() if onlooker else None
    assert seen is not None
    assert (seen.standing, seen.boards) == (Standing.STOPPED, ())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
def test_files_that_are_none_keep_nobody_waiting(root: Path) -> None:
    os.mkfifo(root / "fifo")
    (root / "gomoku" / "current.json").unlink()
    os.mkfifo(root / "gomoku" / "current.json")
    (root / "peace.1" / "arena.json").unlink()
    (root / "peace.1" / "arena.json").mkdir()
    assert [glance.name for glance in Gallery(root).glances()] == ["gomoku"]


def test_programs_are_told_without_the_folders_they_lie_in(root: Path, tmp_path: Path) -> None:
    path = root / "gomoku" / "arena.json"
    players = ["gtp:/home/joe/bin/gnugo --mode gtp -m=/secret/net.bin", "level:3"]
    path.write_text(
        json.dumps({**json.loads(path.read_text()), "players": players, "openings": "/home/joe/book.sgf:4"})
    )
    (root / "gomoku").rename(root / "programs")
    process = ServerProcess(tmp_path / "data", {"ARENAS": str(root)}).start()
    client = Web(process)
    try:
        found = arena(client, "programs")
    finally:
        client.close()
        process.stop()
    assert found["players"] == ["gtp:gnugo --mode gtp net.bin", "level:3"]
    assert found["openings"] == "book.sgf:4"


def test_there_need_be_no_folder(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    assert settings.arenas_folder == tmp_path / "arenas"
    assert Gallery(settings.arenas_folder).glances() == []
