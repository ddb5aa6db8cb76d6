"""The rules of Gomoku, each on a picture. Black's fouls in Renju have a file of their own."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib import resources

import pytest

from tengen.core import (
    BLACK,
    CHOICE,
    LANGUAGES,
    OPENING,
    PLAY,
    WHITE,
    Board,
    Choose,
    Color,
    ErrorCode,
    Game,
    GameError,
    Outcome,
    Pass,
    Place,
    Point,
    Reason,
    Resign,
    RulesInput,
    Setup,
    create_game,
    create_rules,
    find_kind,
    parse_board,
    perft,
    template,
)
from tengen.games.gomoku import KIND
from tengen.games.gomoku.openings import centre
from tengen.games.gomoku.rules import GomokuRules
from tengen.players import HintPlayer
from tests.games.first_rule import FirstRulePlayer
from tests.pictures import at, board, game_from, legal, marked, play, refusal, shows, tidy
from tests.players.sittings import points

BLACK_WINS = Outcome.won(BLACK, Reason.LINE)
WHITE_WINS = Outcome.won(WHITE, Reason.LINE)
DRAW = Outcome.draw(Reason.FULL_BOARD)

EVERY_LINE = ("freestyle", "standard", "renju", "caro")


def outcome(rules: str, picture: str, name: str, *, to_move: Color = BLACK) -> Outcome | None:
    """How the game stands after one more stone."""
    return play(game_from("gomoku", picture, to_move=to_move, rules=rules), name).state.outcome


# --- the beginning


def test_the_board_is_empty_and_black_begins_anywhere() -> None:
    game = create_game("gomoku")
    assert game.state.position.board == Board.empty(15)
    assert game.state.position.to_move is BLACK
    assert game.state.phase == PLAY
    assert len(legal(game)) == 225


def test_five_in_a_row_has_several_names() -> None:
    assert {find_kind(name) for name in ("gomoku", "Gobang", "five", "五子棋")} == {KIND}


def test_boards_go_from_8_to_20() -> None:
    assert [size for size in range(30) if size in GomokuRules.SIZES] == list(range(8, 21))
    for size in (7, 21):
        with pytest.raises(GameError) as refused:
            create_rules("gomoku", size)
        assert refused.value.code is ErrorCode.BAD_RULES


def test_freestyle_with_a_free_opening_is_played_unless_something_else_is_asked_for() -> None:
    assert create_rules("gomoku").options() == {"preset": "freestyle", "line": "freestyle", "opening": "free"}


def test_an_opening_goes_with_any_preset_and_does_not_change_its_name() -> None:
    for preset in EVERY_LINE:
        for opening in ("free", "pro", "swap", "swap2"):
            rules = create_rules("gomoku", 15, {"preset": preset, "opening": opening})
            assert (rules.preset, rules.options()["opening"]) == (preset, opening)


def test_columns_are_letters_with_i_and_rows_count_from_the_bottom() -> None:
    spec = create_rules("gomoku").board_spec()
    assert spec.name(Point(0, 14)) == "A1"
    assert spec.name(Point(8, 7)) == "I8"
    assert spec.name(Point(14, 0)) == "O15"


STARS = {
    8: "C3 C6 F3 F6",
    9: "C3 C7 G3 G7 E5",
    13: "D4 D10 J4 J10 G7",
    15: "D4 D12 L4 L12 H8",
    19: "D4 D10 D16 J4 J10 J16 P4 P10 P16",
    20: "D4 D17 Q4 Q17",
}


@pytest.mark.parametrize(("size", "names"), STARS.items())
def test_star_points_are_where_players_expect_them(size: int, names: str) -> None:
    spec = create_rules("gomoku", size).board_spec()
    assert {spec.name(point) for point in spec.stars} == set(names.split())


# --- moves


def test_stones_come_in_turn_and_stay() -> None:
    game = play(create_game("gomoku", 8), "d4 e5 e4")
    assert shows(game) == tidy("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . o . . .
        . . . # # . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .""")
    assert game.state.position.to_move is WHITE


def test_a_point_with_a_stone_on_it_is_refused() -> None:
    assert refusal(play(create_game("gomoku"), "h8"), "h8") is ErrorCode.OCCUPIED


def test_a_point_off_the_board_is_refused() -> None:
    game = create_game("gomoku")
    for point in (Point(15, 0), Point(0, 15), Point(-1, 3)):
        assert game.ruleset.refusal(game.state, Place(BLACK, point)) is ErrorCode.OUT_OF_BOUNDS


