"""What the generic search thinks, read from its tree while it goes on in another thread.

What is read are single numbers of nodes that stay where they are, so a look may be a rollout late but never wrong.
"""

from __future__ import annotations

from typing import Final

from tengen.core import BLACK, Move, Pass, Place
from tengen.players.analysis import Analysis, Candidate
from tengen.players.builtin.search import Node, best_of, rank

_LONGEST_LINE: Final = 12


def thoughts_of(root: Node) -> Analysis:
    """The moves that were tried, best first, with the lines that are expected. Empty before the first look."""
    assert root.state is not None, "a search begins with a state"
    black = root.state.is_first_seat(BLACK)
    tried = [child for child in root.children or () if child.is_known]
    ranked = sorted(tried, key=lambda child: rank(child, root.seat), reverse=True)
    found = ((child, _line(child)) for child in ranked)
    return Analysis.of(
        Candidate(line, _value(child, black), None, child.visits, child.proven is not None)
        for child, line in found
        if line
    )


def _value(node: Node, seat: bool) -> float:
    """Between 0 and 1, also when the node is looked at in the middle of a change."""
    return min(max(node.value_for(seat), 0.0), 1.0)


def _line(node: Node) -> tuple[Move, ...]:
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
        node = best_of(node)
    return tuple(line)
