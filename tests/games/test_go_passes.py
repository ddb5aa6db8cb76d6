"""Passing, and the end of a game by passes, by the button and by resignation."""

from __future__ import annotations

import random
import tracemalloc
from contextlib import suppress

import pytest

from tengen.core import (
    AGREE,
    BLACK,
    PLAY,
    WHITE,
    Color,
    ErrorCode,
    GameError,
    IllegalMove,
    Outcome,
    Pass,
    Place,
    Point,
    Prisoners,
    Reason,
    Resign,
    Resume,
    Score,
    create_game,
    create_rules,
)
from tests.pictures import game_from, play, refusal

# --- passes


def test_a_pass_hands_the_turn_over_and_changes_nothing_else() -> None:
    game = play(create_game("go", 5), "c3")
    board = game.state.position.board
    play(game, "pass")
    assert game.state.position.board == board
    assert game.state.position.to_move is BLACK
    assert game.state.position.prisoners == Prisoners()
    assert game.state.passes == 1
    assert not game.state.is_over


def test_a_pass_is_always_possible_while_the_game_runs() -> None:
    game = create_game("go", 5)
    assert game.ruleset.can_pass(game.state)
    assert Pass(BLACK) in game.ruleset.legal_actions(game.state)
    assert game.ruleset.refusal(game.state, Pass(WHITE)) is ErrorCode.NOT_YOUR_TURN


def test_a_move_between_passes_keeps_the_game_going() -> None:
    game = play(create_game("go", 5), "pass c3 pass b3 pass a1")
    assert not game.state.is_over
    assert game.state.passes == 0


def test_two_passes_in_a_row_end_the_game_and_the_board_counts_as_it_stands() -> None:
    game = play(create_game("go", 5), "c3 pass pass")
    assert game.state.outcome == Outcome(BLACK, Reason.SCORE, 17.5, Score(25, 7.5))
    assert game.state.phase == PLAY


def test_a_stone_that_could_be_captured_counts_if_nobody_captured_it() -> None:
    picture = """. # . . .
                 # # . . .
                 . . . . .
                 . . . . .
                 . . . . o"""
    game = play(game_from("go", picture, rules={"komi": 0}), "pass pass")
    assert game.state.outcome == Outcome(BLACK, Reason.SCORE, 3, Score(4, 1))


def test_nothing_happens_after_the_end() -> None:
    game = play(create_game("go", 5), "pass pass")
    for action in (Place(BLACK, Point(2, 2)), Pass(BLACK), Resign(WHITE)):
        assert game.ruleset.refusal(game.state, action) is ErrorCode.GAME_OVER
    assert game.ruleset.actors(game.state) == ()
    assert game.ruleset.legal_points(game.state) == []
    assert game.ruleset.legal_actions(game.state) == []
    assert not game.ruleset.can_pass(game.state)


def test_level_points_are_a_draw() -> None:
    game = play(create_game("go", 5, {"komi": 0}), "pass pass")
    assert game.state.outcome == Outcome(None, Reason.SCORE, 0, Score(0, 0))
    assert game.state.outcome.is_draw


def test_komi_is_whites_and_may_be_negative() -> None:
    game = play(create_game("go", 5, {"komi": -3.5}), "pass pass")
    assert game.state.outcome == Outcome(BLACK, Reason.SCORE, 3.5, Score(0, -3.5))


@pytest.mark.parametrize("player", [BLACK, WHITE])
def test_either_side_may_resign_at_any_time(player: Color) -> None:
    for names in ("", "c3", "c3 pass"):
        game = play(create_game("go", 5), names)
        assert game.act(Resign(player)).outcome == Outcome(player.other, Reason.RESIGN)


# --- the button


def test_the_first_pass_of_the_game_takes_the_button_and_does_not_count() -> None:
    game = play(create_game("go", 5, "aga-button"), "c3 pass")
    assert game.state.passes == 0
    play(game, "pass")
    assert not game.state.is_over
    play(game, "pass")
    assert game.state.outcome == Outcome(BLACK, Reason.SCORE, 17.5, Score(25, 7.5))


def test_black_may_take_the_button_too() -> None:
    game = play(create_game("go", 5, "aga-button"), "c3 b3 pass pass pass")
    assert game.state.outcome == Outcome(WHITE, Reason.SCORE, 6.5, Score(1.5, 8))


def test_the_button_is_taken_only_once() -> None:
    game = play(create_game("go", 5, "aga-button"), "pass c3 b3 pass d3 pass pass")
    assert game.state.outcome is not None
    assert game.state.outcome.score == (2.5, 8)


def test_the_button_goes_back_with_undo() -> None:
    game = play(create_game("go", 5, "aga-button"), "pass")
    game.undo()
    play(game, "c3 pass pass pass")
    assert game.state.outcome is not None
    assert game.state.outcome.score == (25, 7.5)


def test_the_button_stays_taken_when_play_is_resumed() -> None:
    game = play(create_game("go", 5, {"preset": "aga-button", "dead_stones": "agree"}), "c3 pass pass pass")
    game.act(Resume(BLACK))
    assert game.ruleset.score(game.state) == Score(25, 7.5)
    play(game, "pass pass")
    assert game.state.phase == AGREE


def test_a_board_with_the_button_taken_is_another_one_for_superko() -> None:
    """Black takes a ko, White takes the button, Black waits: now no earlier board had the button taken."""
    picture = """. . . . .
                 . # o . .
                 # o . o .
                 . # o . .
                 . . . . ."""
    with_button = play(game_from("go", picture, rules="aga-button"), "c3 pass pass")
    assert refusal(with_button, "b3") is None
    play(with_button, "b3")
    assert refusal(with_button, "c3") is ErrorCode.KO
    without = play(game_from("go", picture, rules={"preset": "aga", "dead_stones": "agree"}), "c3 pass pass")
    without.act(Resume(BLACK))
    assert refusal(without, "b3") is ErrorCode.SUPERKO


def test_the_button_belongs_to_area_counting() -> None:
    with pytest.raises(GameError) as refused:
        create_rules("go", 9, {"scoring": "territory", "button": True})
    assert refused.value.code is ErrorCode.BAD_RULES


def test_a_long_game_with_many_passes_costs_memory_in_proportion_to_its_length() -> None:
    def octets_per_move(moves: int) -> float:
        rules = create_rules("go", 19, {"preset": "japanese", "suicide": True, "dead_stones": "none"})
        kept, rng = [rules.initial()], random.Random(1)
        tracemalloc.start()
        try:
            while len(kept) < moves:
                with suppress(IllegalMove):
                    position = kept[-1].position
                    if kept[-1].passes == 0 and rng.random() < 0.4:
                        state = rules.apply(kept[-1], Pass(position.to_move))
                    else:
                        point = rng.choice(position.board.empties())
                        state = rules.apply(kept[-1], Place(position.to_move, point))
                    kept += [] if state.is_over else [state]
            return tracemalloc.get_traced_memory()[0] / len(kept)
        finally:
            tracemalloc.stop()

    assert octets_per_move(2_000) < 2 * octets_per_move(250) < 16_000
