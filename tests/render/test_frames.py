"""From records to pictures: the moments of the main line, and diagrams with numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tengen.core import (
    BLACK,
    BadRecord,
    Board,
    GameError,
    GameState,
    Mark,
    Node,
    Outcome,
    Place,
    Point,
    Reason,
    Record,
    Setup,
    create_game,
    create_rules,
)
from tengen.render import Circle, Rect, Scene, Text, diagrams_of, draw, frames_of, scene_of
from tengen.render.themes import WOOD
from tests.pictures import play
from tests.render.boards import opening, record_of, view

CAPTURE = "b1 a1 a2 e5 a1 e4"
"""Black takes the corner stone with its third move and fills its place with the fifth."""


def written(scene: Scene) -> list[str]:
    """The numbers and labels on stones, in order."""
    inks = (WOOD.black.ink, WOOD.white.ink)
    return [shape.text for shape in scene.shapes if isinstance(shape, Text) and shape.fill in inks]


def rings(scene: Scene) -> list[Circle]:
    return [shape for shape in scene.shapes if isinstance(shape, Circle) and shape.fill is None]


def caption(scene: Scene) -> str:
    return scene.title


def test_there_is_a_frame_for_the_beginning_and_one_for_every_move() -> None:
    frames = frames_of(record_of(opening(10)))
    assert len(frames) == 11
    assert written(frames[0]) == []
    assert written(frames[10]) == [str(number) for number in range(1, 11)]
    assert [len(rings(frame)) for frame in frames[:3]] == [0, 1, 1]


@pytest.mark.parametrize(("numbered", "expected"), [(0, []), (1, ["10"]), (3, ["8", "9", "10"])])
def test_only_the_latest_moves_bear_numbers_when_asked(numbered: int, expected: list[str]) -> None:
    assert written(frames_of(record_of(opening(10)), numbered=numbered)[-1]) == expected


def test_a_stone_that_was_taken_takes_its_number_along() -> None:
    record = record_of(play(create_game("go", 5), CAPTURE))
    assert written(scene_of(record, 3, numbered=None)) == ["1", "3"]
    assert written(scene_of(record, 5, numbered=None)) == ["1", "3", "4", "5"]


def test_a_pass_counts_as_a_move_and_leaves_no_ring() -> None:
    record = record_of(play(create_game("go", 5), "c3 pass d3"))
    frames = frames_of(record)
    assert written(frames[3]) == ["1", "3"]
    assert [len(rings(frame)) for frame in frames] == [0, 1, 0, 1]


def test_what_is_said_of_a_state_stands_below_with_whose_turn_it_is() -> None:
    def say(state: GameState, before: GameState | None, outcome: Outcome | None) -> str:
        assert outcome is None
        assert before is None or before.position.to_move is not state.position.to_move
        return f"{state.position.board.count(BLACK)} black"

    frame = frames_of(record_of(opening(3)), say=say)[3]
    assert "2 black" in [shape.text for shape in frame.shapes if isinstance(shape, Text)]
    assert [shape.fill for shape in frame.shapes if isinstance(shape, Circle)][-1] == WOOD.white.fill


def test_a_declared_result_is_said_at_the_end_of_the_main_line_alone() -> None:
    def say(state: GameState, before: GameState | None, outcome: Outcome | None) -> str:
        del state, before
        return "over" if outcome is not None else "on"

    result = Outcome.won(BLACK, Reason.TIME)
    record = replace(record_of(opening(3)), result=result)
    frames = frames_of(record, say=say)
    assert [frame.title for frame in frames] == ["on", "on", "on", "over"]
    assert [shape.text for shape in frames[3].shapes if isinstance(shape, Text)][-1] == "over"


def test_marks_of_the_record_are_shown_on_their_move_only() -> None:
    record = record_of(opening(3))
    nodes = list(record.nodes)
    nodes[2] = replace(nodes[2], marks=(Mark("label", ((0, 0),), "here"),))
    frames = frames_of(replace(record, nodes=tuple(nodes)))
    seen = ["here" in [shape.text for shape in frame.shapes if isinstance(shape, Text)] for frame in frames]
    assert seen == [False, False, True, False]


def test_a_move_number_beyond_the_end_shows_the_end() -> None:
    record = record_of(opening(8))
    assert scene_of(record, 100) == scene_of(record, 8) == frames_of(record, numbered=0)[8]
    assert scene_of(record, 0) == frames_of(record)[0]
    with pytest.raises(GameError):
        scene_of(record, -1)


def bad_record() -> Record:
    rules = create_rules("go", 5)
    return Record(rules).with_line([Place(BLACK, Point(0, 0)), Place(BLACK.other, Point(0, 0))])


def test_an_illegal_move_is_named_or_ends_the_film() -> None:
    with pytest.raises(BadRecord):
        frames_of(bad_record())
    assert len(frames_of(bad_record(), strict=False)) == 2


def test_a_set_up_in_the_middle_begins_the_numbers_anew() -> None:
    record = record_of(opening(2))
    board = Board.empty(19).with_stone([Point(9, 9)], BLACK)
    again = replace(record, nodes=(*record.nodes, Node(2, setup=Setup(board, BLACK))))
    frames = frames_of(again)
    assert len(frames) == 4
    assert frames[3] == draw(board, again.ruleset.board_spec())


# --- diagrams --------------------------------------------------------------------------------


def test_a_diagram_names_its_moves_and_numbers_only_them() -> None:
    first, second, third = diagrams_of(record_of(opening(50)), moves_each=20)
    assert [caption(scene) for scene in (first, second, third)] == ["1–20", "21–40", "41–50"]
    assert sorted(map(int, written(second))) == list(range(21, 41))


def test_a_diagram_keeps_stones_that_were_taken_and_says_what_was_played_there() -> None:
    record = record_of(play(create_game("go", 5), CAPTURE + " pass"))
    (diagram,) = diagrams_of(record)
    assert written(diagram) == ["1", "2", "3", "4", "6"]
    assert caption(diagram) == "1–7 (5 = 2, 7 = –)"


def test_a_move_on_an_older_stone_is_named_by_its_point() -> None:
    diagrams = diagrams_of(record_of(play(create_game("go", 5), CAPTURE)), moves_each=2)
    assert [caption(scene) for scene in diagrams] == ["1–2", "3–4", "5–6"]
    assert caption(diagrams_of(record_of(play(create_game("go", 5), "b1 a1 e5 e4 a2 d1 a1")), moves_each=4)[1]) == (
        "5–7 (7 = A1)"
    )


def test_a_record_without_moves_is_one_diagram() -> None:
    (diagram,) = diagrams_of(record_of(create_game("othello", 8)), view("wood", caption="The beginning"))
    assert caption(diagram) == "The beginning"
    assert any(isinstance(shape, Rect) for shape in diagram.shapes)
