"""What the compiled searches of all kinds answer, as one line of JSON: to be compared between instruction sets.

Run as a module with how many positions of each kind to ask about; TENGEN_ISA names the instruction set. One thread, one
seed, limited in nodes: the answer may depend on nothing else.
"""

from __future__ import annotations

import json
import random
import sys

from tengen.core import AGREE, Color, GameKind, Place, Ruleset, Timeline, find_kind
from tengen.players import Analysis, StopToken, native
from tengen.players.native import Limits, Searcher
from tests.differential.native_games import mixed_rules

LEVELS = (3, 6, 8)
LEVEL_NODES, NODES, EXACT_NODES = 60_000, 30_000, 100_000
MEMORY_MB = 4


def answers(positions: int) -> dict[str, list[object]]:
    """By kind: the rules asked about, and what was answered."""
    names = [name for name in native.kinds() if native.searches(name)]
    return {name: _of_kind(find_kind(name), positions) for name in names}


def _of_kind(kind: GameKind, positions: int) -> list[object]:
    chance = random.Random(kind.name)
    found: list[object] = []
    for number in range(positions):
        rules = kind.rules.parse() if number % 2 == 0 else mixed_rules(kind, chance)
        search = native.searcher(rules, number, memory_mb=MEMORY_MB)
        if search is not None:
            timeline = _some_game(rules, chance, number / positions)
            search.sync(None, timeline.actions)
            found.append([str(rules), len(timeline.actions), *_of_position(search, timeline)])
    return found


def _some_game(rules: Ruleset, chance: random.Random, part: float) -> Timeline:
    """Random moves that fill a part of the board; the game is still played on."""
    timeline = Timeline.begin(rules)
    while len(timeline.actions) < part * rules.size**2:
        actions = rules.legal_actions(timeline.state)
        placed = [action for action in actions if isinstance(action, Place)] or actions
        after = timeline.act(chance.choice(placed))
        if after.state.is_over or after.state.phase == AGREE:
            break
        timeline = after
    return timeline


def _of_position(search: Searcher, timeline: Timeline) -> list[object]:
    (actor,) = search.ruleset.actors(timeline.state)
    levels = [_of_level(search, level, actor) for level in LEVELS]
    most = native.nodes(search.ruleset, LEVELS[-1])  # a node of some games is a whole game played out
    assert most is not None
    open_ended = search.think(Limits(nodes=min(NODES, most), lines=3), StopToken())
    exact = search.think(Limits(nodes=min(EXACT_NODES, most), exact=True), StopToken())
    return [levels, _told(open_ended), _told(exact)]


def _of_level(search: Searcher, level: int, actor: Color) -> list[object]:
    action = search.choose(level, actor, Limits(nodes=LEVEL_NODES), StopToken())
    return [str(action), *_told(search.latest())]


def _told(analysis: Analysis) -> list[object]:
    """Every digit: `repr` of a number is the number."""
    lines = [[str(move) for move in candidate.line] for candidate in analysis.best]
    values = [repr((candidate.win, candidate.margin, candidate.visits)) for candidate in analysis.best]
    whole = repr((analysis.win, analysis.margin, analysis.exact, analysis.visits, analysis.depth))
    return [whole, lines, values, repr((analysis.ownership, analysis.marks))]


def main() -> None:
    print(json.dumps({"isa": native.isa(), "answers": answers(int(sys.argv[1]))}))


if __name__ == "__main__":
    main()
