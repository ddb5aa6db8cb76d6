"""The course of a match: it is created, acted on, ended; its events are numbered and make it again."""

from __future__ import annotations

from typing import get_args

import pytest

from tengen.core import (
    BLACK,
    COLORS,
    WHITE,
    Agree,
    Changes,
    Color,
    ErrorCode,
    GameError,
    MarkDead,
    Outcome,
    Outline,
    Pass,
    Place,
    Point,
    Reason,
    Resign,
    Resume,
    Setup,
)
from tengen.match import (
    EVENT_NAMES,
    Abandon,
    Created,
    Declined,
    Ended,
    Estimated,
    Event,
    Excused,
    Forfeit,
    GameEvent,
    Join,
    Joined,
    Match,
    Moved,
    Offered,
    Paused,
    Redone,
    Rematched,
    Renamed,
    Restarted,
    Seat,
    Tick,
    Undone,
    Unpause,
    Unpaused,
    evolve,
    fold,
    rematch,
    status,
)
from tests.match.sittings import (
    AI,
    ANN,
    BEN,
    DRAW,
    FISCHER,
    FIVE_IN_A_ROW,
    MINUTE,
    NOBODY,
    PAUSE,
    REDO,
    REMATCH,
    RESTART,
    TAKEBACK,
    Sitting,
    against_ai,
    kinds_of,
    numbers,
    one_screen,
    people,
)
from tests.pictures import board, tidy
from tests.pictures import shows as shows_board

FULL = """# o # o
          o # o #
          # o # o
          o # o #"""

LAST_POINT_OPEN = FULL.replace("#", ".", 1)


def shows(match: Match) -> str:
    """The stones on the board of a match."""
    return shows_board(match.state.position.board)


# --- the beginning


def test_a_match_begins_with_one_event_that_says_all_there_is_to_know() -> None:
    sitting = people("othello", size=6, control=MINUTE)
    ruleset = sitting.match.ruleset
    start = Outline.of(ruleset.initial())
    created = Created(1, 1_000_000, "m1", ruleset, ANN, BEN, None, MINUTE, rules_version=1, start=start)
    assert sitting.log == [created]
    assert (sitting.match.number, sitting.match.revision) == (1, 1)
    assert not sitting.match.is_over


def test_a_set_up_in_which_the_game_is_over_gives_a_match_that_has_ended() -> None:
    sitting = one_screen(size=4, setup=Setup(board(FULL), BLACK))
    assert kinds_of(tuple(sitting.log)) == [Created, Ended]
    assert sitting.match.outcome == Outcome.draw(Reason.FULL_BOARD)
    assert sitting.refused_to_ask(TAKEBACK) is ErrorCode.NOTHING_TO_UNDO
    assert kinds_of(sitting.ask(RESTART)) == [Restarted, Ended]


def test_a_set_up_that_cannot_stand_makes_no_match() -> None:
    lost = Setup(board("o # . . .\n# . . . .\n. . . . .\n. . . . .\n. . . . ."), BLACK)
    with pytest.raises(GameError) as refused:
        one_screen("go", size=5, setup=lost)
    assert refused.value.code is ErrorCode.BAD_RECORD


# --- acting


def test_a_move_carries_what_it_placed() -> None:
    (moved,) = one_screen().play("a1")
    assert isinstance(moved, Moved)
    assert moved.changes == Changes(placed=((Point(0, 0), BLACK),))


def test_a_move_carries_what_it_turned_over() -> None:
    (moved,) = one_screen("othello").play("d3")
    assert isinstance(moved, Moved)
    assert moved.changes == Changes(placed=((Point(3, 2), BLACK),), flipped=(Point(3, 3),))


def test_a_move_carries_what_it_captured() -> None:
    (*_, moved) = one_screen("go", size=5).play("a2 a1 b1")
    assert isinstance(moved, Moved)
    assert moved.changes == Changes(placed=((Point(1, 4), BLACK),), removed=(Point(0, 4),))


def test_a_stone_of_an_opening_may_have_the_other_colour_than_its_player() -> None:
    (*_, moved) = people("gomoku", rules={"opening": "swap"}).play("h8 h9")
    assert isinstance(moved, Moved)
    assert moved.action.player is BLACK
    assert moved.changes.placed[0][1] is WHITE


def test_a_pass_changes_nothing_on_the_board() -> None:
    (moved,) = one_screen("go", size=5).play("pass")
    assert isinstance(moved, Moved)
    assert moved.changes == Changes()


def test_two_equal_passes_are_two_moves() -> None:
    sitting = one_screen("go", size=5)
    sitting.play("pass pass")
    assert sitting.names == ["pass", "pass"]
    assert numbers(sitting.log) == [1, 2, 3, 4]


