"""Cycles longer than a ko, and what each kind of ko rule makes of them."""

from __future__ import annotations

import itertools

import pytest

from tengen.core import AGREE, BLACK, WHITE, Color, ErrorCode, Game, Outcome, Prisoners, Reason, Resume
from tests.pictures import game_from, play, refusal, shows, tidy

SUPERKO = pytest.mark.parametrize("ko", ["positional", "situational"])


def outcome(game: Game) -> Outcome:
    """How a finished game ended."""
    assert game.state.outcome is not None
    return game.state.outcome


# --- triple ko: six moves, and the board and the turn are as before

TRIPLE_KO = """. # o . . . # o .
               # o . o . # o . o
               . # o . . . # o .
               . . . . . . . . .
               . . . # o . . . .
               . . # . # o . . .
               . . . # o . . . .
               . . . . . . . . .
               . . . . . . . . ."""
ROUND = "c8 d4 h8 b8 e4 g8"
"""Black takes the left ko, White the one below, Black the right one, and so on round."""


def triple_ko(ko: str) -> Game:
    return game_from("go", TRIPLE_KO, rules={"ko": ko})


@SUPERKO
def test_superko_refuses_the_move_that_closes_a_triple_ko(ko: str) -> None:
    game = play(triple_ko(ko), "c8 d4 h8 b8 e4")
    assert refusal(game, "g8") is ErrorCode.SUPERKO


@SUPERKO
def test_after_a_move_elsewhere_the_triple_ko_goes_on(ko: str) -> None:
    game = play(triple_ko(ko), "c8 d4 h8 b8 e4 a1 a2")
    assert refusal(game, "g8") is None


def test_simple_ko_allows_a_triple_ko() -> None:
    game = play(triple_ko("simple"), ROUND)
    assert shows(game) == tidy(TRIPLE_KO)
    assert game.state.position.to_move is BLACK
    assert game.state.position.prisoners == Prisoners(3, 3)
    assert not game.state.is_over


def test_the_third_time_round_has_no_result() -> None:
    game = play(triple_ko("simple"), f"{ROUND} c8 d4 h8 b8 e4")
    assert not game.state.is_over
    play(game, "g8")
    assert outcome(game) == Outcome(None, Reason.REPETITION, no_result=True)
    assert not outcome(game).is_draw
    assert refusal(game, "c8") is ErrorCode.GAME_OVER


def test_a_pass_begins_the_count_of_repetitions_anew() -> None:
    """Three times Black has just taken the left ko, but the third time only after two passes."""
    game = play(triple_ko("simple"), f"{ROUND} c8")
    board = shows(game)
    play(game, "pass h8 d4 pass g8 e4")
    assert shows(game) == board
    assert game.state.position.to_move is WHITE
    assert not game.state.is_over


def test_a_situation_counts_with_its_side_to_move_only() -> None:
    """Twice with Black to move and once with White: three times the same board, but no situation three times."""
    game = play(triple_ko("simple"), f"{ROUND} pass")
    assert shows(game) == tidy(TRIPLE_KO)
    assert game.state.position.to_move is WHITE
    assert not game.state.is_over


# --- sending two, returning one: three moves, and the other side is to move

SENDING_TWO = """. . . . .
                 . . . . .
                 . . o . .
                 # # o . .
                 . o . o ."""
SENT_AND_RETURNED = "a1 c1 b1"
"""White gives a second stone, Black takes both, White takes one back."""


def sending_two(ko: str, *, dead_stones: str = "none") -> Game:
    return game_from("go", SENDING_TWO, to_move=WHITE, rules={"ko": ko, "dead_stones": dead_stones, "komi": 0})


def test_positional_superko_refuses_returning_one() -> None:
    game = play(sending_two("positional"), "a1 c1")
    assert game.state.position.prisoners == Prisoners(black=2)
    assert refusal(game, "b1") is ErrorCode.SUPERKO


def test_situational_superko_allows_returning_one_but_not_sending_two_again() -> None:
    game = play(sending_two("situational"), SENT_AND_RETURNED)
    assert shows(game) == tidy(SENDING_TWO)
    assert game.state.position.to_move is BLACK
    play(game, "pass")
    assert refusal(game, "a1") is ErrorCode.SUPERKO


def test_situational_superko_refuses_returning_one_when_black_had_been_to_move_there() -> None:
    game = game_from("go", SENDING_TWO, to_move=BLACK, rules={"ko": "situational"})
    play(game, "pass a1 c1")
    assert refusal(game, "b1") is ErrorCode.SUPERKO


def test_under_simple_ko_a_player_who_passes_again_in_the_same_situation_ends_the_game() -> None:
    game = play(sending_two("simple"), f"{SENT_AND_RETURNED} pass {SENT_AND_RETURNED}")
    assert not game.state.is_over
    assert game.state.passes == 0
    play(game, "pass")
    assert game.state.passes == 1
    assert outcome(game).reason is Reason.SCORE
    assert outcome(game).score == (2, 5)


def test_a_cycle_that_needs_passes_is_never_without_result() -> None:
    game = play(sending_two("simple"), f"{SENT_AND_RETURNED} pass {SENT_AND_RETURNED} pass")
    assert not outcome(game).no_result


def test_passing_in_another_situation_ends_nothing() -> None:
    game = play(sending_two("simple"), f"{SENT_AND_RETURNED} pass a1 pass")
    assert not game.state.is_over


