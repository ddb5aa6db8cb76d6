"""Games between players, for the tests: no clocks, no seats, everybody in the same thread of time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from tengen.core import Action, Game, Ruleset
from tengen.players import Budget, Player, RandomPlayer, StopToken, Turn

MAKE = Callable[[Random], Player]


def choice(player: Player, game: Game, budget: Budget | None = None) -> Action:
    """What the player chooses now."""
    return asyncio.run(player.choose(Turn.of(game.timeline), budget or Budget(), StopToken()))


async def _play(game: Game, first: Player, second: Player, most: int) -> None:
    for _ in range(most):
        if game.state.is_over:
            break
        turn = Turn.of(game.timeline)
        is_first = game.state.is_first_seat(turn.actor)
        game.act(await (first if is_first else second).choose(turn, Budget(), StopToken()))


def played(
    ruleset: Ruleset, first: Player, second: Player, *, opening: int = 0, seed: int = 0, most: int = 1000
) -> Game:
    """A game after `opening` random actions and at most so many of the players; `first` began as Black."""
    game = Game(ruleset)
    chance = RandomPlayer(Random(seed))
    asyncio.run(_play(game, chance, chance, opening))
    asyncio.run(_play(game, first, second, most))
    return game


def points(ruleset: Ruleset, player: MAKE, opponent: MAKE, games: int, *, opening: int = 4) -> float:
    """What the player makes of these games, a draw a half: every opening twice, with colours changed."""
    made = 0.0
    for number in range(games):
        pair, is_first = number // 2, number % 2 == 0
        mine, theirs = player(Random(number)), opponent(Random(games + number))
        both = (mine, theirs) if is_first else (theirs, mine)
        state = played(ruleset, *both, opening=opening, seed=pair).state
        winner = state.outcome.winner if state.outcome else None
        won = winner is not None and state.is_first_seat(winner) == is_first
        made += 0.5 if winner is None else float(won)
    return made