@pytest.mark.parametrize("rules", EVERY_LINE)
def test_nobody_passes(rules: str) -> None:
    game = create_game("gomoku", 15, rules)
    assert refusal(game, "pass") is ErrorCode.NO_PASS
    assert not game.ruleset.can_pass(game.state)


# --- lines


FOUR_DIRECTIONS = {
    "across": """
        . . . . . . . .
        . . . . . . . .
        . # # # + # . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .""",
    "down": """
        . . . . . . . .
        . . . . . . . +
        . . . . . . . #
        . . . . . . . #
        . . . . . . . #
        . . . . . . . #
        . . . . . . . .
        . . . . . . . .""",
    "falling": """
        # . . . . . . .
        . # . . . . . .
        . . + . . . . .
        . . . # . . . .
        . . . . # . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .""",
    "rising": """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . + . .
        . . . . # . . .
        . . . # . . . .
        . . # . . . . .
        . # . . . . . .""",
}


@pytest.mark.parametrize("rules", EVERY_LINE)
@pytest.mark.parametrize("picture", FOUR_DIRECTIONS.values(), ids=FOUR_DIRECTIONS.keys())
def test_five_in_a_row_win_in_every_direction(picture: str, rules: str) -> None:
    (point,) = marked(picture)
    for color in (BLACK, WHITE):
        drawn = picture if color is BLACK else picture.replace("#", "o")
        game = game_from("gomoku", drawn, to_move=color, rules=rules)
        game.act(Place(color, point))
        assert game.state.outcome == Outcome.won(color, Reason.LINE)


@pytest.mark.parametrize("rules", EVERY_LINE)
def test_four_in_a_row_do_not_win_and_a_gap_breaks_a_line(rules: str) -> None:
    picture = """
        . . . . . . . .
        . # # . . # # .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . ."""
    assert outcome(rules, picture, "d7") is None


def test_a_line_does_not_run_on_from_one_row_to_the_next() -> None:
    picture = """
        . . . . . . # #
        # # . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . ."""
    assert outcome("freestyle", picture, "c7") is None


SIX = """
    . . . . . . . .
    . . . . . . . .
    . o o o . o o .
    . . . . . . . .
    . # # # . # # .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . ."""


@pytest.mark.parametrize(
    ("rules", "black", "white"),
    [("freestyle", BLACK_WINS, WHITE_WINS), ("standard", None, None), ("caro", BLACK_WINS, WHITE_WINS)],
)
def test_six_in_a_row_win_in_freestyle_and_caro_and_not_in_standard(
    rules: str, black: Outcome | None, white: Outcome | None
) -> None:
    assert outcome(rules, SIX, "e4") == black
    assert outcome(rules, SIX, "e6", to_move=WHITE) == white


def test_in_renju_six_win_for_white_and_are_refused_to_black() -> None:
    assert outcome("renju", SIX, "e6", to_move=WHITE) == WHITE_WINS
    assert refusal(game_from("gomoku", SIX, rules="renju"), "e4") is ErrorCode.FORBIDDEN


def test_under_standard_rules_play_goes_on_after_an_overline_and_five_elsewhere_still_wins() -> None:
    game = game_from("gomoku", SIX, rules="standard")
    play(game, "e4 e6")
    assert game.state.outcome is None
    play(game, "a1 h1 b1 h2 c1 a8 d1 b8 e1")
    assert game.state.outcome == BLACK_WINS


def test_under_standard_rules_five_in_one_direction_win_beside_six_in_another() -> None:
    picture = """
        . . . . # . . .
        . . . . # . . .
        . . . . # . . .
        . # # # . # # .
        . . . . # . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . ."""
    assert outcome("standard", picture, "e5") == BLACK_WINS


CARO = {
    "open at both ends": (". # # + # # . .", True),
    "closed at one end": (". # # + # # o .", True),
    "closed at both ends": ("o # # + # # o .", False),
    "an edge closes nothing, with the other end open": ("# # + # # . . .", True),
    "an edge closes nothing, with the other end closed": ("# # + # # o . .", True),
    "six closed at both ends": ("o # # + # # # o", True),
    "seven closed at one end and by the edge": ("# # # + # # # o", True),
}


