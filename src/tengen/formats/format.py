"""What a record format is: a way from bytes to records and back. No files, no network."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tengen.core import ErrorCode, GameError, Record, Ruleset, text
from tengen.core.errors import Value

Beside: TypeAlias = Callable[[str], bytes | None]
"""Fetches a file that lies beside the one being read, by its ending (`.jou`), or None where there is none."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a user should know about what was read or written: a text key with its values.

    The value `times`, where it is there, says how often it would have to be told.
    """

    key: str
    values: dict[str, Value] = field(default_factory=dict)

    def text(self, language: str = "en") -> str:
        """The notice in words, one line."""
        return self._counted(text(language, self.key, **self.values), language)

    @property
    def topic(self) -> tuple[object, ...]:
        """What it says, whatever the place: notices with the same topic repeat each other."""
        return (self.key, *sorted((name, value) for name, value in self.values.items() if name not in _PLACES))

    def _counted(self, line: str, language: str) -> str:
        times = self.values.get("times", 1)
        return line if times == 1 else text(language, "format.times", line=line, times=times)


_PLACES: Final = frozenset({"line", "byte", "number", "times", "count", "game"})


@dataclass(frozen=True, slots=True)
class Reading:
    """The records found in a file, and what was doubtful about them."""

    records: tuple[Record, ...]
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Writing:
    """A file's bytes, and what the format could not hold."""

    data: bytes
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """What reading a file may cost. These are for people's own files; whoever reads those of strangers sets less.

    All games of a file together have at most so many `nodes`, and their lists of points and set-ups so many `points`
    besides one for each character of the file. `actions` says how many the main line of a game may have under its
    rules. What exceeds it is refused before anything is played.
    """

    nodes: int = 2_000_000
    points: int = 4_000_000
    actions: Callable[[Ruleset], int] | None = None

    def check_nodes(self, count: int) -> None:
        """Raise TOO_LARGE for more nodes than may be."""
        if count > self.nodes:
            raise GameError(ErrorCode.TOO_LARGE, "format.too_many_nodes", most=self.nodes)

    def check_actions(self, ruleset: Ruleset, count: int) -> None:
        """Raise TOO_LARGE for more actions in a row than may be under these rules."""
        most = count if self.actions is None else self.actions(ruleset)
        if count > most:
            raise GameError(ErrorCode.TOO_LARGE, "format.too_many_actions", count=count, most=most)


UNHURRIED: Final = ReadLimits()


class Format(ABC):
    """One record format. A module of this package that defines `FORMAT` is found by itself.

    `endings` are the file name endings it is known by, the usual one first. One that `is_for_many` games has a better
    one beside it for a single game, and is not offered for that; one that `is_read_only` refuses every record.
    """

    name: str
    endings: tuple[str, ...]
    holds_many = True
    is_for_many = False
    is_read_only = False

    @abstractmethod
    def recognises(self, data: bytes) -> bool:
        """Whether the beginning of a file looks like this format. Cheap; may be wrong, never raises."""

    @abstractmethod
    def read(
        self, data: bytes, *, strict: bool = True, beside: Beside = lambda _: None, limits: ReadLimits = UNHURRIED
    ) -> Reading:
        """The records in a file. Raises GameError with the place of the first mistake, and loads nothing then.

        TOO_LARGE refuses a file beyond the limits, whether strict or not.

        With `strict=False` each record keeps the legal part before its first mistake, and a notice says
        where it stopped.
        """

    @abstractmethod
    def write(self, records: Sequence[Record]) -> Writing:
        """The records as a file. Raises GameError for a record that the format cannot hold at all."""
