"""Clocks in a match: whose runs when, what a move earns, what is judged before what."""

from __future__ import annotations

import pytest

from tengen.core import (
    BLACK,
    COLORS,
    WHITE,
    Agree,
    Color,
    ErrorCode,
    MarkDead,
    Outcome,
    Point,
    Reason,
    Resign,
    Resume,
    TimeControl,
)
from tengen.match import (
    Abandon,
    Command,
    Decline,
    Ended,
    Excuse,
    Excused,
    Join,
    Moved,
    Request,
    Tick,
    Unpause,
)
from tests.match.sittings import (
    ANN,
    BYOYOMI,
    CANADIAN,
    CONTROLS,
    DRAW,
    FISCHER,
    FIVE_IN_A_ROW,
    MINUTE,
    NOBODY,
    PAUSE,
    PER_MOVE,
    REDO,
    RESTART,
    TAKEBACK,
    Sitting,
    against_ai,
    kinds_of,
    one_screen,
    people,
)


def deadline(sitting: Sitting) -> int | None:
    """When the flag falls that runs now."""
    assert sitting.match.clock is not None
    return sitting.match.clock.deadline()


# --- whose clock runs


def test_the_clock_of_the_side_to_move_runs_from_the_start() -> None:
    sitting = people(control=MINUTE)
    assert sitting.running() is BLACK
    sitting.wait(10_000).play("a1")
    assert sitting.running() is WHITE
    assert sitting.wait(500).left_ms(BLACK) == 50_000
    assert sitting.left_ms(WHITE) == 59_500


def test_a_move_earns_what_the_control_gives() -> None:
    sitting = people(control=FISCHER)
    sitting.wait(2_000).play("a1")
    assert sitting.left_ms(BLACK) == 60_000 - 2_000 + 5_000


def test_no_clock_runs_while_a_seat_is_open() -> None:
    sitting = Sitting("peace", ANN, NOBODY, control=MINUTE)
    assert sitting.wait(100_000).do(Tick()) == ()
    sitting.do(Join(WHITE, "Ben", "ben"))
    assert sitting.running() is BLACK
    assert sitting.left_ms(BLACK) == 60_000
    sitting.wait(300).play("a1")
    assert sitting.match.think_ms == (300,)


def test_a_move_before_anybody_came_costs_and_earns_nothing() -> None:
    sitting = Sitting("peace", ANN, NOBODY, control=FISCHER)
    sitting.wait(100_000).play("a1")
    assert sitting.running() is None
    assert sitting.left_ms(BLACK) == 60_000
    sitting.wait(5_000).do(Join(WHITE, "Ben", "ben"))
    assert sitting.running() is WHITE


def test_nobodys_clock_runs_after_the_end() -> None:
    for command in (Resign(WHITE), Abandon(BLACK)):
        sitting = people("othello", control=MINUTE)
        sitting.wait(1_000).do(command)
        assert sitting.running() is None
        assert sitting.wait(10**9).left_ms(BLACK) == 59_000


def test_who_resigns_or_wins_earns_nothing_more() -> None:
    sitting = people("gomoku", control=FISCHER)
    sitting.play("a1")
    sitting.wait(1_000).do(Resign(BLACK))  # in White's turn
    assert (sitting.left_ms(BLACK), sitting.left_ms(WHITE)) == (65_000, 59_000)
    sitting = people("gomoku", control=FISCHER)
    sitting.play(FIVE_IN_A_ROW.removesuffix("e1"))
    sitting.wait(1_000).play("e1")
    assert sitting.left_ms(BLACK) == 60_000 + 4 * 5_000 - 1_000


# --- the flag


@pytest.mark.parametrize("control", CONTROLS)
def test_time_is_up_at_the_deadline_and_not_a_millisecond_before(control: TimeControl) -> None:
    sitting = people(control=control)
    sitting.play("a1 a2")
    falls = deadline(sitting)
    assert falls is not None
    sitting.now = falls - 1
    assert sitting.do(Tick()) == ()
    (ended,) = sitting.wait(1).do(Tick())
    assert ended == Ended(4, falls, Outcome.won(WHITE, Reason.TIME))
    assert sitting.left_ms(BLACK) == 0


