"""The NBoard protocol: games in GGF, moves, hints, answers that are not played, pings that are answered at any time."""

from __future__ import annotations

import re
import time

import pytest
from tests.clients.engine.forced import forced_pass
from tests.clients.engine.talk import BY_CHANCE, nboard_run, said, talk

from tengen.clients.engine.nboard.game import NboardGame
from tengen.clients.engine.thinking import Strength
from tengen.clients.engine.worth import chance, discs, lead
from tengen.core import BLACK, WHITE, GameError, create_rules
from tengen.players import Candidate, native

START = "BO[8 ---------------------------O*------*O--------------------------- *]"
ANSWER = re.compile(r"=== ([A-H][1-8]|PA)/(-?[0-9]+\.[0-9]{2})?/[0-9]+\.[0-9]{2}")
SEARCH = re.compile(r"search (?:[A-H][1-8]|PA)+ -?[0-9]+\.[0-9]{2} 0 (?:[0-9]+|100%W?) [0-9]+ visits")
SMALL = "BO[4 -----O*--*O----- *]"
NEAR_END = "F5 D6 C3 D3 C4 F4 F6 F3 E6 E7"


def ggf(moves: str = "", *, more: str = "TI[15:00]", board: str = START) -> str:
    """A game in GGF from its moves."""
    sides = ["B", "W"]
    told = "".join(f"{sides[number % 2]}[{move}]" for number, move in enumerate(moves.split()))
    return f"(;GM[Othello]PC[NBoard]PB[x]PW[y]RE[?]{more}TY[8]{board}{told};)"


def nboard(*lines: str, strength: Strength = BY_CHANCE) -> list[str]:
    """What a session says to these lines, without what it is doing."""
    found = said(nboard_run(strength), "".join(f"{line}\n" for line in lines)).splitlines()
    return [line for line in found if not line.startswith("status")]


def answer(*lines: str, strength: Strength = BY_CHANCE) -> str:
    """The move that is answered to `go` after these lines."""
    found = [line for line in nboard(*lines, "go", strength=strength) if line.startswith("===")]
    assert len(found) == 1
    assert ANSWER.fullmatch(found[0])
    return found[0].split()[1].partition("/")[0]


def test_a_session_introduces_itself() -> None:
    assert nboard("nboard 2") == ["set myname Tengen"]
    assert nboard("nboard 2", strength=Strength(5)) == ["set myname Tengen5"]


@pytest.mark.parametrize(("depth", "level"), [(1, 1), (2, 1), (3, 2), (10, 5), (12, 6), (20, 10), (60, 10), (0, 1)])
def test_a_depth_is_a_level(depth: int, level: int) -> None:
    assert nboard(f"set depth {depth}", strength=Strength(5)) == [f"set myname Tengen{level}"]


def test_a_level_that_somebody_chose_stays() -> None:
    assert nboard("set depth 20", strength=Strength(3, is_given=True)) == ["set myname Tengen3"]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "nosuch",
        "set",
        "set nosuch 3",
        "set depth",
        "set depth x",
        "set contempt 5",
        "set myname X",
        "status x",
        "mood",
    ],
)
def test_what_needs_no_answer_gets_none(line: str) -> None:
    assert nboard(line) == []


def test_ping_and_learn_are_answered() -> None:
    assert nboard("ping 1", "ping 27", "learn", "ping") == ["pong 1", "pong 27", "learned", "pong"]


def test_quit_and_the_end_of_the_lines_end_it() -> None:
    assert nboard("ping 1", "quit", "ping 2") == ["pong 1"]
    assert nboard() == []


def test_a_move_is_answered_but_not_played() -> None:
    first = answer("nboard 2", f"set game {ggf()}")
    assert first in ("D3", "C4", "F5", "E6")
    assert nboard(f"set game {ggf()}", "go", "move F5", "ping 1")[-1] == "pong 1"
    state = said(nboard_run(), f"set game {ggf()}\ngo\nmove F5\nmove F5\n")
    assert "There is a stone on this point already." in state


def test_without_a_game_there_is_the_usual_start() -> None:
    assert answer("nboard 2") in ("D3", "C4", "F5", "E6")


def test_moves_are_told_with_and_without_notes() -> None:
    for moves in (("move F5", "move D6"), ("move F5/1.50/0.3", "move d6//2"), ("F5", "d6")):
        assert answer(*moves) in ("C3", "C4", "C5", "C6", "C7")


