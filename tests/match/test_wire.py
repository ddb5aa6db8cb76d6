"""Events as lines of the log and as frames: nothing is lost, little is said twice, and no secret gets out."""

from __future__ import annotations

import random
from contextlib import suppress

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Agree,
    Board,
    Changes,
    Choose,
    ClockKind,
    MarkDead,
    Outcome,
    Pass,
    Place,
    Point,
    Prisoners,
    Reason,
    Resign,
    Resume,
    RulesInput,
    Score,
    Setup,
    TimeControl,
    UnmarkDead,
    create_rules,
    kinds,
)
from tengen.match import (
    EVENT_NAMES,
    Created,
    Declined,
    Ended,
    Event,
    Excused,
    Joined,
    Match,
    Moved,
    Offered,
    Paused,
    Redone,
    Rematched,
    RequestKind,
    Restarted,
    Seat,
    Undone,
    Unpaused,
    fold,
)
from tengen.match.lines import ActionLine
from tengen.match.wire import BadLine, decode_event, encode_event, encode_frame
from tests.match.commands import Picker, any_command
from tests.match.sittings import AI, ANN, BEN, BYOYOMI, CANADIAN, FISCHER, GUEST, MINUTE, NOBODY, PER_MOVE, Sitting

GAMES: tuple[tuple[str, int, RulesInput], ...] = (
    ("corners", 3, None),
    ("go", 5, {"dead_stones": "agree"}),
    ("go", 5, {"preset": "japanese", "dead_stones": "cleanup"}),
    ("gomoku", 8, {"opening": "swap2"}),
    ("othello", 4, None),
    ("peace", 4, None),
)
TABLES = ((GUEST, GUEST), (ANN, BEN), (ANN, AI), (AI, AI), (ANN, NOBODY))
CONTROLS = (None, MINUTE, FISCHER, BYOYOMI, CANADIAN, PER_MOVE)


@settings(max_examples=120)
@given(
    game=st.sampled_from(GAMES),
    table=st.sampled_from(TABLES),
    control=st.sampled_from(CONTROLS),
    chance=st.randoms(use_true_random=False),
)
def test_every_event_of_any_match_is_read_back_as_it_was(
    game: tuple[str, int, RulesInput],
    table: tuple[Seat, Seat],
    control: TimeControl | None,
    chance: random.Random,
) -> None:
    kind, size, rules = game
    sitting = Sitting(kind, *table, size=size, rules=rules, control=control)
    pick = Picker(chance.randrange)
    for _ in range(40):
        sitting.wait(pick((0, 10, 2_500)))
        sitting.attempt(any_command(sitting.match, pick), lag_ms=pick((0, 0, 40)))
    read = [decode_event(event.n, encode_event(event)) for event in sitting.log]
    assert read == sitting.log
    assert fold(read) == sitting.match


