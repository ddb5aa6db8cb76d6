"""Handicap: where the stones stand, who begins, and what komi and bonus become."""

from __future__ import annotations

import pytest

from tengen.core import (
    BLACK,
    OPENING,
    PLAY,
    WHITE,
    ErrorCode,
    Game,
    GameError,
    OptionValue,
    Pass,
    Place,
    Point,
    Score,
    create_game,
    create_rules,
)
from tests.pictures import play, refusal, shows, tidy


def handicap(size: int, count: int, **rules: OptionValue) -> Game:
    return create_game("go", size, {"handicap": count, **rules})


def stones(game: Game) -> set[str]:
    spec = game.ruleset.board_spec()
    return {spec.name(point) for point in game.state.position.board.stones(BLACK)}


# --- fixed points

# The order in which the points are filled on 19x19; the odd numbers from five on put one in the centre.
NINETEEN = {
    2: "Q16 D4",
    3: "Q16 D4 D16",
    4: "Q16 D4 D16 Q4",
    5: "Q16 D4 D16 Q4 K10",
    6: "Q16 D4 D16 Q4 D10 Q10",
    7: "Q16 D4 D16 Q4 D10 Q10 K10",
    8: "Q16 D4 D16 Q4 D10 Q10 K16 K4",
    9: "Q16 D4 D16 Q4 D10 Q10 K16 K4 K10",
}


@pytest.mark.parametrize(("count", "names"), NINETEEN.items())
def test_fixed_stones_on_the_full_board(count: int, names: str) -> None:
    game = handicap(19, count)
    assert stones(game) == set(names.split())
    assert game.state.position.to_move is WHITE
    assert game.state.phase == PLAY


@pytest.mark.parametrize(
    ("size", "corners"),
    [
        (7, "E5 C3 C5 E3"),
        (8, "F6 C3 C6 F3"),
        (9, "G7 C3 C7 G3"),
        (10, "H8 C3 C8 H3"),
        (11, "J9 C3 C9 J3"),
        (12, "K10 C3 C10 K3"),
        (13, "K10 D4 D10 K4"),
        (14, "L11 D4 D11 L4"),
        (15, "M12 D4 D12 M4"),
        (16, "N13 D4 D13 N4"),
        (17, "O14 D4 D14 O4"),
        (18, "P15 D4 D15 P4"),
        (19, "Q16 D4 D16 Q4"),
    ],
)
def test_corner_stones_stand_on_the_third_line_up_to_12_and_on_the_fourth_from_13(size: int, corners: str) -> None:
    for count in (2, 3, 4):
        assert stones(handicap(size, count)) == set(corners.split()[:count])


@pytest.mark.parametrize(
    ("size", "sides", "centre"),
    [
        (9, "C5 G5 E7 E3", "E5"),
        (11, "C6 J6 F9 F3", "F6"),
        (13, "D7 K7 G10 G4", "G7"),
        (15, "D8 M8 H12 H4", "H8"),
        (17, "D9 O9 J14 J4", "J9"),
        (19, "D10 Q10 K16 K4", "K10"),
    ],
)
def test_side_stones_and_the_centre_on_odd_boards(size: int, sides: str, centre: str) -> None:
    corners = stones(handicap(size, 4))
    assert stones(handicap(size, 5)) - corners == {centre}
    assert stones(handicap(size, 6)) - corners == set(sides.split()[:2])
    assert stones(handicap(size, 7)) - corners == {*sides.split()[:2], centre}
    assert stones(handicap(size, 8)) - corners == set(sides.split())
    assert stones(handicap(size, 9)) - corners == {*sides.split(), centre}


def test_nine_stones_on_9x9() -> None:
    assert shows(handicap(9, 9)) == tidy("""
        . . . . . . . . .
        . . . . . . . . .
        . . # . # . # . .
        . . . . . . . . .
        . . # . # . # . .
        . . . . . . . . .
        . . # . # . # . .
        . . . . . . . . .
        . . . . . . . . .""")


@pytest.mark.parametrize(("size", "count"), [(5, 2), (6, 2), (6, 9), (7, 5), (8, 5), (12, 5), (14, 9), (18, 6)])
def test_small_and_even_boards_have_no_fixed_points_for_so_many(size: int, count: int) -> None:
    with pytest.raises(GameError) as refused:
        handicap(size, count)
    assert refused.value.code is ErrorCode.BAD_RULES
    assert refused.value.values["option"] == "handicap"


@pytest.mark.parametrize("count", [-1, 10, 2.5, True, "2"])
def test_a_handicap_is_a_whole_number_up_to_nine(count: OptionValue) -> None:
    with pytest.raises(GameError) as refused:
        create_rules("go", 19, {"handicap": count})
    assert refused.value.code is ErrorCode.BAD_RULES


# --- free placement