@pytest.mark.parametrize(("row", "wins"), CARO.values(), ids=CARO.keys())
def test_in_caro_five_closed_by_stones_at_both_ends_do_not_win(row: str, wins: bool) -> None:
    empty = "\n. . . . . . . ."
    for color in (BLACK, WHITE):
        drawn = row if color is BLACK else row.translate(str.maketrans("#o", "o#"))
        game = game_from("gomoku", drawn + 7 * empty, to_move=color, rules="caro")
        (point,) = marked(row)
        game.act(Place(color, point))
        assert game.state.outcome == (Outcome.won(color, Reason.LINE) if wins else None)


def test_in_caro_closing_a_won_five_is_too_late() -> None:
    game = play(create_game("gomoku", 15, "caro"), "e8 d8 f8 a1 g8 a2 h8 a3 i8")
    assert game.state.outcome == BLACK_WINS
    assert refusal(game, "j8") is ErrorCode.GAME_OVER


# --- the end


FULL_BUT_ONE = """
    # # o o # # o o
    o o # # o o # #
    # # o . # # o o
    o o # # o o # #
    # # o o # # o o
    o o # # o o # #
    # # o o # # o o
    o o # # o o # #"""


@pytest.mark.parametrize("rules", EVERY_LINE)
def test_a_full_board_without_a_line_is_a_draw(rules: str) -> None:
    for color in (BLACK, WHITE):
        assert outcome(rules, FULL_BUT_ONE, "d6", to_move=color) == DRAW


def test_a_line_made_on_the_last_point_wins() -> None:
    picture = """
        # # . # # o o o
        o o # # o o # #
        # # o o # # o o
        o o # # o o # #
        # # o o # # o o
        o o # # o o # #
        # # o o # # o o
        o o # # o o # #"""
    assert outcome("freestyle", picture, "c8") == BLACK_WINS
    assert outcome("freestyle", picture, "c8", to_move=WHITE) == DRAW


def test_in_renju_it_is_a_draw_when_only_forbidden_points_are_left_to_black() -> None:
    picture = """
        # # # . # # o o
        o o # # o o # #
        # # o . # # o o
        o o # # o o # #
        # # o o # # o o
        o o # # o o # #
        # # o o # # o o
        o o # # o o # #"""
    assert outcome("renju", picture, "d6", to_move=WHITE) == DRAW
    assert outcome("standard", picture, "d6", to_move=WHITE) is None


def test_a_finished_game_takes_no_more_stones_and_undo_opens_it_again() -> None:
    game = play(create_game("gomoku"), "a1 a2 b1 b2 c1 c2 d1 d2 e1")
    assert game.state.outcome == BLACK_WINS
    assert legal(game) == set()
    assert refusal(game, "e2") is ErrorCode.GAME_OVER
    game.undo()
    assert not game.state.is_over
    assert play(game, "h8 e2").state.outcome == WHITE_WINS


# --- set-ups


def test_a_set_up_skips_the_opening() -> None:
    stones = Board.empty(15).with_stones({Point(3, 3): BLACK})
    for opening in ("pro", "swap", "swap2"):
        game = create_game("gomoku", 15, {"opening": opening}, Setup(stones, WHITE))
        assert game.state.phase == PLAY
        assert game.ruleset.actors(game.state) == (WHITE,)


def begins(rules: str, row: str) -> bool:
    """Whether a game begins from a board with this row; if not, a finished line is the reason."""
    try:
        game_from("gomoku", row + 7 * "\n. . . . . . . .", rules=rules)
    except GameError as error:
        if (error.code, error.key) != (ErrorCode.BAD_RECORD, "record.has_line"):
            raise
        return False
    return True


@pytest.mark.parametrize(
    ("row", "refused_under"),
    [
        (". # # # # # . .", {"freestyle", "standard", "renju", "caro"}),
        (". o o o o o . .", {"freestyle", "standard", "renju", "caro"}),
        ("# # # # . # # #", set()),
        ("o # # # # # o .", {"freestyle", "standard", "renju"}),
        (". # # # # # # .", {"freestyle", "caro"}),
        (". o o o o o o .", {"freestyle", "renju", "caro"}),
    ],
)
def test_a_set_up_with_a_line_that_wins_is_refused_and_any_other_stands(row: str, refused_under: set[str]) -> None:
    assert {rules for rules in EVERY_LINE if not begins(rules, row)} == refused_under