FLAGGED: list[Command] = [
    Tick(),
    Resign(BLACK),
    Abandon(WHITE),
    Request(DRAW, BLACK),
    Request(TAKEBACK, WHITE),
    Decline(DRAW, WHITE),
    Unpause(BLACK),
    Join(WHITE, "Cid", "cid"),
    Agree(BLACK),
]


@pytest.mark.parametrize("command", FLAGGED, ids=str)
def test_a_fallen_flag_is_judged_before_anything_else(command: Command) -> None:
    sitting = people(control=MINUTE)
    sitting.play("a1 a2")
    (ended,) = sitting.wait(60_000).do(command)
    assert ended == Ended(4, sitting.now, Outcome.won(WHITE, Reason.TIME))


def test_a_move_that_comes_too_late_is_not_played() -> None:
    sitting = people("gomoku", control=MINUTE)
    sitting.play(FIVE_IN_A_ROW.removesuffix("e1"))
    (ended,) = sitting.wait(60_000).play("e1")
    assert isinstance(ended, Ended)
    assert ended.outcome == Outcome.won(WHITE, Reason.TIME)
    assert "e1" not in sitting.names


def test_a_match_without_clock_knows_no_time() -> None:
    sitting = people()
    assert sitting.wait(10**12).do(Tick()) == ()
    sitting.play("a1")
    assert sitting.match.think_ms == (10**12,)


def test_a_flag_is_judged_once() -> None:
    sitting = people(control=MINUTE)
    sitting.wait(60_000).do(Tick())
    assert sitting.wait(1).do(Tick()) == ()


# --- lag


def test_lag_of_the_mover_is_not_charged() -> None:
    sitting = people(control=FISCHER)
    (moved,) = sitting.wait(2_000).do(sitting.action("a1"), lag_ms=300)
    assert isinstance(moved, Moved)
    assert moved.lag_ms == 300
    assert sitting.left_ms(BLACK) == 60_000 - 1_700 + 5_000
    assert sitting.match.think_ms == (1_700,)
    assert sitting.left_ms(WHITE) == 60_000


def test_a_move_made_in_time_that_arrives_late_counts() -> None:
    sitting = people(control=MINUTE)
    sitting.wait(60_100)
    (moved,) = sitting.do(sitting.action("a1"), lag_ms=101)
    assert isinstance(moved, Moved)
    assert sitting.left_ms(BLACK) == 1


@pytest.mark.parametrize(("claimed", "credited"), [(-5_000, 0), (0, 0), (900, 900), (5_000, 1_000)])
def test_lag_is_credited_up_to_the_length_of_the_turn_and_never_against_the_player(claimed: int, credited: int) -> None:
    sitting = people(control=MINUTE)
    (moved,) = sitting.wait(1_000).do(sitting.action("a1"), lag_ms=claimed)
    assert isinstance(moved, Moved)
    assert moved.lag_ms == credited
    assert sitting.left_ms(BLACK) == 59_000 + credited


def test_lag_helps_nobody_but_the_side_that_moves() -> None:
    for command in (Tick(), Request(DRAW, WHITE), Request(DRAW, BLACK), Resign(WHITE)):
        sitting = people("peace", control=MINUTE)
        sitting.play("a1 a2")
        sitting.wait(60_000).do(command, lag_ms=1_000)
        assert sitting.match.outcome == Outcome.won(WHITE, Reason.TIME)


def test_lag_is_credited_too_where_the_mover_goes_on() -> None:
    sitting = people("corners", size=3, control=MINUTE)
    sitting.wait(1_000).do(sitting.action("a1"), lag_ms=400)  # a corner: the same side moves again
    assert sitting.running() is BLACK
    assert sitting.left_ms(BLACK) == 59_400


# --- undo, redo, restart


