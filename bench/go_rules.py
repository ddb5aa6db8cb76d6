"""Python Go rules with superko beside sgfmill's board without it: one 250-move game on 19x19, many times.

Prints one line of JSON. Both sides play the same moves in the same process, alternating, and the
figure is the ratio of their best times: above 1 means that ours is faster.

    .venv/bin/python bench/go_rules.py [--rounds 40] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import random
import time

from sgfmill import boards

from tengen.core import BLACK, Place, Point, create_game

SIZE = 19
MOVES = 250


def random_game(seed: int) -> list[Point]:
    """A random legal game without passes in which nobody fills an own eye."""
    rng = random.Random(seed)
    game = create_game("go", SIZE)
    points = []
    while len(points) < MOVES:
        state = game.state
        choices = [p for p in game.ruleset.legal_points(state) if game.ruleset.is_sensible(state, p)]
        point = rng.choice(choices)
        game.act(Place(state.position.to_move, point))
        points.append(point)
    return points


def play_positions(points: list[Point]) -> float:
    """Seconds for the game on positions alone: legality, capture, superko."""
    position = create_game("go", SIZE).state.position
    begin = time.perf_counter()
    for point in points:
        position = position.play(point)
    return time.perf_counter() - begin


def play_game(points: list[Point]) -> float:
    """Seconds for the game through the whole Game: phases, judgement, mementos for undo."""
    game = create_game("go", SIZE)
    color = BLACK
    begin = time.perf_counter()
    for point in points:
        game.act(Place(color, point))
        color = color.other
    return time.perf_counter() - begin


def play_sgfmill(points: list[Point]) -> float:
    """Seconds for the game on sgfmill's board, which checks no superko."""
    board = boards.Board(SIZE)
    moves = [(SIZE - 1 - point.y, point.x) for point in points]
    begin = time.perf_counter()
    for number, (row, column) in enumerate(moves):
        board.play(row, column, "bw"[number % 2])
    return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    points = random_game(arguments.seed)
    times = [(play_positions(points), play_game(points), play_sgfmill(points)) for _ in range(arguments.rounds)]
    position, game, sgfmill = (min(column) for column in zip(*times, strict=True))
    figure = {
        "bench": "go_rules",
        "moves": MOVES,
        "rounds": arguments.rounds,
        "position_us_per_move": round(position / MOVES * 1e6, 2),
        "game_us_per_move": round(game / MOVES * 1e6, 2),
        "sgfmill_us_per_move": round(sgfmill / MOVES * 1e6, 2),
        "position_over_sgfmill": round(sgfmill / position, 2),
        "game_over_sgfmill": round(sgfmill / game, 2),
    }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