def test_a_full_set_up_is_a_draw_from_the_beginning() -> None:
    full = board(FULL_BUT_ONE).with_stones({Point(3, 2): WHITE})
    assert create_game("gomoku", 8, setup=Setup(full, BLACK)).state.outcome == DRAW


# --- the opening pro


def opened(opening: str, names: str = "", size: int = 15) -> Game:
    """A game with this opening after some stones, each placed by whoever may."""
    game = create_game("gomoku", size, {"opening": opening})
    for name in names.split():
        act(game, name)
    return game


def act(game: Game, word: str) -> None:
    """Whoever may act places a stone on the point of this name, or makes this choice."""
    (player,) = game.ruleset.actors(game.state)
    if game.state.phase == CHOICE:
        game.act(Choose(player, word))
    else:
        game.act(Place(player, at(word, game.ruleset.board_spec())))


def told(game: Game) -> tuple[str, Color, Color, bool]:
    """The phase, who acts, whose stone comes next, and whether the players have changed colours."""
    (player,) = game.ruleset.actors(game.state)
    return (game.state.phase, player, game.state.position.to_move, game.state.swapped)


def test_pro_puts_the_first_stone_in_the_centre() -> None:
    game = opened("pro")
    assert legal(game) == {at("h8", game.ruleset.board_spec())}
    assert refusal(game, "h9") is ErrorCode.OPENING_RULE


def test_pro_on_an_even_board_takes_any_of_the_four_middle_points_for_the_centre() -> None:
    game = opened("pro", size=8)
    assert legal(game) == set(centre(8)) == {at(name, game.ruleset.board_spec()) for name in ("d4", "d5", "e4", "e5")}


def test_pro_puts_the_second_stone_anywhere() -> None:
    game = opened("pro", "h8")
    assert len(legal(game)) == 224
    assert refusal(game, "h8") is ErrorCode.OCCUPIED
    assert refusal(game, "a1") is refusal(game, "h9") is None


def test_pro_puts_the_third_stone_outside_the_square_around_the_first() -> None:
    game = opened("pro", "e5 f6", size=9)
    assert legal(game) == marked("""
        + + + + + + + + +
        + + + + + + + + +
        + + . . . . . + +
        + + . . . . . + +
        + + . . . . . + +
        + + . . . . . + +
        + + . . . . . + +
        + + + + + + + + +
        + + + + + + + + +""")
    assert refusal(game, "g7") is ErrorCode.OPENING_RULE
    assert refusal(game, "f6") is ErrorCode.OCCUPIED
    assert refusal(game, "h5") is None


def test_pro_on_an_even_board_takes_the_square_around_the_stone_that_was_placed() -> None:
    game = opened("pro", "e5 a1", size=8)
    assert refusal(game, "c3") is ErrorCode.OPENING_RULE
    assert refusal(game, "b5") is None
    assert refusal(game, "h5") is None


def test_pro_is_over_after_three_stones() -> None:
    assert told(opened("pro")) == (OPENING, BLACK, BLACK, False)
    assert told(opened("pro", "h8")) == (OPENING, WHITE, WHITE, False)
    assert told(opened("pro", "h8 h9")) == (OPENING, BLACK, BLACK, False)
    game = opened("pro", "h8 h9 k8")
    assert told(game) == (PLAY, WHITE, WHITE, False)
    assert len(legal(game)) == 222


def test_in_the_opening_nobody_plays_out_of_turn_passes_or_chooses() -> None:
    game = opened("pro", "h8")
    ruleset, state = game.ruleset, game.state
    assert ruleset.refusal(state, Place(BLACK, Point(0, 0))) is ErrorCode.NOT_YOUR_TURN
    assert ruleset.refusal(state, Pass(WHITE)) is ErrorCode.WRONG_PHASE
    assert ruleset.refusal(state, Choose(WHITE, "black")) is ErrorCode.WRONG_PHASE


# --- the openings swap and swap2


@pytest.mark.parametrize("opening", ["swap", "swap2"])
def test_black_places_the_first_three_stones_of_both_colours(opening: str) -> None:
    game = opened(opening)
    assert told(game) == (OPENING, BLACK, BLACK, False)
    act(game, "h8")
    assert told(game) == (OPENING, BLACK, WHITE, False)
    assert game.ruleset.refusal(game.state, Place(WHITE, Point(0, 0))) is ErrorCode.NOT_YOUR_TURN
    act(game, "h9")
    act(game, "i7")
    spec = game.ruleset.board_spec()
    assert game.state.position.board.stones(BLACK) == [at("h8", spec), at("i7", spec)]
    assert game.state.position.board.stones(WHITE) == [at("h9", spec)]
    assert told(game) == (CHOICE, WHITE, WHITE, False)


