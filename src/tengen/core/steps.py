"""The steps of a game as a value that grows cheaply. Knows no rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, overload

from tengen.core.actions import Action
from tengen.core.state import GameState

_CHUNK: Final = 32


@dataclass(frozen=True, slots=True)
class Step:
    """An action and the memento it left: the state after it."""

    action: Action
    state: GameState


class Steps(Sequence[Step]):
    """Steps in order. Never changes: what is added makes another one, which shares all full chunks with this one.

    So a game of n steps that is kept at each of its moments costs memory in proportion to n and not to its square.
    """

    __slots__ = ("_full", "_recent")
    _full: tuple[tuple[Step, ...], ...]
    _recent: tuple[Step, ...]

    def __init__(self, full: tuple[tuple[Step, ...], ...] = (), recent: tuple[Step, ...] = ()) -> None:
        self._full = full  # of _CHUNK steps each
        self._recent = recent  # 1 to _CHUNK steps, none only where there are none at all

    @classmethod
    def of(cls, steps: Iterable[Step]) -> Steps:
        """These steps."""
        whole = tuple(steps)
        begin = max(len(whole) - 1, 0) // _CHUNK * _CHUNK
        return cls(tuple(whole[at : at + _CHUNK] for at in range(0, begin, _CHUNK)), whole[begin:])

    def with_step(self, step: Step) -> Steps:
        """These steps and one more."""
        recent = self._recent
        if len(recent) < _CHUNK:
            return Steps(self._full, (*recent, step))
        return Steps((*self._full, recent), (step,))

    def first(self, count: int) -> Steps:
        """The first so many steps."""
        if count >= len(self):
            return self
        whole, rest = divmod(max(count - 1, 0), _CHUNK)
        chunk = self._full[whole] if whole < len(self._full) else self._recent
        return Steps(self._full[:whole], chunk[: rest + 1] if count > 0 else ())

    def __len__(self) -> int:
        return len(self._full) * _CHUNK + len(self._recent)

    @overload
    def __getitem__(self, index: int) -> Step: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...

    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        at = index if index >= 0 else index + len(self)
        in_recent = at - len(self._full) * _CHUNK
        if at < 0 or in_recent >= len(self._recent):
            raise IndexError("no such step")
        return self._recent[in_recent] if in_recent >= 0 else self._full[at // _CHUNK][at % _CHUNK]

    def __iter__(self) -> Iterator[Step]:
        return chain(chain.from_iterable(self._full), self._recent)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and self._recent == other._recent and self._full == other._full

    def __hash__(self) -> int:
        return hash((self._full, self._recent))

    def __repr__(self) -> str:
        return f"Steps.of({list(self)!r})"
