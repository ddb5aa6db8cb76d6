"""The second level of Gomoku against the first rule that it grew from, and what its advice costs.

    .venv/bin/python -m bench.gomoku_level2 [--games 1000] [--size 15]

The rule is a player of the tests (tests/games/first_rule.py). Every opening of so many stones by chance is played twice
with colours changed. One line of JSON for each number of stones, with Wilson's interval; the last line is the CPU time
of advice on all points of a board, over positions of such games.
"""

from __future__ import annotations

import argparse
import json
import time
from random import Random

from tests.games.first_rule import FirstRulePlayer
from tests.players.sittings import played, points

from tengen.arena.stats import wilson
from tengen.core import Game, create_rules
from tengen.players import HintPlayer

OPENINGS = (2, 4, 6, 8, 10)


def advice_ms(size: int, games: int) -> list[float]:
    """The CPU time for all hints of a position, in milliseconds, at every move of some games of chance and advice."""
    ruleset = create_rules("gomoku", size)
    found = []
    for seed in range(games):
        ended = played(ruleset, HintPlayer(Random(seed)), HintPlayer(Random(-seed)), opening=6, seed=seed, most=60)
        game = Game(ruleset)
        for action in ended.timeline.actions:
            legal = ruleset.legal_points(game.state)
            began = time.process_time()
            for point in legal:
                ruleset.hint(game.state, point)
            found.append(1000 * (time.process_time() - began))
            game.act(action)
    return sorted(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="in all")
    parser.add_argument("--size", type=int, default=15)
    arguments = parser.parse_args()
    ruleset = create_rules("gomoku", arguments.size)
    games = max(2, arguments.games // len(OPENINGS) // 2 * 2)
    for stones in OPENINGS:
        made = points(ruleset, HintPlayer, FirstRulePlayer, games, opening=stones)
        interval = wilson(made / games, games)
        figure = {"bench": "gomoku_level2", "stones": stones, "games": games, "points": made}
        print(json.dumps({**figure, "wilson95": [round(interval.low, 4), round(interval.high, 4)]}))
    spent = advice_ms(arguments.size, 20)
    print(
        json.dumps(
            {
                "bench": "gomoku_level2",
                "size": arguments.size,
                "positions": len(spent),
                "mean_ms": round(sum(spent) / len(spent), 3),
                "p99_ms": round(spent[len(spent) * 99 // 100], 3),
            }
        )
    )


if __name__ == "__main__":
    main()
