"""Go beside GNU Go over GTP: the same legal moves, the same area, the same handicap stones.

GNU Go keeps the whole past for superko as we do. It marks no dead stones of its own where nothing is left to capture.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator

import pytest

from tengen.core import BLACK, COLORS, WHITE, Board, Color, Game, Point, create_game
from tengen.games.go.handicap import fixed_stones, most_fixed_stones
from tengen.games.go.options import Scoring, Tax
from tengen.games.go.scoring import board_score
from tests.differential.gtp_lines import GtpLines
from tests.differential.random_go import random_moves
from tests.pictures import game_from, play, refusal

GNUGO = shutil.which("gnugo", path=os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/games")))
IS_REQUIRED = bool(os.environ.get("CI") or os.environ.get("TENGEN_REQUIRE_ALL"))
KO_FLAGS = {
    "simple": "--simple-ko",
    "positional": "--positional-superko",
    "situational": "--situational-superko",
}


def gnugo(*flags: str) -> GtpLines:
    """GNU Go, or a reason to leave the test out on a machine without it."""
    if GNUGO is None:
        assert not IS_REQUIRED, "GNU Go is required here: install the package gnugo"
        pytest.skip("GNU Go is not installed (Debian and Ubuntu: the package gnugo)")
    return GtpLines([GNUGO, "--mode", "gtp", "--level", "1", *flags])


def begin(engine: GtpLines, size: int) -> None:
    engine.ask(f"boardsize {size}")
    engine.ask("clear_board")
    engine.ask("komi 0")


def follow(game: Game, engine: GtpLines, rng: random.Random, most: int) -> Iterator[Color]:
    """Play a random game on both sides and tell after every move who is to move."""
    spec = game.ruleset.board_spec()
    mover = game.state.position.to_move
    for point in random_moves(game, rng, most):
        engine.ask(f"play {mover.word} {'pass' if point is None else spec.name(point)}")
        mover = mover.other
        yield mover


def points(game: Game, names: str) -> set[Point]:
    spec = game.ruleset.board_spec()
    return {spec.parse(name) for name in names.split()}


# --- legal moves


def same_legal_moves(engine: GtpLines, game: Game, rng: random.Random, every: int) -> None:
    """Ask both for all legal moves at every so many moves of a random game."""
    begin(engine, game.state.position.board.columns)
    for number, mover in enumerate(follow(game, engine, rng, most=200)):
        if number % every == 0 and not game.state.is_over:
            ours = set(game.ruleset.legal_points(game.state))
            assert ours == points(game, engine.ask(f"all_legal {mover.word}"))


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("ko", KO_FLAGS)
def test_both_find_the_same_legal_moves(ko: str, suicide: bool) -> None:
    rng = random.Random(f"{ko} {suicide}")
    with gnugo(KO_FLAGS[ko], "--allow-suicide" if suicide else "--forbid-suicide") as engine:
        for size in (5, 5, 5, 5, 7, 9):
            same_legal_moves(engine, create_game("go", size, {"ko": ko, "suicide": suicide}), rng, every=2)


@pytest.mark.long
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("ko", KO_FLAGS)
def test_both_find_the_same_legal_moves_in_many_games(ko: str, suicide: bool) -> None:
    rng = random.Random(f"many {ko} {suicide}")
    with gnugo(KO_FLAGS[ko], "--allow-suicide" if suicide else "--forbid-suicide") as engine:
        for size in [5] * 60 + [7] * 20 + [9] * 15 + [13] * 3 + [19] * 2:
            same_legal_moves(engine, create_game("go", size, {"ko": ko, "suicide": suicide}), rng, every=1)


@pytest.mark.parametrize("ko", KO_FLAGS)
def test_every_point_is_asked_for_by_name(ko: str) -> None:
    """`is_legal` point by point, with stones, kos and eyes on the board."""
    rng = random.Random(ko)
    game = create_game("go", 5, {"ko": ko})
    with gnugo(KO_FLAGS[ko]) as engine:
        begin(engine, 5)
        spec = game.ruleset.board_spec()
        for number, mover in enumerate(follow(game, engine, rng, most=60)):
            if number % 6 == 5 and not game.state.is_over:
                for point in Board.empty(5).points():
                    answer = engine.ask(f"is_legal {mover.word} {spec.name(point)}")
                    assert (answer == "1") == (game.state.position.refusal(point) is None), spec.name(point)


# A board, who is to move, and moves that come back to it: a triple ko, sending two and returning one, eternal life.
CYCLES = [
    (
        """. # o . . . # o .
           # o . o . # o . o
           . # o . . . # o .
           . . . . . . . . .
           . . . # o . . . .
           . . # . # o . . .
           . . . # o . . . .
           . . . . . . . . .
           . . . . . . . . .""",
        BLACK,
        "c8 d4 h8 b8 e4 g8",
    ),
    (
        """. . . . .
           . . . . .
           . . o . .
           # # o . .
           . o . o .""",
        WHITE,
        "a1 c1 b1 pass a1 c1 b1",
    ),
    (
        """o . # . o
           # # o o .
           . . . . .
           . . . . .
           . . . . .""",
        BLACK,
        "d5 b5 c5 a5",
    ),
]


@pytest.mark.parametrize(("picture", "to_move", "moves"), CYCLES, ids=["triple ko", "sending two", "eternal life"])
@pytest.mark.parametrize("ko", KO_FLAGS)
def test_both_refuse_the_same_move_of_a_cycle(picture: str, to_move: Color, moves: str, ko: str) -> None:
    game = game_from("go", picture, to_move=to_move, rules={"ko": ko})
    size = game.state.position.board.columns
    spec = game.ruleset.board_spec()
    with gnugo(KO_FLAGS[ko]) as engine:
        begin(engine, size)
        for color in COLORS:
            for stone in game.state.position.board.stones(color):
                engine.ask(f"play {color.word} {spec.name(stone)}")
        for name in moves.split():
            mover = game.state.position.to_move.word
            assert set(game.ruleset.legal_points(game.state)) == points(game, engine.ask(f"all_legal {mover}"))
            if refusal(game, name) is not None:
                break
            play(game, name)
            engine.ask(f"play {mover} {name}")


# --- area


def same_area(engine: GtpLines, size: int, seed: int) -> None:
    """Play a random game to the very end and have both count it."""
    game = create_game("go", size, {"komi": 0})
    begin(engine, size)
    for _ in follow(game, engine, random.Random(f"area {size} {seed}"), most=4 * size * size):
        pass
    assert game.state.is_over
    answer = engine.ask("final_score")
    theirs = 0.0 if answer == "0" else float(answer[2:]) * (1 if answer.startswith("B") else -1)
    black, white = board_score(game.state.position.board, Scoring.AREA, Tax.NONE)
    assert black - white == theirs


def test_both_count_the_same_area_in_a_hundred_games() -> None:
    with gnugo("--chinese-rules", "--positional-superko") as engine:
        for seed in range(100):
            same_area(engine, (5, 7, 9, 9)[seed % 4], seed)


# --- handicap


def test_both_put_the_same_handicap_stones_on_fixed_points() -> None:
    """On 12x12 alone GNU Go takes the fourth line and we the third, as KataGo does."""
    with gnugo() as engine:
        for size in {*range(7, 20)} - {12}:
            for count in range(2, most_fixed_stones(size) + 1):
                begin(engine, size)
                game = create_game("go", size)
                assert points(game, engine.ask(f"fixed_handicap {count}")) == set(fixed_stones(size, count))


@pytest.mark.parametrize(("size", "most"), [(5, 0), (6, 0), (7, 4), (8, 4), (9, 9), (12, 4), (13, 9), (18, 4), (19, 9)])
def test_our_handicap_table_has_so_many_fixed_points(size: int, most: int) -> None:
    assert most_fixed_stones(size) == most
    if most:
        stones = Board.empty(size).with_stone(fixed_stones(size, most), BLACK)
        assert stones.count(BLACK) == most
