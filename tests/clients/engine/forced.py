"""A small game in which somebody must pass."""

from __future__ import annotations

from random import Random

from tengen.core import Color, Game, Pass, Place, Point, create_rules


def forced_pass() -> tuple[list[tuple[Color, Point]], Color, Point]:
    """The moves of a 4x4 game up to where somebody must pass, who that is, and where the other can move then."""
    rng = Random(4)
    while True:
        game = Game(create_rules("othello", 4))
        plies: list[tuple[Color, Point]] = []
        while not game.state.is_over and not game.ruleset.can_pass(game.state):
            color, point = game.state.position.to_move, rng.choice(game.ruleset.legal_points(game.state))
            plies.append((color, point))
            game.act(Place(color, point))
        if not game.state.is_over:
            idle = game.state.position.to_move
            game.act(Pass(idle))
            return plies, idle, game.ruleset.legal_points(game.state)[0]
