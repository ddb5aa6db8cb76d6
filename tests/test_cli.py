"""The command line: help, answers, refusals and exit codes, as a user's shell sees them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tengen import __version__, _native
from tengen.cli import Language
from tengen.clients import doctor
from tengen.core import LANGUAGES
from tengen.players import engine_catalogue, native
from tests.render.bare_machine import bare_machine

COMMANDS = (
    "play",
    "serve",
    "arena",
    "engine",
    "convert",
    "replay",
    "render",
    "analyze",
    "user",
    "perft",
    "bench",
    "doctor",
)


def tengen(*arguments: str, language: str = "C.UTF-8") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": language, "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "tengen", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False, env=environment, input=""
    )


def test_the_version_is_told() -> None:
    assert tengen("--version").stdout == f"tengen {__version__}\n"


def test_help_is_everywhere() -> None:
    overview = tengen("--help")
    assert overview.returncode == 0
    for command in COMMANDS:
        assert re.search(rf"^  {command} ", overview.stdout, re.MULTILINE)
        helped = tengen(command, "--help")
        assert helped.returncode == 0
        assert f"tengen {command} " in helped.stdout
    assert "completion" not in overview.stdout


def test_nothing_at_all_shows_the_help() -> None:
    assert "Usage: " in tengen().stdout + tengen().stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["nosuch"],
        ["--nosuch"],
        ["perft"],
        ["perft", "othello"],
        ["perft", "othello", "x"],
        ["perft", "othello", "-1"],
        ["perft", "othello", "2", "--size", "x"],
        ["play", "--lang", "fr"],
        ["play", "--seed", "x"],
        ["play", "extra"],
        ["doctor", "extra"],
        ["user", "add"],
    ],
)
def test_a_usage_error_exits_with_two(arguments: list[str]) -> None:
    done = tengen(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Usage: " in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["perft", "nosuch", "2"], 'There is no game called "nosuch".'),
        (["perft", "othello", "2", "--size", "7"], "The board size 7 is not possible"),
        (["perft", "peace", "2", "--native"], "there are no compiled rules for peace 8x8"),
        (["perft", "othello", "2", "--size", "6", "--native"], "there are no compiled rules for othello 6x6"),
        (["play", "--black", "nobody"], '"nobody" is not a player.'),
        (["play", "--white", "level:99"], "level:99"),
    ],
)
def test_a_failure_is_one_line_and_exits_with_one(arguments: list[str], line: str) -> None:
    done = tengen(*arguments)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("tengen: ")
    assert line in done.stderr
    assert done.stderr.count("\n") == 1


def test_refusals_are_in_the_users_language() -> None:
    assert "没有叫“nosuch”的棋" in tengen("perft", "nosuch", "1", language="zh_CN.UTF-8").stderr


# --- perft ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "nodes"),
    [
        (["othello", "0"], 1),
        (["othello", "1"], 4),
        (["reversi", "4"], 244),
        (["othello", "5"], 1396),
        (["othello", "2", "--size", "4"], 12),
        (["peace", "2", "--size", "4"], 132),
        (["peace", "2"], 60 * 59),
    ],
)
def test_perft_counts_the_leaves(arguments: list[str], nodes: int) -> None:
    done = tengen("perft", *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{nodes}\n", "")


@pytest.mark.skipif(not native.available(), reason="needs the compiled module")
def test_perft_counts_natively_the_same() -> None:
    done = tengen("perft", "othello", "7", "--native")
    assert (done.returncode, done.stdout) == (0, "55092\n")


def test_perft_answers_a_program_in_json() -> None:
    answer = json.loads(tengen("perft", "reversi", "3", "--json").stdout)
    assert answer.pop("seconds") >= 0
    assert answer == {"game": "othello", "size": 8, "depth": 3, "nodes": 56}


# --- doctor --------------------------------------------------------------------------------------


def test_the_doctor_says_what_is_there_and_how_to_get_the_rest() -> None:
    done = tengen("doctor")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(rf"^\[ok\] +Tengen +{re.escape(__version__)}, games: .*othello", done.stdout, re.MULTILINE)
    assert re.search(r"^\[ok\] +Python +CPython 3\.", done.stdout, re.MULTILINE)
    assert all(program.name in done.stdout for program in doctor.PROGRAMS)


def test_the_doctor_answers_a_program_in_json() -> None:
    answer = json.loads(tengen("doctor", "--json").stdout)
    assert answer["healthy"] is True
    names = [finding["name"] for finding in answer["findings"]]
    assert names[:3] == ["Tengen", "Python", "Compiled module"]
    assert {"name", "is_there", "is_required", "found", "purpose", "remedy"} == set(answer["findings"][0])


def test_the_doctor_names_the_instruction_set_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = {finding.name: finding for finding in doctor.examine()}
    assert findings["Compiled module"].found.endswith(f"instruction set {native.isa()}")
    monkeypatch.setenv("TENGEN_ISA", native.isas()[0])
    least = tengen("doctor").stdout
    assert f"instruction set {native.isas()[0]}\n" in least


def test_the_doctor_says_whether_weights_are_there_and_that_games_play_without(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(native, "_weights_folders", lambda _: (tmp_path,))
    for is_there, said in ((False, "there is no file"), (True, f"{tmp_path}/")):
        monkeypatch.setattr(native, "_weights_faults", {})
        for kind in native.kinds() if is_there else []:
            for name in _native.weights(kind):
                (tmp_path / name).write_bytes(b"these are no weights")
        findings = [finding for finding in doctor.examine() if finding.name.startswith("Weights of ")]
        assert findings
        for finding in findings:
            line = doctor.report([finding])
            assert line.startswith(f"[warning] {finding.name}")
            assert "plays with what it has" in line
            assert said in line
    monkeypatch.setattr(native, "_weights_faults", {findings[0].name.removeprefix("Weights of "): None})
    kind = findings[0].name.removeprefix("Weights of ")
    assert doctor.report([doctor.weights_finding(kind)]).startswith("[ok]")
    assert not caplog.records


@pytest.mark.parametrize(("version", "is_sound"), [((3, 40, 1), False), ((3, 51, 2), False), ((3, 51, 3), True)])
def test_the_doctor_warns_of_an_sqlite_older_than_3_51_3_in_one_line(version: tuple[int, ...], is_sound: bool) -> None:
    line = doctor.report([doctor.sqlite_finding(version)])
    assert line.startswith("[ok]" if is_sound else "[warning] SQLite  3.")
    assert len(line.splitlines()) == 1
    assert ("update the system's SQLite" in line) != is_sound
    assert "SQLite" in [finding.name for finding in doctor.examine()]


def test_the_doctor_says_how_to_get_a_chinese_font(tmp_path: Path) -> None:
    with bare_machine(tmp_path):
        line = doctor.report([doctor.chinese_font_finding()])
        assert line.startswith("[none]    Chinese font  Chinese words in the window and in PNG, GIF and PDF pictures")
        assert "apt install fonts-noto-cjk" in line
    names = [finding.name for finding in doctor.examine()]
    assert names.index("Desktop window") < names.index("Chinese font")


def test_on_a_terminal_the_doctor_marks_its_findings_with_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("TERM", "xterm"), ("COLUMNS", "60")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    old = [doctor.sqlite_finding((3, 40, 1))]
    colored = doctor.report(old, on_terminal=True)
    assert colored.startswith("\x1b[33m[warning]\x1b[0m SQLite  3.40.1: ")
    assert all(len(line) <= 60 for line in colored.replace("\x1b[33m", "").replace("\x1b[0m", "").splitlines())
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in doctor.report(old, on_terminal=True)


@pytest.mark.parametrize("arguments", [["--help"], ["engine", "gtp"], ["perft", "othello", "1"]], ids=" ".join)
def test_what_draws_nothing_does_not_load_what_draws(arguments: list[str]) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "tengen", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, input="quit\n")
    assert "tengen.cli" in done.stderr
    assert not re.search(r"\| +rich$", done.stderr, re.MULTILINE)


def test_a_missing_program_comes_with_its_remedy() -> None:
    findings = {finding.name: finding for finding in doctor.examine(which=lambda _: None)}
    gnu_go = findings["GNU Go"]
    assert (gnu_go.is_there, gnu_go.is_required, gnu_go.remedy) == (False, False, "apt install gnugo")
    report = doctor.report(list(findings.values()))
    assert re.search(r"^\[none\]    GNU Go +an opponent over GTP: apt install gnugo$", report, re.MULTILINE)


def test_the_doctor_looks_after_the_list_of_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = tmp_path / "engines.toml"

    def engines(text: str) -> doctor.Finding:
        listed.write_text(text)
        engine_catalogue.cache_clear()
        monkeypatch.setenv("TENGEN_ENGINES", str(listed))
        return {finding.name: finding for finding in doctor.examine()}["Engines"]

    entry = '[engines.{0}]\nprotocol = "gtp"\ngames = ["go"]\ncommand = ["{1}"]\n'
    good = engines(entry.format("one", sys.executable))
    assert (good.is_there, good.found) == (True, "one")
    absent = engines(entry.format("one", sys.executable) + entry.format("two", "no-such-program"))
    assert (absent.is_there, absent.remedy) == (False, f"no program for two of {listed}")
    wrong = engines("[engines.one]\n")
    assert not wrong.is_there
    assert "engines.one" in wrong.remedy
    assert not engines("").is_there
    engine_catalogue.cache_clear()


def test_a_program_is_found_under_any_of_its_names() -> None:
    found = doctor.examine(which=lambda command: f"/bin/{command}" if command == "nodejs" else None)
    assert [finding.found for finding in found if finding.name == "Node.js"] == ["/bin/nodejs"]


def test_something_required_that_is_missing_makes_the_installation_unhealthy() -> None:
    broken = doctor.Finding("Heart", False, True, "", "beats", "see a surgeon")
    assert doctor.report([broken]) == "[missing] Heart  beats: see a surgeon"
    assert json.loads(doctor.report([broken], as_json=True))["healthy"] is False


def test_the_languages_to_choose_from_are_those_with_words() -> None:
    assert tuple(language.value for language in Language) == LANGUAGES
