"""The generic search with a window: what it thinks of its moves while it goes on. Searches nothing itself.

The search runs in one thread and is looked at from another. What is read are single numbers of nodes that stay
where they are, so a look may be a rollout late but never wrong.
"""

from __future__ import annotations

from typing import Final

from tengen.core import BLACK, GameState, Move, Pass, Place
from tengen.players import Analysis, Candidate
from tengen.players.mcts import Search, _Node

_LONGEST_LINE: Final = 12


class RootSearch(Search):
    """A search that can be asked for its thoughts at any time."""

    def analysis(self) -> Analysis:
        """The moves that were tried, best first, with the lines that are expected. Empty before the first look."""
        root = self._root
        assert root.state is not None
        ranked = sorted((child for child in root.children or () if _is_known(child)), key=self._rank, reverse=True)
        found = (self._candidate(child, root.state) for child in ranked)
        return Analysis.of(candidate for candidate in found if candidate is not None)

    def _rank(self, child: _Node) -> tuple[bool, bool, int, float]:
        """As the search itself ranks its moves at the end."""
        seat = self._root.seat
        won, lost = (1.0, 0.0) if seat else (0.0, 1.0)
        return (child.proven == won, child.proven != lost, child.visits, _value(child, seat))

    def _candidate(self, child: _Node, state: GameState) -> Candidate | None:
        line = self._line(child)
        return Candidate(line, _value(child, state.is_first_seat(BLACK)), None, child.visits) if line else None

    def _line(self, node: _Node) -> tuple[Move, ...]:
        """The moves from a node on, as long as each was tried; it ends where something else is to be chosen."""
        line: list[Move] = []
        while len(line) < _LONGEST_LINE:
            match node.action:
                case Place(point=point):
                    line.append(point)
                case Pass():
                    line.append(None)
                case _:
                    break
            if not node.children or not any(child.visits for child in node.children):
                break
            node = self._best(node)
        return tuple(line)


def _is_known(node: _Node) -> bool:
    return node.visits > 0 or node.proven is not None


def _value(node: _Node, seat: bool) -> float:
    """Between 0 and 1, also when the node is looked at in the middle of a change."""
    if node.proven is None and not node.visits:
        return 0.5
    return min(max(node.value_for(seat), 0.0), 1.0)