@pytest.mark.parametrize(
    ("opening", "choices"), [("swap", ("black", "white")), ("swap2", ("black", "white", "place_two"))]
)
def test_white_then_chooses(opening: str, choices: tuple[str, ...]) -> None:
    game = opened(opening, "h8 h9 i7")
    ruleset, state = game.ruleset, game.state
    assert ruleset.choices(state) == choices
    assert ruleset.legal_points(state) == []
    assert ruleset.legal_actions(state) == [Choose(WHITE, choice) for choice in choices]
    assert ruleset.refusal(state, Choose(BLACK, "black")) is ErrorCode.NOT_YOUR_TURN
    assert ruleset.refusal(state, Choose(WHITE, "green")) is ErrorCode.BAD_CHOICE
    assert ruleset.refusal(state, Place(WHITE, Point(0, 0))) is ErrorCode.WRONG_PHASE
    assert ruleset.refusal(state, Pass(WHITE)) is ErrorCode.WRONG_PHASE


def test_swap_has_no_two_more_stones() -> None:
    game = opened("swap", "h8 h9 i7")
    assert game.ruleset.refusal(game.state, Choose(WHITE, "place_two")) is ErrorCode.BAD_CHOICE


@pytest.mark.parametrize("opening", ["swap", "swap2"])
def test_whoever_takes_black_changes_colours_and_white_plays_the_fourth_stone(opening: str) -> None:
    game = opened(opening, "h8 h9 i7 black")
    assert told(game) == (PLAY, WHITE, WHITE, True)
    act(game, "a1")
    assert told(game) == (PLAY, BLACK, BLACK, True)
    assert game.state.position.board[Point(0, 14)] is WHITE


@pytest.mark.parametrize("opening", ["swap", "swap2"])
def test_whoever_stays_white_plays_the_fourth_stone(opening: str) -> None:
    game = opened(opening, "h8 h9 i7 white")
    assert told(game) == (PLAY, WHITE, WHITE, False)
    act(game, "a1")
    assert told(game) == (PLAY, BLACK, BLACK, False)


def test_in_swap2_white_may_place_a_white_and_a_black_stone_more() -> None:
    game = opened("swap2", "h8 h9 i7 place_two")
    assert told(game) == (OPENING, WHITE, WHITE, False)
    assert game.ruleset.choices(game.state) == ()
    act(game, "a1")
    assert told(game) == (OPENING, WHITE, BLACK, False)
    assert game.ruleset.refusal(game.state, Place(BLACK, Point(5, 5))) is ErrorCode.NOT_YOUR_TURN
    assert game.ruleset.refusal(game.state, Choose(WHITE, "white")) is ErrorCode.WRONG_PHASE
    act(game, "b1")
    stones = game.state.position.board
    assert (stones[Point(0, 14)], stones[Point(1, 14)]) == (WHITE, BLACK)


def test_in_swap2_black_then_chooses_a_colour() -> None:
    game = opened("swap2", "h8 h9 i7 place_two a1 b1")
    assert told(game) == (CHOICE, BLACK, WHITE, False)
    assert game.ruleset.choices(game.state) == ("black", "white")
    assert game.ruleset.refusal(game.state, Choose(BLACK, "place_two")) is ErrorCode.BAD_CHOICE
    assert game.ruleset.refusal(game.state, Choose(WHITE, "white")) is ErrorCode.NOT_YOUR_TURN


def test_in_swap2_whoever_stays_black_lets_white_play_the_sixth_stone() -> None:
    game = opened("swap2", "h8 h9 i7 place_two a1 b1 black")
    assert told(game) == (PLAY, WHITE, WHITE, False)


def test_in_swap2_whoever_takes_white_changes_colours_and_plays_the_sixth_stone() -> None:
    game = opened("swap2", "h8 h9 i7 place_two a1 b1 white")
    assert told(game) == (PLAY, WHITE, WHITE, True)


