"""The messages by themselves: complete tables, exact words, and nothing that a client must not know."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from tengen.core import (
    ACTION_NAMES,
    BLACK,
    LANGUAGES,
    WHITE,
    ClockKind,
    Color,
    ErrorCode,
    GameError,
    Pass,
    Place,
    Point,
    Resign,
    TimeControl,
    create_rules,
    template,
)
from tengen.match import RequestKind, Seat, advance, create
from tengen.protocol import MESSAGE_TYPES, ServerCode, event_frame, refusal_text, state_of, write_frame
from tengen.protocol.bodies import ActType, ClockIn
from tengen.protocol.words import message_of
from tengen.server.http.errors import STATUS, status_of


def test_every_refusal_has_words_in_every_language() -> None:
    for code in (*ErrorCode, *ServerCode):
        for language in LANGUAGES:
            assert template(language, f"rest.error.{code}")


def test_the_words_of_a_refused_move_are_those_of_the_seed() -> None:
    error = GameError(ErrorCode.SUICIDE)
    assert refusal_text(error) == "Invalid move: Suicide move (no liberties and no captures)."
    closer = GameError(ErrorCode.BAD_RULES, "rules.not_boolean", option="suicide", value="3")
    assert "suicide" in refusal_text(closer)


def test_suicide_is_not_called_a_capture_over_rest() -> None:
    rules = create_rules("go", 5, {"preset": "tromp-taylor"})
    match, _ = create("m", rules, Seat("a"), Seat("b"), 0)
    for number, name in enumerate(["a2", "a1", "b2", "e5", "c1", "b1"]):
        color = Color.WHITE if number % 2 else Color.BLACK
        match, _ = advance(match, Place(color, rules.board_spec().parse(name)), number)
    assert message_of(match) == "BLACK's turn. WHITE removed 2 of their own stones."


def test_every_action_and_request_has_a_message() -> None:
    assert set(get_args(ActType)) == MESSAGE_TYPES
    assert {*ACTION_NAMES.values(), *map(str, RequestKind)} <= MESSAGE_TYPES


def test_every_time_control_can_be_asked_for() -> None:
    annotation = ClockIn.model_fields["kind"].annotation
    assert set(get_args(annotation)) == {str(kind) for kind in ClockKind}


def test_statuses_are_those_of_the_contract() -> None:
    assert {status_of(code) for code in ErrorCode} == {400, 403, 404, 409, 413, 422, 429}
    assert all(status_of(code) == 400 for code in ErrorCode if code not in STATUS)


def test_a_state_tells_no_owner() -> None:
    match, _ = create("id", create_rules("go", 9), Seat("Ann", owner="secret"), Seat("", is_open=True), 0)
    told = state_of(match, "seen", 0).model_dump_json(by_alias=True)
    assert "secret" not in told
    assert json.loads(told)["players"]["BLACK"] == {
        "name": "Ann",
        "player": "human",
        "isOpen": False,
        "isOwned": True,
        "isGuest": False,
    }


def told(kind: str, size: int, *moves: tuple[int, int] | None) -> list[dict[str, Any]]:
    """What listeners hear of these moves."""
    match, _ = create("id", create_rules(kind, size), Seat(""), Seat(""), 0)
    heard = []
    for move in moves:
        player = match.actors()[0]
        match, events = advance(match, Pass(player) if move is None else Place(player, Point(*move)), 1)
        heard += [json.loads(write_frame(event_frame(event, match))) for event in events]
    return heard


def test_frames_tell_what_happened_to_the_board() -> None:
    flipped = told("othello", 8, (3, 2))[0]
    assert flipped == {"n": 2, "type": "moved", "player": "BLACK", "x": 3, "y": 2, "flipped": [[3, 3]]}
    taken = told("go", 5, (1, 0), (0, 0), (0, 1))[2]
    assert taken == {"n": 4, "type": "moved", "player": "BLACK", "x": 0, "y": 1, "removed": [[0, 0]]}
    passed = told("go", 5, None, None)
    assert passed[0] == {"n": 2, "type": "moved", "player": "BLACK", "action": "pass"}
    assert passed[2] == {"n": 4, "type": "ended", "winner": "WHITE", "reason": "score", "margin": 7.5}


@pytest.mark.parametrize(("loser", "message"), [(BLACK, "WHITE wins!"), (WHITE, "BLACK wins!")])
def test_a_win_is_told(loser: Color, message: str) -> None:
    match, _ = create("id", create_rules("go", 9), Seat(""), Seat(""), 0)
    match, _ = advance(match, Resign(loser), 1)
    assert state_of(match, "id", 1).message == message


def test_a_stone_that_did_not_stay_is_told_as_such() -> None:
    match, _ = create("m", create_rules("go", 9, "new-zealand"), Seat(""), Seat(""), 0)
    for name in ("A2", "B1", "E5", "B2", "E4", "A3", "A1"):
        point = match.ruleset.board_spec().parse(name)
        match, (event, *_) = advance(match, Place(match.actors()[0], point), 0)
    frame = json.loads(write_frame(event_frame(event, match)))
    assert (frame["x"], frame["y"], frame["placed"], frame["removed"]) == (0, 8, [], [[0, 7]])


def test_whose_clock_runs_is_told_where_it_is_not_the_side_after_the_mover() -> None:
    control = TimeControl(ClockKind.ABSOLUTE, main_ms=60_000)
    rules = create_rules("go", 5, {"preset": "chinese", "dead_stones": "agree"})
    match, _ = create("m", rules, Seat("", owner="a"), Seat("", owner="b"), 0, control=control)
    match, (first,) = advance(match, Pass(BLACK), 10)
    assert "running" not in json.loads(write_frame(event_frame(first, match)))
    match, (second,) = advance(match, Pass(WHITE), 20)
    told = json.loads(write_frame(event_frame(second, match)))
    assert told["running"] is None, "both settle the dead stones, and no clock runs"
