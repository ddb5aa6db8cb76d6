"""What is asked in a match: who must agree, what is refused, and what becomes of the game."""

from __future__ import annotations

import pytest

from tengen.core import (
    BLACK,
    COLORS,
    WHITE,
    Agree,
    Changes,
    Color,
    ErrorCode,
    MarkDead,
    Outcome,
    Point,
    Reason,
    Resign,
    Resume,
    Setup,
)
from tengen.match import (
    Abandon,
    Decline,
    Declined,
    Ended,
    Join,
    Offered,
    Paused,
    Redone,
    Rematched,
    RequestKind,
    Restarted,
    Tick,
    Undone,
    Unpause,
    Unpaused,
)
from tests.match.sittings import (
    AI,
    ANN,
    DRAW,
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
    one_screen,
    people,
)
from tests.pictures import board

# --- takeback at one screen


def test_at_one_screen_a_takeback_undoes_one_move_at_once() -> None:
    sitting = one_screen()
    sitting.play("a1 a2 a3")
    (undone,) = sitting.ask(TAKEBACK, WHITE)
    assert undone == Undone(5, sitting.now, WHITE, 1, Changes(removed=(Point(0, 2),)))
    assert sitting.names == ["a1", "a2"]


def test_at_one_screen_everything_can_be_undone_to_the_start() -> None:
    sitting = one_screen("gomoku", rules={"opening": "swap2"})
    sitting.play("h8 h9 h10 place_two j8 j9 white k1")
    for _ in range(8):
        sitting.ask(TAKEBACK)
    assert sitting.match.state == sitting.match.timeline.root
    assert sitting.refused_to_ask(TAKEBACK) is ErrorCode.NOTHING_TO_UNDO


def test_one_owner_of_both_seats_is_at_one_screen() -> None:
    sitting = Sitting("peace", ANN, ANN)
    sitting.play("a1 a2")
    assert kinds_of(sitting.ask(TAKEBACK)) == [Undone]


def test_a_takeback_carries_the_discs_that_turn_back() -> None:
    sitting = one_screen("othello")
    sitting.play("d3")
    (undone,) = sitting.ask(TAKEBACK)
    assert isinstance(undone, Undone)
    assert undone.changes == Changes(removed=(Point(3, 2),), flipped=(Point(3, 3),))


def test_a_takeback_brings_captured_stones_back() -> None:
    sitting = one_screen("go", size=5)
    sitting.play("a2 a1 b1")
    (undone,) = sitting.ask(TAKEBACK)
    assert isinstance(undone, Undone)
    assert undone.changes == Changes(placed=((Point(0, 4), WHITE),), removed=(Point(1, 4),))


def test_at_one_screen_what_the_rules_ended_can_be_taken_back() -> None:
    sitting = one_screen("gomoku", control=MINUTE)
    sitting.play(FIVE_IN_A_ROW)
    sitting.ask(TAKEBACK)
    assert not sitting.match.is_over
    assert sitting.running() is BLACK
    _, ended = sitting.play("e1")
    assert ended == Ended(sitting.match.number, sitting.now, Outcome.won(BLACK, Reason.LINE))


def test_a_resignation_can_be_taken_back_at_one_screen() -> None:
    sitting = one_screen("othello")
    sitting.do(Resign(WHITE))
    sitting.ask(TAKEBACK)
    assert not sitting.match.is_over


def test_a_verdict_is_never_taken_back() -> None:
    for sitting in (one_screen(control=MINUTE), against_ai(control=MINUTE), people(control=MINUTE)):
        sitting.play("a1 a2 a3 a4")
        sitting.wait(60_000).do(Tick())
        assert sitting.refused_to_ask(TAKEBACK) is ErrorCode.GAME_OVER
        assert sitting.refused_to_ask(REDO) is ErrorCode.GAME_OVER


def test_a_verdict_is_not_undone_by_redoing_moves_that_were_taken_back_before_it() -> None:
    sitting = one_screen()
    sitting.play("a1 a2")
    sitting.ask(TAKEBACK)
    sitting.do(Abandon(WHITE))
    assert sitting.refused_to_ask(REDO) is ErrorCode.GAME_OVER


# --- takeback against an AI


