"""Games written down: the tree, the replay, and results that disagree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    BadRecord,
    Board,
    ErrorCode,
    Mark,
    Node,
    Outcome,
    Participant,
    Pass,
    Place,
    Point,
    Reason,
    Record,
    Resign,
    Setup,
    create_game,
    create_rules,
)
from tests.pictures import board, play

BLACK_A2 = Place(BLACK, Point(0, 1))
WHITE_B2 = Place(WHITE, Point(1, 1))
BLACK_B1 = Place(BLACK, Point(1, 0))
WHITE_C2 = Place(WHITE, Point(2, 1))


def empty() -> Record:
    return Record(create_rules("corners", 3))


def test_the_record_of_a_game_replays_to_its_state() -> None:
    game = play(create_game("corners", 3), "b2 pass a1 a2 c2")
    record = Record.of(game.timeline, Participant("Ada"), Participant("Bo", "3k", "level:2"), "2024-05-01")
    assert (record.black.name, record.white.player, record.created) == ("Ada", "level:2", "2024-05-01")
    replay = record.replay()
    assert replay.game.timeline == game.timeline
    assert replay.stopped is None
    assert not replay.disagrees


def test_what_was_undone_is_not_written_down() -> None:
    game = play(create_game("corners", 3), "b2 pass a1")
    game.undo(2)
    assert Record.of(game.timeline, Participant(), Participant()).main_actions() == [Place(BLACK, Point(1, 1))]


def test_a_record_from_a_set_up_begins_there() -> None:
    setup = Setup(board("#..\n.o.\n..."), WHITE)
    game = play(create_game("corners", 3, setup=setup), "b1 c2")
    assert Record.of(game.timeline, Participant(), Participant()).replay().game.state == game.state


def test_the_first_child_continues_the_line_and_the_others_are_variations() -> None:
    record = empty().with_line([BLACK_A2, WHITE_B2])
    record = record.with_line([WHITE_C2, BLACK_B1], parent=1).with_line([BLACK_B1])
    assert [node.parent for node in record.nodes] == [-1, 0, 1, 1, 3, 0]
    assert record.children() == [[1, 5], [2, 3], [], [4], [], []]
    assert record.line() == [0, 1, 2]
    assert record.main_actions() == [BLACK_A2, WHITE_B2]


def test_variations_are_not_replayed() -> None:
    bad_variation = [Place(BLACK, Point(9, 9))]
    assert len(empty().with_line([BLACK_A2, WHITE_B2]).with_line(bad_variation).replay().game.actions) == 2


def test_a_record_without_actions_is_the_beginning() -> None:
    assert empty().line() == [0]
    assert empty().replay().game.actions == ()


def test_a_node_without_an_action_carries_comments_and_marks_only() -> None:
    nodes = (
        Node(comment="before the game"),
        Node(0, marks=(Mark("triangle", ((0, 0),)),)),
        Node(1, BLACK_A2, ms=1500, properties=(("XX", ("1",)),)),
    )
    record = replace(empty(), nodes=nodes)
    assert record.line() == [0, 1, 2]
    assert record.replay().game.actions == (BLACK_A2,)


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (Place(WHITE, Point(0, 1)), ErrorCode.OCCUPIED),
        (Place(WHITE, Point(3, 0)), ErrorCode.OUT_OF_BOUNDS),
        (BLACK_B1, ErrorCode.NOT_YOUR_TURN),
    ],
)
def test_the_first_illegal_action_is_named_by_its_number(bad: Place, code: ErrorCode) -> None:
    with pytest.raises(BadRecord) as refused:
        empty().with_line([BLACK_A2, bad, Pass(WHITE)]).replay()
    assert refused.value.code is ErrorCode.BAD_RECORD
    assert refused.value.number == 2
    assert refused.value.reason.code is code
    assert "Move 2" in str(refused.value)
    assert str(refused.value.reason) in str(refused.value)


def test_the_reason_in_a_bad_record_is_told_in_the_readers_language() -> None:
    with pytest.raises(BadRecord) as refused:
        empty().with_line([BLACK_A2, Place(WHITE, Point(0, 1))]).replay()
    assert refused.value.reason.text("zh") in refused.value.text("zh")


def test_nothing_may_follow_the_end_of_a_game() -> None:
    with pytest.raises(BadRecord) as refused:
        empty().with_line([Resign(WHITE), BLACK_A2]).replay()
    assert (refused.value.number, refused.value.reason.code) == (2, ErrorCode.GAME_OVER)


def test_a_lenient_replay_keeps_the_legal_beginning_and_says_where_it_stopped() -> None:
    replay = empty().with_line([BLACK_A2, WHITE_B2, BLACK_A2, WHITE_C2]).replay(strict=False)
    assert replay.game.actions == (BLACK_A2, WHITE_B2)
    assert replay.stopped is not None
    assert replay.stopped.number == 3
    assert replay.stopped.reason.code is ErrorCode.OCCUPIED


def test_a_declared_result_that_differs_is_kept_and_reported() -> None:
    finished = play(create_game("corners", 3), "a1 c1 a3 b2 b1 a2 b3 c2 c3")
    computed = finished.state.outcome
    assert computed is not None
    record = Record.of(finished.timeline, Participant(), Participant())
    assert record.result == computed
    for declared, disagrees in (
        (None, False),
        (Outcome(BLACK, Reason.SCORE), False),
        (Outcome(BLACK, Reason.SCORE, computed.margin), False),
        (Outcome(BLACK, Reason.SCORE, 2.5), True),
        (Outcome(WHITE, Reason.SCORE, computed.margin), True),
        (Outcome(None, Reason.SCORE), True),
        (Outcome(None, Reason.REPETITION, no_result=True), True),
    ):
        replay = replace(record, result=declared).replay()
        assert replay.declared == declared
        assert replay.disagrees == disagrees, declared


def test_a_declared_result_the_moves_do_not_show_is_no_disagreement() -> None:
    replay = replace(empty(), result=Outcome.won(WHITE, Reason.TIME)).replay()
    assert replay.declared == Outcome(WHITE, Reason.TIME)
    assert not replay.disagrees


def test_the_legal_part_ends_before_the_first_refused_move_and_lets_no_variation_take_its_place() -> None:
    rules = create_rules("peace", 4)
    corner, side = Point(0, 0), Point(1, 0)
    record = Record(rules).with_line([Place(BLACK, corner), Place(WHITE, corner)])
    record = record.with_line([Place(WHITE, side)], parent=1).with_line([Place(BLACK, side)], parent=0)
    part, refused = record.legal_part()
    assert refused is not None
    assert refused.number == 2
    assert part.main_actions() == [Place(BLACK, corner)]
    assert [node.action for node in part.nodes] == [None, Place(BLACK, corner), Place(BLACK, side)]


def test_the_legal_part_of_a_legal_record_is_the_record() -> None:
    record = Record(create_rules("peace", 4)).with_line([Place(BLACK, Point(0, 0)), Place(WHITE, Point(1, 0))])
    assert record.legal_part() == (record, None)


def test_a_set_up_in_the_middle_puts_another_position_on_the_board() -> None:
    rules = create_rules("peace", 4)
    lesson = Setup(Board.empty(4), WHITE)
    nodes = (Node(), Node(0, Place(BLACK, Point(0, 0))), Node(1, setup=lesson), Node(2, Place(WHITE, Point(0, 0))))
    record = Record(rules, nodes=nodes)
    assert record.replay().game.state.position.board.count(WHITE) == 1
    shown = [state.position.board.count(BLACK) for state in record.states() if not isinstance(state, BadRecord)]
    assert shown == [2, 3, 0, 0]
