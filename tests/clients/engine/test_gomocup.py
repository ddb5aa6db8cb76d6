"""The brain: every command of the Gomocup protocol, every way to say it wrong, and the limits of time."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from tests.clients.engine.talk import BY_CHANCE, gomocup_run, said, talk
from tests.players.sure import SurePlayer

from tengen import __version__
from tengen.clients.engine.gomocup.limits import GomocupLimits
from tengen.clients.engine.gomocup.stones import opening_stones
from tengen.clients.engine.thinking import Strength
from tengen.core import Action, Place, Point
from tengen.players import Budget, Player, StopToken, Turn
from tengen.players.machine import level_memory_mb, search_memory_mb

POINT = re.compile(r"([0-9]+),([0-9]+)")
STATUS = Path("/proc/self/status")
THREE, FIVE = ("7,7", "8,7", "9,9"), ("7,7", "8,7", "9,9", "8,8", "8,6")


def brain(*lines: str, strength: Strength = BY_CHANCE, seed: int = 1) -> list[str]:
    """What a brain answers to these lines."""
    return said(gomocup_run(strength, seed), "".join(f"{line}\r\n" for line in lines)).splitlines()


def is_point(answer: str, size: int = 15) -> bool:
    found = POINT.fullmatch(answer)
    return found is not None and int(found[1]) < size and int(found[2]) < size


# --- commands


def test_a_brain_tells_who_it_is() -> None:
    (about,) = brain("ABOUT")
    assert about.startswith(f'name="Tengen", version="{__version__}", author="')
    assert re.fullmatch(r'[a-z]+="[^"]*"(?:, [a-z]+="[^"]*")*', about)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("START 15", "OK"),
        ("start 15", "OK"),
        ("START 20", "OK"),
        ("START 8", "OK"),
        ("START 7", "ERROR unsupported size"),
        ("START 21", "ERROR unsupported size"),
        ("START", "ERROR unsupported size"),
        ("START x", "ERROR unsupported size"),
        ("START -15", "ERROR unsupported size"),
        ("RECTSTART 15,20", "ERROR only square boards are supported"),
        ("RECTSTART 15", "ERROR only square boards are supported"),
        ("RECTSTART 15,15", "OK"),
        ("RECTSTART 30,30", "ERROR unsupported size"),
        ("RESTART", "ERROR no board: START comes first"),
        ("BEGIN", "ERROR no board: START comes first"),
        ("TURN 7,7", "ERROR no board: START comes first"),
        ("BOARD", "ERROR no board: START comes first"),
        ("SWAP2BOARD", "ERROR no board: START comes first"),
        ("PLAY 7,7", "ERROR no board: START comes first"),
        ("TAKEBACK 7,7", "ERROR no board: START comes first"),
        ("NOSUCH 1", "UNKNOWN command"),
        ("YXBOARD", "UNKNOWN command"),
        ("YXSHOWFORBID", "UNKNOWN command"),
        ("SUGGEST 7,7", "UNKNOWN command"),
        ("DONE", "UNKNOWN command"),
        ("7,7", "UNKNOWN command"),
        ("\N{SNOWMAN}", "UNKNOWN command"),
    ],
)
def test_a_line_and_its_answer(line: str, answer: str) -> None:
    assert brain(line) == [answer]


@pytest.mark.parametrize("line", ["", " ", "INFO", "INFO nosuch 1", "INFO timeout_turn x", "INFO folder /tmp/x", "END"])
def test_what_is_not_answered(line: str) -> None:
    assert brain(line) == []


def test_nothing_is_answered_after_the_end() -> None:
    assert brain("START 15", "END", "BEGIN") == ["OK"]


def test_a_brain_begins_and_answers_turns() -> None:
    ok, first, second, third = brain("START 15", "BEGIN", "TURN 0,0", "TURN 14,14")
    assert ok == "OK"
    assert len({first, second, third, "0,0", "14,14"}) == 5
    assert all(map(is_point, (first, second, third)))


def test_a_brain_may_be_second() -> None:
    assert is_point(brain("START 15", "TURN 7,7")[1])


def test_a_match_may_begin_again() -> None:
    answers = brain("START 15", "BEGIN", "TURN 0,0", "RESTART", "BEGIN", "RESTART", "TURN 0,0")
    assert answers[3] == "OK"
    assert is_point(answers[4])
    assert is_point(answers[6])


@pytest.mark.parametrize("rest", ["", "x", "7", "7,7,1", "15,0", "0,15", "-1,0", "7;7", "99999,1", "3,3"])
def test_a_turn_on_no_free_point_is_refused_and_changes_nothing(rest: str) -> None:
    answers = brain("START 15", "PLAY 3,3", f"TURN {rest}", "TAKEBACK 3,3", "BEGIN")
    assert answers[2] == "ERROR this point cannot be taken"
    assert answers[3] == "OK"
    assert is_point(answers[4])


def test_to_begin_the_board_must_be_empty() -> None:
    assert brain("START 15", "TURN 7,7", "BEGIN")[-1] == "ERROR the board is not empty"


def test_a_move_may_be_imposed() -> None:
    answers = brain("START 15", "PLAY 7,7", "TURN 7,8", "PLAY 7,7")
    assert answers[1] == "7,7"
    assert is_point(answers[2])
    assert answers[3] == "ERROR this point cannot be taken"


def test_a_move_may_be_taken_back() -> None:
    answers = brain("START 15", "TURN 7,7", "TAKEBACK 7,7", "TAKEBACK 7,7", "TAKEBACK x", "TAKEBACK 7,8")
    assert answers[2:] == ["OK", *["ERROR there is no such stone"] * 3]


def test_the_whole_board_may_be_told() -> None:
    answers = brain("START 15", "BOARD", "7,7,1", "7,8,2", "DONE", "TURN 0,0")
    assert is_point(answers[1])
    assert answers[1] not in ("7,7", "7,8")
    assert is_point(answers[2])
    assert is_point(brain("START 15", "BOARD", "DONE")[1])


def test_a_board_that_is_told_takes_the_place_of_what_was_there() -> None:
    answers = brain("START 15", "TURN 7,7", "BOARD", "3,3,2", "DONE", "TURN 7,7")
    assert is_point(answers[2])
    assert is_point(answers[3])


@pytest.mark.parametrize(
    "lines",
    [
        ("7,7",),
        ("7,7,4",),
        ("7,7,3",),
        ("15,7,1",),
        ("7,7,1", "7,7,2"),
        ("?!",),
        ("7,7,1,1",),
    ],
)
def test_a_board_that_cannot_be_read_is_refused_as_a_whole(lines: tuple[str, ...]) -> None:
    answers = brain("START 15", "BOARD", "8,8,2", *lines, "DONE", "TURN 8,8")
    assert answers[1] == "ERROR this board cannot be read"
    assert is_point(answers[2])


def test_a_board_without_its_end_gives_way_to_the_next_command() -> None:
    answers = brain("START 15", "BOARD", "7,7,1", "START 15", "BEGIN")
    assert answers[:3] == ["OK", "ERROR this board cannot be read", "OK"]
    assert is_point(answers[3])
    assert brain("START 15", "BOARD", "7,7,1", "END", "BEGIN") == ["OK", "ERROR this board cannot be read"]
    assert brain("START 15", "BOARD", "7,7,1") == ["OK", "ERROR this board cannot be read"]


def test_stones_may_be_told_in_any_order_and_number() -> None:
    stones = [f"{x},0,1" for x in range(4)] + [f"{x},2,2" for x in range(3)]
    assert is_point(brain("START 15", "BOARD", *stones, "DONE")[1])
    assert is_point(brain("START 15", "BOARD", "3,3,1", "4,4,1", "DONE")[1])


def test_a_won_game_is_over() -> None:
    five = [f"{x},0,2" for x in range(5)] + [f"{x},2,1" for x in range(4)]
    assert brain("START 15", "BOARD", *five, "DONE")[1] == "ERROR the game is over"
    lines = [f"PLAY {x},2" for x in range(4)]
    assert brain("START 15", "BOARD", *five[:4], *five[5:], "DONE", "TURN 4,0", *lines)[2] == "ERROR the game is over"


# --- rules


def winning_move(rule: str, *stones: str) -> str:
    """What a brain that looks ahead plays on this board."""
    lines = ("START 15", f"INFO rule {rule}", "INFO timeout_turn 5000", "BOARD", *stones, "DONE")
    return brain(*lines, strength=Strength(4))[-1]


FOUR = [f"{x},7,1" for x in range(4, 8)] + [f"{x},{y},2" for x, y in ((0, 0), (4, 0), (8, 0), (12, 0))]


@pytest.mark.parametrize("rule", ["0", "1", "4", "8"])
def test_a_winning_move_is_made_under_all_rules(rule: str) -> None:
    assert winning_move(rule, *FOUR) in ("3,7", "8,7")


def test_six_do_not_win_where_five_must_be_exact() -> None:
    """The stone between makes six, the one at the other end five."""
    stones = [*FOUR, "2,7,1", "14,0,2"]
    assert winning_move("1", *stones) == "8,7"
    assert winning_move("8", *stones) in ("3,7", "8,7")


def test_black_does_not_play_fouls_in_renju() -> None:
    """On 7,4 two threes would meet."""
    stones = ["7,6,1", "7,5,1", "8,4,1", "9,4,1", "0,0,2", "2,14,2", "14,0,2", "14,14,2"]
    for seed in range(3):
        for strength in (BY_CHANCE, Strength(2), Strength(3)):
            lines = ("START 15", "INFO rule 4", "INFO timeout_turn 1000", "BOARD", *stones, "DONE")
            assert brain(*lines, strength=strength, seed=seed)[-1] != "7,4"


@pytest.mark.parametrize("rule", ["2", "3", "16", "-1"])
def test_rules_that_we_do_not_have_are_refused_with_the_first_move(rule: str) -> None:
    answers = brain(f"INFO rule {rule}", "START 15", "BEGIN", "INFO rule 0", "BEGIN")
    assert answers[:2] == ["OK", "ERROR these rules are not supported"]
    assert is_point(answers[2])


def test_rules_may_be_told_before_the_board() -> None:
    assert GomocupLimits().preset == "freestyle"
    for rule, preset in ((0, "freestyle"), (1, "standard"), (4, "renju"), (5, "renju"), (8, "caro"), (9, "caro")):
        limits = GomocupLimits()
        limits.tell("rule", str(rule))
        assert limits.preset == preset


# --- proven wins


def sure(monkeypatch: pytest.MonkeyPatch, *points: str, win: float = 1.0) -> None:
    """From now on everybody is sure of this line."""
    line = tuple(Point(*map(int, point.split(","))) for point in points)
    monkeypatch.setattr("tengen.clients.engine.thinking.player_of_level", lambda *_: SurePlayer(line, win=win))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (("8,7",), "MESSAGE wins in 1: 8,7"),
        (("14,14", "14,0", "8,7"), "MESSAGE wins in 2: 14,14 14,0 8,7"),
        (("14,14", "14,0"), None),
        (("14,14", "14,0", "13,0"), None),
    ],
)
def test_a_proven_win_is_told_in_a_message_before_the_move(
    line: tuple[str, ...], message: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    sure(monkeypatch, *line)
    answers = brain("START 15", "BOARD", *FOUR, "DONE", strength=Strength(3))
    assert answers == ["OK", *([message] if message else []), line[0]]


def test_a_proven_loss_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = [stone[:-1] + str(3 - int(stone[-1])) for stone in FOUR]
    sure(monkeypatch, "3,7", "8,7", win=0.0)
    answers = brain("START 15", "BOARD", *theirs, "DONE", strength=Strength(3))
    assert answers[1:] == ["MESSAGE loses in 1: 3,7 8,7", "3,7"]


# --- swap2


def test_three_stones_are_placed_for_a_choice() -> None:
    for size in (8, 15, 20):
        for seed in range(5):
            (answer,) = brain(f"START {size}", "SWAP2BOARD", "DONE", seed=seed)[1:]
            points = answer.split()
            assert len(set(points)) == 3
            assert all(is_point(point, size) for point in points)


class Orderly(Player):
    """Takes the first point that is free."""

    name = "orderly"

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        del budget, stop
        return Place(turn.actor, turn.ruleset.legal_points(turn.state)[0])


def test_where_there_is_a_search_it_names_the_three_stones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.players.native.searches", lambda _: True)
    monkeypatch.setattr("tengen.clients.engine.thinking.player_of_level", lambda *_: Orderly())
    assert brain("START 15", "SWAP2BOARD", "DONE", strength=Strength(3))[1:] == ["0,0 1,0 2,0"]
    (by_chance,) = brain("START 15", "SWAP2BOARD", "DONE", strength=Strength(2))[1:]
    assert by_chance != "0,0 1,0 2,0"


def test_a_five_is_made_at_once_however_much_time_there_is() -> None:
    began = time.monotonic()
    answers = brain("START 15", "INFO timeout_turn 60000", "BOARD", *FOUR, "DONE", strength=Strength(10))
    assert answers[-1] in ("3,7", "8,7")
    assert answers[-2].startswith("MESSAGE wins in 1: ")
    assert time.monotonic() - began < 20


def test_the_three_stones_are_apart() -> None:
    for size in range(8, 21):
        stones = opening_stones(size, Random(size))
        assert all(max(abs(a.x - b.x), abs(a.y - b.y)) >= 3 for a in stones for b in stones if a is not b)
        assert all(point in [Point(x, y) for x in range(size) for y in range(size)] for point in stones)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("strength", [BY_CHANCE, Strength(3)])
def test_after_three_stones_there_are_three_answers(seed: int, strength: Strength) -> None:
    (answer,) = brain("START 15", "SWAP2BOARD", *THREE, "DONE", strength=strength, seed=seed)[1:]
    points = [] if answer == "SWAP" else answer.split()
    assert len(points) <= 2
    assert len({*THREE, *points}) == 3 + len(points)
    assert all(map(is_point, points))


def test_all_three_answers_are_given() -> None:
    answers = {brain("START 15", "SWAP2BOARD", *THREE, "DONE", seed=seed)[1] for seed in range(12)}
    assert {0 if answer == "SWAP" else len(answer.split()) for answer in answers} == {0, 1, 2}


@pytest.mark.parametrize("seed", range(6))
def test_after_five_stones_there_are_two_answers(seed: int) -> None:
    (answer,) = brain("START 15", "SWAP2BOARD", *FIVE, "DONE", seed=seed)[1:]
    assert answer == "SWAP" or (is_point(answer) and answer not in FIVE)


@pytest.mark.parametrize(
    "stones", [THREE[:1], THREE[:2], FIVE[:4], (*FIVE, "0,0"), ("7,7", "7,7", "8,8"), ("x",), ("15,0",) * 3]
)
def test_other_numbers_of_stones_are_refused(stones: tuple[str, ...]) -> None:
    answers = brain("START 15", "SWAP2BOARD", *stones, "DONE", "BEGIN")
    assert answers[1] == "ERROR this board cannot be read" if "x" not in stones else answers[1].startswith("ERROR")
    assert is_point(answers[-1])


@pytest.mark.parametrize("rule", ["0", "1", "4", "8"])
@pytest.mark.parametrize("stones", [(), THREE, FIVE])
def test_every_part_of_swap2_is_answered_by_a_search_under_all_rules(rule: str, stones: tuple[str, ...]) -> None:
    asked = ("START 15", f"INFO rule {rule}", "SWAP2BOARD", *stones, "DONE")
    (answer,) = brain(*asked, strength=Strength(3))[1:]
    points = [] if answer == "SWAP" else answer.split()
    assert len(points) in {0: (3,), 3: (0, 1, 2), 5: (0, 1)}[len(stones)]
    assert len({*stones, *points}) == len(stones) + len(points)
    assert all(map(is_point, points))


def test_the_game_goes_on_after_the_opening() -> None:
    answers = brain("START 15", "SWAP2BOARD", *THREE, "DONE", "BOARD", "7,7,2", "8,7,1", "9,9,2", "DONE", "TURN 0,0")
    assert is_point(answers[2])
    assert is_point(answers[3])


# --- limits


@pytest.mark.parametrize(
    ("told", "ms"),
    [
        ({}, 28_350),
        ({"timeout_turn": "5000"}, 4_600),
        ({"timeout_turn": "1000"}, 800),
        ({"timeout_turn": "100"}, 50),
        ({"timeout_turn": "1"}, 1),
        ({"timeout_turn": "0"}, 0),
        ({"timeout_turn": "-5"}, 0),
        ({"timeout_turn": "5000", "time_left": "2147483647"}, 4_600),
        ({"timeout_turn": "5000", "time_left": "20000"}, 942),
        ({"timeout_turn": "5000", "time_left": "0"}, 0),
        ({"timeout_turn": "5000", "time_left": "-100"}, 0),
        ({"timeout_turn": "5000", "timeout_match": "20000"}, 942),
        ({"timeout_turn": "5000", "timeout_match": "0"}, 4_600),
        ({"timeout_turn": "x", "time_left": "", "max_memory": "83886080", "game_type": "1", "evaluate": "3,3"}, 28_350),
    ],
)
def test_what_a_move_may_cost(told: dict[str, str], ms: int) -> None:
    limits = GomocupLimits()
    for key, value in told.items():
        limits.tell(key, value)
    assert limits.budget().ms == ms


def test_the_time_of_a_match_is_counted_where_nobody_tells_it() -> None:
    limits = GomocupLimits()
    limits.tell("timeout_match", "20000")
    limits.spend(10_000)
    assert limits.budget().ms == 467
    limits.spend(100_000)
    assert limits.budget().ms == 0
    limits.restart()
    assert limits.budget().ms == 942


def test_nodes_may_be_limited() -> None:
    limits = GomocupLimits()
    limits.tell("max_node", "77")
    assert limits.budget().nodes == 77


@pytest.mark.parametrize(
    ("octets", "nodes"),
    [("0", None), ("-1", None), (str(64 * 2**20), 32), (str(96 * 2**20), 1024), (str(350 * 2**20), 9152)],
)
def test_memory_bounds_the_nodes(octets: str, nodes: int | None) -> None:
    limits = GomocupLimits()
    limits.tell("max_memory", octets)
    assert limits.budget().nodes == nodes
    limits.tell("max_node", "40")
    assert limits.budget().nodes == min(nodes or 40, 40)


@pytest.mark.parametrize(
    ("octets", "memory_mb"),
    [("0", None), ("-1", None), ("1", 1), (str(64 * 2**20), 1), (str(350 * 2**20), 286), (str(2**40), 7_500)],
)
def test_memory_bounds_the_tables_of_a_search_that_has_some_and_not_its_nodes(
    octets: str, memory_mb: int | None
) -> None:
    limits = GomocupLimits(has_tables=True)
    limits.tell("max_memory", octets)
    assert limits.memory_mb == memory_mb
    assert limits.budget().nodes is None
    assert GomocupLimits().memory_mb is None


@pytest.mark.parametrize(("turn_ms", "memory_mb"), [(0, 16), (200, 50), (30_000, 286)])
def test_a_short_turn_takes_no_more_memory_than_it_can_fill(turn_ms: int, memory_mb: int) -> None:
    limits = GomocupLimits(has_tables=True)
    limits.tell("max_memory", str(350 * 2**20))
    limits.tell("timeout_turn", str(turn_ms))
    assert limits.memory_mb == memory_mb


def test_a_limit_of_memory_ends_with_the_talk() -> None:
    usual_mb = search_memory_mb(), level_memory_mb()
    brain("START 15", "INFO max_memory 1", "BEGIN")
    assert (search_memory_mb(), level_memory_mb()) == usual_mb


@pytest.mark.parametrize(
    "refused",
    [
        ("INFO rule 2", "TURN 1,1"),
        ("INFO rule 2", "BOARD", "1,1,2", "DONE"),
        ("BOARD", *(f"{x},1,2" for x in range(5)), *(f"{x},5,1" for x in range(4)), "DONE"),
    ],
)
def test_what_is_refused_leaves_the_board_alone(refused: tuple[str, ...]) -> None:
    answers = brain("START 15", "PLAY 3,3", *refused, "INFO rule 0", "TURN 1,1")
    assert answers[2].startswith("ERROR ")
    assert is_point(answers[3])


def test_a_list_before_the_start_is_one_command() -> None:
    assert (
        brain("BOARD", "7,7,1", "8,8,2", "DONE", "SWAP2BOARD", "7,7", "8,8", "9,9", "DONE")
        == ["ERROR no board: START comes first"] * 2
    )


def test_all_of_a_choice_takes_less_than_the_limit_of_one_answer() -> None:
    lines = ("START 20", "INFO timeout_turn 3000", "SWAP2BOARD", "7,7", "8,8", "14,14", "DONE")
    began = time.monotonic()
    answers = brain(*lines, strength=Strength(10))
    assert len(answers) == 2
    assert time.monotonic() - began < 3.0


def seconds_of(*lines: str) -> float:
    """How long the last of these commands takes on a large board, by a player who thinks as long as it may."""
    with talk(gomocup_run(Strength(10))) as session:
        for line in (*lines[:-1], "ABOUT"):
            session.say(line)
        place = session.wait_for("name=")
        place = session.wait_for("\n", after=place)
        began = time.monotonic()
        session.say(lines[-1])
        session.wait_for("\n", within_s=30, after=place)
        return time.monotonic() - began


def test_limits_and_rules_may_change_in_the_middle_of_a_game() -> None:
    """Each change counts from the next move on, and what is no limit changes nothing."""
    changes = (
        ("INFO rule 4", "INFO max_memory 83886080"),
        ("INFO max_memory 0", "INFO timeout_turn 100", "INFO rule 8"),
        ("INFO timeout_match 1000", "INFO time_left 50", "INFO rule 1"),
        ("INFO max_memory x", "INFO rule", "INFO timeout_turn 9999999999999999999", "INFO time_left -5"),
        ("TURN 99,99", "PLAY 0,0", "TAKEBACK 2,14", "NOSUCH", "INFO max_node 1"),
    )
    corners = ("0,0", "14,14", "0,14", "14,0", "1,13")
    lines = ["START 15", "INFO timeout_turn 300", "TURN 7,7"]
    for change, corner in zip(changes, corners, strict=True):
        lines += [*change, f"TURN {corner}"]
    answers = brain(*lines, strength=Strength(10))
    replies = [answer for answer in answers[1:] if not answer.startswith("MESSAGE")]
    assert replies[5:8] == ["ERROR this point cannot be taken"] * 2 + ["ERROR there is no such stone"]
    assert replies[8] == "UNKNOWN command"
    moves = [*replies[:5], *replies[9:]]
    assert len({*moves, *corners, "7,7"}) == 12
    assert all(map(is_point, moves))


@pytest.mark.skipif(not STATUS.exists(), reason="tells of memory as Linux does")
def test_a_brain_keeps_to_the_memory_it_is_given() -> None:
    command = [str(Path(sys.executable).parent / "pbrain-tengen"), "--level", "10"]
    most_kb = 128 * 1024
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        said = ("START 20", f"INFO max_memory {most_kb * 1024}", "INFO timeout_turn 700", "TURN 10,10", "TURN 9,9")
        process.stdin.write("".join(f"{line}\n" for line in said))
        process.stdin.flush()
        answers = [process.stdout.readline().strip() for _ in range(3)]
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
        process.stdin.write("END\n")
    assert answers[0] == "OK"
    assert all(is_point(answer, 20) for answer in answers[1:])
    (peak,) = re.findall(r"VmHWM:\s+([0-9]+) kB", status)
    assert int(peak) <= most_kb


def test_a_move_takes_less_than_its_limit() -> None:
    assert 0.8 < seconds_of("START 20", "INFO timeout_turn 2000", "TURN 10,10") < 2.0


def test_a_move_without_time_comes_at_once() -> None:
    assert seconds_of("START 20", "INFO timeout_turn 0", "TURN 10,10") < 2.0


def test_a_match_without_time_is_played_at_once() -> None:
    assert seconds_of("START 20", "INFO timeout_turn 5000", "INFO time_left 100", "TURN 10,10") < 2.0


def test_the_end_is_obeyed_while_it_thinks() -> None:
    with talk(gomocup_run(Strength(10))) as session:
        session.say("START 20")
        session.say("INFO timeout_turn 60000")
        session.say("TURN 10,10")
        time.sleep(0.3)
        began = time.monotonic()
        session.say("END")
        session.end(within_s=1.0)
        assert time.monotonic() - began < 5.0


def test_answers_come_at_once() -> None:
    with talk(gomocup_run()) as session:
        session.say("START 15")
        session.wait_for("OK\n")
        session.say("BEGIN")
        session.wait_for(",")