@pytest.mark.parametrize("asker", COLORS)
def test_against_an_ai_a_takeback_goes_back_to_the_persons_own_move(asker: Color) -> None:
    sitting = against_ai()
    sitting.play("a1 a2 a3 a4")
    (undone,) = sitting.ask(TAKEBACK, asker)
    assert isinstance(undone, Undone)
    assert undone.count == 2
    assert sitting.names == ["a1", "a2"]


def test_against_an_ai_that_is_thinking_a_takeback_undoes_the_persons_move_alone() -> None:
    sitting = against_ai()
    sitting.play("a1 a2 a3")
    sitting.ask(TAKEBACK)
    assert sitting.names == ["a1", "a2"]


def test_against_an_ai_that_moved_first_its_opening_move_stays() -> None:
    sitting = against_ai(ai=BLACK)
    sitting.play("a1")
    assert sitting.refused_to_ask(TAKEBACK, WHITE) is ErrorCode.NOTHING_TO_UNDO
    sitting.play("a2 a3")
    sitting.ask(TAKEBACK, WHITE)
    assert sitting.names == ["a1"]
    assert sitting.refused_to_ask(TAKEBACK, WHITE) is ErrorCode.NOTHING_TO_UNDO


def test_against_an_ai_all_it_did_in_a_row_is_undone() -> None:
    sitting = against_ai("corners", size=3)
    sitting.play("b1 a1 c1 b3")  # the AI takes two corners and moves again each time
    sitting.ask(TAKEBACK)
    assert sitting.names == []


def test_against_an_ai_the_way_back_follows_the_person_through_an_exchange_of_colours() -> None:
    sitting = against_ai("gomoku", rules={"opening": "swap"})
    sitting.play("h8 h9 h10 black")  # the AI takes Black, so the person is White and plays the fourth
    sitting.play("j8 j9")
    sitting.ask(TAKEBACK, WHITE)
    assert sitting.names == ["h8", "h9", "h10", "black"]
    sitting.ask(TAKEBACK, WHITE)
    assert sitting.names == ["h8", "h9"]


def test_against_an_ai_a_lost_game_can_be_taken_back() -> None:
    sitting = against_ai("gomoku", ai=BLACK)
    sitting.play(FIVE_IN_A_ROW)
    sitting.ask(TAKEBACK, WHITE)
    assert not sitting.match.is_over
    assert sitting.names == FIVE_IN_A_ROW.split()[:7]


def test_two_ais_are_taken_back_one_move_at_a_time() -> None:
    sitting = Sitting("peace", AI, AI)
    sitting.play("a1 a2")
    sitting.ask(TAKEBACK)
    assert sitting.names == ["a1"]


# --- takeback between people


def test_between_people_a_takeback_is_asked_and_the_same_call_agrees() -> None:
    sitting = people()
    sitting.play("a1")
    (offered,) = sitting.ask(TAKEBACK, BLACK)
    assert offered == Offered(3, sitting.now, TAKEBACK, BLACK)
    assert sitting.names == ["a1"]
    (undone,) = sitting.ask(TAKEBACK, WHITE)
    assert undone == Undone(4, sitting.now, BLACK, 1, Changes(removed=(Point(0, 0),)))
    assert sitting.names == []
    assert sitting.offers == []


def test_a_takeback_goes_back_to_the_move_of_who_asked_not_of_who_agreed() -> None:
    sitting = people()
    sitting.play("a1 a2 a3")
    sitting.agree_on(TAKEBACK, BLACK)
    assert sitting.names == ["a1", "a2"]
    sitting.agree_on(TAKEBACK, BLACK)
    assert sitting.names == []


def test_a_takeback_in_ones_own_turn_undoes_the_reply_too() -> None:
    sitting = people()
    sitting.play("a1 a2")
    sitting.agree_on(TAKEBACK, BLACK)
    assert sitting.names == []


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    sitting = people()
    sitting.play("a1")
    assert sitting.refused_to_ask(TAKEBACK, WHITE) is ErrorCode.NOTHING_TO_UNDO


def test_a_takeback_follows_the_person_who_asks_through_an_exchange_of_colours() -> None:
    sitting = people("gomoku", rules={"opening": "swap"})
    sitting.play("h8 h9 h10 black")
    sitting.agree_on(TAKEBACK, BLACK)  # Ben, now Black, regrets his choice
    assert sitting.names == ["h8", "h9", "h10"]
    sitting.play("black")
    sitting.agree_on(TAKEBACK, WHITE)  # Ann, now White, regrets her third stone
    assert sitting.names == ["h8", "h9"]


