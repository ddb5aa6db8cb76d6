"""Black's fouls in Renju, drawn. In a picture every empty point says what a black stone there would be:

`3` double-three, `4` double-four, `6` overline: fouls. `5` a five, which is never one. `+` looks like a foul and is
none. `.` nothing of interest: free as well.
"""

from __future__ import annotations

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Board,
    ErrorCode,
    GameError,
    Outcome,
    Place,
    Point,
    Reason,
    create_game,
    parse_board,
)
from tengen.games.gomoku.lines import Line, makes_line
from tengen.games.gomoku.renju import Foul, foul_at, fouls
from tests.pictures import game_from, legal, marked, play, refusal
from tests.properties.renju_by_the_book import Book

FOULS = {"3": Foul.DOUBLE_THREE, "4": Foul.DOUBLE_FOUR, "6": Foul.OVERLINE}

ON_ONE_LINE = {
    "six in a row are an overline": ". . # # # 6 # # . .",
    "seven in a row are an overline": ". # # # 6 # # # .",
    "nine in a row are an overline": "# # # # 6 # # # #",
    "beside four stones one end makes five, the end before a fifth stone makes six": ". 5 # # # # 6 # .",
    "exactly five are no overline": ". # # 5 # # .",
    "### . # . ### are two fours on one line": ". # # # . 4 . # # # .",
    "## . ## . ## are two fours on one line": ". # # . 4 # . # # .",
    "# . ### . # played in the middle are two fours on one line": ". # . # 4 # . # .",
    "# . ### . # played beside the middle are two fours on one line": ". # . 4 # # . # .",
    "two fours on one line may reach from edge to edge": "# # # . 4 . # # #",
    "a straight four can become five at two points and is one four": ". . # # + # . .",
    "a row of four that can only become six is no four": ". # # . # + # . # .",
    "two rows of four that can only become six are no fours": "# # . # + # . # #",
    "a row of four with a white stone on the point it lacks is no four": ". # # # o + . # # # .",
}

OVERLINES_AND_FIVES = {
    "an overline may stand upright or on a diagonal": """
        . . . . . . . . . . .
        . # . # . . . . . . .
        . # . . # . . . . . .
        . # . . . # . . . . .
        . 6 . . . . 6 . . . .
        . # . . . . . # . . .
        . # . . . . . . # . .
        . . . . . . . . . . .""",
    "five in one direction beats six in another": """
        . . . . . . . . .
        . . . # . . . . .
        . . . # . . . . .
        . . . # . . . . .
        . # # 5 # # . . .
        . . . # . . . . .
        . . . # . . . . .
        . . . . . . . . .""",
    "five in one direction beats two fours in the others": """
        . . . . . . . . .
        . . . # . . . . .
        . . . # 3 . . . .
        . . . # 3 . . . .
        . # # 5 # # . . .
        . . . . # 3 . . .
        . . . . . # . . .
        . . . . . . # . .
        . . . . . . . . .""",
    "five in one direction beats two threes in the others": """
        . . . . . . . . .
        . . . . . . . . .
        . . . # . . . . .
        . . . . . . . . .
        . . . # . . . . .
        . # # 5 # # . . .
        . . . . . 3 . . .
        . . . . . # . . .
        . . . . . . # . .
        . . . . . . . . .
        . . . . . . . . .""",
}

