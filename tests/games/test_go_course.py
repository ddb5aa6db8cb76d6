"""How a Go game begins and how it is walked through: boards, names of points, set-ups, undo and redo."""

from __future__ import annotations

import pytest

from tengen.core import (
    AGREE,
    BLACK,
    OPENING,
    PLAY,
    WHITE,
    Agree,
    Board,
    Color,
    ErrorCode,
    Game,
    GameError,
    GameState,
    MarkDead,
    Point,
    Prisoners,
    Resign,
    Resume,
    Score,
    Setup,
    UnmarkDead,
    create_game,
    create_rules,
)
from tengen.games.go.rules import CLEANUP
from tests.pictures import at, board, game_from, play, refusal, shows, tidy

# --- boards and names


def test_the_board_has_19_lines_unless_asked_otherwise() -> None:
    game = create_game("go")
    assert game.state.position.board == Board.empty(19)
    assert game.state.position.to_move is BLACK


@pytest.mark.parametrize("size", range(5, 20))
def test_every_size_from_5_to_19(size: int) -> None:
    game = create_game("go", size)
    assert len(game.ruleset.legal_points(game.state)) == size * size


@pytest.mark.parametrize("size", [0, 1, 4, 20, 21, -9])
def test_no_other_size(size: int) -> None:
    with pytest.raises(GameError) as refused:
        create_rules("go", size)
    assert refused.value.code is ErrorCode.BAD_RULES


def test_points_are_named_from_the_bottom_left_without_the_letter_i() -> None:
    spec = create_rules("go", 19).board_spec()
    assert spec.column_labels == tuple("ABCDEFGHJKLMNOPQRST")
    assert spec.name(Point(0, 18)) == "A1"
    assert spec.name(Point(0, 0)) == "A19"
    assert spec.name(Point(8, 9)) == "J10"
    assert spec.name(Point(18, 0)) == "T19"
    assert at("j10", spec) == Point(8, 9)
    assert at("h1", spec) == Point(7, 18)
    assert at(" T 19 ", spec) == Point(18, 0)


@pytest.mark.parametrize("size", range(5, 20))
def test_every_point_is_read_back_from_its_name(size: int) -> None:
    spec = create_rules("go", size).board_spec()
    for point in Board.empty(size).points():
        assert at(spec.name(point), spec) == point


@pytest.mark.parametrize("name", ["i5", "I1", "u1", "a0", "a20", "aa1", "5", "a", "", "a-1"])
def test_no_point_has_such_a_name(name: str) -> None:
    with pytest.raises(GameError) as refused:
        at(name, create_rules("go", 19).board_spec())
    assert refused.value.code is ErrorCode.BAD_NOTATION


@pytest.mark.parametrize(
    ("size", "stars"),
    [
        (5, "C3"),
        (6, ""),
        (7, "C3 C5 E3 E5 D4"),
        (9, "C3 C7 G3 G7 E5"),
        (12, "C3 C10 K3 K10"),
        (13, "D4 D7 D10 G4 G7 G10 K4 K7 K10"),
        (19, "D4 D10 D16 K4 K10 K16 Q4 Q10 Q16"),
    ],
)
def test_star_points(size: int, stars: str) -> None:
    spec = create_rules("go", size).board_spec()
    assert {spec.name(point) for point in spec.stars} == set(stars.split())


# --- set-ups


def test_a_set_up_begins_with_its_stones_its_prisoners_and_its_side_to_move() -> None:
    stones = board("""# o . . .
                      . . . . .
                      . . . . .
                      . . . . .
                      . . . . .""")
    game = create_game("go", 5, "japanese", Setup(stones, WHITE, Prisoners(3, 5)))
    position = game.state.position
    assert (position.board, position.to_move, position.prisoners) == (stones, WHITE, Prisoners(3, 5))
    play(game, "a4")
    assert game.state.position.prisoners == Prisoners(3, 6)
    assert game.ruleset.score(game.state) == Score(3, 23 + 6 + 6.5)


@pytest.mark.parametrize(
    "picture",
    [
        """# o . . .
           o . . . .
           . . . . .
           . . . . .
           . . . . .""",
        """. . . . .
           . # # . .
           # o o # .
           . # # . .
           . . . . .""",
        """# # # # #
           # # # # #
           # # # # #
           # # # # #
           # # # # #""",
    ],
)
@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_stones_without_a_liberty_cannot_be_set_up(picture: str, to_move: Color) -> None:
    with pytest.raises(GameError) as refused:
        game_from("go", picture, to_move=to_move)
    assert refused.value.code is ErrorCode.BAD_RECORD


def test_a_set_up_of_another_size_is_refused() -> None:
    with pytest.raises(GameError) as refused:
        create_game("go", 9, setup=Setup(Board.empty(5), BLACK))
    assert refused.value.code is ErrorCode.BAD_RECORD