def test_the_rules_refuse_with_their_own_code_and_nothing_changes() -> None:
    sitting = people("othello")
    sitting.play("d3")
    assert sitting.refusal(sitting.action("d3")) is ErrorCode.OCCUPIED
    assert sitting.refusal(sitting.action("a1")) is ErrorCode.NO_FLIP
    assert sitting.refusal(Place(BLACK, Point(2, 2))) is ErrorCode.NOT_YOUR_TURN
    assert sitting.refusal(Pass(WHITE)) is ErrorCode.NO_PASS
    assert sitting.refusal(Agree(WHITE)) is ErrorCode.WRONG_PHASE
    assert len(sitting.log) == 2


def test_both_may_act_while_dead_stones_are_settled() -> None:
    sitting = people("go", size=5, rules={"dead_stones": "agree"})
    sitting.play("c3 a1 pass pass")
    assert sitting.match.actors() == COLORS
    sitting.do(MarkDead(WHITE, (Point(0, 4),)))
    sitting.do(Agree(BLACK))
    moved, ended = sitting.do(Agree(WHITE))
    assert isinstance(moved, Moved)
    assert isinstance(ended, Ended)
    assert ended.outcome.winner is BLACK


# --- numbers and revisions


def test_events_are_numbered_from_one_without_gaps() -> None:
    sitting = people("gomoku")
    sitting.play("a1 a2")
    sitting.agree_on(TAKEBACK)
    sitting.agree_on(DRAW)
    sitting.agree_on(REMATCH)
    assert numbers(sitting.log) == list(range(1, len(sitting.log) + 1))
    assert sitting.match.number == len(sitting.log)


def test_the_revision_changes_only_with_the_game() -> None:
    sitting = Sitting("gomoku", ANN, NOBODY, control=MINUTE)
    sitting.do(Join(WHITE, "Ben", "ben"))
    sitting.ask(DRAW, WHITE)
    sitting.decline(DRAW, BLACK)
    sitting.agree_on(PAUSE)
    sitting.do(Unpause(WHITE))
    assert (sitting.match.number, sitting.match.revision) == (7, 1)
    sitting.play("a1")
    assert (sitting.match.number, sitting.match.revision) == (8, 8)
    sitting.agree_on(TAKEBACK)
    assert sitting.match.revision == sitting.match.number == 10
    sitting.agree_on(REDO)
    assert sitting.match.revision == sitting.match.number == 12
    sitting.agree_on(RESTART)
    assert sitting.match.revision == sitting.match.number == 14
    sitting.do(Abandon(BLACK))
    assert sitting.match.revision == sitting.match.number == 15
    sitting.agree_on(REMATCH)
    assert (sitting.match.number, sitting.match.revision) == (17, 15)


def test_time_never_goes_back_in_the_log() -> None:
    sitting = people(control=FISCHER)
    sitting.play("a1")
    sitting.now -= 60_000  # another machine's clock is late
    sitting.play("a2")
    sitting.ask(DRAW)
    assert [event.at for event in sitting.log] == [1_000_000] * 4
    assert sitting.match.think_ms == (0, 0)
    assert sitting.left_ms(WHITE) == 65_000


def test_every_kind_of_event_has_a_name_of_its_own() -> None:
    assert set(EVENT_NAMES) == set(get_args(Event))
    assert len(set(EVENT_NAMES.values())) == len(EVENT_NAMES)
    talk = {Joined, Renamed, Offered, Declined, Paused, Unpaused, Excused, Rematched, Estimated}
    assert set(get_args(GameEvent)) == {Created, Moved, Undone, Redone, Restarted, Ended}
    assert set(get_args(Event)) == set(get_args(GameEvent)) | talk


def test_a_log_with_a_gap_a_second_beginning_or_none_is_no_match() -> None:
    sitting = one_screen()
    sitting.play("a1 a2")
    created, first, second = sitting.log
    for log in ([], [first], [created, second], [created, created], [created, first, first]):
        with pytest.raises(AssertionError):
            fold(log)


# --- the end


def test_a_move_that_ends_the_game_is_followed_by_the_end() -> None:
    sitting = people("gomoku")
    moved, ended = sitting.play(FIVE_IN_A_ROW)
    assert isinstance(moved, Moved)
    assert ended == Ended(11, sitting.now, Outcome.won(BLACK, Reason.LINE))
    assert sitting.match.is_over
    assert sitting.match.actors() == ()