def test_while_dead_stones_are_settled_the_latest_mark_is_taken_back() -> None:
    sitting = people("go", size=5, rules={"dead_stones": "agree"})
    sitting.play("c3 a1 pass pass")
    sitting.do(MarkDead(WHITE, (Point(0, 4),)))
    sitting.agree_on(TAKEBACK, BLACK)
    assert sitting.match.state.dead == frozenset()
    assert sitting.names[-1] == "pass"


def test_what_the_rules_ended_between_people_stays_ended() -> None:
    sitting = people("gomoku")
    sitting.play(FIVE_IN_A_ROW)
    for kind in (TAKEBACK, REDO, RESTART):
        assert sitting.refused_to_ask(kind, WHITE) is ErrorCode.GAME_OVER


# --- offers


PEOPLES_REQUESTS = (TAKEBACK, RESTART, DRAW, PAUSE)


@pytest.mark.parametrize("kind", PEOPLES_REQUESTS)
def test_asking_again_has_no_effect(kind: RequestKind) -> None:
    sitting = people()
    sitting.play("a1 a2")
    sitting.ask(kind, BLACK)
    assert sitting.refused_to_ask(kind, BLACK) is ErrorCode.NO_EFFECT


@pytest.mark.parametrize("kind", PEOPLES_REQUESTS)
@pytest.mark.parametrize("who", COLORS)
def test_a_request_is_declined_by_the_other_or_withdrawn_by_who_made_it(kind: RequestKind, who: Color) -> None:
    sitting = people()
    sitting.play("a1 a2")
    sitting.ask(kind, BLACK)
    (declined,) = sitting.decline(kind, who)
    assert declined == Declined(5, sitting.now, kind, who)
    assert sitting.offers == []
    assert sitting.refusal(Decline(kind, who)) is ErrorCode.NO_OFFER


def test_after_a_decline_the_same_may_be_asked_again() -> None:
    sitting = people()
    sitting.ask(DRAW, BLACK)
    sitting.decline(DRAW, WHITE)
    assert kinds_of(sitting.ask(DRAW, BLACK)) == [Offered]


def test_only_what_was_asked_can_be_declined() -> None:
    sitting = people()
    sitting.ask(DRAW, BLACK)
    assert sitting.refusal(Decline(TAKEBACK, WHITE)) is ErrorCode.NO_OFFER


@pytest.mark.parametrize("mover", COLORS)
def test_requests_lapse_with_the_next_move_of_either_side(mover: Color) -> None:
    sitting = people()
    sitting.play("a1 a2" if mover is BLACK else "a1 a2 a3")
    for kind in (TAKEBACK, DRAW, PAUSE):
        sitting.ask(kind, BLACK)
    sitting.play("a8")
    assert sitting.offers == []
    assert kinds_of(sitting.ask(DRAW, WHITE)) == [Offered]


def test_several_requests_wait_side_by_side() -> None:
    sitting = people()
    sitting.play("a1 a2")
    sitting.ask(TAKEBACK, BLACK)
    sitting.ask(DRAW, WHITE)
    assert sitting.offers == [(TAKEBACK, BLACK), (DRAW, WHITE)]
    sitting.decline(TAKEBACK, WHITE)
    assert sitting.offers == [(DRAW, WHITE)]


def test_a_takeback_settles_all_that_was_asked_about_the_moment_before() -> None:
    sitting = people()
    sitting.play("a1 a2")
    sitting.ask(DRAW, WHITE)
    sitting.agree_on(TAKEBACK, BLACK)
    assert sitting.offers == []


def test_the_end_settles_all_that_was_asked() -> None:
    sitting = people()
    sitting.ask(DRAW, BLACK)
    sitting.do(Abandon(WHITE))
    assert sitting.offers == []


def test_what_makes_no_sense_now_is_refused_and_not_offered() -> None:
    sitting = people()
    assert sitting.refused_to_ask(TAKEBACK) is ErrorCode.NOTHING_TO_UNDO
    assert sitting.refused_to_ask(REDO) is ErrorCode.NOTHING_TO_REDO
    assert sitting.refused_to_ask(REMATCH) is ErrorCode.GAME_RUNNING