@pytest.mark.parametrize("ko", ["simple", "positional", "situational"])
def test_a_set_up_has_no_past_but_itself(ko: str) -> None:
    """The same ko is refused in the game that was played and allowed in the one that was set up."""
    picture = """. # o . .
                 # o . o .
                 . # o . .
                 . . . . .
                 . . . . ."""
    played = play(game_from("go", picture, rules={"ko": ko}), "c4")
    assert refusal(played, "b4") is ErrorCode.KO
    again = game_from("go", shows(played), to_move=WHITE, rules={"ko": ko})
    assert refusal(play(again, "b4"), "c4") is ErrorCode.KO
    play(again, "e1 d1 c4 e2")
    assert refusal(again, "b4") is None


def test_the_set_up_board_itself_is_past() -> None:
    """Two stones of a suicide bring the very first board back."""
    picture = """. . . . .
                 . . . . .
                 . . . . .
                 o o . . .
                 . . o . ."""
    game = play(game_from("go", picture, rules="tromp-taylor"), "a1 pass")
    assert refusal(game, "b1") is ErrorCode.SUPERKO


# --- undo and redo


def walk_back_and_forth(game: Game) -> None:
    """Undo gives exactly every earlier state, redo every later one."""
    states: list[GameState] = [game.timeline.state_after(count) for count in range(len(game.actions) + 1)]
    for state in reversed(states[:-1]):
        assert game.undo() == state
    with pytest.raises(GameError) as refused:
        game.undo()
    assert refused.value.code is ErrorCode.NOTHING_TO_UNDO
    for state in states[1:]:
        assert game.redo() == state
    with pytest.raises(GameError) as refused:
        game.redo()
    assert refused.value.code is ErrorCode.NOTHING_TO_REDO


def test_undo_and_redo_through_captures_and_ko() -> None:
    game = play(create_game("go", 5), "b4 c4 b2 c2 a3 d3 e5 b3 c3 e1 d1 b3 pass c1")
    assert game.state.position.prisoners == Prisoners(1, 1)
    walk_back_and_forth(game)


def test_undo_and_redo_through_handicap_agreement_and_resumption() -> None:
    rules = {"preset": "japanese", "handicap": 2, "handicap_placement": "free", "dead_stones": "agree"}
    game = create_game("go", 5, rules)
    assert game.state.phase == OPENING
    play(game, "c3 c2 a1")
    assert game.state.phase == PLAY
    play(game, "pass pass")
    assert game.state.phase == AGREE
    spot = (at("a1", game.ruleset.board_spec()),)
    for action in (MarkDead(BLACK, spot), Agree(BLACK), UnmarkDead(WHITE, spot), MarkDead(WHITE, spot)):
        game.act(action)
    game.act(Resume(WHITE))
    assert game.state.phase == PLAY
    play(game, "a2 b1 pass pass")
    game.act(Agree(WHITE))
    game.act(Agree(BLACK))
    assert game.state.is_over
    walk_back_and_forth(game)


def test_undo_and_redo_through_the_clean_up() -> None:
    game = create_game("go", 5, {"preset": "japanese", "dead_stones": "cleanup"})
    play(game, "c3 a1 pass pass")
    assert game.state.phase == CLEANUP
    play(game, "a2 pass b1 pass pass")
    assert game.state.is_over
    walk_back_and_forth(game)


def test_undo_and_redo_through_the_button_and_a_resignation() -> None:
    game = play(create_game("go", 5, "aga-button"), "c3 pass pass")
    game.act(Resign(BLACK))
    walk_back_and_forth(game)


def test_an_undone_ko_is_allowed_again() -> None:
    picture = """. # o . .
                 # o . o .
                 . # o . .
                 . . . . .
                 . . . . ."""
    game = play(game_from("go", picture), "c4")
    assert refusal(game, "b4") is ErrorCode.KO
    game.undo()
    assert refusal(game, "c4") is None
    play(game, "e1 e2")
    assert refusal(game, "c4") is None


def test_another_move_after_undo_forgets_what_was_undone() -> None:
    game = play(create_game("go", 5), "c3 d3 b3")
    game.undo(2)
    play(game, "a1")
    with pytest.raises(GameError):
        game.redo()
    assert shows(game) == tidy("""
        . . . . .
        . . . . .
        . . # . .
        . . . . .
        o . . . .""")


def test_restart_begins_with_the_same_set_up() -> None:
    picture = """. # o . .
                 # o . o .
                 . # o . .
                 . . . . .
                 . . . . ."""
    game = play(game_from("go", picture, to_move=WHITE), "e1 c4")
    game.restart()
    assert shows(game) == tidy(picture)
    assert game.state.position.to_move is WHITE
    assert game.actions == ()
