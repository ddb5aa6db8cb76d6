"""Gomoku games as files tell them: stones in turn, mostly without a word about the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tengen.core import BadRecord, ErrorCode, GameError, GameState, Node, Place, Point, Ruleset, create_rules

KIND: Final = "gomoku"
TRIED: Final = ("freestyle", "standard", "caro")
"""Whatever goes on legally under Renju does so under one of these too."""


@dataclass(slots=True)
class PlayedGame:
    """A game replayed from moves: its rules, the state it reached, and its nodes."""

    rules: Ruleset
    state: GameState
    nodes: list[Node] = field(default_factory=lambda: [Node()])


def played(
    size: int, moves: Sequence[tuple[Point, int | None]], presets: Sequence[str] = TRIED
) -> tuple[PlayedGame, BadRecord | None]:
    """The game, each move with its milliseconds, under the first rules that take all of it, else the first of all.

    The second is the first move that these refuse.
    """
    first: tuple[PlayedGame, BadRecord | None] | None = None
    for preset in presets:
        tried = _play(create_rules(KIND, size, preset), moves)
        if tried[1] is None:
            return tried
        first = first or tried
        reason = tried[1].reason
        if reason.code is not ErrorCode.GAME_OVER:
            break
    assert first is not None
    return first


def _play(rules: Ruleset, moves: Sequence[tuple[Point, int | None]]) -> tuple[PlayedGame, BadRecord | None]:
    game = PlayedGame(rules, rules.initial())
    for number, (point, ms) in enumerate(moves, 1):
        action = Place(game.state.position.to_move, point)
        try:
            game.state = rules.apply(game.state, action)
        except GameError as reason:
            return game, BadRecord(number, reason)
        game.nodes.append(Node(number - 1, action, ms))
    return game, None
