"""The tree search of OpenSpiel as a brain of Gomocup: random playouts, so many for every move. Freestyle only.

    build/openspiel/bin/python bench/openspiel_brain.py --rollouts 10000 --seed 1

Run by bench/gomoku_openspiel.py, in an environment of its own; imports nothing of ours. Limits of time are not its
business: it counts rollouts.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import pyspiel

_UCT_C = 2.0
_MEMORY_MB = 1000


class Brain:
    """A board, told in the order of play, and who is to move on it."""

    def __init__(self, rollouts: int, seed: int) -> None:
        self._rollouts = rollouts
        self._seed = seed
        self._begin(15)

    def _begin(self, size: int) -> None:
        self._size = size
        self._game = pyspiel.load_game("gomoku", {"size": size})
        self._state = self._game.new_initial_state()

    def talk(self, lines: Iterator[str]) -> None:
        """Answer until told to end."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "END":
                return
            answer = self._answer(word, rest, lines)
            if answer:
                print(answer, flush=True)

    def _answer(self, word: str, rest: str, lines: Iterator[str]) -> str:
        match word:
            case "ABOUT":
                return f'name="OpenSpiel MCTS {self._rollouts}", version="{pyspiel.__version__}"'
            case "START":
                self._begin(int(rest))
                return "OK"
            case "RESTART":
                self._begin(self._size)
                return "OK"
            case "BEGIN":
                return self._move()
            case "TURN":
                self._put(rest)
                return self._move()
            case "BOARD":
                self._begin(self._size)
                for stone in iter(lambda: next(lines).strip(), "DONE"):
                    self._put(stone)
                return self._move()
            case "INFO" | "":
                return ""
        return "UNKNOWN command"

    def _put(self, point: str) -> None:
        x, y = point.split(",")[:2]
        self._state.apply_action(int(y) * self._size + int(x))

    def _move(self) -> str:
        evaluator = pyspiel.RandomRolloutEvaluator(1, self._seed)
        solves = True
        bot = pyspiel.MCTSBot(self._game, evaluator, _UCT_C, self._rollouts, _MEMORY_MB, solves, self._seed, False)
        action = bot.step(self._state)
        self._state.apply_action(action)
        return f"{action % self._size},{action // self._size}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rollouts", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    Brain(arguments.rollouts, arguments.seed).talk(iter(sys.stdin))


if __name__ == "__main__":
    main()