def test_the_pass_that_ends_play_leads_to_agreement_where_players_agree_on_dead_stones() -> None:
    game = play(sending_two("simple", dead_stones="agree"), f"{SENT_AND_RETURNED} pass {SENT_AND_RETURNED} pass")
    assert game.state.phase == AGREE
    game.act(Resume(WHITE))
    assert not game.state.is_over
    play(game, f"{SENT_AND_RETURNED} pass")
    assert game.state.phase != AGREE, "what was passed in before the play was resumed is forgotten"


# --- eternal life: four moves, two stones for two stones

ETERNAL_LIFE = """o . # . o
                  # # o o .
                  . . . . .
                  . . . . .
                  . . . . ."""
ETERNAL = "d5 b5 c5 a5"
"""Black gives two stones, White takes them, Black takes two back, White throws in again."""


def eternal_life(ko: str) -> Game:
    return game_from("go", ETERNAL_LIFE, rules={"ko": ko})


def test_each_side_takes_two_stones_in_a_round_of_eternal_life() -> None:
    game = play(eternal_life("simple"), "d5 b5")
    assert shows(game) == tidy("""
        o o . . o
        # # o o .
        . . . . .
        . . . . .
        . . . . .""")
    play(game, "c5 a5")
    assert shows(game) == tidy(ETERNAL_LIFE)
    assert game.state.position.prisoners == Prisoners(2, 2)


@SUPERKO
def test_superko_refuses_the_fourth_move_of_eternal_life(ko: str) -> None:
    game = play(eternal_life(ko), "d5 b5 c5")
    assert refusal(game, "a5") is ErrorCode.SUPERKO


def test_under_simple_ko_eternal_life_has_no_result() -> None:
    game = play(eternal_life("simple"), f"{ETERNAL} d5 b5 c5")
    assert not game.state.is_over
    play(game, "a5")
    assert outcome(game).no_result


# --- the whole past counts

LONG_EYE = """. . . o . . . . .
              . . . o . . . . .
              . . . o . . . . .
              . . . o . . . . .
              . . . o . . . . .
              . . . o . . . . .
              o o o o . . . . .
              . . . . . . . . .
              . . . . . . . . ."""
EYE = [f"{column}{row}" for row in range(9, 3, -1) for column in "abc"]


def filled_eye(ko: str, *, first: Color) -> Game:
    """Black has filled White's eye of 18 points but for one, while White passed; `first` was to move at the start."""
    game = game_from("go", LONG_EYE, to_move=first, rules={"ko": ko, "suicide": True})
    if first is WHITE:
        play(game, "pass")
    for name in EYE[:-1]:
        play(game, f"{name} pass")
    assert len(game.actions) >= 34
    return game


def test_positional_superko_remembers_a_board_of_more_than_thirty_moves_ago() -> None:
    assert refusal(filled_eye("positional", first=BLACK), EYE[-1]) is ErrorCode.SUPERKO


def test_situational_superko_remembers_it_with_the_side_to_move() -> None:
    assert refusal(filled_eye("situational", first=WHITE), EYE[-1]) is ErrorCode.SUPERKO
    assert refusal(filled_eye("situational", first=BLACK), EYE[-1]) is None


def test_simple_ko_does_not() -> None:
    game = play(filled_eye("simple", first=BLACK), EYE[-1])
    assert shows(game) == tidy(LONG_EYE)


SEVEN_KOS = """. # o . . . # o . . . # o .
               # . # o . # . # o . # . # o
               . # o . . . # o . . . # o .
               . . . . . . . . . . . . . .
               . # o . . . # o . . . # o .
               # o . o . # o . o . # o . o
               . # o . . . # o . . . # o .
               . . . . . . . . . . . . . .
               . # o . . . . . . . . . . .
               # o . o . . . . . . . . . .
               . # o . . . . . . . . . . .
               . . . . . . . . . . . . . .
               . . . . . . . . . . . . . .
               . . . . . . . . . . . . . ."""
CENTRES = ("bc13", "gh13", "mn13", "bc9", "gh9", "mn9", "bc5")
HELD_BY_BLACK = frozenset({0, 1, 2})
LENGTH = 34


def round_of_kos(held: frozenset[int], path: list[frozenset[int]]) -> list[frozenset[int]] | None:
    """A way through who holds which ko, never twice the same, back to the beginning after LENGTH moves."""
    blacks_turn = len(path) % 2 == 1
    for ko in range(len(CENTRES)):
        if (ko in held) == blacks_turn:
            continue
        after = held ^ {ko}
        if len(path) == LENGTH:
            if after == path[0]:
                return [*path, after]
        elif after not in path and (way := round_of_kos(after, [*path, after])):
            return way
    return None


def names_of(way: list[frozenset[int]]) -> list[str]:
    """The moves of a way: White takes a ko on its first letter, Black on its second."""
    names = []
    for before, after in itertools.pairwise(way):
        (ko,) = before ^ after
        white, black, row = CENTRES[ko][0], CENTRES[ko][1], CENTRES[ko][2:]
        names.append((black if ko in after else white) + row)
    return names


@pytest.mark.parametrize(("ko", "refused"), [("positional", True), ("situational", True), ("simple", False)])
def test_a_long_way_through_seven_kos_ends_where_it_began(ko: str, refused: bool) -> None:
    way = round_of_kos(HELD_BY_BLACK, [HELD_BY_BLACK])
    assert way is not None
    *moves, last = names_of(way)
    game = play(game_from("go", SEVEN_KOS, rules={"ko": ko}), " ".join(moves))
    assert len(moves) == LENGTH - 1
    assert refusal(game, last) is (ErrorCode.SUPERKO if refused else None)
