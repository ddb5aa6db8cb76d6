"""Reading SGF beside sgfmill: 1,000 random games on 19x19, parsed and every move played.

Prints one line of JSON. Both sides read the same bytes in the same process, alternating in batches, and the
figure is the ratio of their best times per batch: above 1 means that ours is faster. Ours checks legality with the
ko rule that the file names; sgfmill checks nothing but occupied points.

    .venv/bin/python bench/sgf_read.py [--games 1000] [--rounds 3] [--rules Chinese-KGS] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable

from sgfmill import boards, sgf

from tengen.core import BLACK, GameError, Place, create_game
from tengen.formats.sgf import FORMAT

SIZE = 19
MOVES = 250
BATCH = 50


def random_game(rng: random.Random, rules: str) -> bytes:
    """A random legal game in which nobody fills an own eye, as the bytes of a file."""
    game = create_game("go", SIZE)
    state = game.state
    points = list(state.position.board.points())
    moves: list[str] = []
    while len(moves) < MOVES:
        point = rng.choice(points)
        if state.position.board[point] is not None or not game.ruleset.is_sensible(state, point):
            continue
        color = state.position.to_move
        try:
            state = game.ruleset.apply(state, Place(color, point))
        except GameError:
            continue
        moves.append(f";{'B' if color is BLACK else 'W'}[{chr(97 + point.x)}{chr(97 + point.y)}]")
    head = f"(;FF[4]GM[1]CA[UTF-8]SZ[{SIZE}]RU[{rules}]KM[7.5]PB[Ada]PW[Bo]RE[B+R]"
    return (head + "".join(moves) + ")").encode()


def read_ours(data: bytes) -> None:
    """Parse and play one file with ours."""
    FORMAT.read(data)


def read_sgfmill(data: bytes) -> None:
    """Parse and play one file with sgfmill."""
    game = sgf.Sgf_game.from_bytes(data)
    board = boards.Board(game.get_size())
    for node in game.get_main_sequence():
        color, move = node.get_move()
        if move is not None:
            board.play(*move, color)


def seconds(read: Callable[[bytes], None], batch: list[bytes]) -> float:
    """How long reading these files takes."""
    begin = time.perf_counter()
    for data in batch:
        read(data)
    return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rules", default="Chinese-KGS")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    games = [random_game(rng, arguments.rules) for _ in range(arguments.games)]
    ours = theirs = 0.0
    for start in range(0, len(games), BATCH):
        batch = games[start : start + BATCH]
        times = [(seconds(read_ours, batch), seconds(read_sgfmill, batch)) for _ in range(arguments.rounds)]
        ours += min(time for time, _ in times)
        theirs += min(time for _, time in times)
    moves = len(games) * MOVES
    figure = {
        "bench": "sgf_read",
        "games": len(games),
        "moves": moves,
        "rules": arguments.rules,
        "ours_s": round(ours, 2),
        "sgfmill_s": round(theirs, 2),
        "ours_us_per_move": round(ours / moves * 1e6, 2),
        "sgfmill_us_per_move": round(theirs / moves * 1e6, 2),
        "ours_over_sgfmill": round(theirs / ours, 2),
    }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
