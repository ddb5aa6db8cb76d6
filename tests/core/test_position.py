"""What all positions share. The position is one of Corners."""

from __future__ import annotations

import pytest

from tengen.core import BLACK, PASS, WHITE, ErrorCode, IllegalMove, Point, Position, Prisoners, create_game
from tests.pictures import play


def start() -> Position:
    return create_game("corners", 3).state.position


@pytest.mark.parametrize("outside", [Point(-1, 0), Point(0, -1), Point(3, 0), Point(0, 3), Point(-9, 99)])
def test_a_point_off_the_board_is_refused_and_named(outside: Point) -> None:
    with pytest.raises(IllegalMove) as refused:
        start().play(outside)
    assert refused.value.code is ErrorCode.OUT_OF_BOUNDS
    assert refused.value.move == outside


def test_a_point_with_a_stone_on_it_is_refused() -> None:
    position = play(create_game("corners", 3), "b2").state.position
    assert position.refusal(Point(1, 1)) is ErrorCode.OCCUPIED
    assert position.refusal(Point(0, 1)) is None


def test_the_pass_is_listed_last() -> None:
    moves = start().legal_moves()
    assert moves[0] == Point(0, 0)
    assert moves[-1] is PASS
    assert len(moves) == 10


def test_a_key_tells_the_side_to_move_apart() -> None:
    position = start()
    assert position.key == start().key
    assert position.key != position.play(PASS).key


def test_prisoners_belong_to_who_took_them() -> None:
    taken = Prisoners(3, 1)
    assert (taken.of(BLACK), taken.of(WHITE)) == (3, 1)
    assert start().prisoners == Prisoners(0, 0)
