"""Frames as listeners get them: short, with the clocks, and without what a listener must not know."""

from __future__ import annotations

import json

import pytest

from tengen.core import BLACK, WHITE, Changes, ClockKind, Place, Point, TimeControl, create_rules
from tengen.match import EVENT_NAMES, Created, Event, Match, Moved, Rematched, fold
from tengen.match.service.identifiers import watch_id_of
from tengen.protocol import Frames
from tests.match.every_event import EVENTS
from tests.match.sittings import ANN, BEN, BYOYOMI, CONTROLS


def match_of(control: TimeControl | None) -> Match:
    """A game of Go on a full-sized board."""
    return fold([Created(1, 1_763_192_000_000, "m1", create_rules("go", 19), ANN, BEN, None, control)])


LONG = (
    TimeControl(ClockKind.BYOYOMI, main_ms=7_200_000, period_ms=60_000, periods=5),
    TimeControl(ClockKind.CANADIAN, main_ms=7_200_000, period_ms=600_000, stones=25),
)


@pytest.mark.parametrize("control", [None, *CONTROLS, *LONG], ids=str)
def test_a_move_on_a_large_board_with_clocks_is_told_in_120_bytes(control: TimeControl | None) -> None:
    point = Point(18, 18)
    moved = Moved(1083, 1_763_192_123_456, Place(WHITE, point), Changes(((point, WHITE),)))
    assert len(Frames().event(moved, match_of(control), watching=False)) <= 120


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("watching", [False, True])
def test_frames_begin_with_the_number_and_tell_no_secrets(event: Event, watching: bool) -> None:
    frame = Frames().event(event, match_of(BYOYOMI), watching=watching)
    assert frame.startswith(b'{"n":%d,"type":"%b"' % (event.n, EVENT_NAMES[type(event)].encode()))
    assert json.loads(frame)["clock"][0] == [10_000, 30_000, 3]
    assert b"ann" not in frame.replace(b'"name":"Ann"', b"")
    assert b'"owner"' not in frame
    assert b'"m1"' not in frame
    assert (b'"m2"' in frame) == (isinstance(event, Rematched) and not watching)
    assert (watch_id_of("m2").encode() in frame) == (isinstance(event, Rematched) and watching)


def test_a_frame_without_clock_tells_the_move_and_nothing_else() -> None:
    point = Point(2, 3)
    moved = Moved(7, 5, Place(BLACK, point), Changes(((point, BLACK),)))
    frame = Frames().event(moved, match_of(None), watching=False)
    assert frame == b'{"n":7,"type":"moved","player":"BLACK","x":2,"y":3}'