def test_after_a_takeback_the_time_that_was_used_stays_used() -> None:
    sitting = people(control=MINUTE)
    sitting.wait(10_000).play("a1")
    sitting.wait(4_000).agree_on(TAKEBACK, BLACK)
    assert sitting.running() is BLACK
    assert (sitting.left_ms(BLACK), sitting.left_ms(WHITE)) == (50_000, 56_000)
    sitting.wait(1_000).play("a2")
    assert sitting.left_ms(BLACK) == 49_000
    assert sitting.match.think_ms == (1_000,)


def test_a_takeback_in_ones_own_turn_does_not_stop_the_clock() -> None:
    sitting = people(control=MINUTE)
    sitting.play("a1 a2")
    sitting.wait(4_000).agree_on(TAKEBACK, BLACK)
    assert sitting.wait(1_000).left_ms(BLACK) == 55_000


@pytest.mark.parametrize("control", [BYOYOMI, PER_MOVE])
def test_who_agrees_to_a_takeback_begins_the_next_turn_with_a_whole_period(control: TimeControl) -> None:
    sitting = people(control=control)
    sitting.wait(control.main_ms).play("a1")
    sitting.wait(control.main_ms + 20_000).agree_on(TAKEBACK, BLACK)
    sitting.play("a2")
    assert sitting.running() is WHITE
    assert sitting.left_ms(WHITE) == 30_000


def test_a_canadian_period_runs_on_through_a_takeback() -> None:
    sitting = people(control=CANADIAN)
    sitting.play("a1")
    sitting.wait(10_000 + 20_000).agree_on(TAKEBACK, BLACK)
    sitting.play("a2")
    assert sitting.left_ms(WHITE) == 40_000


def test_a_redo_hands_the_clock_over_without_adding_anything() -> None:
    sitting = one_screen(control=FISCHER)
    sitting.wait(1_000).play("a1")
    sitting.ask(TAKEBACK)
    sitting.wait(2_000).ask(REDO)
    assert sitting.running() is WHITE
    assert sitting.left_ms(BLACK) == 60_000 - 1_000 + 5_000 - 2_000
    assert sitting.match.think_ms == (1_000,)


def test_a_restart_fills_both_clocks() -> None:
    sitting = against_ai(control=FISCHER)
    sitting.wait(9_000).play("a1")
    sitting.wait(9_000).ask(RESTART)
    assert (sitting.left_ms(BLACK), sitting.left_ms(WHITE)) == (60_000, 60_000)
    assert sitting.wait(1).left_ms(BLACK) == 59_999


def test_after_a_won_game_is_taken_back_the_clock_runs_again() -> None:
    sitting = one_screen("gomoku", control=MINUTE)
    sitting.wait(1_000).play(FIVE_IN_A_ROW)
    sitting.wait(500_000).ask(TAKEBACK)
    assert sitting.running() is BLACK
    assert sitting.left_ms(BLACK) == 59_000


# --- pause


def test_a_paused_clock_stands_and_goes_on_where_it_stood() -> None:
    sitting = people(control=BYOYOMI)
    sitting.wait(15_000).agree_on(PAUSE)  # 5 s into the first period
    assert sitting.running() is None
    assert deadline(sitting) is None
    assert sitting.wait(10**9).do(Tick()) == ()
    sitting.do(Unpause(WHITE))
    assert sitting.running() is BLACK
    assert sitting.wait(1_000).left_ms(BLACK) == 24_000


def test_a_pause_is_not_thinking_time() -> None:
    for control in (MINUTE, None):
        sitting = people(control=control)
        sitting.wait(3_000).agree_on(PAUSE)
        sitting.wait(10**9).do(Unpause(WHITE))
        sitting.wait(4_000).play("a1")
        assert sitting.match.think_ms == (7_000,)


# --- time that nobody is charged for


