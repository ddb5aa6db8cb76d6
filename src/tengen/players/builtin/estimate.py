"""How a game stands that is not over: who leads, by how much, and whose each point will be. An opinion, no count.

The game is played out by chance from where the stones lie; nobody reads anything out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from tengen.core import AGREE, GameState, Resume, Ruleset
from tengen.players import native
from tengen.players.builtin.life import judge_life
from tengen.players.player import StopToken, Turn, in_thread

_GAMES: Final = 6_000
"""So many leave half a point to chance on a small board, a point on a large one."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """By how many points Black will probably win, komi and all; negative where White will.

    No finer than halves of a point: nobody knows it better. `ownership` tells for every point, row by row from the top
    left, whose it will be: 1 is Black's, -1 White's.
    """

    margin: float
    ownership: tuple[float, ...]


async def estimate(turn: Turn, rng: Random, ms: int, stop: StopToken | None = None) -> Estimate:
    """How the game stands, after so many milliseconds at most. For games that count surrounded points."""
    assert turn.ruleset.FEATURES.territory, "points are surrounded here"
    ruleset, state = turn.ruleset, turn.state
    is_finished = state.phase == AGREE
    if is_finished:
        state = ruleset.apply(state, Resume(state.position.to_move))
    token = stop or StopToken()

    def found() -> Estimate:
        seed = rng.getrandbits(64)
        played = native.ownership(ruleset, state, _GAMES, token, seed=seed, ms=ms, both_begin=is_finished)
        if played is None:
            return _by_life(ruleset, state, rng, ms, token)
        return Estimate(_halves(played.margin), played.points)

    return await in_thread(found, token)


def _by_life(ruleset: Ruleset, state: GameState, rng: Random, ms: int, stop: StopToken) -> Estimate:
    """As life is judged. Points that are as likely either side's are nobody's, and all count by area."""
    life = judge_life(ruleset, replace(state, passes=0), rng, stop, ms)
    ownership = tuple(2 * life.black_share[point] - 1 for point in state.position.board.points())
    return Estimate(_halves(sum(ownership) - (ruleset.komi_points() or 0.0)), ownership)


def _halves(margin: float) -> float:
    return round(2 * margin) / 2
