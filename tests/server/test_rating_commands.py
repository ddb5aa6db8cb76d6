"""`tengen user recompute-ratings` and `annul`, on a folder that nobody has and through the server that has it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.clients.command import Command, command_here
from tests.people.club import open_club
from tests.server.members import Member
from tests.server.process import ServerProcess, Web


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    """The program, with a data folder of the test."""
    monkeypatch.setenv("TENGEN_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("TENGEN_DATABASE_URL", f"sqlite:///{tmp_path / 'tengen.sqlite3'}")
    return command_here(monkeypatch, capsys)


def played(folder: Path, games: int = 3) -> list[str]:
    """Have two accounts play rated games; the ids for watching them."""

    async def play() -> list[str]:
        async with open_club(folder, "Ann", "Ben") as club:
            return [(await club.result(await club.play("Ann", "Ben"))).watch_id for _ in range(games)]

    return asyncio.run(play())


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file, timeout=10)) as connection, connection:
        connection.execute(statement)


def test_ratings_are_recomputed_from_the_logs_and_are_the_same(tmp_path: Path, call: Command) -> None:
    played(tmp_path)
    done = call("user", "recompute-ratings")
    assert (done.code, done.err) == (0, "")
    assert done.out == "Rated games: 3; ratings: 2. All are what the games make of them.\n"
    told = json.loads(call("user", "recompute-ratings", "--json").out)
    assert (told["games"], told["ratings"], told["count"], told["otherLogs"]) == (3, 2, 0, [])


def test_ratings_that_differ_are_told_and_corrected_only_when_asked(tmp_path: Path, call: Command) -> None:
    played(tmp_path)
    change(tmp_path / "tengen.sqlite3", "UPDATE ratings SET rating = 2222 WHERE account_id = 'ben' AND number = 3")
    for _ in range(2):
        done = call("user", "recompute-ratings")
        assert done.code == 1
        assert done.out.startswith("ben GOMOKU: 2222.0000, should be ")
        assert done.err == "tengen: 1 of 2 ratings are not what the games make of them; --repair corrects them.\n"
    mended = call("user", "recompute-ratings", "--repair")
    assert (mended.code, mended.out.splitlines()[-1]) == (0, "Rated games: 3; ratings: 2. Corrected: 1.")
    assert call("user", "recompute-ratings").code == 0


def test_a_result_that_was_altered_is_found_by_its_log(tmp_path: Path, call: Command) -> None:
    first, *_ = played(tmp_path)
    change(tmp_path / "tengen.sqlite3", f"UPDATE results SET winner = 'second' WHERE watch_id = '{first}'")  # noqa: S608
    done = call("user", "recompute-ratings")
    assert done.code == 0
    assert first in done.out


def test_a_result_is_annulled_by_the_host(tmp_path: Path, call: Command) -> None:
    first, *_ = played(tmp_path)
    done = call("user", "annul", first, "--reason", "A test.")
    assert (done.code, done.out) == (0, f"The result of game {first} is annulled.\n")
    again = call("user", "annul", first, "--reason", "A test.")
    assert (again.code, again.err) == (1, "tengen: This result has been annulled already.\n")
    for unknown in ("nothing", "-x1"):  # an id may begin with a hyphen
        refused = call("user", "annul", unknown, "--reason", "A test.")
        assert (refused.code, refused.err) == (1, "tengen: There is no result of such a game.\n")
    assert call("user", "annul", first, "--reason", " ").code == 1
    assert call("user", "recompute-ratings").code == 0
    assert "result_annulled" in call("user", "audit").out


def test_an_export_has_games_statistics_and_ratings(tmp_path: Path, call: Command) -> None:
    played(tmp_path, 1)
    told = json.loads(call("user", "export", "Ann").out)
    (game,) = told["games"]
    assert (game["winner"], game["second_name"], game["is_first"]) == ("first", "Ben", True)
    assert told["statistics"]["gomoku"] == {"played": 1, "won": 1, "lost": 0, "drawn": 0, "levels": {}}
    assert told["ratings"]["GOMOKU"][0]["games"] == 1
    assert '"ben"' not in json.dumps(told), "the accounts of others are theirs"


# --- through a server


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("club") / "data").start()
    yield process
    process.stop()


def test_while_a_server_has_the_folder_it_does_it(
    club: ServerProcess, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TENGEN_DATA_DIR", str(club.data_dir))
    call = command_here(monkeypatch, capsys)
    with closing(Member(club, "Ann")) as ann, closing(Member(club, "Ben")) as ben, closing(Web(club)) as stranger:
        game = ann.play(ben)
        told = json.loads(call("user", "recompute-ratings", "--json").out)
        assert (told["games"], told["count"]) == (1, 0)
        assert call("user", "annul", game.watch_id, "--reason", "A test.").code == 0
        assert stranger.get(ann.path).json()["ratings"] == {}
        assert stranger.get(game.path("result")).json()["isAnnulled"] is True
        (listed,) = stranger.get(f"{ann.path}/games").json()["games"]
        assert listed["isAnnulled"] is True
