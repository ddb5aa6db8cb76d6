"""Rated matches are final, move by move; others know whether an end is their first."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tengen.core import BLACK, WHITE, Action, ErrorCode, Outcome, Reason, Resign, create_rules
from tengen.match import Ended, Match, Offered, Paused, Rematched, Seat, advance, create, decide, fold, rematch
from tengen.match.decide import can_ask
from tengen.match.requests import Request, RequestKind
from tests.match.sittings import (
    AI,
    ANN,
    BEN,
    DRAW,
    FIVE_IN_A_ROW,
    MINUTE,
    PAUSE,
    REDO,
    REMATCH,
    RESTART,
    TAKEBACK,
    Sitting,
    against_ai,
    kinds_of,
    one_screen,
)

AGAINST = pytest.mark.parametrize("opponent", [BEN, AI], ids=["a person", "a level"])


def rated(opponent: Seat, kind: str = "gomoku") -> Sitting:
    return Sitting(kind, ANN, opponent, control=MINUTE, rated=True)


@AGAINST
@pytest.mark.parametrize("kind", [TAKEBACK, REDO, RESTART])
def test_in_a_rated_match_nothing_is_taken_back_or_begun_again(opponent: Seat, kind: RequestKind) -> None:
    sitting = rated(opponent)
    sitting.play("a1 a2 b1 b2")
    for player in (BLACK, WHITE):
        assert sitting.refused_to_ask(kind, player) is ErrorCode.RATED
        assert kind not in can_ask(sitting.match, player)


@AGAINST
def test_a_rated_match_that_is_over_does_not_open_again(opponent: Seat) -> None:
    sitting = rated(opponent)
    sitting.play(FIVE_IN_A_ROW)
    assert sitting.match.is_over
    for kind in (TAKEBACK, REDO, RESTART):
        assert sitting.refused_to_ask(kind) is ErrorCode.RATED


def test_people_may_agree_on_a_pause_of_a_rated_match_and_on_a_draw() -> None:
    sitting = rated(BEN)
    assert kinds_of(sitting.ask(PAUSE)) == [Offered]
    assert kinds_of(sitting.ask(PAUSE, WHITE)) == [Paused]
    assert sitting.refused_to_ask(PAUSE) is ErrorCode.NO_EFFECT
    assert kinds_of(sitting.agree_on(DRAW)) == [Ended]


def test_against_a_level_the_clock_of_a_rated_match_never_stands() -> None:
    sitting = rated(AI)
    assert sitting.refused_to_ask(PAUSE) is ErrorCode.RATED
    assert PAUSE not in can_ask(sitting.match, BLACK)


def test_the_rematch_of_a_rated_match_is_rated() -> None:
    sitting = rated(BEN)
    sitting.do(Resign(BLACK))
    assert kinds_of(sitting.agree_on(REMATCH)) == [Rematched]
    following, _ = rematch(sitting.match, sitting.now)
    assert following.rated
    assert not following.reopened


# --- whether an end is the first


def test_a_match_knows_that_it_had_come_to_an_end_before() -> None:
    sitting = one_screen("gomoku")
    sitting.play(FIVE_IN_A_ROW)
    at_first = sitting.match
    sitting.ask(TAKEBACK)
    open_again = sitting.match
    sitting.play("e1")
    found = [(match.is_over, match.reopened) for match in (at_first, open_again, sitting.match)]
    assert found == [(True, False), (False, True), (True, True)]


def test_a_match_that_was_begun_again_after_its_end_is_reopened_too() -> None:
    sitting = against_ai("gomoku")
    sitting.do(Resign(BLACK))
    sitting.ask(RESTART)
    assert sitting.match.reopened


def test_a_takeback_before_the_end_reopens_nothing() -> None:
    sitting = one_screen("gomoku")
    sitting.play("a1 a2")
    sitting.ask(TAKEBACK)
    sitting.ask(REDO)
    assert not sitting.match.reopened


def test_a_match_that_begins_with_moves_of_elsewhere_is_loaded() -> None:
    def begun(actions: Sequence[Action] = (), outcome: Outcome | None = None) -> Match:
        match, events = create("m1", create_rules("peace"), ANN, BEN, 5, actions=actions, outcome=outcome)
        assert fold(events) == match
        return match

    first = begun()
    action = first.ruleset.legal_actions(first.state)[0]
    moved, _ = advance(first, action, 6)
    assert not first.loaded
    assert not moved.loaded
    assert begun([action]).loaded
    assert begun(outcome=Outcome.won(WHITE, Reason.TIME)).loaded


def test_what_a_rated_match_refuses_changes_nothing() -> None:
    sitting = rated(AI)
    sitting.play("a1 a2")
    before = sitting.match
    assert not sitting.attempt(Request(TAKEBACK, BLACK))
    assert sitting.match is before
    assert decide(before, Resign(BLACK), sitting.now)
