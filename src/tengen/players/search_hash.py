"""One short word for how the compiled search of a game thinks: the same until something about it changes.

Fixed positions, made by chance from the rules alone, are searched by one thread; what it found and how many nodes that
took is hashed, and so is what the levels choose. Says nothing of strength or speed, and is the same on every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Final

from tengen.core import GameKind, Move, Place, Ruleset, Timeline
from tengen.players import native
from tengen.players.native import Limits, Searcher
from tengen.players.player import StopToken, Turn

_GAMES: Final = 4
_FROM_EACH: Final = 5
_MOST_PLIES: Final = 200
_LEVELS: Final = range(3, 10)
"""Those that are limited in nodes: only they play the same everywhere."""
_LEAST_LEVEL_TIMES: Final = 4
"""The search may visit so many times the nodes of the lowest level that searches: every game has its own measure."""
_AT: Final = (2, 3)
"""Of the positions of a game, those that the levels are asked about: its middle, and where its end is near."""
_DIGITS: Final = 16


def search_hash(kind: GameKind, size: int | None = None) -> str | None:
    """The hash of a game's search on boards of a size, the usual one unless given, under the usual rules.

    None where no compiled search plays that. Takes a second or two.
    """
    ruleset = kind.rules.parse(size, None)
    found = native.searcher(ruleset, 1) if native.available() else None
    if found is None:
        return None
    games = [_positions(ruleset, number) for number in range(_GAMES)]
    lines = [*_thoughts(found, games), *_choices(found, games)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:_DIGITS]


def _thoughts(search: Searcher, games: list[list[Timeline]]) -> Iterator[str]:
    """What the search makes of every position."""
    nodes = native.nodes(search.ruleset, _LEVELS[0])
    assert nodes is not None, "it plays these rules"
    limits = Limits(nodes=_LEAST_LEVEL_TIMES * nodes)
    for timeline in (position for game in games for position in game):
        search.sync(timeline.setup, timeline.actions)
        found = search.think(limits, StopToken())
        line = " ".join(_written(move) for move in found.best[0].line)
        yield f"{found.visits} {found.depth} {found.exact} {found.win:.4f} {found.margin} {line}"


def _choices(search: Searcher, games: list[list[Timeline]]) -> Iterator[str]:
    """What each level chooses, and what that took."""
    for level in _LEVELS:
        game = games[level % _GAMES]
        for timeline in (game[at] for at in _AT):
            search.sync(timeline.setup, timeline.actions)
            chosen = search.choose(level, Turn.of(timeline).actor, Limits(), StopToken())
            move = _written(chosen.point) if isinstance(chosen, Place) else type(chosen).__name__
            yield f"{level} {native.nodes(search.ruleset, level)} {move} {search.latest().visits}"


def _written(move: Move) -> str:
    return "-" if move is None else f"{move.x},{move.y}"


def _positions(ruleset: Ruleset, number: int) -> list[Timeline]:
    """Positions spread evenly over a game that chance plays to its end, or for so many plies."""
    rng = Random(f"search/{number}")
    game = [Timeline.begin(ruleset)]
    while len(game) <= _MOST_PLIES:
        after = _any_move(game[-1], rng)
        if after.state.is_over:
            break
        game.append(after)
    return [game[(place + 1) * len(game) // (_FROM_EACH + 1)] for place in range(_FROM_EACH)]


def _any_move(timeline: Timeline, rng: Random) -> Timeline:
    """One more move: on any empty point where that is allowed, else the first thing that can be done."""
    ruleset, state = timeline.ruleset, timeline.state
    actor = Turn.of(timeline).actor
    empties = list(state.position.board.empties())
    rng.shuffle(empties)
    places = (Place(actor, point) for point in empties)
    found = next((place for place in places if ruleset.refusal(state, place) is None), None)
    return timeline.act(found or ruleset.legal_actions(state)[0])
