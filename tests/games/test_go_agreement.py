"""After two passes with `dead_stones: agree`: both settle which stones are dead, or play on."""

from __future__ import annotations

import pytest

from tengen.core import (
    AGREE,
    BLACK,
    PLAY,
    WHITE,
    Action,
    Agree,
    Color,
    ErrorCode,
    Game,
    MarkDead,
    Outcome,
    Pass,
    Place,
    Point,
    Reason,
    Resign,
    Resume,
    Score,
    UnmarkDead,
    create_game,
)
from tests.pictures import at, game_from, play

FINISHED = """. # # o .
              o # o o #
              o # # o .
              . # o o #
              . # # o ."""
"""White's a3 and a4, Black's e2 and e4 are dead."""


def finished(preset: str = "japanese", *, to_move: Color = BLACK) -> Game:
    """Both have passed on the finished board; komi 0."""
    rules = {"preset": preset, "dead_stones": "agree", "komi": 0}
    return play(game_from("go", FINISHED, to_move=to_move, rules=rules), "pass pass")


def points(game: Game, names: str) -> tuple[Point, ...]:
    return tuple(at(name, game.ruleset.board_spec()) for name in names.split())


def mark(game: Game, names: str, player: Color = BLACK) -> Game:
    game.act(MarkDead(player, points(game, names)))
    return game


def dead(game: Game) -> set[str]:
    spec = game.ruleset.board_spec()
    return {spec.name(point) for point in game.state.dead}


def refused(game: Game, action: Action) -> ErrorCode | None:
    return game.ruleset.refusal(game.state, action)


# --- the phase


def test_two_passes_lead_to_agreement_and_not_to_the_end() -> None:
    game = finished()
    assert game.state.phase == AGREE
    assert not game.state.is_over
    assert game.ruleset.actors(game.state) == (BLACK, WHITE)


def test_no_stone_is_placed_and_nobody_passes_while_they_settle() -> None:
    game = finished()
    for player in (BLACK, WHITE):
        assert refused(game, Place(player, Point(0, 0))) is ErrorCode.WRONG_PHASE
        assert refused(game, Pass(player)) is ErrorCode.WRONG_PHASE
    assert game.ruleset.legal_points(game.state) == []
    assert not game.ruleset.can_pass(game.state)


def test_before_the_passes_there_is_nothing_to_settle() -> None:
    game = create_game("go", 5, {"dead_stones": "agree"})
    play(game, "c3 pass")
    for action in (
        MarkDead(BLACK, (Point(2, 2),)),
        UnmarkDead(BLACK, (Point(2, 2),)),
        Agree(BLACK),
        Resume(BLACK),
    ):
        assert refused(game, action) is ErrorCode.WRONG_PHASE


def test_every_action_that_is_offered_is_accepted() -> None:
    game = mark(finished(), "a4")
    offered = game.ruleset.legal_actions(game.state)
    assert [action for action in offered if refused(game, action) is not None] == []
    kinds = {type(action) for action in offered}
    assert kinds == {MarkDead, UnmarkDead, Agree, Resume}


# --- marks


def test_a_mark_takes_the_whole_chain() -> None:
    assert dead(mark(finished(), "a4")) == {"A4", "A3"}


def test_a_mark_takes_no_other_chain_of_the_same_region() -> None:
    assert dead(mark(finished(), "e4")) == {"E4"}


def test_several_chains_may_be_marked_at_once_and_by_either_side() -> None:
    game = mark(finished(), "a4 e2")
    mark(game, "e4", WHITE)
    assert dead(game) == {"A4", "A3", "E2", "E4"}


def test_an_unmark_takes_the_whole_chain_back() -> None:
    game = mark(finished(), "a4 e2")
    game.act(UnmarkDead(WHITE, points(game, "a3")))
    assert dead(game) == {"E2"}


def test_a_mark_on_an_empty_point_is_refused() -> None:
    game = finished()
    assert refused(game, MarkDead(BLACK, points(game, "a5"))) is ErrorCode.NO_STONE
    assert refused(game, UnmarkDead(BLACK, points(game, "a5"))) is ErrorCode.NO_STONE
    assert refused(game, MarkDead(BLACK, points(game, "a4 a5"))) is ErrorCode.NO_STONE


def test_a_mark_outside_the_board_is_refused() -> None:
    game = finished()
    for point in (Point(5, 0), Point(0, 5), Point(-1, 0)):
        assert refused(game, MarkDead(BLACK, (point,))) is ErrorCode.OUT_OF_BOUNDS