def test_time_in_which_nobody_could_act_is_charged_to_nobody() -> None:
    sitting = people(control=MINUTE)
    sitting.wait(10_000).play("a1")
    sitting.wait(5_000)
    sitting.wait(3_600_000)  # the server was down
    (excused,) = sitting.do(Excuse(3_600_000))
    assert excused == Excused(3, sitting.now, 3_600_000)
    assert sitting.left_ms(WHITE) == 55_000
    sitting.wait(1_000).play("a2")
    assert sitting.left_ms(WHITE) == 54_000
    assert sitting.match.think_ms == (10_000, 6_000)


def test_no_more_is_excused_than_the_running_turn_has_taken() -> None:
    sitting = people(control=MINUTE)
    sitting.wait(5_000).do(Excuse(10**9))
    assert sitting.left_ms(BLACK) == 60_000
    assert sitting.do(Excuse(10**9)) == ()
    assert sitting.wait(1).do(Excuse(-5)) == ()


def test_there_is_nothing_to_excuse_where_no_clock_runs() -> None:
    paused = people(control=MINUTE)
    paused.agree_on(PAUSE)
    over = people(control=MINUTE)
    over.do(Abandon(BLACK))
    for sitting in (paused, over, people()):
        assert sitting.wait(1_000).do(Excuse(1_000)) == ()


# --- one person acts several times in a row


def test_who_goes_on_acting_earns_nothing_until_the_turn_is_handed_over() -> None:
    sitting = people("corners", size=3, control=FISCHER)
    sitting.wait(1_000).play("a1")
    sitting.wait(1_000).play("c1")
    assert sitting.running() is BLACK
    assert sitting.left_ms(BLACK) == 58_000
    sitting.wait(1_000).play("b1")
    assert sitting.running() is WHITE
    assert sitting.left_ms(BLACK) == 60_000 - 3_000 + 5_000


# --- openings in which the players exchange colours


@pytest.fixture
def swap2() -> Sitting:
    """Ann has used 3 s for three stones and earned 5 s; Ben must choose."""
    sitting = people("gomoku", rules={"opening": "swap2"}, control=FISCHER)
    for stone in ("h8", "h9", "h10"):
        sitting.wait(1_000).play(stone)
    assert sitting.running() is WHITE
    assert sitting.left_ms(BLACK) == 62_000
    return sitting


def of(sitting: Sitting, name: str) -> int:
    """What the person of this name has left."""
    (color,) = (color for color in COLORS if sitting.match.seat(color).name == name)
    return sitting.left_ms(color)


def runs(sitting: Sitting) -> str:
    """The name of the person whose clock runs."""
    running = sitting.running()
    assert running is not None
    return sitting.match.seat(running).name


def test_who_takes_the_other_colour_takes_the_own_time_along(swap2: Sitting) -> None:
    swap2.wait(10_000).play("black")
    assert (of(swap2, "Ann"), of(swap2, "Ben")) == (62_000, 55_000)
    assert runs(swap2) == "Ann"  # White now, and to play the fourth stone
    swap2.wait(500)
    assert (of(swap2, "Ann"), of(swap2, "Ben")) == (61_500, 55_000)


def test_who_keeps_the_colour_and_plays_on_earns_nothing_yet(swap2: Sitting) -> None:
    swap2.wait(10_000).play("white")
    assert runs(swap2) == "Ben"
    assert of(swap2, "Ben") == 50_000
    swap2.wait(1_000).play("j8")
    assert runs(swap2) == "Ann"
    assert of(swap2, "Ben") == 54_000


def test_who_places_two_more_earns_once_for_all_of_it(swap2: Sitting) -> None:
    for deed in ("place_two", "j8", "j9"):
        assert runs(swap2) == "Ben"
        swap2.wait(1_000).play(deed)
    assert runs(swap2) == "Ann"
    assert of(swap2, "Ben") == 62_000


def test_who_chooses_white_at_last_plays_the_sixth_stone_on_the_same_time(swap2: Sitting) -> None:
    swap2.play("place_two j8 j9")
    swap2.wait(2_000).play("white")
    assert swap2.match.seat(WHITE) == ANN
    assert runs(swap2) == "Ann"
    assert of(swap2, "Ann") == 60_000
    swap2.wait(1_000).play("k1")
    assert runs(swap2) == "Ben"
    assert of(swap2, "Ann") == 64_000


