"""Monte Carlo tree search for any game that has rules. The `hint` is its first guess, chance its judge.

A node knows its value as the first seat sees it (see rollout); who chooses in a node takes the best for the
own seat. So a player who acts twice in a row, or changes colours, needs no special case. Ends of the game are
proven values and climb the tree: a win within sight is played, a loss within sight is avoided.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from tengen.core import Action, Choose, GameError, GameState, Move, Ruleset, from_move
from tengen.players.analysis import Avoid
from tengen.players.builtin.candidates import legal_moves, sensible_moves
from tengen.players.builtin.rollout import DRAW, roll_out, settled, value_of_end
from tengen.players.player import StopToken

_EXPLORATION = 1.1
_UNTRIED_LOSS = 0.1
"""An untried move is first guessed this much worse than the node it starts from."""

_EVEN_SHARE = 0.25
"""This part of the prior is spread evenly, so that a wrong hint hides no move for good."""

_FIRST_LOOK = 6
"""So many of a node's likeliest moves are tried at once for an immediate win."""

_LARGEST_TREE = 500_000
"""In nodes; a full tree is searched on without growing."""


class Node:
    """A moment of the game in the tree. Has a `state` once it was reached, `children` once expanded."""

    __slots__ = ("action", "children", "prior", "proven", "seat", "state", "total", "visits")

    def __init__(self, action: Action | None, prior: float) -> None:
        self.action = action
        self.prior = prior
        self.state: GameState | None = None
        self.seat = True  # whether the first seat chooses here; known with the state
        self.visits = 0
        self.total = 0.0
        self.proven: float | None = None
        self.children: list[Node] | None = None

    def value_for(self, seat: bool) -> float:
        """The value of a known node for one of the seats."""
        value = self.total / self.visits if self.proven is None else self.proven
        return value if seat else 1.0 - value

    @property
    def is_known(self) -> bool:
        """Whether anything can be said of its value."""
        return self.visits > 0 or self.proven is not None


