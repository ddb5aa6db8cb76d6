"""An engine of somebody else's, for which ours speaks another protocol than its own."""

from __future__ import annotations

import re
import shlex
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.clients.engine.talk import gomocup_run, gtp, gtp_run, nboard_run, said, talk

from tengen.clients.engine.thinking import Strength, Thinker
from tengen.core import ErrorCode, GameError, create_rules, find_kind

OWN = f"{shlex.quote(sys.executable)} -m tengen engine"
START_OF_OTHELLO = f"(;GM[Othello]TY[8]BO[8 {'-' * 27}O*------*O{'-' * 27} *];)"

ROBOT = """
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "genmove":
        {genmove}
    print("= list_commands name version boardsize clear_board komi play genmove quit" if word == "list_commands"
          else "= Robot" if word == "name" else "=", end="\\n\\n", flush=True)
"""


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    """A place for an engine that speaks GTP and answers to everything; to a question for a move as the test says."""
    return tmp_path / "robot.py"


def asked_for_a_move(robot: Path, does: str) -> Strength:
    robot.write_text(ROBOT.format(genmove=does), encoding="utf-8")
    return Strength(None, True, f"gtp:{shlex.join([sys.executable, '-S', str(robot)])}")


def far(protocol: str, *options: str) -> Strength:
    """Our own engine as somebody else's."""
    return Strength(None, True, f"{protocol}:{OWN} {protocol} {' '.join(options)}")


# --- who may play


def test_a_level_may_be_named_like_any_player() -> None:
    assert Strength.of(find_kind("go"), None, "level:4") == Strength.of(find_kind("go"), 4, None) == Strength(4, True)


@pytest.mark.parametrize(
    ("level", "player", "words"),
    [
        (3, "random", "Give --level or --player, not both."),
        (None, "human", "People cannot play for an engine."),
        (None, "level:11", "level:11"),
        (None, "engine:nosuch", "engine:nosuch"),
        (None, "nboard:x", "go"),
        (None, "gtp:", "gtp:CMD"),
    ],
)
def test_others_may_not(level: int | None, player: str, words: str) -> None:
    with pytest.raises(GameError) as refused:
        Strength.of(find_kind("go"), level, player)
    assert refused.value.code is ErrorCode.BAD_PLAYER
    assert words in refused.value.text()


def test_a_program_that_is_not_there_is_missed_at_the_start() -> None:
    with closing(Thinker(find_kind("go"), Strength(None, True, "gtp:nosuch-program"), 1)) as thinker:
        with pytest.raises(GameError) as refused:
            thinker.prepare(create_rules("go"))
        assert refused.value.text() == 'There is no program "nosuch-program".'


# --- what it does is what we say


def test_a_brain_and_a_speaker_of_nboard_play_over_gtp() -> None:
    heard = gtp("name", "genmove b", "genmove w", game="gomoku", strength=far("gomocup", "--player", "random"))
    assert heard[0].startswith("= Tengen ")
    assert all(re.fullmatch(r"= [A-T][0-9]+", answer) for answer in heard[1:])
    heard = gtp("genmove b", "genmove w", "undo", game="othello", strength=far("nboard", "--player", "random"))
    assert re.fullmatch(r"= [A-H][1-8]", heard[1])


def test_an_engine_of_gtp_is_a_brain_and_speaks_nboard() -> None:
    with talk(gomocup_run(far("gtp", "--game", "gomoku", "--player", "random"))) as session:
        session.say("START 15")
        session.say("BEGIN")
        session.wait_for(",")
    with talk(nboard_run(far("gtp", "--game", "othello", "--player", "random"))) as session:
        session.say("nboard 2")
        session.wait_for("set myname Tengen")
        session.say(f"set game {START_OF_OTHELLO}")
        session.say("go")
        session.wait_for("=== ")


def test_its_analysis_is_told_in_our_words() -> None:
    with talk(gtp_run("othello", strength=far("nboard", "--level", "4"))) as session:
        session.say("kata-analyze 10")
        place = session.wait_for("info move ")
        session.wait_for(" scoreLead ", after=place)
        session.say("name")
        session.wait_for("= Tengen4\n\n", after=place)


def test_where_it_has_none_nothing_is_made_up(robot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert gtp("tengen-best_moves", strength=asked_for_a_move(robot, "pass")) == ["? The engine offers no analysis."]
    assert capsys.readouterr().err == "The engine offers no analysis.\n"


# --- what it does wrong


def test_it_may_resign(robot: Path) -> None:
    gives_up = asked_for_a_move(robot, 'print("= resign\\n", flush=True); continue')
    heard = gtp("genmove b", "play b E5", "lz-genmove_analyze w", "undo", "undo", strength=gives_up, size=9)
    assert heard == ["= resign", "=", "=\nplay resign", "=", "? cannot undo"]
    five = Strength(None, True, gives_up.player)
    assert said(gomocup_run(five), "START 15\nBEGIN\n").splitlines()[-1] == "ERROR the player resigns"
    assert "status The player resigns." in said(nboard_run(five), f"set game {START_OF_OTHELLO}\ngo\n").splitlines()


def test_its_faults_are_told_and_change_nothing(robot: Path) -> None:
    cheats = asked_for_a_move(robot, 'print("= E5\\n", flush=True); continue')
    heard = gtp("play w E5", "genmove b", "tengen-last_move", "gogui-rules_side_to_move", strength=cheats, size=9)
    assert heard[1:] == ["? The engine played E5, which the rules do not allow.", "= E5", "= black"]
    leaves = asked_for_a_move(robot, "sys.exit(4)")
    assert gtp("genmove b", "name", strength=leaves)[0] == "? The engine exited (code 4)."
    assert said(gomocup_run(leaves), "START 15\nBEGIN\n").splitlines()[-1].startswith("ERROR The engine exited")


def test_one_that_ends_at_its_start_says_so(robot: Path) -> None:
    robot.write_text("raise SystemExit('no model')", encoding="utf-8")
    with closing(Thinker(find_kind("go"), Strength(None, True, f"gtp:{sys.executable} {robot}"), 1)) as thinker:
        with pytest.raises(GameError) as refused:
            thinker.prepare(create_rules("go"))
        assert refused.value.text() == "The engine exited (code 1): no model"


def test_it_is_started_again_however_often_it_fails(robot: Path) -> None:
    leaves = asked_for_a_move(robot, "sys.exit(4)")
    assert gtp(*["genmove b"] * 5, strength=leaves) == ["? The engine exited (code 4)."] * 5


def test_a_search_may_be_cancelled(robot: Path) -> None:
    with talk(gtp_run(strength=asked_for_a_move(robot, "time.sleep(60)"))) as session:
        session.say("kata-search_cancellable b")
        time.sleep(1.0)
        session.say("name")
        session.wait_for("= cancelled\n\n= Robot")


def test_it_is_given_up_when_somebody_cannot_wait(robot: Path) -> None:
    slow = asked_for_a_move(robot, "time.sleep(60)")
    with talk(gtp_run(strength=slow)) as session:
        session.say("genmove b")
        time.sleep(1.0)
        began = time.monotonic()
        session.say("# interrupt")
        session.wait_for("? The engine was stopped before it answered.")
        assert time.monotonic() - began < 20
