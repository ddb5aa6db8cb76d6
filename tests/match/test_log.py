"""Events as entries of the log: nothing is lost, and little is said twice."""

from __future__ import annotations

import random
from contextlib import suppress

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core import (
    AGREE,
    BLACK,
    WHITE,
    Action,
    Changes,
    Effect,
    Outcome,
    Pass,
    Place,
    Point,
    Prisoners,
    Reason,
    RulesInput,
    TimeControl,
)
from tengen.jobs.action_codec import EncodedAction
from tengen.match import (
    EVENT_NAMES,
    Ended,
    Event,
    Joined,
    Moved,
    Offered,
    RequestKind,
    Seat,
    Undone,
    fold,
)
from tengen.match.log import BadLogEntry, decode_event, encode_event
from tests.match.commands import Picker, any_command
from tests.match.every_event import ACTIONS, EVENTS, NOTHING, POINT
from tests.match.sittings import AI, ANN, BEN, CONTROLS, GUEST, NOBODY, Sitting

GAMES: tuple[tuple[str, int, RulesInput], ...] = (
    ("corners", 3, None),
    ("go", 5, {"dead_stones": "agree"}),
    ("go", 5, {"preset": "japanese", "dead_stones": "cleanup"}),
    ("gomoku", 8, {"opening": "swap2"}),
    ("othello", 4, None),
    ("peace", 4, None),
)
TABLES = ((GUEST, GUEST), (ANN, BEN), (ANN, AI), (AI, AI), (ANN, NOBODY))


@settings(max_examples=120)
@given(
    game=st.sampled_from(GAMES),
    table=st.sampled_from(TABLES),
    control=st.sampled_from((None, *CONTROLS)),
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


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_kind_of_event_with_everything_it_can_hold(event: Event) -> None:
    body = encode_event(event)
    assert decode_event(event.n, body) == event
    assert msgspec.json.decode(body)["type"] == EVENT_NAMES[type(event)]


def test_no_kind_of_event_is_left_out_here() -> None:
    assert {type(event) for event in EVENTS} == set(EVENT_NAMES)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_an_action_by_itself_is_read_back_too(action: Action) -> None:
    assert msgspec.json.decode(msgspec.json.encode(EncodedAction.of(action)), type=EncodedAction).action() == action


CONTRACT: list[tuple[bytes, Event]] = [
    (b'{"type":"moved","at":5,"by":1,"x":2,"y":3}', Moved(7, 5, Place(BLACK, POINT), Changes(((POINT, BLACK),)))),
    (b'{"type":"moved","at":5,"by":2,"act":"pass","lag":31}', Moved(7, 5, Pass(WHITE), NOTHING, 31)),
    (b'{"type":"offered","at":5,"kind":"takeback","by":2}', Offered(7, 5, RequestKind.TAKEBACK, WHITE)),
    (
        b'{"type":"ended","at":5,"outcome":{"winner":"black","reason":"resign"}}',
        Ended(7, 5, Outcome.won(BLACK, Reason.RESIGN)),
    ),
    (
        b'{"type":"moved","at":5,"by":1,"x":2,"y":3,"to":2}',
        Moved(7, 5, Place(BLACK, POINT), Changes(((POINT, BLACK),)), 0, Effect.usual(WHITE)),
    ),
    (
        b'{"type":"moved","at":5,"by":2,"act":"pass","to":1,"phase":"agree"}',
        Moved(7, 5, Pass(WHITE), NOTHING, 0, Effect(BLACK, phase=AGREE)),
    ),
    (
        b'{"type":"moved","at":5,"by":2,"x":2,"y":3,"placed":[],"removed":[[0,1]],"to":1,"prisoners":[2,0]}',
        Moved(7, 5, Place(WHITE, POINT), Changes((), (Point(0, 1),)), 0, Effect(BLACK, Prisoners(2, 0))),
    ),
    (b'{"type":"undone","at":5,"by":1,"removed":[[2,3]],"count":2}', Undone(7, 5, BLACK, 2, Changes((), (POINT,)))),
    (  # before there were accounts, whoever owned a seat was a guest
        b'{"type":"joined","at":5,"by":2,"seat":{"name":"Bo","owner":"x"}}',
        Joined(7, 5, WHITE, Seat("Bo", owner="x", is_guest=True)),
    ),
    (
        b'{"type":"joined","at":5,"by":2,"seat":{"name":"Bo","owner":"x","account":true}}',
        Joined(7, 5, WHITE, Seat("Bo", owner="x")),
    ),
]


@pytest.mark.parametrize(("body", "event"), CONTRACT, ids=lambda value: str(value)[:30])
def test_what_was_once_written_keeps_its_form_and_meaning(body: bytes, event: Event) -> None:
    assert decode_event(7, body) == event
    read = msgspec.json.decode(encode_event(event))
    assert {**msgspec.json.decode(body), **read} == read  # keys may be added, none changes


@pytest.mark.parametrize(
    "body",
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
        b'{"type":"moved","at":5,"by":1,"x":2,"y":3,"to":3}',
        b'{"type":"moved","at":5,"by":1,"x":2,"y":3,"to":1,"prisoners":[1]}',
        b'{"type":"moved","at":5,"by":1,"x":2,"y":3,"to":1,"outcome":{"winner":"purple","reason":"time"}}',
        b'{"type":"created","at":5,"id":"m","kind":"peace","size":8,"rules":{},"first":{"name":""},'
        b'"second":{"name":""},"version":1,"start":{"to":1,"stones":[[8,0,1]]}}',
        b"\xff\xfe",
    ],
)
def test_a_damaged_entry_is_called_so(body: bytes) -> None:
    with pytest.raises(BadLogEntry):
        decode_event(7, body)


@given(body=st.binary(max_size=60))
def test_any_bytes_are_an_event_or_a_bad_entry(body: bytes) -> None:
    with suppress(BadLogEntry):
        decode_event(7, body)