def test_choices_are_undone_and_done_again_like_stones() -> None:
    game = opened("swap2", "h8 h9 i7 place_two a1 b1 white c3")
    latest = game.state
    game.undo(2)
    assert told(game) == (CHOICE, BLACK, WHITE, False)
    game.undo(3)
    assert told(game) == (CHOICE, WHITE, WHITE, False)
    game.redo(5)
    assert game.state == latest
    game.undo(8)
    assert told(game) == (OPENING, BLACK, BLACK, False)


def test_either_side_may_resign_in_the_opening() -> None:
    game = opened("swap", "h8")
    game.act(Resign(WHITE))
    assert game.state.outcome == Outcome.won(BLACK, Reason.RESIGN)
    assert game.ruleset.choices(game.state) == ()


OPENINGS_TOLD = [
    ("free", "", [None, None]),
    ("pro", "h8 h9 k8 a1", ["opening.pro.1", "opening.pro.2", "opening.pro.3", None, None]),
    ("swap", "h8 h9 i7 white", [*["opening.swap.place"] * 3, "opening.swap.choose", None]),
    (
        "swap2",
        "h8 h9 i7 place_two a1 b1 black",
        [
            *["opening.swap.place"] * 3,
            "opening.swap2.choose",
            *["opening.swap2.place_two"] * 2,
            "opening.swap2.choose_again",
            None,
        ],
    ),
]


@pytest.mark.parametrize(("opening", "actions", "keys"), OPENINGS_TOLD, ids=[case[0] for case in OPENINGS_TOLD])
def test_each_step_of_an_opening_has_a_line_that_tells_what_to_do(
    opening: str, actions: str, keys: list[str | None]
) -> None:
    game = create_game("gomoku", 15, {"opening": opening})
    rules = game.ruleset
    assert isinstance(rules, GomokuRules)
    for word, key in zip([*actions.split(), ""], keys, strict=False):
        assert rules.guidance(game.state) == key
        assert key is None or all(template(language, f"gomoku.{key}") for language in LANGUAGES)
        if word:
            act(game, word)


# --- advice


def best(picture: str, *, to_move: Color = BLACK, rules: str = "freestyle") -> set[Point]:
    """The points that the hint likes best."""
    game = game_from("gomoku", picture, to_move=to_move, rules=rules)
    hints = {point: game.ruleset.hint(game.state, point) for point in game.ruleset.legal_points(game.state)}
    return {point for point, hint in hints.items() if hint == max(hints.values())}


def test_the_hint_makes_five_before_all_else_and_stops_five_before_it_lengthens_a_line() -> None:
    both_have_four = """
        . . . . . . . .
        . o o o o # . .
        . . . . . . . .
        . # # # # . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . ."""
    a5, f5, a7 = Point(0, 3), Point(5, 3), Point(0, 1)
    assert best(both_have_four) == {a5, f5}
    assert best(both_have_four, to_move=WHITE) == {a7}
    assert best(both_have_four.replace("# # # #", "# # # .")) == {a7}


def test_the_hint_stops_a_three_that_is_open_at_both_ends() -> None:
    picture = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . # . . . .
        . . . o o o . . .
        . . . . . . . . .
        . . . . . # . . .
        . . . . . # . . .
        . . . . . . . . .
        . . . . . . . . ."""
    assert best(picture) <= {Point(x, 3) for x in (1, 2, 6, 7)}
    diagonal_and_broken = """
        . . . . . . . . .
        . o . # . . . . .
        . . o # . . . . .
        . . . . . # . . .
        . . . . o . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    assert best(diagonal_and_broken) <= {Point(x, x) for x in (0, 3, 5)}


def test_a_three_that_is_stopped_at_one_end_may_wait() -> None:
    picture = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . # o o o . . .
        . . . . . . . . .
        . . . . . # . . .
        . . . . . . # . .
        . . . . . . . . .
        . . . . . . . . ."""
    assert best(picture) <= {Point(4, 4), Point(7, 7)}


def test_the_hint_makes_an_open_four_before_it_stops_a_three_and_stops_five_before_it_makes_an_open_four() -> None:
    picture = """
        . . . . . . . . .
        . . . o o o . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . # # # . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    assert best(picture) == {Point(2, 4), Point(6, 4)}
    assert best(picture.replace(". . . o o o", "# o o o o .")) <= {Point(5, 1)}
    assert best(picture.replace("# # #", "# # .")) <= {Point(x, 1) for x in (1, 2, 6, 7)}


