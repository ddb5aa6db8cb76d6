"""`tengen user` as a host's shell sees it: the same with a running server and without one."""

from __future__ import annotations

import json
import os
import pty
import re
import sqlite3
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from tengen.people import name_key
from tests.clients.command import ENGLISH, Done, command_here
from tests.server.process import ServerProcess, Web

User = Callable[..., Done]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("server") / "data").start()
    yield process
    process.stop()


@pytest.fixture(params=["with a server", "without one"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A data folder with nobody in it: one that a server has, or none."""
    if request.param == "without one":
        return tmp_path / "data"
    server: ServerProcess = request.getfixturevalue("running")
    with closing(sqlite3.connect(server.database)) as connection, connection:
        for table in ("sessions", "devices", "bot_tokens", "recovery_codes", "resets", "invites", "site", "audit"):
            connection.execute(f"DELETE FROM {table}")  # noqa: S608  # our own names
        connection.execute("DELETE FROM accounts")
    return server.data_dir


@pytest.fixture
def user(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> User:
    """Calls `tengen user` on the folder, with this on the standard input."""
    monkeypatch.setenv("TENGEN_DATA_DIR", str(folder))
    command = command_here(monkeypatch, capsys)

    def call(*arguments: object, given: str | bytes = "") -> Done:
        octets = given if isinstance(given, bytes) else given.encode()
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(octets), encoding="utf-8"))
        return command("user", *arguments)

    return call


def told(done: Done) -> Any:
    """What a command said as JSON."""
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def test_the_first_administrator_is_made_on_the_host(user: User) -> None:
    done = user("add", "Ada", "--role", "admin", "--password-stdin", given="a stone in the garden\n")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Ada is registered.\nAda can act as administrator after ")
    (ada,) = told(user("list", "--json"))["users"]
    assert (ada["name"], ada["roles"], ada["secondFactor"]) == ("Ada", ["admin"], False)
    done = user("add", "ADA", "--generate")
    assert (done.code, done.out, done.err) == (1, "", "tengen: This name is taken.\n")


def test_a_password_comes_from_the_terminal_or_a_pipe_or_is_made_up(user: User) -> None:
    made = told(user("add", "Ann", "--generate", "--json"))
    assert re.fullmatch(r"(?:[a-z2-9]{4}-){3}[a-z2-9]{4}", made["password"])
    shown = user("add", "Ben", "--generate")
    assert re.search(r"^Password: [-a-z2-9]{19}$", shown.out, re.MULTILINE)
    done = user("add", "Cid")
    assert (done.code, done.out) == (1, "")
    assert done.err == "tengen: Without a terminal, give the password with --password-stdin, or say --generate.\n"
    assert user("add", "Cid", "--password-stdin").err == "tengen: There is no password on the standard input.\n"
    done = user("add", "Cid", "--password-stdin", given="x" * 100_000)
    assert (done.code, done.err) == (1, "tengen: A password has at most 256 characters.\n")
    assert len(told(user("list", "--json"))["users"]) == 2


def test_accounts_are_listed_and_searched(user: User, folder: Path) -> None:
    assert user("list").out == "There is nobody yet.\n"
    names = [f"Player {number}x" for number in range(210)]
    people = [(name, name, 0, name_key(name), "hash") for name in names]
    with closing(sqlite3.connect(folder / "tengen.db")) as connection, connection:
        columns = "id, name, created_at, name_key, password_hash"
        connection.executemany(f"INSERT INTO accounts ({columns}) VALUES (?, ?, ?, ?, ?)", people)  # noqa: S608  # names
    lines = user("list").out.splitlines()
    assert lines[0].split() == ["name", "roles", "since", "second", "factor", "state"]
    assert len(lines) == 211
    assert len(user("list", "--search", "PLAYER 20").out.splitlines()) == 1 + 11


def test_a_table_is_imported_as_a_whole_or_not_at_all(user: User, tmp_path: Path) -> None:
    table = tmp_path / "class.csv"
    table.write_text("name,password,role\nAnn,a stone in the garden,moderator\n天元棋手,,\n", encoding="utf-8")
    made = told(user("import", table, "--json"))["users"]
    assert [(one["name"], one["roles"], one["password"] is None) for one in made] == [
        ("Ann", ["moderator"], True),
        ("天元棋手", [], False),
    ]
    done = user("import", table)
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "Line 2: This name is taken.\nLine 3: This name is taken.\n"
        "tengen: Nothing was imported: 2 lines are not possible.\n"
    )
    assert user("import", tmp_path / "nosuch.csv").err == "tengen: No such file or directory\n"
    assert "A table may have 1048576 bytes" in user("import", "-", given=b"x" * (2 << 20)).err
    assert len(told(user("list", "--json"))["users"]) == 2


def test_roles_bans_and_ends_of_sessions(user: User) -> None:
    user("add", "Ann", "--generate")
    assert "Ann has the role moderator now" in user("role", "ann", "moderator").out
    assert "Ann has no role now" in user("role", "Ann", "none").out
    assert user("ban", "Ann", "--reason", "rude words").out.startswith("Ann is banned for good")
    done = user("ban", "Ann", "--reason", "rude words", "--until", "2100-05-17 10:30")
    assert done.out == "Ann is banned until 2100-05-17 10:30:00 UTC; all sessions have ended.\n"
    assert "banned until 2100-05-17 10:30:00 UTC: rude words" in user("list").out
    before = time.time()
    until = told(user("ban", "Ann", "--reason", "rude", "--days", "2", "--json"))["ban"]["until"] / 1000
    assert before + 2 * 86_400 <= until <= time.time() + 2 * 86_400
    done = user("ban", "Ann", "--reason", "rude", "--until", "2001-01-01")
    assert (done.code, done.err) == (1, 'tengen: "until" is not possible.\n')
    assert user("unban", "Ann").out == "Ann may log in again.\n"
    assert user("end-sessions", "Ann").out == "Ann is logged out everywhere.\n"
    for arguments in (
        ("role", "nobody", "none"),
        ("ban", "nobody", "--reason", "x"),
        ("unban", "nobody"),
        ("end-sessions", "nobody"),
        ("reset", "nobody"),
        ("export", "nobody"),
        ("delete", "nobody", "--yes"),
    ):
        done = user(*arguments)
        assert (done.code, done.out, done.err) == (1, "", "tengen: There is nobody of this name.\n")


def test_a_reset_is_a_link_to_the_page(user: User, folder: Path, request: pytest.FixtureRequest) -> None:
    user("add", "Ann", "--generate")
    done = user("reset", "Ann")
    first, link = done.out.splitlines()
    assert re.match(r"Ann can set a new password at this link until .* UTC, once:", first)
    is_served = (folder / "server.lock").read_text() != ""
    address = request.getfixturevalue("running").address if is_served else "http://127.0.0.1:8000"
    assert re.fullmatch(rf"{re.escape(address)}/#/reset/[-\w]{{43}}", link)
    assert told(user("reset", "Ann", "--end-second-factor", "--json"))["link"].startswith(address)


def test_an_export_is_json_on_the_output_or_in_a_private_file(user: User, tmp_path: Path) -> None:
    user("add", "Ann", "--generate")
    assert told(user("export", "Ann"))["account"]["name"] == "Ann"
    file = tmp_path / "ann.json"
    assert user("export", "Ann", "-o", file).out == f"Everything about Ann is in {file}.\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    kept = file.read_bytes()
    assert user("export", "Ann", "-o", file).err == "tengen: File exists\n"
    assert file.read_bytes() == kept


def test_who_is_deleted_is_asked_about_and_gone(user: User) -> None:
    user("add", "Ann", "--generate")
    done = user("delete", "Ann")
    assert (done.code, done.err) == (1, "tengen: Without a terminal, say --yes to delete somebody.\n")
    assert user("delete", "Ann", "--yes").out == "Ann is deleted, and the name is free.\n"
    assert told(user("list", "--json"))["users"] == []


def test_who_may_register_is_told_and_set(user: User) -> None:
    assert user("registration").out == "Everybody may register.\n"
    assert user("registration", "invite").out == "Whoever has an invitation may register.\n"
    assert told(user("registration", "--json")) == {"mode": "invite"}
    assert re.fullmatch(r"(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}", told(user("invite", "--uses", 3, "--json"))["code"])


def test_the_audit_log_is_shown_and_verified(user: User, folder: Path) -> None:
    user("add", "Ann", "--generate")
    user("ban", "Ann", "--reason", "rude")
    lines = user("audit").out.splitlines()
    assert lines[0].split() == ["number", "time", "by", "what", "whom", "details"]
    assert lines[1].split()[-3:] == ["Ann", 'reason="rude"', "until_ms=null"]
    assert [line.split()[0] for line in lines[1:]] == ["2", "1"]
    assert [entry["number"] for entry in told(user("audit", "--after", 2, "--json"))["entries"]] == [1]
    sound = user("verify-audit")
    found = re.fullmatch(r"The audit log is sound: 2 entries, the last one with the hash ([0-9a-f]{64})\n", sound.out)
    assert found is not None
    known = f"2:{found[1]}"
    user("unban", "Ann")
    assert user("verify-audit", "--known", known).code == 0

    def alter(change: str) -> None:
        with closing(sqlite3.connect(folder / "tengen.db")) as connection, connection:
            connection.execute(change)

    alter("DELETE FROM audit WHERE n > 1")
    assert user("verify-audit").code == 0, "the chain alone does not tell"
    done = user("verify-audit", "--known", known)
    assert (done.code, done.out) == (1, "")
    assert done.err == "tengen: The audit log was altered: it does not have entry 2 with this hash.\n"
    alter("UPDATE audit SET body = replace(body, 'register', 'unbanned') WHERE n = 1")
    done = user("verify-audit")
    assert (done.code, done.out) == (1, "")
    assert done.err == "tengen: The audit log was altered: entry 1 is not what was written.\n"
    assert user("audit").code == 0


def test_what_is_said_is_in_the_users_language(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert user("add", "Ann", "--password-stdin", given="short").err.startswith("tengen: 密码至少")
    assert user("add", "安安", "--generate").out.startswith("安安 已注册。\n密码：")
    assert user("list").out.splitlines()[0].split() == ["用户名", "角色", "注册时间", "两步验证", "状态"]
    assert user("registration", "closed").out == "不开放注册，账号由主机或管理员创建。\n"


def test_settings_that_cannot_be_are_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, user: User) -> None:
    monkeypatch.setenv("TENGEN_PORT", "x")
    done = user("list")
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    monkeypatch.delenv("TENGEN_PORT")
    monkeypatch.setenv("TENGEN_DATA_DIR", str(tmp_path / "other"))
    monkeypatch.setenv("TENGEN_DATABASE_URL", "postgresql://nowhere/none")
    done = user("list")
    assert (done.code, done.err) == (1, "tengen: the database must be an SQLite file: sqlite:///path\n")


# --- processes


def test_what_the_host_does_holds_at_once_in_the_running_server(
    running: ServerProcess, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TENGEN_DATA_DIR", str(running.data_dir))
    command, web = command_here(monkeypatch, capsys), Web(running)
    entering = {"name": "Zoe", "password": "two cranes over water"}
    assert command("user", "registration", "closed").code == 0
    assert web.post("/api/auth/register", entering).status_code == 403
    assert command("user", "registration", "open").code == 0
    assert web.post("/api/auth/register", entering).status_code == 200
    assert web.get("/api/auth/me").json()["name"] == "Zoe"
    assert command("user", "ban", "Zoe", "--reason", "rude words").code == 0
    assert web.get("/api/auth/me").json()["name"] is None
    answer = web.post("/api/auth/login", entering)
    assert (answer.status_code, answer.json()["code"]) == (403, "BANNED")
    assert "rude words" in answer.json()["detail"]
    assert command("user", "unban", "Zoe").code == 0
    assert web.post("/api/auth/login", entering).status_code == 200
    assert command("user", "delete", "Zoe", "--yes").code == 0
    assert web.get("/api/auth/me").json()["name"] is None
    web.close()


def test_a_password_typed_at_a_terminal_is_not_shown(tmp_path: Path) -> None:
    environment = {**ENGLISH, "TENGEN_DATA_DIR": str(tmp_path / "data")}
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [sys.executable, "-m", "tengen", "user", "add", "Ann"], environment)  # noqa: S606
    seen = b""
    answers = [b"two cranes over water\n", b"two cranes over water\n"]
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        seen += part
        if answers and seen.rstrip(b" ").endswith((b"Password:", b"once more:")):
            os.write(terminal, answers.pop(0))
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert b"Ann is registered." in seen
    assert b"cranes" not in seen


@pytest.mark.parametrize(
    "arguments",
    [
        ["add", "Ann", "--password", "secret"],
        ["add", "Ann", "--password-stdin", "--generate"],
        ["role", "Ann", "king"],
        ["ban", "Ann"],
        ["ban", "Ann", "--reason", "x", "--days", "1", "--until", "2030-01-01"],
        ["ban", "Ann", "--reason", "x", "--days", "0"],
        ["registration", "maybe"],
        ["invite", "--uses", "1001"],
        ["audit", "--limit", "0"],
        ["verify-audit", "--known", "x"],
    ],
)
def test_a_usage_error_exits_with_two(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("TENGEN_DATA_DIR", str(tmp_path / "data"))
    done = command_here(monkeypatch, capsys)("user", *arguments)
    assert (done.code, done.out) == (2, "")
    assert "Usage: " in done.err
    assert not (tmp_path / "data").exists(), "nothing was opened"