def test_undo_and_redo_give_each_person_the_own_time_back(swap2: Sitting) -> None:
    swap2.wait(10_000).play("black")
    swap2.agree_on(TAKEBACK, BLACK)
    assert runs(swap2) == "Ben"
    assert (of(swap2, "Ann"), of(swap2, "Ben")) == (62_000, 55_000)
    swap2.agree_on(REDO, WHITE)
    assert runs(swap2) == "Ann"
    assert (of(swap2, "Ann"), of(swap2, "Ben")) == (62_000, 55_000)


def test_a_flag_that_falls_after_the_exchange_is_that_of_the_person_who_thought(swap2: Sitting) -> None:
    swap2.play("black")
    swap2.wait(62_000).do(Tick())
    assert swap2.match.outcome == Outcome.won(BLACK, Reason.TIME)
    assert swap2.match.seat(BLACK).name == "Ben"


# --- the agree phase


def settling(control: TimeControl) -> Sitting:
    """A game of Go in which both have passed and dead stones are to be settled."""
    sitting = people("go", size=5, rules={"dead_stones": "agree"}, control=control)
    sitting.play("c3 a1 pass")
    sitting.wait(2_000).play("pass")
    return sitting


def test_no_clock_runs_while_both_settle_the_dead_stones() -> None:
    sitting = settling(MINUTE)
    assert sitting.running() is None
    sitting.wait(10**9).do(MarkDead(BLACK, (Point(0, 4),)))
    assert sitting.do(Tick()) == ()
    assert sitting.left_ms(WHITE) == 58_000


def test_the_pass_that_ends_play_earns_as_any_move() -> None:
    assert settling(FISCHER).left_ms(WHITE) == 60_000 + 2 * 5_000 - 2_000


def test_the_pass_that_ends_play_makes_the_period_whole_again() -> None:
    sitting = people("go", size=5, rules={"dead_stones": "agree"}, control=PER_MOVE)
    sitting.play("pass")
    sitting.wait(29_000).play("pass")
    sitting.do(Resume(WHITE))
    assert sitting.left_ms(WHITE) == 30_000


@pytest.mark.parametrize("player", COLORS)
def test_after_play_is_resumed_the_clock_of_the_side_to_move_runs_again(player: Color) -> None:
    sitting = settling(MINUTE)
    sitting.wait(10**9).do(Resume(player))
    (to_move,) = sitting.match.actors()
    assert sitting.running() is to_move
    left = sitting.left_ms(to_move)
    assert sitting.wait(1_000).left_ms(to_move) == left - 1_000


def test_a_takeback_of_the_last_pass_lets_the_clock_run_again() -> None:
    sitting = settling(MINUTE)
    sitting.wait(10**9).agree_on(TAKEBACK, WHITE)
    assert sitting.running() is WHITE
    assert sitting.left_ms(WHITE) == 58_000


def test_a_takeback_back_into_the_agree_phase_stops_the_clock() -> None:
    sitting = settling(MINUTE)
    sitting.do(Resume(BLACK))
    sitting.wait(1_000).agree_on(TAKEBACK, BLACK)
    assert sitting.running() is None


def test_an_agreed_game_ends_with_the_clock_standing() -> None:
    sitting = settling(MINUTE)
    sitting.wait(10**9).do(Agree(BLACK))
    sitting.wait(10**9).do(Agree(WHITE))
    assert sitting.match.is_over
    assert sitting.match.outcome is not None
    assert sitting.match.outcome.reason is Reason.SCORE


def test_an_ai_has_a_clock_like_anybody() -> None:
    sitting = against_ai("othello", control=MINUTE)
    sitting.play("d3")
    (ended,) = sitting.wait(60_000).play("c3")
    assert kinds_of((ended,)) == [Ended]
    assert sitting.match.outcome == Outcome.won(BLACK, Reason.TIME)
    assert sitting.refused_to_ask(TAKEBACK) is ErrorCode.GAME_OVER
