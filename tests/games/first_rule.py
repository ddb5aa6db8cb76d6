"""The simple rule of five in a row that the second level must beat: lengthen the longest row, look at nothing else."""

from __future__ import annotations

from random import Random

from tengen.core import Action, Board, Color, Place, Point
from tengen.players import Budget, Player, StopToken, Turn

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class FirstRulePlayer(Player):
    """Takes the point that makes its longest unbroken row. The first of equals, column by column from the left."""

    def __init__(self, rng: Random) -> None:
        del rng  # it has no use for chance
        self.name = "first rule"

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        del budget, stop
        points = sorted(turn.ruleset.legal_points(turn.state))
        board = turn.state.position.board
        return Place(turn.actor, max(points, key=lambda point: _longest_row(board, point, turn.actor)))


def _longest_row(board: Board, point: Point, color: Color) -> int:
    return max(1 + _stones(board, point, x, y, color) + _stones(board, point, -x, -y, color) for x, y in _DIRECTIONS)


def _stones(board: Board, point: Point, x: int, y: int, color: Color) -> int:
    """How many stones of the colour stand side by side from the point on, which does not count."""
    count = 0
    while (point := Point(point.x + x, point.y + y)) in board and board[point] is color:
        count += 1
    return count
