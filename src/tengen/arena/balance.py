"""Which openings leave both sides the same chance, as the search of the game sees them. Finds none by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tengen.core import ErrorCode, GameError, Ruleset, Timeline
from tengen.players import StopToken, native

_NODES: Final = 20_000
_MOST_OFF: Final = 0.1
"""An even opening is won by either side with a chance of no less than 40 %."""
_MOST_REFUSED: Final = 2_000
"""So many in a row are not even, and no more are looked at."""


def even_ones(openings: Iterator[Timeline], ruleset: Ruleset) -> Iterator[Timeline]:
    """Those that are even, always the same. Raises GameError where the game has no search under these rules."""
    search = native.searcher(ruleset, 0) if native.available() else None
    if search is None:
        raise GameError(ErrorCode.BAD_RECORD, "arena.openings.no_search")
    return _even_ones(openings, search)


def _even_ones(openings: Iterator[Timeline], search: native.Searcher) -> Iterator[Timeline]:
    refused = 0
    for opening in openings:
        search.sync(opening.setup, opening.actions)
        win = search.think(native.Limits(nodes=_NODES), StopToken()).win
        if win is not None and abs(win - 0.5) <= _MOST_OFF:
            refused = 0
            yield opening
            continue
        refused += 1
        if refused == _MOST_REFUSED:
            return