def test_a_match_is_over_from_the_ending_move_on_and_not_only_from_its_end() -> None:
    sitting = people("gomoku", control=MINUTE)
    sitting.play(FIVE_IN_A_ROW)
    between = fold(sitting.log[:-1])
    assert between.is_over
    assert status(between) == status(sitting.match)
    assert between.clock is not None
    assert between.clock.running is None


def test_a_game_may_be_resigned_in_the_turn_of_either_side() -> None:
    for player in COLORS:
        sitting = people("othello")
        _, ended = sitting.do(Resign(player))
        assert isinstance(ended, Ended)
        assert ended.outcome == Outcome.won(player.other, Reason.RESIGN)


def test_nothing_is_played_after_the_end() -> None:
    sitting = people("gomoku", control=MINUTE)
    sitting.play(FIVE_IN_A_ROW)
    after_the_end = (sitting.action("h8"), Resign(WHITE), Abandon(BLACK), Forfeit(WHITE), Resume(BLACK))
    assert {sitting.refusal(command) for command in after_the_end} == {ErrorCode.GAME_OVER}
    assert {sitting.refused_to_ask(kind) for kind in (DRAW, PAUSE)} == {ErrorCode.GAME_OVER}
    assert sitting.wait(10**9).do(Tick()) == ()


@pytest.mark.parametrize("player", COLORS)
def test_whoever_abandons_the_match_or_breaks_its_terms_loses(player: Color) -> None:
    for command, reason in ((Abandon(player), Reason.ABANDONED), (Forfeit(player), Reason.FORFEIT)):
        sitting = against_ai("othello")
        sitting.play("d3")
        (ended,) = sitting.do(command)
        assert ended == Ended(3, sitting.now, Outcome.won(player.other, reason))
        assert not sitting.match.state.is_over


def test_a_match_that_is_over_is_not_ended_again() -> None:
    sitting = people("othello")
    sitting.do(Abandon(BLACK))
    assert sitting.refusal(Abandon(WHITE)) is ErrorCode.GAME_OVER
    assert sitting.refusal(sitting.action("d3")) is ErrorCode.GAME_OVER


# --- seats


def test_an_open_seat_is_taken_once() -> None:
    sitting = Sitting("othello", ANN, NOBODY)
    (joined,) = sitting.do(Join(WHITE, "Ben", "ben"))
    assert joined == Joined(2, sitting.now, WHITE, BEN)
    assert sitting.match.seat(WHITE) == BEN
    assert sitting.refusal(Join(WHITE, "Cid", "cid")) is ErrorCode.NOT_YOUR_SEAT


def test_who_joins_a_colour_takes_the_seat_that_has_it_now() -> None:
    sitting = Sitting("gomoku", NOBODY, BEN, rules={"opening": "swap"})
    sitting.play("h8 h9 h10 black")  # Ben takes Black
    assert sitting.refusal(Join(BLACK, "Ann", "ann")) is ErrorCode.NOT_YOUR_SEAT
    sitting.do(Join(WHITE, "Ann", "ann"))
    assert (sitting.match.first, sitting.match.second) == (ANN, BEN)


def test_a_seat_that_is_taken_is_not_joined() -> None:
    sitting = Sitting("othello", ANN, NOBODY)
    assert sitting.refusal(Join(BLACK, "Ben", "ben")) is ErrorCode.NOT_YOUR_SEAT


def test_nobody_joins_a_match_that_is_over() -> None:
    sitting = Sitting("othello", ANN, NOBODY, control=MINUTE)
    sitting.do(Abandon(BLACK))
    assert sitting.refusal(Join(WHITE, "Ben", "ben")) is ErrorCode.GAME_OVER


def test_who_may_act_for_a_colour() -> None:
    table = [
        (one_screen().match, BLACK, None, True),
        (one_screen().match, WHITE, "ann", True),
        (people().match, BLACK, "ann", True),
        (people().match, BLACK, "ben", False),
        (people().match, BLACK, None, False),
        (people().match, WHITE, "ben", True),
        (against_ai().match, BLACK, "ann", True),
        (against_ai().match, WHITE, "ann", False),
        (against_ai().match, WHITE, None, False),
        (Sitting("peace", ANN, NOBODY).match, WHITE, None, False),
        (Sitting("peace", ANN, NOBODY).match, BLACK, "ann", True),
    ]
    for match, color, caller, may in table:
        assert match.may_act(caller, color) is may


def test_seats_follow_the_colours_through_an_exchange() -> None:
    sitting = people("gomoku", rules={"opening": "swap"})
    sitting.play("h8 h9 h10 black")
    assert (sitting.match.seat(BLACK), sitting.match.seat(WHITE)) == (BEN, ANN)
    assert sitting.match.may_act("ben", BLACK)
    assert not sitting.match.may_act("ann", BLACK)


