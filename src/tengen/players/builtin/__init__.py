"""The players that come with the program: chance, a game's own hint, generic tree search; and the judgement of life."""

from tengen.players.builtin.candidates import any_choice, legal_moves, random_action
from tengen.players.builtin.ending import answer_to_marks, dead_stones
from tengen.players.builtin.hint_player import HintPlayer
from tengen.players.builtin.life import Life, judge_life, liberties
from tengen.players.builtin.mcts import DEFAULT_MS, MctsPlayer
from tengen.players.builtin.random_player import RandomPlayer

__all__ = [
    "DEFAULT_MS",
    "HintPlayer",
    "Life",
    "MctsPlayer",
    "RandomPlayer",
    "answer_to_marks",
    "any_choice",
    "dead_stones",
    "judge_life",
    "legal_moves",
    "liberties",
    "random_action",
]