def test_an_open_seat_is_another_person_who_has_yet_to_come() -> None:
    for sitting in (Sitting("peace", ANN, NOBODY), Sitting("peace", NOBODY, NOBODY)):
        sitting.play("a1")
        assert kinds_of(sitting.ask(TAKEBACK, BLACK)) == [Offered]


def test_who_joins_can_answer_what_was_asked_before() -> None:
    sitting = Sitting("peace", ANN, NOBODY)
    sitting.play("a1")
    sitting.ask(TAKEBACK, BLACK)
    sitting.do(Join(WHITE, "Ben", "ben"))
    assert kinds_of(sitting.ask(TAKEBACK, WHITE)) == [Undone]


# --- redo


def test_at_one_screen_a_redo_plays_one_move_again() -> None:
    sitting = one_screen("othello")
    sitting.play("d3 c3")
    sitting.ask(TAKEBACK)
    sitting.ask(TAKEBACK)
    (redone,) = sitting.ask(REDO)
    changes = Changes(placed=((Point(3, 2), BLACK),), flipped=(Point(3, 3),))
    assert redone == Redone(6, sitting.now, BLACK, 1, changes)
    assert sitting.names == ["d3"]


def test_against_an_ai_a_redo_plays_on_to_the_persons_next_turn() -> None:
    sitting = against_ai()
    sitting.play("a1 a2 a3 a4")
    sitting.ask(TAKEBACK)
    sitting.ask(TAKEBACK)
    sitting.ask(REDO)
    assert sitting.names == ["a1", "a2"]
    sitting.ask(REDO)
    assert sitting.names == ["a1", "a2", "a3", "a4"]
    assert sitting.refused_to_ask(REDO) is ErrorCode.NOTHING_TO_REDO


def test_a_redo_without_a_later_turn_of_the_person_plays_all_there_is() -> None:
    sitting = against_ai()
    sitting.play("a1")
    sitting.ask(TAKEBACK)
    sitting.ask(REDO)
    assert sitting.names == ["a1"]


def test_a_redo_of_the_reply_that_won_plays_it_again() -> None:
    sitting = against_ai("gomoku", ai=BLACK)
    sitting.play(FIVE_IN_A_ROW)
    sitting.ask(TAKEBACK, WHITE)
    redone, ended = sitting.ask(REDO, WHITE)
    assert isinstance(redone, Redone)
    assert redone.count == 2
    assert isinstance(ended, Ended)


def test_between_people_a_redo_is_asked_and_undoes_the_takeback_of_the_same_person() -> None:
    sitting = people()
    sitting.play("a1 a2 a3")
    sitting.agree_on(TAKEBACK, WHITE)
    assert sitting.names == ["a1"]
    assert kinds_of(sitting.ask(REDO, WHITE)) == [Offered]
    (redone,) = sitting.ask(REDO, BLACK)
    assert isinstance(redone, Redone)
    assert (redone.player, redone.count) == (WHITE, 2)
    assert sitting.names == ["a1", "a2", "a3"]


def test_a_redo_that_ends_the_game_ends_the_match() -> None:
    sitting = one_screen("gomoku", control=MINUTE)
    sitting.play(FIVE_IN_A_ROW)
    sitting.ask(TAKEBACK)
    assert kinds_of(sitting.ask(REDO)) == [Redone, Ended]
    assert sitting.match.outcome == Outcome.won(BLACK, Reason.LINE)
    assert sitting.running() is None


def test_a_new_move_leaves_nothing_to_redo() -> None:
    sitting = one_screen()
    sitting.play("a1 a2")
    sitting.ask(TAKEBACK)
    sitting.play("a3")
    assert sitting.refused_to_ask(REDO) is ErrorCode.NOTHING_TO_REDO


# --- restart


@pytest.mark.parametrize("sitting", [one_screen("gomoku"), against_ai("gomoku")])
def test_alone_or_against_an_ai_a_restart_comes_at_once_also_after_the_end(sitting: Sitting) -> None:
    sitting.play(FIVE_IN_A_ROW)
    (restarted,) = sitting.ask(RESTART)
    assert isinstance(restarted, Restarted)
    assert len(restarted.changes.removed) == 9
    assert sitting.names == []
    assert not sitting.match.is_over
    assert sitting.match.think_ms == ()
    assert sitting.refused_to_ask(REDO) is ErrorCode.NOTHING_TO_REDO


