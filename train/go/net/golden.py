"""What Go's net says of fifty positions, to the last digit: writes tests/golden/go/net.json, which a test compares.

    .venv/bin/python -m train.go.net.golden

To be run with every new net. The positions come from games of the net's first thoughts with itself, after openings by
chance, on boards of several sizes and under several rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from tengen.core import Pass, Place, Point, Timeline, create_rules
from tengen.players import StopToken, native

OUT = Path(__file__).parents[3] / "tests" / "golden" / "go" / "net.json"
POSITIONS = 50
RULES = ((9, "chinese"), (13, "japanese"), (19, "chinese"), (7, "aga"), (19, "japanese"))
"""Sizes and presets, in turn."""
OPENING_MOVES = 4
LINES = 3


def answer(timeline: Timeline) -> dict[str, object]:
    """What the net says at once: win and lead, likely moves and their shares, all that is owned in one sum."""
    search = native.searcher(timeline.ruleset, 1)
    assert search is not None
    search.sync(None, timeline.actions)
    found = search.think(native.Limits(nodes=1, lines=LINES), StopToken())
    best = [[list(one.line[0]) if one.line[0] is not None else None, one.prior] for one in found.best]
    return {"win": found.win, "margin": found.margin, "best": best, "owned": sum(found.ownership)}


def position(number: int) -> Timeline:
    """Far into a game or not, by the number; always the same with the same net."""
    size, preset = RULES[number % len(RULES)]
    rules = create_rules("go", size, preset)
    chance = Random(number)
    timeline = Timeline.begin(rules)
    for _ in range(OPENING_MOVES):
        places = [action for action in rules.legal_actions(timeline.state) if isinstance(action, Place)]
        timeline = timeline.act(chance.choice(places))
    search = native.searcher(rules, 1)
    assert search is not None
    for _ in range(chance.randrange(size * size // 2)):
        search.sync(None, timeline.actions)
        move = search.think(native.Limits(nodes=1), StopToken()).best[0].line[0]
        (player,) = timeline.ruleset.actors(timeline.state)
        timeline = timeline.act(Pass(player) if move is None else Place(player, move))
        if move is None:
            break
    return timeline


def main() -> None:
    told = []
    for number in range(POSITIONS):
        timeline = position(number)
        moves = [list(action.point) if isinstance(action, Place) else None for action in timeline.actions]
        size, preset = RULES[number % len(RULES)]
        told.append({"size": size, "preset": preset, "moves": moves} | answer(timeline))
    OUT.write_text("[\n" + ",\n".join(json.dumps(one) for one in told) + "\n]\n", encoding="utf-8")


def timeline_of(one: dict[str, object]) -> Timeline:
    """A position of the file again."""
    size, preset, moves = one["size"], one["preset"], one["moves"]
    assert isinstance(size, int)
    assert isinstance(preset, str)
    assert isinstance(moves, list)
    timeline = Timeline.begin(create_rules("go", size, preset))
    for move in moves:
        (player,) = timeline.ruleset.actors(timeline.state)
        timeline = timeline.act(Pass(player) if move is None else Place(player, Point(*move)))
    return timeline


if __name__ == "__main__":
    main()
