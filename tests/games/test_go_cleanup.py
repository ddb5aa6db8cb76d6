"""The clean-up after two passes: dead stones are played out at no cost, for programs under territory rules."""

from __future__ import annotations

import pytest

from tengen.core import BLACK, PLAY, WHITE, Agree, ErrorCode, Game, GameError, MarkDead, Pass, Score, create_rules
from tengen.games.go.rules import CLEANUP
from tests.pictures import at, game_from, play, refusal, shows, tidy

FINISHED = """. # # o .
              o # o o .
              . # # o .
              . # o o #
              . # # o ."""
"""White's a4 and Black's e2 are dead."""

NAKADE = """. . . # . . .
            . o . # . # .
            . o . # # # #
            . o . # o o o
            # # # # o . .
            o o o o o . #
            . . . . . . ."""
"""White's three stones in the corner and Black's g2 are dead."""

SEKI = """. # . o . . o # .
          . # # o o o o # .
          # # o # # # # # .
          o o o # . . . . .
          . . o # . . . . .
          . . o # . . . . .
          . . o # . . . . .
          . . o # . . . . .
          . . o # . . . . ."""
"""In the upper left corner both have an eye of two points and share c9."""

OPEN_KO = """. # o . .
             # # o o .
             # . # o .
             # # o o .
             . # o . ."""
"""Black took the ko last; White can take it on b3."""


def stopped(picture: str, *, preset: str = "japanese", first: str = "black", dead_stones: str = "cleanup") -> Game:
    """Both have passed on this board; komi 0."""
    rules = {"preset": preset, "dead_stones": dead_stones, "komi": 0}
    to_move = BLACK if first == "black" else WHITE
    return play(game_from("go", picture, to_move=to_move, rules=rules), "pass pass")


def agreed_score(picture: str, dead: str, *, preset: str = "japanese") -> Score:
    """What people would count who agree on these dead stones."""
    game = stopped(picture, preset=preset, dead_stones="agree")
    if dead:
        game.act(MarkDead(BLACK, tuple(at(name, game.ruleset.board_spec()) for name in dead.split())))
    game.act(Agree(BLACK))
    game.act(Agree(WHITE))
    return final_score(game)


def final_score(game: Game) -> Score:
    assert game.state.outcome is not None
    assert game.state.outcome.score is not None
    return game.state.outcome.score


# --- the phase


@pytest.mark.parametrize("first", ["black", "white"])
def test_two_passes_begin_the_clean_up_with_whoever_passed_first(first: str) -> None:
    game = stopped(FINISHED, first=first)
    assert game.state.phase == CLEANUP
    assert game.state.passes == 0
    assert game.state.position.to_move.word == first
    assert not game.state.is_over


def test_two_more_passes_end_it() -> None:
    game = play(stopped(FINISHED), "pass")
    assert not game.state.is_over
    play(game, "pass")
    assert game.state.is_over


def test_a_move_between_the_passes_keeps_it_going() -> None:
    game = play(stopped(FINISHED), "pass e3 pass")
    assert game.state.phase == CLEANUP
    assert not game.state.is_over


def test_nothing_is_marked_or_agreed_in_it() -> None:
    game = stopped(FINISHED)
    for action in (MarkDead(BLACK, (at("a4", game.ruleset.board_spec()),)), Agree(BLACK)):
        assert game.ruleset.refusal(game.state, action) is ErrorCode.WRONG_PHASE
    assert Pass(BLACK) in game.ruleset.legal_actions(game.state)


def test_it_belongs_to_territory_counting() -> None:
    with pytest.raises(GameError) as refused:
        create_rules("go", 9, {"preset": "chinese", "dead_stones": "cleanup"})
    assert refused.value.code is ErrorCode.BAD_RULES


def test_who_passes_where_the_play_stopped_has_not_passed_there_in_the_clean_up() -> None:
    game = play(stopped(FINISHED), "pass")
    assert game.state.passes == 1
    assert not game.state.is_over


# --- the count


@pytest.mark.parametrize("preset", ["japanese", "korean", "classroom"])
def test_capturing_the_dead_stones_gives_the_count_that_players_would_agree_on(preset: str) -> None:
    game = stopped(FINISHED, preset=preset)
    play(game, "a5 e3 a3 e1 pass pass")
    assert shows(game) == tidy("""
        # # # o .
        . # o o .
        # # # o o
        . # o o .
        . # # o o""")
    # Black: three points left on the side, one prisoner, two stones refunded; White just so.
    assert final_score(game) == Score(6, 6) == agreed_score(FINISHED, "a4 e2", preset=preset)