DOUBLE_FOURS = {
    "two fours may cross": """
        . . . . # . . . .
        . . . . # . . . .
        . . . . # . . . .
        . # # # 4 . . . .
        . . . . . . . . .""",
    "fours closed at one end are fours": """
        . . o . . . . . .
        . . # . . . . . .
        . . # . . . . . .
        . . # . . . . . .
        o # 4 # # . . . .
        . . . . . . . . .""",
    "fours with gaps are fours": """
        . . # . . . . . .
        . . . . . . . . .
        . . # . . . . . .
        . . # . . . . . .
        . . 4 # . # # . .
        . . . . . . . . .""",
    "two fours may lie on two diagonals": """
        # . . . . . # . .
        . # . . . # . . .
        . . # . # . . . .
        . . . 4 . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    "a four closed at both ends is none": """
        . . . . # . . . .
        . . . . # . . . .
        . . . . # . . . .
        o # # # + o . . .
        . . . . . . . . .""",
    "a four between an edge and a white stone is none": """
        . . . # . . . .
        . . . # . . . .
        . . . # . . . .
        # # # + o . . .
        . . . . . . . .""",
}

DOUBLE_THREES = {
    "two threes may cross": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . # . . . .
        . . . . # . . . .
        . . # # 3 . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    "threes with gaps are threes": """
        . . . . . . . . .
        . . . . # . . . .
        . . . . . . . . .
        . # # . 3 . . . .
        . . . . # . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    "two threes may lie on two diagonals": """
        . . . . . . . . .
        . . . . . . . . .
        . . # . . . # . .
        . . . . . . . . .
        . . . . 3 . . . .
        . . . # . # . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    "three threes are a foul too": """
        . . . . . . . . . .
        . . . . . . . # . .
        . . . . . . # . . .
        . . . . . . . . . .
        . . # # 3 . . . . .
        . . . . . . . . . .
        . . . . # . . . . .
        . . . . # . . . . .
        . . . . . . . . . .
        . . . . . . . . . .""",
    "a four and a three together are allowed": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . # . . . .
        . . . . # . . . .
        o # # # + . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    "a four does not excuse two threes": """
        . . . . . . . . . .
        . . . . . . . # . .
        . . . . . . # . . .
        . . . . . . . . . .
        o # # # 3 . . . . .
        . . . . . . . . . .
        . . . . # . . . . .
        . . . . # . . . . .
        . . . . . . . . . .
        . . . . . . . . . .""",
    "a three closed at one end is none": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . # . . . .
        . . . . # . . . .
        . o # # + . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    "five points between two white stones are too few for a three": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . # . . . .
        . . . . # . . . .
        o . # # + . o . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    "six points between two white stones are enough for a three": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . # . . . .
        . . . . # . . . .
        o . # # 3 . . o .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    "five points between an edge and a white stone are too few for a three": """
        . . . . . . . . .
        . . . . . . . . .
        . . . # . . . . .
        . . . # . . . . .
        . # # + . o . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    "six points between an edge and a white stone are enough for a three": """
        . . . . . . . . .
        . . . . . . . . .
        . . . # . . . . .
        . . . # . . . . .
        . # # 3 . . o . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    "a row along the edge may be a three, a row that ends there is none": """
        . # # + . . . . .
        . . . # . . . . .
        . . . # . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    "a stone of Black's own two points off takes one way to the straight four, the other is left": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . # . . .
        . . . . . # . . .
        # . . # # 3 . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    "own stones two points off at both ends leave only overlines: no three": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . # . . .
        . . . . . # . . .
        # . . # # + . . #
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    "an own stone two points off at one end, a white one at the other: no three": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . # . . .
        . . . . . # . . .
        # . . # # + . o .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
}

FALSE_THREES = {
    "no three, for its straight four would come with an overline": """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . 3 . . . . . .
        . . . . # . . . . . .
        . . # # # 6 # # . . .
        . . . . 3 . # # . . .
        . . . . . . . + . . .
        . . . . . . . . . . .
        . . . . . . . . . . .""",
    "no three, for its straight four would come with another four": """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . # . # . . . . . .
        . . . # . . . . . . .
        . . . . . . . . . . .
        . . . . # + # . . . .
        . . . . # . . . . . .
        . . . . . . . . . . .""",
    "no three, for its straight four would come with two threes": """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . # . . . . .
        . . . . . . # . . . .
        . . . . # 3 # + . . .
        . . . . . # . . . . .
        . . . # . . 3 . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .""",
    "no three, for the stone that makes the straight four makes a five": """
        . . . . . . . . . . .
        . . . . . # . . . . .
        . . . # 5 # # # . . .
        . . . + . 3 . . . . .
        . . # . . . . . . . .
        . . . # . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .""",
    "no three, for one way to the straight four is an overline and the other a double-four": """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . 5 . . . . . . . . .
        . . # . . . . . . . .
        . . . # . # + . . . .
        . . . . # 3 # . . . .
        . . . . . # # 3 . . .
        . . # . . . 6 . . . .
        . . . . . . . # . . .
        . . . . . . . . . . .
        . . . . . . . . . . .""",
    "a three all the same, for only one of two ways to the straight four is a double-four": """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . # . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . # . 3 # . . . . .
        . # . . . # . . . . .
        . . . . . . # . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .""",
    "neither is a three: both straight fours would come with another four": """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . # . # # . . .
        . . . . # . . . . . .
        . . . . . + # . . . .
        . . . . # . # 3 . . .
        . . . . . . . . . . .""",
    "one of three is none, two are left": """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . # . . .
        . . . . . . . . . . .
        . . . . . # . . . . .
        . . . . . # . . . . .
        . . . # # 3 . . . . .
        . . . . . . # . . . .
        . . . . . . . # . . .
        . . . . . . . . . . .""",
    "two of three are none, one is left": """
        . . . . . . . . . . .
        . . . . . . # . . . .
        . . . . . + . . . . .
        . . . . # # 3 . . . .
        . . . . . # # # . . .
        . . . . . . . . # . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .""",
}

