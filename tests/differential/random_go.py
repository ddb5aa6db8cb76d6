"""Random games of Go in which nobody fills an own eye, so that they come to an end. Played by our rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tengen.core import Game, Pass, Place, Point


def random_moves(game: Game, rng: random.Random, most: int) -> Iterator[Point | None]:
    """Play the game to the very end and tell every move after it was made; None is a pass.

    It ends when neither side has a move left but to fill its own eyes, or after `most` moves.
    """
    rules = game.ruleset
    for _ in range(most):
        if game.state.is_over:
            return
        state = game.state
        player = state.position.to_move
        empty = state.position.board.empties()
        rng.shuffle(empty)
        for point in empty:
            if rules.is_sensible(state, point) and rules.refusal(state, place := Place(player, point)) is None:
                game.act(place)
                yield point
                break
        else:
            game.act(Pass(player))
            yield None
