"""The players that come with the program: chance, a game's own hint, generic tree search; and the judgement of life."""

from tengen.players.builtin.candidates import any_choice, legal_moves, random_action, sensible_moves
from tengen.players.builtin.ending import (
    Searched,
    answer_to_marks,
    counts_points,
    dead_stones,
    is_time_to_resign,
    second_thought,
    since_dispute,
)
from tengen.players.builtin.estimate import Estimate, estimate
from tengen.players.builtin.hint_player import HintPlayer
from tengen.players.builtin.life import Life, judge_life, liberties
from tengen.players.builtin.mcts import DEFAULT_MS, MctsPlayer
from tengen.players.builtin.random_player import RandomPlayer

__all__ = [
    "DEFAULT_MS",
    "Estimate",
    "HintPlayer",
    "Life",
    "MctsPlayer",
    "RandomPlayer",
    "Searched",
    "answer_to_marks",
    "any_choice",
    "counts_points",
    "dead_stones",
    "estimate",
    "is_time_to_resign",
    "judge_life",
    "legal_moves",
    "liberties",
    "random_action",
    "second_thought",
    "sensible_moves",
    "since_dispute",
]
