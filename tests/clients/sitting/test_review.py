"""Reviewing a record: its line and variations, what is written on it, and a walk by itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clients.play.scripts import board
from tests.contract.cases import Case, all_cases, playout

from tengen.clients.records import main_line as lines_of_play
from tengen.clients.sitting import review as reviewing
from tengen.clients.sitting.review import FASTEST_MS, LONGEST_COMMENT, SLOWEST_MS, Review, letter_of
from tengen.core import (
    BLACK,
    LANGUAGES,
    WHITE,
    BadRecord,
    Mark,
    Node,
    Participant,
    Place,
    Point,
    Record,
    create_rules,
)
from tengen.formats import read

GAME = """(;GM[1]FF[4]SZ[5]PB[Ada]BR[3d]PW[Bob]EV[Club]DT[2026-11-16]RE[W+R]C[the beginning]
;B[cc]TR[cc]LB[aa:7][bb:甲]
(;W[cd];B[dc]C[well])
(;W[bc]C[instead];B[bd](;W[ad])(;W[be])))"""
"""Two answers to the first move, and a fork inside the second."""

RECORD = read("game.sgf", GAME.encode()).records[0].with_line([Place(WHITE, Point(2, 2))], 1)
"""The same with a third answer, which the rules refuse."""


@pytest.fixture
def review() -> Review:
    return Review(RECORD)


def moves(review: Review) -> list[str]:
    return [move.text for move in review.moves("en")]


def test_it_begins_before_the_first_move_of_the_main_line(review: Review) -> None:
    assert (review.at, review.last, review.is_playing, review.comment) == (0, 3, False, "the beginning")
    assert moves(review) == ["C3", "C2", "D3"]
    assert review.players("en") == ("Ada 3d", "Bob")
    assert (review.title("en"), review.about()) == ("Go 5x5 · Chinese (KGS)", "Club · 2026-11-16")
    assert review.caption("en") == "Move 0 of 3"
    assert (review.view.yours, review.view.legal, review.view.is_watching) == ((), (), True)


def test_steps_stay_within_the_line(review: Review) -> None:
    review.step(2)
    assert (review.at, review.caption("en"), review.caption("zh")) == (2, "Move 2 of 3 · C2", "第 2 手 / 共 3 手 · C2")
    assert (review.view.last_move, len(review.view.moves)) == (Point(2, 3), 2)
    review.step(100)
    assert (review.at, review.comment) == (3, "well")
    review.step(-100)
    assert review.at == 0


def test_the_end_of_the_game_has_the_result_that_the_record_declares(review: Review) -> None:
    review.go(3)
    result = review.view.result
    assert result is not None
    assert (result.winner, review.view.status.key) == (WHITE, "status.won.resign.white")
    review.go(2)
    assert review.view.result is None
    review.vary(1)
    review.go(review.last)
    assert review.view.result is None, "a variation is not the game"


def test_where_ways_part_they_have_letters(review: Review) -> None:
    review.go(1)
    assert [(way.letter, way.text, way.color, way.is_current) for way in review.variations("en")] == [
        ("A", "C2", WHITE, True),
        ("B", "B3", WHITE, False),
        ("C", "C3", WHITE, False),
    ]
    assert review.has_ways_on
    assert review.labels()[Point(2, 3)] == "A"
    assert review.labels()[Point(1, 2)] == "B"


def test_marks_of_the_record_are_signs(review: Review) -> None:
    review.go(1)
    labels = review.labels()
    assert (labels[Point(0, 0)], labels[Point(1, 1)]) == ("7", "甲")
    record = Record(create_rules("go", 5), nodes=(Node(marks=(Mark("triangle", ((0, 0), (9, 9), (-1, 0))),)),))
    assert Review(record).labels() == {Point(0, 0): "△"}, "what is off the board is left out"


def test_territory_that_the_record_marks_is_shown() -> None:
    marks = (Mark("territory_black", ((0, 0), (7, 7))), Mark("territory_white", ((4, 4),)))
    view = Review(Record(create_rules("go", 5), nodes=(Node(marks=marks),))).view
    assert view.territory == {BLACK: (Point(0, 0),), WHITE: (Point(4, 4),)}


def test_up_and_down_lead_to_the_variation_beside(review: Review) -> None:
    review.go(2)
    review.vary(1)
    assert (review.at, review.comment, moves(review)) == (2, "instead", ["C3", "B3", "B2", "A2"])
    assert not review.is_on_main_line
    review.vary(-1)
    assert (moves(review), review.is_on_main_line) == (["C3", "C2", "D3"], True)
    review.vary(-1)
    assert review.is_on_main_line


def test_at_a_fork_up_and_down_choose_the_way_on_without_moving(review: Review) -> None:
    review.go(1)
    review.vary(1)
    assert (review.at, moves(review)) == (1, ["C3", "B3", "B2", "A2"])
    review.step(1)
    assert review.comment == "instead"


def test_a_variation_that_was_taken_is_followed_again(review: Review) -> None:
    review.go(2)
    review.vary(1)
    review.go(0)
    review.go(2)
    assert review.comment == "instead"


def test_a_chosen_variation_is_shown_from_its_first_move(review: Review) -> None:
    review.go(1)
    review.choose(review.variations("en")[1])
    assert (review.at, review.comment) == (2, "instead")
    review.go(3)
    review.choose(review.variations("en")[1])
    assert (review.at, moves(review)[-1]) == (4, "B1")
    assert [way.text for way in review.variations("en")] == ["A2", "B1"], "what might have been played here"
    assert not review.has_ways_on


def test_there_is_a_way_back_to_the_game_as_it_was_played(review: Review) -> None:
    review.go(2)
    review.vary(1)
    review.go(4)
    review.back_to_main_line()
    assert (review.at, moves(review), review.is_on_main_line) == (1, ["C3", "C2", "D3"], True)
    review.go(3)
    review.back_to_main_line()
    assert review.at == 3, "who is there stays"


def test_what_the_rules_refuse_in_a_variation_ends_it_with_the_reason(review: Review) -> None:
    review.go(1)
    review.choose(review.variations("en")[2])
    assert (review.at, review.last) == (1, 1)
    assert review.trouble is not None
    assert review.trouble.text("en").startswith("Move 2 is not possible: ")
    review.vary(-1)
    assert moves(review) == ["C3", "B3", "B2", "A2"]


def test_the_next_spot_has_something_to_read(review: Review) -> None:
    review.next_spot(1)
    assert review.at == 1
    review.next_spot(1)
    assert (review.at, review.comment) == (3, "well")
    review.next_spot(-1)
    review.next_spot(-1)
    assert review.at == 0


def test_by_itself_it_goes_to_the_end_and_stops(review: Review) -> None:
    review.play(1000)
    assert not review.tick(1499)
    assert [review.tick(1000 + 500 * number) for number in range(1, 5)] == [True, True, True, False]
    assert (review.at, review.deadline) == (3, None)
    review.play(0)
    assert (review.at, review.deadline) == (0, 500)
    review.pause()
    assert not review.tick(10**9)


def test_the_speed_has_bounds_and_counts_at_once(review: Review) -> None:
    review.play(0)
    review.speed(0.5, 100)
    assert (review.step_ms, review.deadline) == (250, 350)
    for _ in range(20):
        review.speed(0.5, 0)
    assert review.step_ms == FASTEST_MS
    for _ in range(20):
        review.speed(2, 0)
    assert review.step_ms == SLOWEST_MS


def test_an_illegal_main_line_is_refused() -> None:
    with pytest.raises(BadRecord):
        Review(Record(create_rules("othello")).with_line([Place(BLACK, Point(0, 0))]))


def test_a_long_comment_is_cut() -> None:
    review = Review(Record(create_rules("go", 5), nodes=(Node(comment="x" * 10**6),)))
    assert len(review.comment) == LONGEST_COMMENT


def test_an_endless_variation_is_followed_only_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (lines_of_play, reviewing):
        monkeypatch.setattr(module, "MOST_MOMENTS", 4)
    record = Record(create_rules("gomoku")).with_line([Place(BLACK, Point(0, 0))])
    line = [Place((WHITE, BLACK)[number % 2], Point(number, 5)) for number in range(9)]
    record = record.with_line(line, 1).with_line(line[:1] + line[1:], 1)
    review = Review(record)
    review.go(1)
    review.vary(1)
    assert review.last == 3


def test_letters_go_on_as_numbers() -> None:
    assert [letter_of(index) for index in (0, 25, 26)] == ["A", "Z", "27"]


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
def test_every_game_can_be_reviewed_to_its_end(case: Case) -> None:
    timeline = playout(case.rules, 3)
    record = Record.of(timeline, Participant("甲"), Participant("", "", "level:3"))
    review = Review(record)
    review.go(review.last)
    assert review.view.board == timeline.state.position.board
    assert (review.view.result is None) == (timeline.state.outcome is None)
    for language in LANGUAGES:
        assert all(move.text for move in review.moves(language))
        assert review.caption(language)


@given(st.lists(st.tuples(st.sampled_from(["step", "vary", "next_spot", "go"]), st.integers(-3, 3)), max_size=30))
def test_no_way_leads_out_of_the_record(steps: list[tuple[str, int]]) -> None:
    review = Review(RECORD)
    for name, by in steps:
        getattr(review, name)(by or 1)
        assert 0 <= review.at <= review.last
        assert len(board(review.view).splitlines()) == 5
        assert sum(way.is_current for way in review.variations("en")) <= 1