@pytest.mark.parametrize("preset", ["japanese", "classroom"])
def test_a_large_dead_shape_is_played_out_move_by_move(preset: str) -> None:
    game = stopped(NAKADE, preset=preset)
    play(game, "c6 f2 c5 g3 c4 g1 a6 pass a5 pass a4 pass b7")
    assert shows(game) == tidy("""
        . # . # . . .
        # . # # . # .
        # . # # # # #
        # . # # o o o
        # # # # o . o
        o o o o o o .
        . . . . . . o""")
    play(game, "pass pass")
    # Black agreed: 12 + 5 points and 3 dead; played out: 5 + 5 points, 3 prisoners, 7 stones refunded.
    # White agreed: 11 points and 1 dead; played out: 8 points, 1 prisoner, 3 stones refunded.
    assert final_score(game) == Score(20, 12) == agreed_score(NAKADE, "b6 g2", preset=preset)


def test_a_hopeless_invasion_gains_nothing_if_it_is_answered() -> None:
    game = play(stopped(FINISHED), "a5 e3 a3 e1 pass a1 a2 pass pass")
    # One stone more refunded to White, one prisoner more for Black; and Black's answer is refunded too.
    assert final_score(game) == Score(7, 7)


def test_a_stone_put_into_the_own_territory_costs_nothing() -> None:
    game = play(stopped(FINISHED), "a5 e3 a3 e1 a1 pass pass")
    assert final_score(game) == Score(6, 6)


def test_without_captures_the_board_counts_as_it_stands() -> None:
    game = play(stopped(FINISHED), "pass pass")
    # Both sides of the board are neutral while the dead stones stand.
    assert final_score(game) == Score(0, 0)


# --- seki


def test_filling_points_in_seki_brings_nothing() -> None:
    untouched = final_score(play(stopped(SEKI), "pass pass"))
    # Black: i9, i8, i7 and five points in each of six rows below; White: two points in each of five rows.
    assert untouched == Score(3 + 30, 10) == agreed_score(SEKI, "")
    filled = play(stopped(SEKI), "a9 e9 pass pass")
    assert final_score(filled) == untouched


def test_without_tax_an_eye_in_seki_counts_and_filling_it_loses_the_point() -> None:
    untouched = final_score(play(stopped(SEKI, preset="classroom"), "pass pass"))
    assert untouched == Score(33 + 2, 10 + 2) == agreed_score(SEKI, "", preset="classroom")
    filled = play(stopped(SEKI, preset="classroom"), "a9 pass pass")
    assert final_score(filled) == Score(33 + 1, 10 + 2)


# --- ko


def ko_taken() -> Game:
    """White has taken the ko in the clean-up."""
    return play(stopped(OPEN_KO, first="white"), "b3")


def test_a_ko_may_not_be_taken_back_in_the_clean_up() -> None:
    assert refusal(ko_taken(), "c3") is ErrorCode.KO


def test_not_even_after_a_move_elsewhere_and_its_answer() -> None:
    game = play(ko_taken(), "e1 d1")
    assert refusal(game, "c3") is ErrorCode.KO
    assert at("c3", game.ruleset.board_spec()) not in game.ruleset.legal_points(game.state)


def test_whoever_lost_the_ko_passes_for_it_first() -> None:
    game = play(ko_taken(), "pass e1")
    assert refusal(game, "c3") is None
    play(game, "c3")
    assert refusal(game, "b3") is ErrorCode.KO
    play(game, "e5 a5")
    assert refusal(game, "b3") is ErrorCode.KO


def test_a_pass_for_a_ko_does_not_count_towards_the_end() -> None:
    game = play(ko_taken(), "pass pass")
    assert not game.state.is_over
    play(game, "c3")
    assert game.state.phase == CLEANUP


def test_nor_does_it_after_the_opponents_pass() -> None:
    game = play(ko_taken(), "e1 pass pass")
    assert not game.state.is_over
    assert refusal(play(game, "pass"), "c3") is None


def test_who_only_waits_for_the_end_passes_once_more() -> None:
    game = play(ko_taken(), "pass pass pass")
    assert game.state.is_over


def test_a_ko_that_was_closed_blocks_nothing() -> None:
    game = play(ko_taken(), "pass c3 a5 e1")
    assert shows(game) == tidy("""
        # # o . .
        # # o o .
        # o o o .
        # # o o .
        . # o . o""")
    play(game, "pass")
    assert game.state.passes == 1


def test_a_ko_stone_that_is_taken_together_with_others_blocks_nothing() -> None:
    picture = """. # . # .
                 # # o # .
                 # . # o .
                 # # o o .
                 . # o . ."""
    game = play(stopped(picture, first="white"), "b3 c5 e1 c3")
    assert shows(game) == tidy("""
        . # # # .
        # # . # .
        # . # o .
        # # o o .
        . # o . o""")
    play(game, "pass")
    assert game.state.passes == 1


def test_before_the_clean_up_a_ko_is_only_a_ko() -> None:
    rules = {"preset": "japanese", "dead_stones": "cleanup"}
    game = play(game_from("go", OPEN_KO, to_move=WHITE, rules=rules), "b3")
    assert game.state.phase == PLAY
    assert refusal(game, "c3") is ErrorCode.KO
    play(game, "e1 d1")
    assert refusal(game, "c3") is None
