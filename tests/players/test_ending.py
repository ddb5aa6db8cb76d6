"""How players end a game of Go: nobody passes because the other did, and nobody is talked out of living stones."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Agree,
    Color,
    Game,
    MarkDead,
    Pass,
    Place,
    Point,
    Reason,
    Resume,
    UnmarkDead,
    create_game,
    find_kind,
)
from tengen.players import Budget, StopToken, Turn, dead_stones, native, player_of_level
from tests.pictures import at, game_from, marked, play
from tests.players.sittings import choice

GO = find_kind("go")
LEVELS = [2, 3]

SETTLED = """
    . . # o . . .
    . . # o . . .
    # # # o o o o
    . . # o . . .
    # # # o o o o
    . . # o . . .
    . . # o . . ."""
"""Two sides with two eyes each and nothing between them."""

WITH_A_DEAD_STONE = """
    . . # o . . .
    . . # o . . .
    # # # o o o o
    . o # o . # .
    # # # o o o o
    . . # o . . .
    . . # o . . ."""

WITH_A_NEUTRAL_POINT = """
    . . # . o . .
    . . # o o . .
    # # # o o o o
    . . # o . . .
    # # # o o o o
    . . # o . . .
    . . # o . . ."""


def asked_to_settle(picture: str, rules: str | None = None) -> Game:
    """A game that two passes have brought to where dead stones are marked. Black passed first."""
    return play(game_from("go", picture, rules={"preset": rules or "chinese", "dead_stones": "agree"}), "pass pass")


def answer(game: Game, color: Color, level: int = 3) -> Action:
    """What a player of this level says for its colour."""
    turn = Turn.of(game.timeline, color)
    return asyncio.run(player_of_level(level, GO, None, Random(1)).choose(turn, Budget(), StopToken()))


def point(game: Game, name: str) -> Point:
    return at(name, game.ruleset.board_spec())


# --- passing


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("dead_stones", ["none", "agree"])
def test_an_early_pass_of_a_person_is_not_answered_with_a_pass(level: int, dead_stones: str) -> None:
    """Though White, who has komi, would win by the count at once."""
    game = game_from("go", "# " + ". " * 8 + "\n" + (". " * 9 + "\n") * 8, rules={"dead_stones": dead_stones})
    game.act(Pass(BLACK))
    assert isinstance(choice(player_of_level(level, GO, None, Random(1)), game), Place)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_where_nothing_is_open_a_pass_is_answered_with_a_pass(level: int, rules: str) -> None:
    game = play(game_from("go", SETTLED, rules=rules), "pass")
    assert choice(player_of_level(level, GO, None, Random(1)), game) == Pass(WHITE)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_a_point_that_is_open_is_taken_before_passing(level: int, to_move: Color) -> None:
    """Whoever would win by the count as it stands."""
    game = game_from("go", WITH_A_NEUTRAL_POINT, to_move=to_move.other, rules={"komi": 0.5})
    game.act(Pass(to_move.other))
    assert choice(player_of_level(level, GO, None, Random(1)), game) == Place(to_move, point(game, "D7"))


@pytest.mark.parametrize("level", LEVELS)
def test_where_the_board_counts_as_it_stands_dead_stones_are_captured_first(level: int) -> None:
    game = play(game_from("go", WITH_A_DEAD_STONE), "pass")
    assert choice(player_of_level(level, GO, None, Random(1)), game) in (
        Place(WHITE, point(game, "E4")),
        Place(WHITE, point(game, "G4")),
    )


@pytest.mark.parametrize("level", LEVELS)
def test_where_dead_stones_are_agreed_on_nobody_captures_them(level: int) -> None:
    game = game_from("go", WITH_A_DEAD_STONE, rules={"preset": "japanese", "dead_stones": "agree"})
    assert choice(player_of_level(level, GO, None, Random(1)), play(game, "pass")) == Pass(WHITE)