def test_after_a_verdict_a_game_can_still_be_restarted() -> None:
    sitting = one_screen(control=MINUTE)
    sitting.play("a1")
    sitting.wait(60_000).do(Tick())
    sitting.ask(RESTART)
    assert not sitting.match.is_over
    assert sitting.left_ms(BLACK) == sitting.left_ms(WHITE) == 60_000


def test_between_people_a_restart_is_asked() -> None:
    sitting = people()
    sitting.play("a1 a2")
    assert kinds_of(sitting.ask(RESTART, WHITE)) == [Offered]
    (restarted,) = sitting.ask(RESTART, BLACK)
    assert isinstance(restarted, Restarted)
    assert restarted.player is WHITE
    assert sitting.names == []


def test_a_restart_keeps_the_match_and_gives_the_first_colours_back() -> None:
    sitting = people("gomoku", rules={"opening": "swap"}, control=MINUTE)
    sitting.play("h8 h9 h10 black")
    sitting.agree_on(RESTART)
    assert sitting.match.match_id == "m1"
    assert sitting.match.seat(BLACK) == ANN
    assert sitting.running() is BLACK


def test_a_restart_begins_from_the_set_up() -> None:
    corner = board("# . . .\n. o # .\n. # o .\n. . . .")
    sitting = one_screen(size=4, setup=Setup(corner, WHITE))
    sitting.play("d1 d2")
    sitting.ask(RESTART)
    assert sitting.match.state.position.board == corner
    assert sitting.match.actors() == (WHITE,)


# --- draw


def test_people_may_agree_on_a_draw() -> None:
    sitting = people("go", size=9)
    sitting.play("e5")
    sitting.ask(DRAW, WHITE)
    (ended,) = sitting.ask(DRAW, BLACK)
    assert ended == Ended(4, sitting.now, Outcome.draw(Reason.AGREEMENT))


def test_at_one_screen_a_draw_needs_nobody_else() -> None:
    sitting = one_screen("go", size=9)
    assert kinds_of(sitting.ask(DRAW)) == [Ended]


def test_an_ai_declines_a_draw() -> None:
    sitting = against_ai("go", size=9)
    offered, declined = sitting.ask(DRAW, BLACK)
    assert offered == Offered(2, sitting.now, DRAW, BLACK)
    assert declined == Declined(3, sitting.now, DRAW, WHITE)
    assert sitting.offers == []
    assert not sitting.match.is_over


def test_a_draw_in_the_name_of_an_ai_waits_for_the_person() -> None:
    sitting = against_ai("go", size=9)
    assert kinds_of(sitting.ask(DRAW, WHITE)) == [Offered]
    assert kinds_of(sitting.ask(DRAW, BLACK)) == [Ended]


# --- pause


def test_a_paused_match_refuses_to_be_played_until_somebody_lets_it_go_on() -> None:
    sitting = people(control=MINUTE)
    sitting.play("a1")
    sitting.ask(PAUSE, BLACK)
    (paused,) = sitting.ask(PAUSE, WHITE)
    assert paused == Paused(4, sitting.now, BLACK)
    assert sitting.match.actors() == ()
    assert sitting.refusal(sitting.action("a2")) is ErrorCode.PAUSED
    assert sitting.refusal(Resign(WHITE)) is ErrorCode.PAUSED
    (unpaused,) = sitting.do(Unpause(BLACK))
    assert unpaused == Unpaused(5, sitting.now, BLACK)
    sitting.play("a2")


def test_a_paused_match_is_not_taken_back_but_may_be_restarted() -> None:
    sitting = one_screen(control=MINUTE)
    sitting.play("a1 a2")
    sitting.ask(TAKEBACK)
    sitting.ask(PAUSE)
    assert sitting.refused_to_ask(TAKEBACK) is ErrorCode.PAUSED
    assert sitting.refused_to_ask(REDO) is ErrorCode.PAUSED
    sitting.ask(RESTART)
    assert not sitting.match.is_paused
    assert sitting.running() is BLACK


