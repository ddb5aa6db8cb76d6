"""The engines as processes of their own: started by a shell, driven by our own bridges, played to the end."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from io import BytesIO
from random import Random

import pytest
from tests.clients.command import command_here

from tengen.clients.engine import main
from tengen.core import BLACK, Clock, ClockKind, Game, Ruleset, TimeControl, create_rules, from_move
from tengen.players import Budget, ExternalPlayer, RandomPlayer, StopToken, Turn, machine
from tengen.players.engines.gomocup import GomocupPlayer
from tengen.players.engines.gtp import GtpPlayer
from tengen.players.engines.nboard import NboardPlayer
from tengen.players.engines.spec import EngineSpec

COMMAND = (sys.executable, "-m", "tengen", "engine")


def call(*arguments: str, said: str = "", program: tuple[str, ...] = COMMAND) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    command = [*program, *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False, env=environment, input=said
    )


# --- the command line


def test_help_is_everywhere() -> None:
    overview = call("--help")
    assert overview.returncode == 0
    for protocol in ("gtp", "gomocup", "nboard"):
        assert f"  {protocol} " in overview.stdout
        helped = call(protocol, "--help")
        assert helped.returncode == 0
        assert f"tengen engine {protocol} " in helped.stdout
        assert "--level" in helped.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nosuch",),
        ("gtp", "--game", "nosuch"),
        ("gtp", "--size", "99"),
        ("gtp", "--rules", "nosuch"),
        ("gtp", "--rules", "komi=x"),
        ("gtp", "--game", "gomoku", "--rules", "opening=swap2"),
        ("gtp", "--level", "11"),
        ("gtp", "--level", "5", "--player", "random"),
        ("gtp", "--player", "human"),
        ("gtp", "--game", "peace", "--level", "3"),
        ("gtp", "--threads", "0"),
        ("gomocup", "--threads", "257"),
        ("nboard", "--threads", "x"),
        ("gtp", "extra"),
        ("gomocup", "--level", "0"),
        ("gomocup", "--player", "engine:x"),
        ("nboard", "--seed", "-1"),
    ],
)
def test_a_usage_error_exits_with_two(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = command_here(monkeypatch, capsys)("engine", *arguments)
    assert done.code == 2
    assert "Usage: " in done.err + done.out


@pytest.mark.parametrize("protocol", ["gtp", "gomocup", "nboard"])
def test_a_search_has_one_thread_unless_it_is_given_more(
    protocol: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine, "_told", [])
    monkeypatch.setattr(main, "_standard_input", BytesIO)
    monkeypatch.setattr(main, "_standard_output", BytesIO)
    for given, threads in (((), 1), (("--threads", "3"), 3)):
        assert command_here(monkeypatch, capsys)("engine", protocol, *given).code == 0
        assert machine.search_threads() == threads


@pytest.mark.parametrize("last", ["quit\n", "quit", ""])
def test_gtp_ends_cleanly(last: str) -> None:
    done = call("gtp", "--size", "9", "--player", "random", "--seed", "3", said=f"1 name\n2 genmove b\n{last}")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.startswith("=1 Tengen\n\n=2 ")
    assert done.stdout.endswith("\n\n")


def test_go_is_played_unless_another_game_is_named() -> None:
    said = "gogui-rules_game_id\ngogui-rules_board_size\n"
    assert call("gtp", said=said).stdout == "= Go\n\n= 19\n\n"
    done = call("gtp", "--game", "othello", "--size", "6", "--threads", "2", said=said)
    assert done.stdout == "= Othello\n\n= 6\n\n"


def test_rules_may_be_given() -> None:
    done = call("gtp", "--rules", "japanese,komi=3.5", said="kata-get-rules\nfinal_score\n")
    assert '"scoring":"TERRITORY"' in done.stdout
    assert done.stdout.endswith("= W+3.5\n\n")


def test_the_other_protocols_end_cleanly() -> None:
    for said, answer in (("START 15\nABOUT\nEND\n", "OK\n"), ("START 15\n", "OK\n")):
        done = call("gomocup", said=said)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(answer)
    done = call("nboard", said="nboard 2\nping 1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "set myname Tengen5\nstatus\npong 1\n"


def test_the_brain_is_a_program_of_its_own() -> None:
    program = (sys.executable, "-c", "from tengen.cli import brain; brain()")
    done = call("--player", "random", program=program, said="START 15\nBEGIN\nEND\n")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "OK"
    assert "," in done.stdout.splitlines()[1]


def test_a_reader_who_goes_away_ends_it_quietly() -> None:
    process = subprocess.Popen([*COMMAND, "gtp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(b"name\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"= Tengen\n"
    process.stdout.close()
    process.stdin.write(b"name\n" * 10)
    process.stdin.close()
    assert process.wait(20) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def test_an_end_while_it_thinks_is_no_hurry() -> None:
    """A script in a pipe ends before the first move is found; its moves count as much as any others."""
    said = "time_settings 0 1 1\ngenmove b\n"
    began = time.monotonic()
    done = call("gtp", "--level", "10", "--size", "9", said=said)
    assert done.returncode == 0
    assert time.monotonic() - began > 0.8
    assert done.stdout.count("= ") == 2


# --- both of our sides talk to each other


def spec(protocol: str, *arguments: str) -> EngineSpec:
    environment = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    argv = (*COMMAND, protocol, *arguments)
    return EngineSpec("tengen", protocol, argv, environment=environment)  # type: ignore[arg-type]  # one of the three


def whole_game(
    ruleset: Ruleset, black: ExternalPlayer, budget: Budget, *, most: int = 400, undo_at: int | None = None
) -> Game:
    """A game of an engine against chance, every move checked by the rules; one pair is taken back on the way."""

    async def play() -> Game:
        game = Game(ruleset)
        chance = RandomPlayer(Random(7))
        try:
            for ply in range(most):
                if game.state.is_over:
                    break
                turn = Turn.of(game.timeline)
                is_ours = game.state.is_first_seat(turn.actor)
                action = await (black if is_ours else chance).choose(turn, budget, StopToken())
                game.act(action)
                if ply == undo_at:
                    game.undo(2)
        finally:
            await black.close()
        return game

    return asyncio.run(play())


@pytest.mark.parametrize(
    ("game", "size", "rules"),
    [
        ("go", 5, "japanese"),
        ("othello", 6, None),
        pytest.param("go", 7, "chinese", marks=pytest.mark.long),
        pytest.param("gomoku", 9, "standard", marks=pytest.mark.long),
    ],
)
def test_a_whole_game_over_gtp(game: str, size: int, rules: str | None) -> None:
    ruleset = create_rules(game, size, rules)
    arguments = ("--game", game, "--level", "3", *(("--rules", rules) if rules and game == "gomoku" else ()))
    player = GtpPlayer(spec("gtp", *arguments))
    finished = whole_game(ruleset, player, Budget(ms=1000), undo_at=7)
    assert finished.state.is_over
    assert player.title.startswith("Tengen")


def test_a_handicap_game_and_the_dead_stones_at_its_end() -> None:
    ruleset = create_rules("go", 7, {"handicap": 3, "dead_stones": "agree", "preset": "chinese"})
    game = whole_game(ruleset, GtpPlayer(spec("gtp", "--level", "2")), Budget())
    assert game.state.outcome is not None
    assert game.state.outcome.score is not None


@pytest.mark.parametrize(
    ("opening", "line"),
    [
        ("swap2", "renju"),
        pytest.param("free", "freestyle", marks=pytest.mark.long),
        pytest.param("free", "renju", marks=pytest.mark.long),
        pytest.param("swap2", "freestyle", marks=pytest.mark.long),
    ],
)
def test_a_whole_game_over_gomocup(opening: str, line: str) -> None:
    ruleset = create_rules("gomoku", 10, {"preset": line, "opening": opening})
    player = GomocupPlayer(spec("gomocup", "--level", "3"))
    game = whole_game(ruleset, player, Budget(ms=1000), undo_at=9 if opening == "free" else None)
    assert game.state.is_over


def test_a_whole_game_over_nboard() -> None:
    ruleset = create_rules("othello", 6)
    control = TimeControl(ClockKind.FISCHER, 60_000, increment_ms=100)
    player = NboardPlayer(spec("nboard", "--level", "3"))
    game = whole_game(ruleset, player, Budget(clock=Clock.of(control)))
    assert game.state.is_over
    assert player.title.startswith("Tengen")


async def test_our_bridges_hear_what_our_engines_think() -> None:
    players = (
        GtpPlayer(spec("gtp", "--game", "othello")),
        NboardPlayer(spec("nboard", "--level", "10")),
    )
    game = Game(create_rules("othello"))
    for player in players:
        try:
            found = await player.analyze(Turn.of(game.timeline), Budget(ms=700), StopToken())
        finally:
            await player.close()
        assert found.best
        assert game.ruleset.refusal(game.state, from_move(BLACK, found.best[0].move)) is None