# --- the next match


def test_a_rematch_is_a_new_match_with_colours_exchanged_and_all_else_the_same() -> None:
    sitting = people("gomoku", size=9, rules="renju", control=FISCHER)
    sitting.do(Resign(BLACK))
    sitting.agree_on(REMATCH)
    following, log = rematch(sitting.match, sitting.now)
    ruleset = sitting.match.ruleset
    start = Outline.of(ruleset.initial())
    created = Created(1, sitting.now, "m2", ruleset, BEN, ANN, None, FISCHER, rules_version=1, start=start)
    assert log == (created,)
    assert fold(log) == following


def test_a_rematch_exchanges_the_colours_of_the_end_also_after_an_exchange_in_the_opening() -> None:
    sitting = people("gomoku", rules={"opening": "swap"})
    sitting.play("h8 h9 h10 black")
    sitting.do(Resign(BLACK))  # Ben, who has taken Black
    sitting.agree_on(REMATCH)
    following, _ = rematch(sitting.match, sitting.now)
    assert (following.seat(BLACK), following.seat(WHITE)) == (ANN, BEN)


def test_a_rematch_begins_from_the_same_set_up_and_keeps_the_ai() -> None:
    setup = Setup(board(LAST_POINT_OPEN), BLACK)
    sitting = Sitting("peace", ANN, AI, size=4, setup=setup)
    sitting.play("a1")
    sitting.ask(REMATCH)
    following, _ = rematch(sitting.match, sitting.now)
    assert (following.seat(BLACK), following.seat(WHITE)) == (AI, ANN)
    assert shows(following) == tidy(LAST_POINT_OPEN)


# --- the record


def test_the_record_names_the_players_by_the_colours_they_ended_up_with() -> None:
    sitting = Sitting("gomoku", ANN, AI, rules={"opening": "swap"})
    sitting.play("h8 h9 h10 black")
    record = sitting.match.record("2024-05-01")
    assert (record.black.name, record.black.player) == ("Level 3", "level:3")
    assert (record.white.name, record.white.player) == ("Ann", "human")
    assert record.created == "2024-05-01"


@pytest.mark.parametrize(
    ("seat", "name"),
    [
        (Seat("level:10", "level:10"), "Tengen level 10"),
        (Seat("", "level:3"), "Tengen level 3"),
        (Seat("random", "random"), "Tengen random"),
        (Seat("engine:gnugo", "engine:gnugo"), "gnugo"),
        (Seat("Deep", "level:9"), "Deep"),
        (Seat("level:10"), "level:10"),
        (Seat(""), ""),
    ],
)
def test_the_record_calls_a_program_by_a_name_that_people_read(seat: Seat, name: str) -> None:
    record = Sitting("gomoku", ANN, seat).match.record()
    assert (record.white.name, record.white.player) == (name, seat.player)


def test_the_record_has_the_thinking_times_and_a_result_that_the_moves_do_not_show() -> None:
    sitting = people("othello", control=MINUTE)
    sitting.wait(700).play("d3")
    sitting.wait(300).play("c3")
    sitting.wait(60_000).do(Tick())
    record = sitting.match.record()
    assert [node.ms for node in record.nodes] == [None, 700, 300]
    assert record.result == Outcome.won(WHITE, Reason.TIME)
    assert not record.replay().game.state.is_over


def test_the_record_leaves_out_what_was_taken_back() -> None:
    sitting = one_screen()
    sitting.play("a1 a2 a3")
    sitting.ask(TAKEBACK)
    assert len(sitting.match.record().main_actions()) == 2
    sitting.ask(RESTART)
    assert sitting.match.record().main_actions() == []


def test_an_open_match_is_a_match_too() -> None:
    """The first move may be made before anybody has come to answer it."""
    sitting = Sitting("peace", ANN, NOBODY)
    sitting.play("a1")
    sitting.do(Join(WHITE, "Ben", "ben"))
    sitting.play("a2")
    assert sitting.names == ["a1", "a2"]


def test_evolving_leaves_the_match_before_as_it_was() -> None:
    sitting = one_screen()
    before = sitting.match
    sitting.play("a1")
    assert before.number == 1
    assert evolve(before, sitting.log[1]) == sitting.match


def test_an_unowned_seat_is_joined_as_a_person() -> None:
    sitting = Sitting("peace", NOBODY, NOBODY)
    sitting.do(Join(WHITE, "Ben", "ben"))
    assert sitting.match.second == Seat("Ben", "human", "ben", is_open=False)
    assert sitting.match.is_waiting
    sitting.do(Join(BLACK, "Ann", "ann"))
    assert not sitting.match.is_waiting
