"""Frames as listeners get them: short, with the clocks, and without what a listener must not know."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Agree,
    Choose,
    ClockKind,
    ErrorCode,
    GameError,
    Pass,
    Place,
    Point,
    Resign,
    RulesInput,
    TimeControl,
    create_rules,
)
from tengen.match import (
    EVENT_NAMES,
    Created,
    Event,
    Match,
    Moved,
    Rematched,
    Request,
    RequestKind,
    Seat,
    advance,
    create,
    decide,
    evolve,
    fold,
)
from tengen.match.service.identifiers import watch_id_of
from tengen.protocol import Frames, read_outgoing
from tests.match.every_event import EVENTS
from tests.match.sittings import ANN, BEN, BYOYOMI, CANADIAN, CONTROLS, FISCHER, MINUTE, PER_MOVE


def match_of(control: TimeControl | None) -> Match:
    """A game of Go on a full-sized board."""
    return fold([Created(1, 1_763_192_000_000, "m1", create_rules("go", 19), ANN, BEN, None, control)])


LONG = (
    TimeControl(ClockKind.BYOYOMI, main_ms=7_200_000, period_ms=60_000, periods=5),
    TimeControl(ClockKind.CANADIAN, main_ms=7_200_000, period_ms=600_000, stones=25),
)


@pytest.mark.parametrize("control", [None, *CONTROLS, *LONG], ids=str)
def test_a_move_on_a_large_board_with_clocks_is_told_in_80_bytes(control: TimeControl | None) -> None:
    before = match_of(control)
    for point in (Point(0, 0), Point(0, 18), Point(18, 0)):
        before, _ = advance(before, Place(before.actors()[0], point), before.at)
    after, (moved,) = advance(replace(before, number=1082), Place(WHITE, Point(18, 18)), before.at)
    assert len(Frames().event(moved, before, after, watching=False)) <= 80


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("watching", [False, True])
def test_frames_begin_with_the_number_and_tell_no_secrets(event: Event, watching: bool) -> None:
    match = match_of(BYOYOMI)
    frame = Frames().event(event, match, match, watching=watching)
    assert frame.startswith(b'{"n":%d,"type":"%b"' % (event.n, EVENT_NAMES[type(event)].encode()))
    is_in_turn = isinstance(event, Moved) and event.action.player is BLACK
    told = json.loads(frame)
    assert ("clock" in told) != ("left" in told)
    assert told["left"] == [10_000] if is_in_turn else told["clock"][0] == [10_000, 30_000, 3]
    assert b"ann" not in frame.replace(b'"name":"Ann"', b"")
    assert b'"owner"' not in frame
    assert b'"m1"' not in frame
    assert (b'"m2"' in frame) == (isinstance(event, Rematched) and not watching)
    assert (watch_id_of("m2").encode() in frame) == (isinstance(event, Rematched) and watching)


def told(match: Match, *points: tuple[int, int]) -> list[dict[str, Any]]:
    """The frames of these moves."""
    frames = []
    for x, y in points:
        before = match
        match, events = advance(match, Place(before.actors()[0], Point(x, y)), before.at)
        for event in events:
            frames.append(json.loads(Frames().event(event, before, match, watching=False)))
            before = match
    return frames


def test_a_frame_without_clock_tells_the_move_and_nothing_else() -> None:
    *_, last = told(match_of(None), (0, 0), (9, 9), (3, 3), (2, 3))
    assert last == {"n": 5, "type": "moved", "player": "WHITE", "x": 2, "y": 3}


def frames_of(control: TimeControl, *moves: tuple[int, Action], rules: RulesInput = None) -> list[dict[str, Any]]:
    """The frames of these actions, each of them after so many milliseconds."""
    match, _ = create("m", create_rules("go", 5, rules), ANN, BEN, 0, control=control)
    frames = []
    for thought_ms, action in moves:
        for event in decide(match, action, match.at + thought_ms):
            before, match = match, evolve(match, event)
            frames.append(json.loads(Frames().event(event, before, match, watching=False)))
    return frames


def moves_after(*thought_ms: int) -> list[tuple[int, Action]]:
    """A stone after each of these times."""
    return [(ms, Place((BLACK, WHITE)[at % 2], Point(at, 0))) for at, ms in enumerate(thought_ms)]


@pytest.mark.parametrize(
    ("control", "left"),
    [
        (MINUTE, [[58_000], [59_000], [46_000]]),
        (FISCHER, [[63_000], [64_000], [56_000]]),
        (BYOYOMI, [[8_000], [9_000], [0, 30_000, 3]]),
        (CANADIAN, [[8_000], [9_000], [0, 56_000, 0, 1]]),
        (PER_MOVE, [[0, 30_000]] * 3),
    ],
    ids=lambda value: str(value.kind) if isinstance(value, TimeControl) else "",
)
def test_a_move_tells_the_movers_time_alone(control: TimeControl, left: list[list[int]]) -> None:
    frames = frames_of(control, *moves_after(2_000, 1_000, 12_000))
    assert [frame["left"] for frame in frames] == left
    assert not any("clock" in frame or "running" in frame for frame in frames)


@pytest.mark.parametrize("thought_ms", [0, 1_000])
def test_a_move_tells_both_times_where_the_others_clock_ran(thought_ms: int) -> None:
    moved, ended = frames_of(MINUTE, (thought_ms, Resign(WHITE)))
    both = [[60_000 - thought_ms], [60_000]]
    assert (moved["clock"], moved["running"], ended["clock"]) == (both, None, both)
    assert "left" not in moved


def test_an_exchange_of_colours_tells_both_times() -> None:
    match, _ = create("m", create_rules("gomoku", 9, {"opening": "swap"}), ANN, BEN, 0, control=PER_MOVE)
    for at in range(3):
        match, _ = advance(match, Place(match.actors()[0], Point(at, 0)), match.at + 1_000)
    after, (event, *_) = advance(match, Choose(WHITE, "black"), match.at + 500)
    frame = json.loads(Frames().event(event, match, after, watching=False))
    assert after.state.swapped != match.state.swapped
    assert (frame["exchanged"], "left" in frame) == (True, False)
    assert frame["clock"] == [[0, 30_000], [0, 30_000]]


def test_who_settles_dead_stones_has_the_time_that_was_left() -> None:
    passes: list[tuple[int, Action]] = [(1_000, Pass(BLACK)), (2_000, Pass(WHITE)), (9_000, Agree(BLACK))]
    frames = frames_of(BYOYOMI, *passes, rules={"dead_stones": "agree"})
    assert [frame["left"] for frame in frames] == [[9_000], [8_000], [9_000]]
    assert [frame.get("running", "left out") for frame in frames] == ["left out", None, None]


@pytest.mark.parametrize("left", ["[]", "[1,2,3,4,5]", "[1.5]", "7", "null"])
def test_time_left_in_another_form_is_refused(left: str) -> None:
    frame = '{"n":2,"type":"moved","player":"BLACK","x":0,"y":0,"left":%s}'
    read_outgoing(frame % "[7]")
    with pytest.raises(GameError) as refused:
        read_outgoing(frame % left)
    assert refused.value.code is ErrorCode.BAD_BODY


def test_of_the_legal_and_the_refused_points_the_shorter_list_is_told() -> None:
    othello, _ = create("m", create_rules("othello", 8), Seat(""), Seat(""), 0)
    assert told(othello, (3, 2))[0]["legal"] == [18, 20, 34]
    go, _ = create("m", create_rules("go", 9), Seat(""), Seat(""), 0)
    corner = told(go, (1, 0), (8, 8), (0, 1))
    assert "refused" not in corner[1], "Black may take every empty point"
    assert corner[2]["refused"] == [0], "White would have no liberty there"
    assert all("legal" not in frame for frame in corner)


def test_captured_stones_are_told_and_whose_prisoners_they_are_goes_without_saying() -> None:
    go, _ = create("m", create_rules("go", 9), Seat(""), Seat(""), 0)
    *_, taken = told(go, (1, 0), (0, 0), (0, 1))
    assert taken == {"n": 4, "type": "moved", "player": "BLACK", "x": 0, "y": 1, "refused": [0], "removed": [[0, 0]]}


def test_how_a_game_stands_after_a_takeback_is_told_where_it_is_not_as_before() -> None:
    go, _ = create("m", create_rules("go", 9), Seat(""), Seat(""), 0)
    for x, y in ((1, 0), (0, 0), (0, 1)):
        go, _ = advance(go, Place(go.actors()[0], Point(x, y)), 0)
    undone = decide(go, Request(RequestKind.TAKEBACK, BLACK), 0)[0]
    frame = json.loads(Frames().event(undone, go, evolve(go, undone), watching=False))
    assert (frame["count"], frame["placed"], frame["removed"]) == (1, [[0, 0, "WHITE"]], [[0, 1]])
    assert (frame["nextStone"], frame["lastMove"], frame["prisoners"]) == ("BLACK", [0, 0], [0, 0])
    assert frame["canAsk"]["BLACK"] == ["takeback", "redo", "restart", "draw", "pause", "estimate"]


def test_a_won_game_is_told_by_its_last_move_and_how_by_its_end() -> None:
    gomoku, _ = create("m", create_rules("gomoku", 9), Seat(""), Seat(""), 0)
    *_, last, ended = told(gomoku, *((x, y) for x in range(4) for y in (0, 1)), (4, 0))
    assert (last["type"], last["phase"]) == ("moved", "over")
    assert "status" not in last
    assert (ended["type"], ended["winner"], ended["won"]) == ("ended", "BLACK", [[0, 1, 2, 3, 4]])
    assert ended["status"] == {"key": "status.won.line.black", "values": {}}


def test_which_requests_make_sense_is_told_where_it_does_not_go_without_saying() -> None:
    go, _ = create("m", create_rules("go", 9), ANN, BEN, 0)
    assert all("canAsk" not in frame for frame in told(go, *((x, 0) for x in range(6))))
    gomoku, _ = create("m", create_rules("gomoku", 9), Seat(""), Seat(""), 0)
    *_, ended = told(gomoku, *((x, y) for x in range(4) for y in (0, 1)), (4, 0))
    assert ended["canAsk"]["BLACK"] == ["takeback", "restart", "rematch"]
    offered = decide(go, Request(RequestKind.DRAW, WHITE), 0)[0]
    frame = json.loads(Frames().event(offered, go, evolve(go, offered), watching=False))
    assert frame["canAsk"] == {
        "BLACK": ["restart", "draw", "pause", "estimate"],
        "WHITE": ["restart", "pause", "estimate"],
    }


@pytest.mark.parametrize(
    ("kind", "size", "octets"), [("go", 19, 113), ("gomoku", 15, 76), ("othello", 8, 130), ("peace", 8, 76)]
)
def test_a_move_with_clocks_is_told_in_few_bytes_on_average_over_whole_games(kind: str, size: int, octets: int) -> None:
    control = TimeControl(ClockKind.BYOYOMI, main_ms=3_600_000, period_ms=30_000, periods=5)
    sizes = [len(frame) for seed in range(2) for frame in frames_of_a_game(kind, size, random.Random(seed), control)]
    assert sum(sizes) / len(sizes) <= octets
    assert max(sizes) <= 1_000


@pytest.mark.parametrize(("kind", "size"), [("go", 19), ("gomoku", 15), ("othello", 8), ("peace", 8)])
def test_a_move_is_told_in_120_bytes_on_average_over_whole_games(kind: str, size: int) -> None:
    sizes = [len(frame) for seed in range(2) for frame in frames_of_a_game(kind, size, random.Random(seed))]
    assert sum(sizes) / len(sizes) <= 120
    assert max(sizes) <= 1_000


def frames_of_a_game(kind: str, size: int, rng: random.Random, control: TimeControl | None = None) -> Iterator[bytes]:
    """Every frame of a game between two people that is played by chance to its end, filling no own eye."""
    match, _ = create("m", create_rules(kind, size), ANN, BEN, 0, control=control)
    while not match.is_over:
        before, state = match, match.state
        legal = [point for point in match.ruleset.legal_points(state) if match.ruleset.is_sensible(state, point)]
        player = before.actors()[0]
        now = match.at + rng.randrange(20, 2_000)
        events = decide(before, Place(player, rng.choice(legal)) if legal else Pass(player), now)
        for event in events:
            before, match = match, evolve(match, event)
            yield Frames().event(event, before, match, watching=False)