@pytest.mark.parametrize("move", ["move A1", "move Z9", "move PA", "move", "move x/1/2", "A1", "move F5/1/2/3/4"])
def test_an_illegal_move_is_said_to_be_and_changes_nothing(move: str) -> None:
    found = said(nboard_run(), f"{move}\nping 3\ngo\n").splitlines()
    if "F5" not in move:
        assert found[0].startswith("status ")
        assert found[-2].split()[1][:2] in ("D3", "C4", "F5", "E6")
    assert "pong 3" in found


def test_a_game_that_cannot_be_read_is_said_to_be_and_changes_nothing() -> None:
    for text in ("", "x", "(;GM[Othello]", "(;GM[Go]SZ[9];)", ggf("F5 F5"), ggf("A1")):
        found = said(nboard_run(), f"move F5\nset game {text}\nping 3\ngo\n").splitlines()
        assert found[0].startswith("status ")
        assert found[1] == "pong 3"
        assert found[-2].split()[1][:2] in ("D6", "F4", "F6")


def test_a_game_is_told_with_its_moves_and_board() -> None:
    assert answer(f"set game {ggf('F5 D6')}") in ("C3", "C4", "C5", "C6", "C7")
    small = "BO[4 -----O*--*O----- *]"
    assert answer(f"set game {ggf(board=small).replace('TY[8]', 'TY[4]')}") in ("B1", "A2", "D3", "C4")


def test_a_pass_is_answered_and_may_be_left_out() -> None:
    plies, _, point = forced_pass()
    name = create_rules("othello", 4).board_spec().name
    small = ggf(" ".join(name(move) for _, move in plies), board="BO[4 -----O*--*O----- *]").replace("TY[8]", "TY[4]")
    assert answer(f"set game {small}") == "PA"
    for moves in (["move PA", f"move {name(point)}"], [f"move {name(point)}"]):
        found = said(nboard_run(), "\n".join([f"set game {small}", *moves, "ping 1\n"])).splitlines()
        assert found == ["pong 1"]


def test_a_finished_game_has_no_answer() -> None:
    full = f"BO[8 {'*' * 63}O *]"
    found = said(nboard_run(), f"set game {ggf(board=full)}\ngo\nhint 3\nping 1\n").splitlines()
    assert found == ["status The game is over.", "status The game is over.", "pong 1"]


@pytest.mark.parametrize("count", [1, 3])
def test_hints_tell_the_best_moves(count: int) -> None:
    with talk(nboard_run(Strength(4))) as session:
        session.say(f"set game {ggf(NEAR_END)}")
        session.say(f"hint {count}")
        session.wait_for("status\n")
        lines = [line for line in session.heard.splitlines() if line.startswith("search")]
        assert all(SEARCH.fullmatch(line) for line in lines)
        assert len({line.split()[1][:2] for line in lines[-count:]}) == count
        assert re.search(r"^nodestats [0-9]+ [0-9]+\.[0-9]{2}$", session.heard, re.MULTILINE)


def hints(moves: str, count: int) -> list[str]:
    """The last word on the best moves of a small board."""
    with talk(nboard_run(Strength(10))) as session:
        session.say(f"set game {ggf(moves, board=SMALL).replace('TY[8]', 'TY[4]')}")
        session.say(f"hint {count}")
        session.wait_for("status\n", within_s=30)
        lines = [line for line in session.heard.splitlines() if line.startswith("search")]
        assert all(SEARCH.fullmatch(line) for line in lines)
        return lines[-count:]


def test_exact_values_are_told_as_exact() -> None:
    """White wins on four lines by ten discs, the empty points counted for the winner."""
    best, other = hints("B1", 2)
    assert re.fullmatch(r"search [A-D1-4PA]+ 10\.00 0 100% [0-9]+ visits", best)
    assert re.fullmatch(r"search [A-D1-4PA]+ -?[0-9]+\.00 0 100% [0-9]+ visits", other)
    (lost,) = hints("", 1)
    assert " -10.00 0 100% " in lost


def test_where_only_the_winner_is_proven_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "searches", lambda _: False)
    (best,) = hints("B1 A1 A2 C1", 1)
    assert " -64.00 0 100%W " in best


