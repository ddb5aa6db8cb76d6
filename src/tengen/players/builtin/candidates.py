"""What the built-in players consider in a turn, and the turns that need no thought. Values no move."""

from __future__ import annotations

from random import Random

from tengen.core import PASS, Action, Choose, GameState, Move, Pass, Place, Ruleset
from tengen.players.player import Turn


def any_choice(turn: Turn, rng: Random) -> Action | None:
    """The answer where a colour is to be chosen: any. None elsewhere."""
    choices = turn.ruleset.choices(turn.state)
    return Choose(turn.actor, rng.choice(choices)) if choices else None


def legal_moves(ruleset: Ruleset, state: GameState) -> list[Move]:
    """Every point that may be taken, then the pass if there is one."""
    moves: list[Move] = list(ruleset.legal_points(state))
    if ruleset.can_pass(state):
        moves.append(PASS)
    return moves


def sensible_moves(ruleset: Ruleset, state: GameState) -> list[Move]:
    """The sensible points and the pass; every legal point when that leaves nothing."""
    legal = legal_moves(ruleset, state)
    return [move for move in legal if move is None or ruleset.is_sensible(state, move)] or legal


def random_action(turn: Turn, rng: Random) -> Action:
    """A stone on any sensible point; a pass when none is left; any legal point where no pass is offered.

    Tries empty points in a random order, which is cheaper than listing the legal ones.
    """
    ruleset, state, actor = turn.ruleset, turn.state, turn.actor
    empties = state.position.board.empties()
    rng.shuffle(empties)
    spare: Place | None = None
    for point in empties:
        placing = Place(actor, point)
        if ruleset.refusal(state, placing) is None:
            if ruleset.is_sensible(state, point):
                return placing
            spare = spare or placing
    if ruleset.can_pass(state):
        return Pass(actor)
    assert spare is not None, "a side that may act has something to do"
    return spare