POINT = Point(2, 3)
NOTHING = Changes()
ACTIONS: list[Action] = [
    Place(BLACK, Point(0, 0)),
    Place(WHITE, Point(18, 18)),
    Pass(BLACK),
    Resign(WHITE),
    Choose(BLACK, "place_two"),
    Choose(BLACK, "紫"),
    MarkDead(WHITE, (POINT, Point(0, 0))),
    MarkDead(WHITE, ()),
    UnmarkDead(BLACK, (POINT,)),
    Agree(BLACK),
    Resume(WHITE),
]
OUTCOMES = [
    Outcome.won(BLACK, Reason.LINE),
    Outcome.won(WHITE, Reason.TIME),
    Outcome.draw(Reason.FULL_BOARD),
    Outcome.by_score(Score(40, 24)),
    Outcome.by_score(Score(40.5, 47.0)),
    Outcome.by_score(Score(3.5, 3.5)),
    Outcome(None, Reason.REPETITION, no_result=True),
]
WHOLE = Changes(((POINT, WHITE), (Point(1, 1), BLACK)), (Point(0, 1),), (Point(1, 0), Point(5, 5)))
SETUP = Setup(Board.empty(9).with_stones({POINT: BLACK}), WHITE, Prisoners(3, 4))
EVENTS: list[Event] = [
    *[Created(1, 5, "m1", kind.rules.parse(), ANN, NOBODY) for kind in kinds()],
    Created(1, 5, "m1", create_rules("go", 9, {"komi": 6}), ANN, AI, SETUP, BYOYOMI),
    *[Created(1, 5, "m1", create_rules("peace"), GUEST, GUEST, None, control) for control in CONTROLS],
    Joined(2, 5, WHITE, Seat('A "name" \u202e \\', owner="x")),
    *[Moved(2, 5, action, NOTHING) for action in ACTIONS],
    Moved(2, 5, Place(BLACK, POINT), Changes(((POINT, BLACK),)), 31),
    Moved(2, 5, Place(BLACK, POINT), Changes(((POINT, WHITE),))),
    Moved(2, 5, Place(BLACK, POINT), WHOLE),
    Moved(2, 5, Pass(BLACK), WHOLE),
    Undone(2, 5, WHITE, 1, WHOLE),
    Undone(2, 5, WHITE, 3, NOTHING),
    Redone(2, 5, WHITE, 2, WHOLE),
    Restarted(2, 5, BLACK, WHOLE),
    *[Offered(2, 5, kind, WHITE) for kind in RequestKind],
    Declined(2, 5, RequestKind.DRAW, BLACK),
    Paused(2, 5, BLACK),
    Unpaused(2, 5, WHITE),
    Excused(2, 5, 10**9),
    *[Ended(2, 5, outcome) for outcome in OUTCOMES],
    Rematched(2, 5, "m2"),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_kind_of_event_with_everything_it_can_hold(event: Event) -> None:
    line = encode_event(event)
    assert decode_event(event.n, line) == event
    assert msgspec.json.decode(line)["type"] == EVENT_NAMES[type(event)]


def test_no_kind_of_event_is_left_out_here() -> None:
    assert {type(event) for event in EVENTS} == set(EVENT_NAMES)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_an_action_by_itself_is_read_back_too(action: Action) -> None:
    assert msgspec.json.decode(msgspec.json.encode(ActionLine.of(action)), type=ActionLine).action() == action


CONTRACT: list[tuple[bytes, Event]] = [
    (b'{"type":"moved","at":5,"by":1,"x":2,"y":3}', Moved(7, 5, Place(BLACK, POINT), Changes(((POINT, BLACK),)))),
    (b'{"type":"moved","at":5,"by":2,"act":"pass","lag":31}', Moved(7, 5, Pass(WHITE), NOTHING, 31)),
    (b'{"type":"offered","at":5,"kind":"takeback","by":2}', Offered(7, 5, RequestKind.TAKEBACK, WHITE)),
    (
        b'{"type":"ended","at":5,"outcome":{"winner":"black","reason":"resign"}}',
        Ended(7, 5, Outcome.won(BLACK, Reason.RESIGN)),
    ),
    (b'{"type":"undone","at":5,"by":1,"removed":[[2,3]],"count":2}', Undone(7, 5, BLACK, 2, Changes((), (POINT,)))),
]


@pytest.mark.parametrize(("line", "event"), CONTRACT, ids=lambda value: str(value)[:30])
def test_what_was_once_written_keeps_its_form_and_meaning(line: bytes, event: Event) -> None:
    assert decode_event(7, line) == event
    read = msgspec.json.decode(encode_event(event))
    assert {**msgspec.json.decode(line), **read} == read  # keys may be added, none changes


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b"null",
        b"[]",
        b'{"type":"moved","at":5,"by":1,"x":2',
        b'{"type":"moved","at":5,"by":3,"x":2,"y":3}',
        b'{"type":"moved","at":5,"by":1,"act":"jump"}',
        b'{"type":"moved","at":"5","by":1}',
        b'{"type":"exploded","at":5}',
        b'{"type":"offered","at":5,"kind":"money","by":1}',
        b'{"type":"ended","at":5,"outcome":{"winner":"purple","reason":"time"}}',
        b'{"type":"created","at":5,"id":"m","kind":"chess","size":8,"rules":{},"first":{"name":""},"second":{"name":""}}',
        b"\xff\xfe",
    ],
)
def test_a_damaged_line_is_called_so(line: bytes) -> None:
    with pytest.raises(BadLine):
        decode_event(7, line)


@given(line=st.binary(max_size=60))
def test_any_bytes_are_an_event_or_a_bad_line(line: bytes) -> None:
    with suppress(BadLine):
        decode_event(7, line)


def match_of(control: TimeControl | None) -> Match:
    """A game of Go on a full-sized board."""
    return fold([Created(1, 1_763_192_000_000, "m1", create_rules("go", 19), ANN, BEN, None, control)])


LONG = (
    TimeControl(ClockKind.BYOYOMI, main_ms=7_200_000, period_ms=60_000, periods=5),
    TimeControl(ClockKind.CANADIAN, main_ms=7_200_000, period_ms=600_000, stones=25),
)


@pytest.mark.parametrize("control", [*CONTROLS, *LONG], ids=str)
def test_a_move_on_a_large_board_with_clocks_is_told_in_120_bytes(control: TimeControl | None) -> None:
    point = Point(18, 18)
    moved = Moved(1083, 1_763_192_123_456, Place(WHITE, point), Changes(((point, WHITE),)))
    assert len(encode_frame(moved, match_of(control))) <= 120


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("watching", [False, True])
def test_frames_begin_with_the_number_and_tell_no_secrets(event: Event, watching: bool) -> None:
    after = match_of(BYOYOMI)
    frame = encode_frame(event, after, watching=watching)
    told = msgspec.json.decode(frame)
    assert (told["n"], told["type"]) == (event.n, EVENT_NAMES[type(event)])
    assert told["clock"][0] == [10_000, 30_000, 3]
    assert b"ann" not in frame.replace(b'"name":"Ann"', b"")
    assert b'"owner"' not in frame
    assert b'"m1"' not in frame
    assert (b'"m2"' in frame) == (isinstance(event, Rematched) and not watching)


def test_a_frame_without_clock_is_the_line_with_its_number() -> None:
    moved = Moved(7, 5, Place(BLACK, POINT), Changes(((POINT, BLACK),)))
    assert encode_frame(moved, match_of(None)) == b'{"n":7,"type":"moved","at":5,"by":1,"x":2,"y":3}'