@pytest.mark.parametrize("asked", ["hint 4", "analyze"])
def test_a_ping_ends_endless_thinking(asked: str) -> None:
    with talk(nboard_run(Strength(10))) as session:
        session.say(f"set game {ggf(NEAR_END)}")
        session.say(asked)
        session.wait_for("search " if "hint" in asked else "analysis ")
        began = time.monotonic()
        session.say("ping 5")
        place = session.wait_for("pong 5\n")
        assert time.monotonic() - began < 5.0
        time.sleep(0.2)
        assert session.heard[place:] == ""


def test_a_ping_ends_the_thinking_about_a_move_which_is_not_answered_then() -> None:
    with talk(nboard_run(Strength(10))) as session:
        session.say(f"set game {ggf()}")
        session.say("go")
        session.wait_for("Thinking")
        time.sleep(0.2)
        began = time.monotonic()
        session.say("ping 6")
        session.wait_for("pong 6\n")
        assert time.monotonic() - began < 5.0
        assert "===" not in session.heard


def test_the_end_of_the_lines_ends_endless_thinking() -> None:
    with talk(nboard_run(Strength(10))) as session:
        session.say("hint 4")
        session.wait_for("search ")
        session.end(within_s=2.0)


def test_a_game_is_analyzed_from_its_end() -> None:
    with talk(nboard_run(Strength(3))) as session:
        session.say(f"set game {ggf('F5 D6 C3')}")
        session.say("analyze")
        session.wait_for("status\n", within_s=20)
        lines = re.findall(r"^analysis ([0-9]+) (-?[0-9]+\.[0-9]{2})$", session.heard, re.MULTILINE)
        assert [int(ply) for ply, _ in lines] == [3, 2, 1, 0]


def test_a_finished_game_is_worth_its_discs() -> None:
    full = f"BO[8 {'*' * 40}{'O' * 24} O]"
    with talk(nboard_run()) as session:
        session.say(f"set game {ggf(board=full)}")
        session.say("analyze")
        session.wait_for("analysis 0 -16.00\n")


def test_values_say_who_leads() -> None:
    assert discs(0.5, BLACK) == 0
    assert discs(0.9, BLACK) == -discs(0.9, WHITE) > 5


def test_a_chance_and_a_lead_stand_for_each_other() -> None:
    led = Candidate((None,), margin=6.0)
    assert lead(led, BLACK) == 6.0 == -(lead(led, WHITE) or 0.0)
    assert discs(chance(led, BLACK), BLACK) == pytest.approx(6.0)
    assert chance(led, BLACK) + chance(led, WHITE) == pytest.approx(1.0)
    assert chance(Candidate((None,), margin=1e9), BLACK) > 0.99
    assert (chance(Candidate((None,)), BLACK), lead(Candidate((None,)), BLACK)) == (0.5, None)
    both = Candidate((None,), win=0.25, margin=3.0)
    assert (chance(both, WHITE), lead(both, WHITE)) == (0.75, -3.0)
    assert (discs(1.0, BLACK), discs(1.0, WHITE), discs(0.0, BLACK)) == (64, -64, -64)


# --- the clock


def thinking_ms(more: str, moves: str = "") -> int | None:
    game = NboardGame(create_rules("othello"))
    game.load(ggf(moves, more=more))
    return game.budget().thinking_ms(BLACK)


def test_time_is_shared_from_what_the_clock_has_left() -> None:
    assert thinking_ms("") is None
    assert thinking_ms("TI[15:00]") == 29_900
    assert thinking_ms("TI[15:00]", "F5//300 D6//10") == 19_900
    assert thinking_ms("TI[15:00/00:10]") == 37_900
    assert thinking_ms("TI[00:01]", "F5//300 D6//10") == 0


def test_moves_that_are_told_later_use_time_too() -> None:
    game = NboardGame(create_rules("othello"))
    game.load(ggf())
    game.play("F5", "1.0/300")
    assert game.budget().thinking_ms(BLACK) == 19_900
    game.play("D6", "x")
    assert game.budget().thinking_ms(WHITE) == 29_900
    with pytest.raises(GameError):
        game.play("A1", "0/5")
    assert game.budget().thinking_ms(BLACK) == 19_900


def test_an_answer_comes_in_the_time_there_is() -> None:
    with talk(nboard_run(Strength(10))) as session:
        session.say(f"set game {ggf(more='TI[00:15]')}")
        began = time.monotonic()
        session.say("go")
        session.wait_for("===")
        assert time.monotonic() - began < 5.0