NESTED = {
    # G4 wants F5 for its diagonal. F5 would make two threes more, but the one from H7 to E4 wants G6, an overline.
    # So F5 is no foul and the diagonal is a three.
    "a double-three on the way is none itself, because of an overline": """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . # . . .
        . . . # # # 6 # # . .
        . . . . 3 3 . . . . .
        . . . . # # 3 . . . .
        . . . . 3 . . # . . .
        . . . . . . . . . . .
        . . . . . . . . . . .""",
    # G2 wants G4 for its column. G4 would make two threes more, but the one from H5 to E2 wants F3, and once the
    # stones on G2 and G4 are there, F3 makes two fours.
    "a double-three on the way is none itself, because of a double-four": """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . # 3 . # # . . .
        . . . . # # 3 . . . .
        . . . . + + # . . . .
        . . . . # . 3 . . . .
        . . . . . . . . . . .""",
    # H4 wants I3 for its diagonal. I3 would make two threes more, but the one from H3 to J3 wants G3, and that is a
    # double-three once H4 and I3 are there.
    "a double-three on the way is none itself, because of a double-three": """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . 3 . . . .
        . . . . . 3 # 3 # 3 .
        . . . . . . # 3 # + .
        . . . . . . 3 # 3 # .
        . . . . . . + . + # .
        . . . . . . . . . . .""",
    # E5 wants E6 for its column. E6 would make two threes more, but the one from D5 to G8 wants F7, a five.
    "a double-three on the way is none itself, because of a five": """
        . . . . . . . . . . .
        . . . . . . 3 . . . .
        . . . . . . . . . . .
        . . . 3 # . # . . . .
        . . # # # 5 # . . . .
        . . . . 3 . . . . . .
        . . . # 3 # 3 . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .""",
    # D7 wants E6 for its diagonal. E6 is a double-three if its column is a three, and that wants E8. There two more
    # threes seem to meet, but the one along the row wants D8, which with the stone on D7 makes two fours. So E8 is
    # free, E6 a double-three, the diagonal no three, and D7 free.
    "a double-three on the way is one after all, four stones deep": """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . # . . . . . .
        . . # 3 3 # . . . . .
        . . . + # . . . . . .
        . . # # 3 + . . . . .
        . . 3 # . # . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .""",
}

PICTURES = ON_ONE_LINE | OVERLINES_AND_FIVES | DOUBLE_FOURS | DOUBLE_THREES | FALSE_THREES | NESTED


def stones(picture: str) -> Board:
    return parse_board("".join("." if symbol in "3456+" else symbol for symbol in picture))


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES.keys())
def test_fouls_are_as_drawn(picture: str) -> None:
    drawn = {point: foul for symbol, foul in FOULS.items() for point in marked(picture, symbol)}
    assert fouls(stones(picture)) == drawn


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES.keys())
def test_the_rule_book_draws_the_same(picture: str) -> None:
    drawn = {point: foul for symbol, foul in FOULS.items() for point in marked(picture, symbol)}
    assert Book.of(stones(picture)).fouls() == drawn


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES.keys())
def test_fives_are_as_drawn(picture: str) -> None:
    board = stones(picture)
    fives = {point for point in board.empties() if makes_line(board, board.index(point), BLACK, Line.RENJU)}
    assert fives == marked(picture, "5")