def test_two_programs_bring_a_game_to_the_right_end() -> None:
    game = game_from("go", WITH_A_DEAD_STONE, rules={"komi": 0.5})
    players = {BLACK: player_of_level(3, GO, None, Random(1)), WHITE: player_of_level(3, GO, None, Random(2))}
    for _ in range(60):
        if game.state.is_over:
            break
        game.act(choice(players[Turn.of(game.timeline).actor], game))
    assert game.state.outcome is not None
    assert game.state.outcome.reason is Reason.SCORE
    assert (game.state.outcome.winner, game.state.outcome.margin) == (WHITE, 7.5)


# --- settling what is dead


def test_what_looks_dead_is_found_for_either_side() -> None:
    game = asked_to_settle(WITH_A_DEAD_STONE)
    found = asyncio.run(dead_stones(Turn.of(game.timeline, BLACK), Random(1), 3_000))
    assert found == {point(game, "B4"), point(game, "F4")}


def test_without_the_compiled_module_the_rules_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "ownership", lambda *_, **__: None)
    game = asked_to_settle(WITH_A_DEAD_STONE)
    found = asyncio.run(dead_stones(Turn.of(game.timeline, BLACK), Random(1), 60_000))
    assert found == {point(game, "B4"), point(game, "F4")}
    game.act(MarkDead(BLACK, tuple(sorted(marked(SETTLED, "o")))))
    assert answer(game, WHITE, 2) == Resume(WHITE)


def test_nothing_looks_dead_in_a_game_that_counts_no_points() -> None:
    game = create_game("gomoku", 8)
    assert asyncio.run(dead_stones(Turn.of(game.timeline), Random(1), 3_000)) == frozenset()


@pytest.mark.parametrize("level", [1, *LEVELS])
def test_a_right_marking_is_agreed_to(level: int) -> None:
    game = asked_to_settle(WITH_A_DEAD_STONE)
    game.act(MarkDead(BLACK, (point(game, "B4"), point(game, "F4"))))
    game.act(Agree(BLACK))
    assert answer(game, WHITE, level) == Agree(WHITE)


@pytest.mark.parametrize("level", [1, *LEVELS])
@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_a_false_marking_of_its_living_stones_is_never_accepted(level: int, rules: str) -> None:
    game = asked_to_settle(SETTLED, rules)
    for _ in range(3):
        game.act(MarkDead(BLACK, tuple(sorted(marked(SETTLED, "o")))))
        game.act(Agree(BLACK))
        refused = answer(game, WHITE, level)
        assert refused == Resume(WHITE)
        game.act(refused)
        play(game, "pass pass")


def test_dead_stones_that_the_other_side_left_out_are_marked_once() -> None:
    game = asked_to_settle(WITH_A_DEAD_STONE)
    game.act(Agree(BLACK))
    marking = answer(game, WHITE)
    assert marking == MarkDead(WHITE, tuple(sorted((point(game, "B4"), point(game, "F4")))))
    game.act(marking)
    game.act(Agree(BLACK))
    assert answer(game, WHITE) == Agree(WHITE)


def test_who_calls_dead_stones_living_has_to_show_it_once_and_loses_them() -> None:
    game = asked_to_settle(WITH_A_DEAD_STONE)
    game.act(Agree(BLACK))
    game.act(answer(game, WHITE))
    game.act(UnmarkDead(BLACK, (point(game, "F4"),)))
    game.act(Agree(BLACK))
    game.act(answer(game, WHITE))
    assert game.actions[-1] == Resume(WHITE)
    while game.state.phase == "play":
        is_black = game.state.position.to_move is BLACK
        game.act(Pass(BLACK) if is_black else choice(player_of_level(3, GO, None, Random(1)), game))
    assert game.state.position.board[point(game, "F4")] is None
    game.act(Agree(BLACK))
    game.act(answer(game, WHITE))
    assert game.state.dead == {point(game, "B4")}


def test_after_that_the_other_side_has_the_last_word_on_its_own_stones() -> None:
    game = asked_to_settle(WITH_A_DEAD_STONE)
    game.act(Resume(WHITE))
    play(game, "pass pass")
    game.act(MarkDead(WHITE, (point(game, "F4"),)))
    game.act(UnmarkDead(BLACK, (point(game, "F4"),)))
    game.act(Agree(BLACK))
    assert answer(game, WHITE) == Agree(WHITE)