def test_the_second_level_beats_the_first_rule_in_nine_games_of_ten() -> None:
    made = points(create_rules("gomoku"), HintPlayer, FirstRulePlayer, 100)
    assert made >= 90


@pytest.mark.parametrize("rules", EVERY_LINE[1:])
def test_the_second_level_beats_the_first_rule_by_every_line(rules: str) -> None:
    assert points(create_rules("gomoku", rules=rules), HintPlayer, FirstRulePlayer, 20) >= 18


def test_the_hint_lengthens_the_longest_own_line() -> None:
    picture = """
        . . . . . . . .
        . . . . . . . .
        . # . . . . o .
        . # . . . o . .
        . # . . . . . .
        . . . . . . . .
        . # # . . . . .
        . . . . . . . ."""
    assert best(picture) == {Point(1, 5)}


def test_the_hint_does_not_count_a_row_that_is_too_long_to_win() -> None:
    picture = """
        . . . . . . . .
        # # # . # # . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . # # . . . . .
        . . . . . . . .
        . . . . . . . ."""
    assert best(picture) == {Point(3, 1)}
    assert Point(3, 1) not in best(picture, rules="standard")


def test_the_hint_begins_in_the_centre() -> None:
    rules = create_rules("gomoku")
    state = rules.initial()
    assert max(rules.legal_points(state), key=lambda point: rules.hint(state, point)) == Point(7, 7)


def test_points_near_a_stone_are_sensible_and_with_hardly_any_stones_all_are() -> None:
    rules = create_rules("gomoku", 9)
    state = rules.initial()
    assert all(rules.is_sensible(state, point) for point in rules.legal_points(state))
    picture = """
        + + + + . . . . .
        + # + + + + . . .
        + # + + + + . . .
        + + + o + + . . .
        + + + + + + . . .
        . + + + + + . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    game = game_from("gomoku", picture)
    sensible = {point for point in legal(game) if rules.is_sensible(game.state, point)}
    assert sensible == marked(picture)


# --- counting


PERFT = tomllib.loads(resources.files("tengen.games.gomoku").joinpath("perft.toml").read_text(encoding="utf-8"))
QUICK = 20_000
SLOW = 1_000_000


def starts() -> Sequence[object]:
    """Every start of the table to every depth that can be counted here."""
    found = []
    for start in PERFT["start"]:
        setup = None
        if "picture" in start:
            setup = Setup(parse_board(start["picture"]), Color[start["to_move"].upper()])
        for depth, leaves in enumerate(start["leaves"], start=1):
            if leaves < SLOW:
                marks = pytest.mark.long if leaves > QUICK else ()
                found.append(pytest.param(start["size"], start["rules"], setup, depth, leaves, marks=marks))
    return found


@pytest.mark.parametrize(("size", "rules", "setup", "depth", "leaves"), starts())
def test_the_tree_has_the_known_number_of_leaves(
    size: int, rules: RulesInput, setup: Setup | None, depth: int, leaves: int
) -> None:
    ruleset = create_rules("gomoku", size, rules)
    assert perft(ruleset, depth, ruleset.initial(setup)) == leaves


# --- the rows that won


def rows(game: Game) -> list[str]:
    """The rows that won, by the names of their points."""
    spec = game.ruleset.board_spec()
    return [" ".join(map(spec.name, row)) for row in game.ruleset.winning_rows(game.state)]


CROSSING = """
    . . . . . . . . .
    . # . . . . . . .
    . . # . . . . . .
    . . . # . . . . .
    # # # # . # . . .
    . . . . . # . . .
    . . . . . . . . .
    o o . o o . . . .
    . . . . . . . . ."""


def test_nothing_has_won_before_the_end() -> None:
    assert rows(game_from("gomoku", CROSSING)) == []


def test_every_row_of_the_last_stone_that_wins_is_named_from_end_to_end() -> None:
    game = play(game_from("gomoku", CROSSING), "e5")
    assert rows(game) == ["B8 C7 D6 E5 F4", "A5 B5 C5 D5 E5 F5"]


def test_an_overline_that_does_not_win_is_not_named() -> None:
    game = play(game_from("gomoku", CROSSING, rules="standard"), "e5")
    assert rows(game) == ["B8 C7 D6 E5 F4"]


def test_a_game_that_ended_otherwise_has_no_such_row() -> None:
    game = game_from("gomoku", CROSSING)
    game.act(Resign(BLACK))
    assert rows(game) == []