def test_a_paused_match_may_still_be_ended() -> None:
    sitting = people(control=MINUTE)
    sitting.agree_on(PAUSE)
    sitting.agree_on(DRAW)
    assert sitting.match.is_over
    assert not sitting.match.is_paused
    assert sitting.refusal(Unpause(BLACK)) is ErrorCode.NO_EFFECT


def test_what_runs_cannot_go_on_and_what_stands_cannot_be_paused() -> None:
    sitting = against_ai()
    assert sitting.refusal(Unpause(BLACK)) is ErrorCode.NO_EFFECT
    assert kinds_of(sitting.ask(PAUSE)) == [Paused]
    assert sitting.refused_to_ask(PAUSE) is ErrorCode.NO_EFFECT


def test_a_match_that_waits_for_somebody_stands_already() -> None:
    assert Sitting("peace", ANN, NOBODY).refused_to_ask(PAUSE) is ErrorCode.NO_EFFECT


# --- rematch


def test_people_agree_on_a_rematch_once_the_match_is_over() -> None:
    sitting = people("gomoku")
    assert sitting.refused_to_ask(REMATCH) is ErrorCode.GAME_RUNNING
    sitting.do(Resign(WHITE))
    assert kinds_of(sitting.ask(REMATCH, WHITE)) == [Offered]
    (rematched,) = sitting.ask(REMATCH, BLACK)
    assert rematched == Rematched(sitting.match.number, sitting.now, "m2")
    assert sitting.match.next_id == "m2"
    assert sitting.refused_to_ask(REMATCH) is ErrorCode.NO_EFFECT


def test_a_rematch_may_be_declined() -> None:
    sitting = people("gomoku")
    sitting.do(Resign(WHITE))
    sitting.ask(REMATCH, WHITE)
    sitting.decline(REMATCH, BLACK)
    assert sitting.match.next_id is None


@pytest.mark.parametrize("sitting", [one_screen("gomoku"), against_ai("gomoku")])
def test_alone_or_against_an_ai_a_rematch_comes_at_once(sitting: Sitting) -> None:
    sitting.do(Resign(BLACK))
    assert kinds_of(sitting.ask(REMATCH)) == [Rematched]


def test_a_match_that_was_restarted_may_have_another_rematch() -> None:
    sitting = one_screen("gomoku")
    sitting.do(Resign(BLACK))
    sitting.ask(REMATCH)
    sitting.ask(RESTART)
    sitting.do(Resign(BLACK))
    assert kinds_of(sitting.ask(REMATCH)) == [Rematched]


# --- two at the same moment: what comes second finds another match (T32)


def test_of_a_takeback_agreed_and_a_move_made_at_once_the_first_counts() -> None:
    move_first = people()
    move_first.play("a1")
    move_first.ask(TAKEBACK, BLACK)
    revision = move_first.match.revision
    move_first.play("a2")
    assert move_first.match.revision != revision  # so the agreement, sent for the revision before, is stale

    takeback_first = people()
    takeback_first.play("a1")
    takeback_first.ask(TAKEBACK, BLACK)
    reply = takeback_first.action("a2")
    takeback_first.ask(TAKEBACK, WHITE)
    assert takeback_first.refusal(reply) is ErrorCode.NOT_YOUR_TURN


def test_a_second_agreement_finds_nothing_to_agree_to() -> None:
    sitting = people()
    sitting.play("a1")
    sitting.agree_on(TAKEBACK, BLACK)
    assert sitting.refused_to_ask(TAKEBACK, WHITE) is ErrorCode.NOTHING_TO_UNDO


def test_of_a_resignation_and_a_winning_move_at_once_the_first_counts() -> None:
    sitting = people("gomoku")
    sitting.play(FIVE_IN_A_ROW)
    assert sitting.refusal(Resign(WHITE)) is ErrorCode.GAME_OVER
    assert sitting.match.outcome == Outcome.won(BLACK, Reason.LINE)


def test_resuming_after_the_other_has_agreed_plays_on() -> None:
    sitting = people("go", size=5, rules={"dead_stones": "agree"})
    sitting.play("pass pass")
    sitting.do(Agree(BLACK))
    sitting.do(Resume(WHITE))
    assert sitting.match.state.agreed == frozenset()
    assert len(sitting.match.actors()) == 1
