"""An estimate of the score during a game: who may ask, who must agree, and that nothing else changes by it."""

from __future__ import annotations

import pytest

from tengen.core import BLACK, COLORS, WHITE, ErrorCode, Resign
from tengen.match import (
    Declined,
    Ended,
    Estimated,
    Offered,
    Seat,
    advance,
    possible_requests,
    rematch,
    requests_of,
)
from tengen.match.decide import can_ask
from tengen.match.requests import Request
from tests.match.sittings import (
    AI,
    ANN,
    BEN,
    DRAW,
    ESTIMATE,
    MINUTE,
    PAUSE,
    REMATCH,
    RESTART,
    TAKEBACK,
    Sitting,
    kinds_of,
    one_screen,
)

OTHER_AI = Seat("Level 5", player="level:5")


def go(first: Seat = ANN, second: Seat = BEN, *, rated: bool = False) -> Sitting:
    return Sitting("go", first, second, size=9, rated=rated, control=MINUTE)


def is_told(sitting: Sitting) -> bool:
    return sitting.match.is_estimated


# --- who must agree


def test_against_a_level_who_asks_is_told_at_once() -> None:
    sitting = go(ANN, AI)
    sitting.play("e5")
    assert sitting.ask(ESTIMATE) == (Estimated(3, sitting.now, BLACK),)
    assert is_told(sitting)


def test_at_one_screen_nobody_has_to_agree() -> None:
    sitting = one_screen("go")
    assert kinds_of(sitting.ask(ESTIMATE, WHITE)) == [Estimated]


@pytest.mark.parametrize("asker", COLORS)
def test_between_people_the_other_must_agree(asker: object) -> None:
    sitting = go()
    color = BLACK if asker is BLACK else WHITE
    sitting.play("e5 e6")
    assert sitting.ask(ESTIMATE, color) == (Offered(4, sitting.now, ESTIMATE, color),)
    assert not is_told(sitting)
    assert sitting.refused_to_ask(ESTIMATE, color) is ErrorCode.NO_EFFECT
    assert sitting.ask(ESTIMATE, color.other) == (Estimated(5, sitting.now, color),)
    assert is_told(sitting)
    assert sitting.offers == []


def test_once_agreed_it_holds_for_the_whole_game_through_takebacks_and_a_restart() -> None:
    sitting = go()
    sitting.agree_on(ESTIMATE)
    for deed in ("e5", "e6", "pass"):
        sitting.play(deed)
        assert not is_told(sitting)
        assert kinds_of(sitting.ask(ESTIMATE, WHITE)) == [Estimated]
    sitting.agree_on(TAKEBACK)
    assert kinds_of(sitting.ask(ESTIMATE)) == [Estimated]
    sitting.agree_on(RESTART)
    assert kinds_of(sitting.ask(ESTIMATE)) == [Estimated]


def test_the_rematch_asks_anew() -> None:
    sitting = go()
    sitting.agree_on(ESTIMATE)
    sitting.do(Resign(BLACK))
    sitting.agree_on(REMATCH)
    following, _ = rematch(sitting.match, sitting.now)
    _, events = advance(following, Request(ESTIMATE, BLACK), sitting.now)
    assert kinds_of(events) == [Offered]


def test_who_does_not_want_it_declines_and_nothing_is_told() -> None:
    sitting = go()
    sitting.ask(ESTIMATE)
    assert kinds_of(sitting.decline(ESTIMATE, WHITE)) == [Declined]
    assert not is_told(sitting)
    assert kinds_of(sitting.ask(ESTIMATE)) == [Offered]


def test_the_question_lapses_with_the_next_move() -> None:
    sitting = go()
    sitting.ask(ESTIMATE, BLACK)
    sitting.play("e5")
    assert sitting.offers == []
    assert kinds_of(sitting.ask(ESTIMATE, WHITE)) == [Offered]


def test_it_settles_nothing_else_that_was_asked() -> None:
    sitting = go()
    sitting.ask(DRAW, BLACK)
    sitting.agree_on(ESTIMATE, WHITE)
    assert sitting.offers == [(DRAW, BLACK)]


# --- who may not have it


@pytest.mark.parametrize("opponent", [BEN, AI], ids=["a person", "a level"])
def test_in_a_rated_game_nobody_is_told(opponent: Seat) -> None:
    sitting = go(ANN, opponent, rated=True)
    sitting.play("e5")
    for color in COLORS:
        assert sitting.refused_to_ask(ESTIMATE, color) is ErrorCode.RATED
        assert ESTIMATE not in can_ask(sitting.match, color)


@pytest.mark.parametrize("kind", ["gomoku", "othello", "peace"])
def test_where_no_points_are_surrounded_there_is_nothing_to_estimate(kind: str) -> None:
    sitting = one_screen(kind)
    assert sitting.refused_to_ask(ESTIMATE) is ErrorCode.NO_ESTIMATE
    assert ESTIMATE not in can_ask(sitting.match, BLACK)


def test_after_the_end_nothing_is_estimated() -> None:
    sitting = go(ANN, AI)
    sitting.ask(ESTIMATE)
    assert kinds_of(sitting.do(Resign(BLACK)))[-1] is Ended
    assert not is_told(sitting)
    assert sitting.refused_to_ask(ESTIMATE) is ErrorCode.GAME_OVER
    assert ESTIMATE not in can_ask(sitting.match, BLACK)


def test_of_two_programs_whoever_holds_the_match_may_ask() -> None:
    sitting = go(AI, OTHER_AI)
    assert requests_of(sitting.match, WHITE) == ("pause", "estimate")
    assert possible_requests(sitting.match, None) == ("pause", "estimate")
    assert kinds_of(sitting.ask(ESTIMATE)) == [Estimated]


def test_a_stranger_may_ask_nothing_of_two_people() -> None:
    assert possible_requests(go().match, None) == ()


# --- that nothing else changes


def test_the_game_the_clocks_and_the_turn_stay_as_they_are() -> None:
    sitting = go(ANN, AI)
    sitting.play("e5 e6")
    sitting.wait(5_000)
    before = sitting.match
    sitting.ask(ESTIMATE)
    after = sitting.match
    assert (after.timeline, after.clock, after.turn_at, after.think_ms) == (
        before.timeline,
        before.clock,
        before.turn_at,
        before.think_ms,
    )
    assert after.revision == before.revision
    assert after.record() == before.record()


def test_it_may_be_asked_for_while_the_game_is_paused() -> None:
    sitting = go(ANN, AI)
    sitting.ask(PAUSE)
    assert kinds_of(sitting.ask(ESTIMATE)) == [Estimated]
    assert sitting.match.is_paused


def test_what_may_be_asked_stays_so_with_every_move() -> None:
    sitting = go()
    for deed in ("e5", "e6", "pass", "d4"):
        assert all(ESTIMATE in can_ask(sitting.match, color) for color in COLORS)
        sitting.play(deed)