class SearchLimits(NamedTuple):
    """What a search may cost; None sets no limit. With `is_curious` an only move is evaluated too."""

    nodes: int | None = None
    ms: int | None = None
    is_curious: bool = False

    def part(self, parts: int) -> SearchLimits:
        """The same with so much less time."""
        return self if self.ms is None else self._replace(ms=self.ms // parts)


class Search:
    """One search from one state. Not for states where nothing is to be decided."""

    def __init__(self, ruleset: Ruleset, state: GameState, rng: Random, avoid: Sequence[Avoid] = ()) -> None:
        self._ruleset = ruleset
        self._rng = rng
        self._avoid = avoid
        self._sudden = ruleset.score(state) is None
        self._size = 1
        self.root = Node(None, 1.0)
        self._enter(self.root, state)
        self.rollouts = 0

    def run(self, limits: SearchLimits, stop: StopToken) -> Action:
        """Search until a limit, a stop or a proof, and give the best action. Blocks, so it wants a thread."""
        halted = stop.within(limits.ms)
        root = self.root
        self._expand(root, 0)
        assert root.children, "a side that may act has something to do"
        if limits.is_curious or len(root.children) > 1:
            self._look_around(root, 0, halted)
            while root.proven is None and (limits.nodes is None or self.rollouts < limits.nodes) and not halted():
                self._simulate(halted)
        action = best_of(root).action
        assert action is not None
        return action

    # --- one simulation ----------------------------------------------------------------------

    def _simulate(self, halted: Callable[[], bool]) -> None:
        """Walk down to a new node, judge it, and carry the value up. Leaves no trace when halted."""
        path = [self.root]
        node = self.root
        value: float | None = None
        while value is None:
            fresh = not node.visits
            if node.children is None and node.proven is None and (self._sudden or not fresh):
                self._grow(node, len(path) - 1, halted)
            if node.proven is not None:
                value = node.proven
            elif node.children is None or (fresh and node is not self.root):
                assert node.state is not None
                value = roll_out(self._ruleset, node.state, self._rng, halted)
                if value is None:
                    return
            else:
                node = self._select(node)
                self._reach(node, path[-1])
                path.append(node)
        self.rollouts += 1
        for visited in path:
            visited.visits += 1
            visited.total += value
        for visited in reversed(path):
            if visited.proven is None and not self._prove(visited):
                break

    def _select(self, node: Node) -> Node:
        """The child that promises most to the one who chooses here (PUCT), proven losses left out."""
        assert node.children
        seat = node.seat
        lost = 0.0 if seat else 1.0
        effort = _EXPLORATION * math.sqrt(node.visits + 1)
        untried = (node.value_for(seat) if node.visits else DRAW) - _UNTRIED_LOSS
        best, highest = node.children[0], -math.inf
        for child in node.children:
            if child.proven == lost:
                continue
            worth = child.value_for(seat) if child.visits or child.proven is not None else untried
            worth += effort * child.prior / (1 + child.visits)
            if worth > highest:
                best, highest = child, worth
        return best

    # --- growing the tree --------------------------------------------------------------------

    def _enter(self, node: Node, state: GameState) -> None:
        """Give a node its state; an end of the game is proven at once."""
        node.state = state
        if state.is_over:
            node.proven = value_of_end(state)
        else:
            node.seat = state.is_first_seat(self._ruleset.actors(state)[0])

    def _reach(self, child: Node, parent: Node) -> None:
        """Work out the state of a child of a node that has one."""
        if child.state is None:
            assert parent.state is not None
            assert child.action is not None
            after = self._ruleset.apply(parent.state, child.action)
            self._enter(child, settled(self._ruleset, after))

    def _expand(self, node: Node, depth: int) -> None:
        """Give a node so many plies from the root its children, the likeliest first."""
        state = node.state
        assert state is not None
        actor = self._ruleset.actors(state)[0]
        choices = self._ruleset.choices(state)
        if choices:
            node.children = [Node(Choose(actor, choice), 1 / len(choices)) for choice in choices]
            return
        sensible = sensible_moves(self._ruleset, state)
        moves = self._not_avoided(sensible, state, depth) or sensible
        priors = softened([self._ruleset.hint(state, move) for move in moves])
        ranked = sorted(zip(moves, priors, strict=True), key=lambda pair: -pair[1])
        node.children = [Node(from_move(actor, move), prior) for move, prior in ranked]
        self._size += len(ranked)

    def _not_avoided(self, moves: list[Move], state: GameState, depth: int) -> list[Move]:
        """The moves that are not to be left out so many plies from the root."""
        color = state.position.to_move
        avoided = {move for one in self._avoid if one.color is color and depth < one.plies for move in one.moves}
        return [move for move in moves if move not in avoided] if avoided else moves

    def _grow(self, node: Node, depth: int, halted: Callable[[], bool]) -> None:
        """Expand a node below the root and look for what is decided there, unless the tree is too large already."""
        if self._size >= _LARGEST_TREE:
            return
        self._expand(node, depth)
        if self._sudden:
            self._look_around(node, depth, halted)
        else:
            self._first_look(node)

    def _first_look(self, node: Node) -> None:
        """Try the likeliest moves of a new node for a win that is there already."""
        for child in (node.children or [])[:_FIRST_LOOK]:
            self._reach(child, node)
        self._prove(node)

    def _prove(self, node: Node) -> bool:
        """Whether the children settle what the node is worth: one wins, or all are settled."""
        if not node.children:
            return False
        won = 1.0 if node.seat else 0.0
        values = [child.proven for child in node.children]
        if won in values:
            node.proven = won
        elif None not in values:
            settled_values = [value for value in values if value is not None]
            node.proven = max(settled_values) if node.seat else min(settled_values)
        return node.proven is not None

    # --- what is decided at a glance ---------------------------------------------------------

    def _look_around(self, node: Node, depth: int, halted: Callable[[], bool]) -> None:
        """Find every move of a node that wins at once, and those that let the opponent win at once.

        The opponent's winning replies are looked for after the least likely move; the other moves are then
        tried against these few only. What this misses the search may still find.
        """
        for child in node.children or []:
            if halted():
                return
            self._reach(child, node)
        answered = [child for child in node.children or [] if child.proven is None and child.seat != node.seat]
        if answered and not self._prove(node):
            quiet = answered[-1]
            assert quiet.state is not None
            replies = self._not_avoided(legal_moves(self._ruleset, quiet.state), quiet.state, depth + 1)
            threats = [reply for reply in replies if not halted() and self._wins(quiet, reply)]
            for child in answered:
                if any(self._wins(child, threat) for threat in threats):
                    child.proven = 0.0 if node.seat else 1.0
            self._prove(node)
        for child in node.children or []:
            child.state = None  # most are never visited, and a state is large

    def _wins(self, node: Node, move: Move) -> bool:
        """Whether the one who chooses in this node wins at once with the move, if it is legal at all."""
        assert node.state is not None
        actor = self._ruleset.actors(node.state)[0]
        try:
            after = settled(self._ruleset, self._ruleset.apply(node.state, from_move(actor, move)))
        except GameError:
            return False
        return after.is_over and value_of_end(after) == (1.0 if node.seat else 0.0)


def rank(child: Node, seat: bool) -> tuple[bool, bool, int, float, float]:
    """How much a child promises to the one who chooses: a proven win first, a proven loss last, else by its visits."""
    won, lost = (1.0, 0.0) if seat else (0.0, 1.0)
    value = child.value_for(seat) if child.is_known else 0.0
    return (child.proven == won, child.proven != lost, child.visits, value, child.prior)


def best_of(node: Node) -> Node:
    """The child to play."""
    assert node.children
    return max(node.children, key=lambda child: rank(child, node.seat))


def softened(hints: Sequence[float]) -> list[float]:
    """Hints of any scale as shares of one: a softmax in units of their mean deviation.

    Minus infinity gets nothing, unless there is nothing else; plus infinity leaves nothing to the rest.
    """
    highest = max(hints)
    if math.isinf(highest):
        shares = [1.0 if hint == highest else 0.0 for hint in hints]
        return _shared(shares, 0.0)
    finite = [hint for hint in hints if hint != -math.inf]
    mean = sum(finite) / len(finite)
    unit = sum(abs(hint - mean) for hint in finite) / len(finite) or 1.0
    return _shared([math.exp((hint - highest) / unit) for hint in hints], _EVEN_SHARE)


def _shared(weights: list[float], even_share: float) -> list[float]:
    """Weights scaled to a sum of one, part of it spread evenly over those that are in reach."""
    total = sum(weights)
    wanted = sum(weight > 0 for weight in weights)
    return [(1 - even_share) * weight / total + even_share / wanted if weight > 0 else 0.0 for weight in weights]
