"""The log: what happens to games in one line each, and nothing in it that opens a game or that people typed."""

from __future__ import annotations

import json
import logging
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import structlog

from tengen.server.logs import set_up_logs
from tests.server.process import ServerProcess, Web
from tests.server.sockets import socket_to
from tests.server.watched import until


@pytest.fixture(scope="module")
def logging_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("logs") / "data").start()
    yield process
    process.stop()


@pytest.fixture
def web(logging_server: ServerProcess) -> Iterator[Web]:
    client = Web(logging_server)
    yield client
    client.close()


def entries(server: ServerProcess, watch_id: str) -> list[dict[str, Any]]:
    """What the log says about a game."""
    lines = [json.loads(line) for line in server.log.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line.get("game") == watch_id[:8]]


def test_start_save_undo_redo_restart_and_end_of_a_game_are_logged(logging_server: ServerProcess, web: Web) -> None:
    game = web.start("GO", 9, komi=6.5)
    game.moves((4, 4), (3, 3))
    game.post("undo")
    with socket_to(logging_server, game.id) as player:
        assert "ok" in player.ask("redo")
    assert web.get(game.path("record.sgf")).status_code == 200
    game.post("restart")
    game.move(4, 4)
    for player_name in ("WHITE", "BLACK"):
        game.post("pass", {"player": player_name})
    found = entries(logging_server, game.watch_id)
    assert {entry["level"] for entry in found} == {"info"}
    assert {(entry["kind"], entry["size"]) for entry in found} == {("go", 9)}
    assert [(entry["event"], entry["ply"]) for entry in found] == [
        ("game started", 0),
        ("undo", 1),
        ("redo", 2),
        ("game saved", 2),
        ("restart", 0),
        ("game over", 3),
    ]
    assert (found[0]["black"], found[0]["white"], found[3]["format"]) == ("human", "human", ".sgf")
    assert (found[-1]["reason"], found[-1]["result"]) == ("score", "BLACK wins! Black: 81, White: 6.5.")


def test_a_loaded_game_and_one_that_ends_by_itself_are_logged(logging_server: ServerProcess, web: Web) -> None:
    first = web.start("OTHELLO")
    first.move(**first.first["legalMoves"][0])
    loaded = web.post("/api/game/load", {"save": web.get(first.path("record.json")).json()}).json()
    found = entries(logging_server, loaded["watchId"])
    assert [(entry["event"], entry["kind"], entry["ply"]) for entry in found] == [("game loaded", "othello", 1)]
    timed = web.start("GO", 9, clock={"kind": "absolute", "mainMs": 100})
    assert until(lambda: len(entries(logging_server, timed.watch_id)) == 2, 5.0)
    ended = entries(logging_server, timed.watch_id)[-1]
    assert (ended["event"], ended["reason"], ended["result"]) == ("game over", "time", "WHITE wins!")


def test_a_call_that_is_repeated_is_logged_once(logging_server: ServerProcess, web: Web) -> None:
    headers = {"Idempotency-Key": "once"}
    started = [web.post("/api/game/start", {"gameType": "PEACE"}, **headers).json() for _ in range(2)]
    assert started[0] == started[1]
    assert len(entries(logging_server, started[0]["watchId"])) == 1


def test_the_log_opens_no_game_and_repeats_nothing_that_people_typed(logging_server: ServerProcess, web: Web) -> None:
    name = 'Eve\n{"level": "info"}\x1b[2J'
    game = web.start("GO", 9, seat="BLACK", name=name)
    game.post("resign", {"player": "BLACK"})
    web.post("/api/game/load", {"save": f"(;GM[1]SZ[9]PB[{name}]EV[secret event];B[aa])"})
    web.get(f"/api/game/{game.id}/record.{'x' * 30}")
    said = logging_server.log.read_text(encoding="utf-8")
    for secret in (game.id, game.watch_id, game.invite or "", "Eve", "secret event", "\x1b", "x" * 30):
        assert secret not in said


@contextmanager
def logging_to(stream_is_terminal: bool) -> Iterator[None]:
    """Logs as they are set up for a terminal, or for programs."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stderr.isatty", lambda: stream_is_terminal)
        patch.setattr("sys.unraisablehook", sys.unraisablehook)
        patch.setattr("threading.excepthook", threading.excepthook)
        set_up_logs(as_json=False)
        try:
            yield
        finally:
            logging.captureWarnings(capture=False)
            root.handlers[:] = before
            root.setLevel(level)
            structlog.reset_defaults()


either_way = pytest.mark.parametrize("is_terminal", [True, False], ids=["terminal", "json"])
NASTY = "first\x1b[2J\r\n2026-01-01 [info     ] forged\u202e\x07"


class Sly(Exception):
    """Whose every text is not to be trusted."""

    def __repr__(self) -> str:
        return NASTY


def own_entries(said: str, *, is_terminal: bool) -> list[str]:
    """The lines that begin an entry."""
    for nasty in ("\x1b[2J", "\r", "\u202e", "\x07"):
        assert nasty not in said
    lines = said.rstrip("\n").split("\n")
    if not is_terminal:
        assert all(json.loads(line) for line in lines)
        return lines
    return [line for line in lines if not line.startswith("  | ")]


@either_way
def test_control_characters_in_a_log_are_escaped(is_terminal: bool, capsys: pytest.CaptureFixture[str]) -> None:
    with logging_to(is_terminal):
        log = structlog.get_logger("tengen.test")
        log.warning("first\nsecond", text="\x1b[2J\u202e\r\n", number=3)
        log.warning("things", error=Sly(), several=[NASTY, Sly()], octets=b"\x1b[2J\n", named={NASTY: NASTY})
        logging.getLogger("elsewhere").warning("third %s", NASTY)
    said = capsys.readouterr().err
    assert len(own_entries(said, is_terminal=is_terminal)) == 3
    assert "second" in said


@either_way
def test_a_traceback_and_the_text_of_an_exception_write_no_lines_of_their_own(
    is_terminal: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    with logging_to(is_terminal):
        for log in (structlog.get_logger("tengen.test"), logging.getLogger("elsewhere")):
            try:
                raise Sly(NASTY)
            except Sly:
                log.exception("failed")
    said = capsys.readouterr().err
    assert len(own_entries(said, is_terminal=is_terminal)) == 2
    assert "test_logs.py" in said, "and it is still a traceback"


@either_way
def test_warnings_and_faults_of_threads_are_entries_like_all_others(
    is_terminal: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise Sly(NASTY)

    with warnings.catch_warnings(), logging_to(is_terminal):
        warnings.simplefilter("always")
        warnings.warn(NASTY, UserWarning, stacklevel=1)
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
    said = capsys.readouterr().err
    assert len(own_entries(said, is_terminal=is_terminal)) == 2
    assert "UserWarning" in said


def test_what_any_stranger_can_cause_is_no_entry(capsys: pytest.CaptureFixture[str]) -> None:
    with logging_to(False):
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    assert capsys.readouterr().err == ""