def test_a_mark_that_changes_nothing_is_refused() -> None:
    game = finished()
    assert refused(game, MarkDead(BLACK, ())) is ErrorCode.NO_EFFECT
    assert refused(game, UnmarkDead(BLACK, points(game, "a4"))) is ErrorCode.NO_EFFECT
    mark(game, "a4")
    assert refused(game, MarkDead(WHITE, points(game, "a3"))) is ErrorCode.NO_EFFECT
    assert refused(game, MarkDead(WHITE, points(game, "a3 e2"))) is None


def test_marks_change_the_score_at_once() -> None:
    game = finished("chinese")
    # Area as it stands: 8 + 2 black stones, 7 + 2 white ones, everything empty is neutral.
    assert game.ruleset.score(game.state) == Score(10, 9)
    # Without a4 and a3 the left column is Black's: 8 + 2 stones, 5 points.
    assert game.ruleset.score(mark(game, "a4").state) == Score(15, 7)
    # Without e2 and e4 the right column is White's: 8 stones and 5 points against 7 and 5.
    assert game.ruleset.score(mark(game, "e2 e4").state) == Score(13, 12)


# --- agreement


@pytest.mark.parametrize(("first", "second"), [(BLACK, WHITE), (WHITE, BLACK)])
def test_the_game_ends_when_both_agree(first: Color, second: Color) -> None:
    game = mark(finished(), "a4 e2 e4")
    game.act(Agree(first))
    assert not game.state.is_over
    game.act(Agree(second))
    # Territory: five points each, and two dead stones each.
    assert game.state.outcome == Outcome(None, Reason.SCORE, 0, Score(7, 7))


def test_dead_stones_count_as_prisoners_under_territory_rules_only() -> None:
    for preset, score in (("japanese", Score(7, 0)), ("chinese", Score(15, 7))):
        game = mark(finished(preset), "a4")
        game.act(Agree(BLACK))
        game.act(Agree(WHITE))
        assert game.state.outcome is not None
        # White's right column stays neutral, so that under seki tax Black's left one alone counts.
        assert game.state.outcome.score == score


def test_nobody_agrees_twice() -> None:
    game = finished()
    game.act(Agree(BLACK))
    assert refused(game, Agree(BLACK)) is ErrorCode.NO_EFFECT
    assert refused(game, Agree(WHITE)) is None


@pytest.mark.parametrize("player", [BLACK, WHITE])
def test_a_new_mark_takes_every_agreement_back(player: Color) -> None:
    game = mark(finished(), "a4")
    game.act(Agree(player))
    mark(game, "e2", player.other)
    assert game.state.agreed == frozenset()
    game.act(Agree(player))
    game.act(UnmarkDead(player.other, points(game, "e2")))
    assert game.state.agreed == frozenset()
    game.act(Agree(player.other))
    assert not game.state.is_over


def test_one_may_still_resign() -> None:
    game = finished()
    game.act(Resign(WHITE))
    assert game.state.outcome == Outcome(BLACK, Reason.RESIGN)


# --- playing on


@pytest.mark.parametrize("player", [BLACK, WHITE])
@pytest.mark.parametrize("first_to_pass", [BLACK, WHITE])
def test_under_territory_rules_the_opponent_of_whoever_asks_moves_first(player: Color, first_to_pass: Color) -> None:
    game = finished("japanese", to_move=first_to_pass)
    game.act(Resume(player))
    assert game.state.position.to_move is player.other


@pytest.mark.parametrize("player", [BLACK, WHITE])
@pytest.mark.parametrize("first_to_pass", [BLACK, WHITE])
def test_under_area_rules_the_turn_stands(player: Color, first_to_pass: Color) -> None:
    game = finished("chinese", to_move=first_to_pass)
    game.act(Resume(player))
    assert game.state.position.to_move is first_to_pass


@pytest.mark.parametrize("preset", ["japanese", "chinese", "chinese-kgs", "aga"])
def test_playing_on_forgets_marks_agreements_and_passes(preset: str) -> None:
    game = mark(finished(preset), "a4")
    game.act(Agree(BLACK))
    game.act(Resume(WHITE))
    state = game.state
    assert (state.phase, state.passes, state.dead, state.agreed) == (PLAY, 0, frozenset(), frozenset())
    play(game, "pass")
    assert game.state.phase == PLAY
    play(game, "pass")
    assert game.state.phase == AGREE


def test_after_playing_on_the_dead_stones_can_be_captured() -> None:
    game = finished("chinese")
    game.act(Resume(BLACK))
    play(game, "a2 e3 a5 e1")
    assert game.state.position.prisoners == (2, 1)
    play(game, "pass e5 pass pass")
    game.act(Agree(BLACK))
    game.act(Agree(WHITE))
    assert game.state.outcome is not None
    assert game.state.outcome.score == Score(13, 12)
