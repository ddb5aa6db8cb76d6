"""The exact boards of a game's past, as a value that grows cheaply. Knows no rules."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

_CHUNK = 24


@dataclass(frozen=True, slots=True, eq=False)
class Past:
    """A set of boards that have been. Nothing is hashed away: membership is exact, over the whole game.

    Full chunks, some larger than others, are shared between a game's positions; only the recent one is copied
    when a board is added, so that a game of n moves costs memory in proportion to n and not to its square.
    `most_stones` is how many cells of the fullest board are not empty: a fuller one cannot be a repetition.
    """

    full: tuple[frozenset[bytes], ...] = ()
    recent: frozenset[bytes] = frozenset()
    most_stones: int = 0

    def __contains__(self, board: bytes) -> bool:
        if board in self.recent:
            return True
        for chunk in self.full:  # noqa: SIM110 - asked at every move, and a generator costs more than the loop
            if board in chunk:
                return True
        return False

    def __len__(self) -> int:
        return len(self.recent) + sum(len(chunk) for chunk in self.full)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Past) and self._boards() == other._boards()

    def __hash__(self) -> int:
        return hash(self._boards())

    def add(self, board: bytes) -> Past:
        """The past with one more board."""
        most = max(self.most_stones, len(board) - board.count(0))
        if len(self.recent) < _CHUNK:
            return Past(self.full, self.recent | {board}, most)
        return Past((*self.full, self.recent), frozenset((board,)), most)

    def add_all(self, boards: Collection[bytes]) -> Past:
        """The past with more boards."""
        if len(boards) < _CHUNK:
            past = self
            for board in boards:
                past = past.add(board)
            return past
        most = max(self.most_stones, *(len(board) - board.count(0) for board in boards))
        full = (*self.full, self.recent) if self.recent else self.full
        return Past((*full, frozenset(boards)), frozenset(), most)

    def _boards(self) -> frozenset[bytes]:
        return self.recent.union(*self.full)