# --- under the rules of a game


CROSS = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . # . . . .
    . . . . # . . . .
    . . # # . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


def test_a_foul_is_refused_as_forbidden_and_every_other_point_is_legal() -> None:
    game = game_from("gomoku", CROSS, rules="renju")
    assert refusal(game, "e5") is ErrorCode.FORBIDDEN
    assert game.ruleset.forbidden_points(game.state) == [Point(4, 4)]
    assert legal(game) == set(game.state.position.board.empties()) - {Point(4, 4)}


@pytest.mark.parametrize(
    ("picture", "english", "chinese"),
    [
        (". # # # + # # ." + 7 * "\n. . . . . . . .", "six or more", "长连"),
        ("# . # + # . # ." + 7 * "\n. . . . . . . .", "two fours", "四四"),
        (CROSS.replace("# # .", "# # +"), "two open threes", "三三"),
    ],
)
def test_the_refusal_says_which_foul_it_is(picture: str, english: str, chinese: str) -> None:
    game = game_from("gomoku", picture, rules="renju")
    (point,) = marked(picture)
    with pytest.raises(GameError) as refused:
        game.act(Place(BLACK, point))
    assert refused.value.code is ErrorCode.FORBIDDEN
    assert english in refused.value.text("en")
    assert chinese in refused.value.text("zh")


def test_white_may_make_what_is_a_foul_for_black() -> None:
    game = game_from("gomoku", CROSS.replace("#", "o"), to_move=WHITE, rules="renju")
    assert game.ruleset.forbidden_points(game.state) == []
    assert play(game, "e5").state.position.board[Point(4, 4)] is WHITE


def test_white_may_take_a_point_that_is_forbidden_to_black() -> None:
    game = game_from("gomoku", CROSS, to_move=WHITE, rules="renju")
    assert game.ruleset.forbidden_points(game.state) == []
    assert refusal(game, "e5") is None


@pytest.mark.parametrize("rules", ["freestyle", "standard", "caro"])
def test_other_rule_sets_have_no_fouls(rules: str) -> None:
    game = game_from("gomoku", CROSS, rules=rules)
    assert game.ruleset.forbidden_points(game.state) == []
    assert refusal(game, "e5") is None


def test_a_five_wins_although_it_makes_an_overline_too() -> None:
    picture = """
        . . . . . . . .
        . . . # . . . .
        . . . # . . . .
        . . . # . . . .
        . # # + # # . .
        . . . # . . . .
        . . . # . . . .
        . . . . . . . ."""
    game = game_from("gomoku", picture, rules="renju")
    (five,) = marked(picture)
    assert game.ruleset.forbidden_points(game.state) == []
    game.act(Place(BLACK, five))
    assert game.state.outcome == Outcome.won(BLACK, Reason.LINE)


def test_a_white_stone_takes_a_foul_away_and_undo_brings_it_back() -> None:
    game = game_from("gomoku", CROSS, to_move=WHITE, rules="renju")
    play(game, "b5")
    assert refusal(game, "e5") is None
    game.undo()
    play(game, "a9")
    assert refusal(game, "e5") is ErrorCode.FORBIDDEN


def test_the_earliest_foul_is_the_ninth_stone() -> None:
    game = play(create_game("gomoku", 15, "renju"), "h9 a1 h10 a2 g8 a3 f8")
    assert game.ruleset.forbidden_points(game.state) == []
    play(game, "a5")
    assert refusal(game, "h8") is ErrorCode.FORBIDDEN


@pytest.mark.parametrize("size", [8, 15, 20])
def test_an_empty_board_has_no_fouls(size: int) -> None:
    assert fouls(Board.empty(size)) == {}
    assert foul_at(Board.empty(size), Point(0, 0)) is None
