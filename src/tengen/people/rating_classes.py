"""What is rated apart from what: a game, or a range of its board sizes; and ratings told as kyu and dan.

No game is named here: its features say whether sizes are rated apart and whether players speak of kyu and dan.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from math import log
from typing import Final

from tengen.core import find_kind, kinds

_RANK_BASE: Final = 525.0
_RANKS_PER_E: Final = 23.15
"""The mapping that the Online Go Server publishes: rank = ln(rating / 525) * 23.15, with 30 for 1 dan."""
_FIRST_DAN: Final = 30
_LAST_RANK: Final = 38


@dataclass(frozen=True, slots=True)
class RatingClass:
    """The games that share one rating: those of a kind, or those on its boards up to `largest` lines.

    Its key is how REST and the database call it: the kind in capitals, and behind a hyphen the size, if there is one.
    """

    kind: str
    largest: int | None = None

    @property
    def key(self) -> str:
        """The name of the class in programs."""
        return self.kind.upper() if self.largest is None else f"{self.kind.upper()}-{self.largest}"

    def rank(self, rating: float) -> str | None:
        """The rating as kyu or dan; None in a game that does not speak of these."""
        return go_rank(rating) if find_kind(self.kind).rules.FEATURES.kyu_and_dan else None


def rating_class(kind: str, size: int) -> RatingClass | None:
    """The class in which a game of this kind and size is rated; None where nobody can win it. Raises NO_SUCH_KIND.

    A size beyond the last class belongs to the last.
    """
    found = find_kind(kind)
    if not found.can_be_won:
        return None
    sizes = found.rules.FEATURES.rating_sizes
    return RatingClass(found.name, sizes[min(bisect_left(sizes, size), len(sizes) - 1)] if sizes else None)


def rating_classes() -> tuple[RatingClass, ...]:
    """Every class of every game here."""
    return tuple(
        RatingClass(kind.name, largest)
        for kind in kinds()
        if kind.can_be_won
        for largest in kind.rules.FEATURES.rating_sizes or (None,)
    )


def find_rating_class(key: str) -> RatingClass | None:
    """The class with this key; None where no game here has it."""
    return next((known for known in rating_classes() if known.key == key), None)


def go_rank(rating: float) -> str:
    """A rating as players of Go tell strength: 30k, the weakest, to 1k, then 1d to 9d."""
    rank = min(max(int(log(max(rating, _RANK_BASE) / _RANK_BASE) * _RANKS_PER_E), 0), _LAST_RANK)
    return f"{_FIRST_DAN - rank}k" if rank < _FIRST_DAN else f"{rank - _FIRST_DAN + 1}d"
