"""Stones in motion: a stone arrives in 90 ms, discs turn over in a wave of 180 ms each, captured stones fade."""

from __future__ import annotations

from tengen.clients.desktop.board.motion import ARRIVE_MS, FADE_MS, FLIP_MS, Motion
from tengen.core import BLACK, WHITE, Board, Point

EMPTY = Board.empty(5)
CORNER = Point(0, 0)


def test_a_placed_stone_arrives_larger_and_faint_and_then_rests() -> None:
    motion = Motion.between(EMPTY, EMPTY.with_stone([CORNER], BLACK), CORNER, 1000)
    assert motion is not None
    (first,) = motion.stones(1000)
    (last,) = motion.stones(1000 + ARRIVE_MS)
    assert (first.opacity, first.size > 1) == (0, True)
    assert (last.opacity, last.size, last.color) == (1, 1, BLACK)
    assert motion.ends_ms == 1000 + ARRIVE_MS
    assert motion.points == {CORNER}


def test_captured_stones_fade_and_are_not_there_afterwards() -> None:
    before = EMPTY.with_stone([CORNER], WHITE)
    after = EMPTY.with_stone([Point(1, 0)], BLACK)
    motion = Motion.between(before, after, Point(1, 0), 0)
    assert motion is not None
    faded = [stone for stone in motion.stones(FADE_MS // 2) if stone.color is WHITE]
    assert [0 < stone.opacity < 1 for stone in faded] == [True]
    assert [stone.color for stone in motion.stones(FADE_MS)] == [BLACK]
    assert CORNER not in motion.points


def test_discs_turn_in_a_wave_away_from_the_move() -> None:
    near, far, played = Point(1, 2), Point(2, 2), Point(0, 2)
    before = EMPTY.with_stone([near, far], WHITE)
    motion = Motion.between(before, before.with_stone([played, near, far], BLACK), played, 0)
    assert motion is not None
    halfway = {stone.point: stone for stone in motion.stones(FLIP_MS // 2 + 10)}
    assert (halfway[near].color, halfway[far].color) == (BLACK, WHITE)
    assert motion.ends_ms > FLIP_MS
    at_rest = {stone.point: (stone.color, stone.width) for stone in motion.stones(motion.ends_ms)}
    assert at_rest[near] == at_rest[far] == (BLACK, 1)


def test_only_single_moves_are_seen_to_move() -> None:
    assert Motion.between(EMPTY, EMPTY, None, 0) is None
    assert Motion.between(EMPTY, EMPTY.with_stone([CORNER, Point(3, 3)], BLACK), None, 0) is None
    assert Motion.between(EMPTY, Board.empty(9), None, 0) is None