def test_black_places_free_handicap_stones_one_after_the_other_and_then_white_moves() -> None:
    game = handicap(5, 3, handicap_placement="free")
    assert game.state.phase == OPENING
    for name in ("c3", "a1"):
        play(game, name)
        assert game.state.phase == OPENING
        assert game.state.position.to_move is BLACK
    play(game, "b2")
    assert game.state.phase == PLAY
    assert game.state.position.to_move is WHITE
    assert stones(game) == {"A1", "B2", "C3"}


def test_while_the_stones_are_placed_nobody_passes_and_white_waits() -> None:
    game = play(handicap(9, 2, handicap_placement="free"), "c3")
    rules = game.ruleset
    assert not rules.can_pass(game.state)
    assert refusal(game, "pass") is ErrorCode.WRONG_PHASE
    assert refusal(game, "c3") is ErrorCode.OCCUPIED
    assert rules.refusal(game.state, Place(WHITE, Point(0, 0))) is ErrorCode.NOT_YOUR_TURN
    assert rules.refusal(game.state, Pass(WHITE)) is ErrorCode.NOT_YOUR_TURN
    assert len(rules.legal_points(game.state)) == 80
    assert Pass(BLACK) not in rules.legal_actions(game.state)


def test_free_placement_knows_no_small_or_even_boards() -> None:
    game = play(handicap(6, 9, handicap_placement="free"), "a1 b2 c3 d4 e5 f6 a6 f1 b5")
    assert game.state.phase == PLAY
    assert len(stones(game)) == 9


def test_boards_of_the_placement_are_no_past_for_superko() -> None:
    game = play(handicap(5, 2, handicap_placement="free"), "c3 c2")
    fresh = create_game("go", 5, {"handicap": 2, "handicap_placement": "free"})
    assert game.state.position == play(fresh, "c2 c3").state.position


# --- a handicap of one


def test_a_handicap_of_one_is_the_first_move_without_komi() -> None:
    game = handicap(9, 1)
    assert stones(game) == set()
    assert game.state.position.to_move is BLACK
    assert game.ruleset.options()["komi"] == 0.5
    play(game, "pass pass")
    assert game.state.outcome is not None
    assert game.state.outcome.score == Score(0, 0.5)


# --- komi


@pytest.mark.parametrize(
    ("rules", "komi"),
    [
        ({"handicap": 2}, 0.5),
        ({"handicap": 2, "preset": "japanese"}, 0.5),
        ({"handicap": 2, "preset": "new-zealand"}, 0.0),
        ({"handicap": 2, "preset": "aga-button"}, 0.0),
        ({"handicap": 2, "komi": 7.5}, 7.5),
        ({"handicap": 2, "komi": -5}, -5.0),
        ({"handicap": 0}, 7.5),
        ({"handicap": 0, "preset": "japanese"}, 6.5),
    ],
)
def test_in_a_handicap_game_only_the_fraction_of_komi_is_left_unless_it_was_given(
    rules: dict[str, OptionValue], komi: float
) -> None:
    assert create_rules("go", 9, rules).options()["komi"] == komi


# --- White's bonus

BONUS = [
    ("chinese-kgs", 2, 2),
    ("chinese-kgs", 9, 9),
    ("chinese", 5, 5),
    ("aga", 2, 1),
    ("aga", 9, 8),
    ("aga-button", 4, 3),
    ("tromp-taylor", 4, 0),
    ("new-zealand", 4, 0),
    ("ing", 4, 0),
    ("japanese", 4, 0),
    ("korean", 4, 0),
    ("stone-scoring", 4, 0),
    ("classroom", 4, 0),
    ("chinese-kgs", 1, 0),
    ("aga", 1, 0),
    ("chinese-kgs", 0, 0),
    ("aga", 0, 0),
]


@pytest.mark.parametrize(("preset", "count", "bonus"), BONUS)
def test_whites_bonus_for_handicap_stones(preset: str, count: int, bonus: int) -> None:
    game = handicap(9, count, preset=preset, komi=0)
    score = game.ruleset.score(game.state)
    assert score is not None
    assert score.white == bonus


@pytest.mark.parametrize(("bonus", "white"), [("0", 0.5), ("N", 3.5), ("N-1", 2.5)])
def test_the_bonus_is_an_axis_of_its_own_and_comes_on_top_of_komi(bonus: str, white: float) -> None:
    game = handicap(9, 3, handicap_bonus=bonus)
    assert game.ruleset.score(game.state) == Score(81, white)


@pytest.mark.parametrize("bonus", ["0", "N", "N-1"])
def test_free_stones_bring_the_same_bonus(bonus: str) -> None:
    fixed = handicap(9, 2, handicap_bonus=bonus)
    free = play(handicap(9, 2, handicap_bonus=bonus, handicap_placement="free"), "g7 c3")
    assert free.state.position == fixed.state.position
    assert free.ruleset.score(free.state) == fixed.ruleset.score(fixed.state)
