"""Reading a table of accounts to make: `name,password,role`. Every line that cannot be is named; makes nothing."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from tengen.core import text
from tengen.core.errors import Value
from tengen.people.accounts import Role
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.service.parts import accept_password, accepted_name

MOST_LINES: Final = 5_000
MOST_OCTETS: Final = 1 << 20
_MOST_NAMED: Final = 100
"""So many bad lines are named; that there are more shows by their count."""

_HEADING: Final = ("name", "password", "role")
_ROLES: Final = {"": None, **{str(role): role for role in Role}}


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that cannot be, and why: a text key with its values."""

    number: int
    key: str
    values: dict[str, Value] = field(default_factory=dict)

    def text(self, language: str = "en") -> str:
        """The line and what is wrong with it."""
        reason = text(language, self.key, **self.values)
        return text(language, "import.line", line=self.number, reason=reason)


class BadImport(PeopleError):
    """A table of which nothing was taken; `lines` says why, the first hundred of `count`."""

    def __init__(self, lines: Sequence[BadLine], count: int | None = None) -> None:
        super().__init__(PeopleCode.BAD_IMPORT, count=len(lines) if count is None else count)
        self.lines = tuple(lines[:_MOST_NAMED])


@dataclass(frozen=True, slots=True)
class ImportedLine:
    """An account to be made; without a password one is made up."""

    number: int
    name: str
    key: str
    password: str | None = field(repr=False)
    role: Role | None


def read_table(data: bytes) -> list[ImportedLine]:
    """The accounts of a table in UTF-8, with or without a heading. Raises BadImport."""
    if len(data) > MOST_OCTETS:
        raise BadImport([BadLine(1, "import.too_large", {"most": MOST_OCTETS})])
    lines: list[ImportedLine] = []
    wrong: list[BadLine] = []
    seen: dict[str, int] = {}
    for number, cells in _rows(data):
        if len(lines) + len(wrong) == MOST_LINES:
            raise BadImport([*wrong, BadLine(number, "import.too_many", {"most": MOST_LINES})])
        try:
            line = _line(number, cells)
        except PeopleError as error:
            wrong.append(BadLine(number, error.key, error.values))
            continue
        if line.key in seen:
            wrong.append(BadLine(number, "import.twice", {"line": seen[line.key]}))
        else:
            seen[line.key] = number
            lines.append(line)
    if wrong:
        raise BadImport(wrong)
    if not lines:
        raise BadImport([BadLine(1, "import.empty")])
    return lines


def _rows(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """The cells of every line that has any, without the heading."""
    try:
        table = io.StringIO(data.decode("utf-8-sig"), newline="")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise BadImport([BadLine(number, "import.not_utf8")]) from None
    reader = csv.reader(table, strict=True)
    number = 0
    try:
        for cells in reader:
            number += 1
            is_heading = number == 1 and tuple(cell.strip().lower() for cell in cells) == _HEADING[: len(cells)]
            if any(cells) and not is_heading:
                yield reader.line_num, cells
    except csv.Error:
        raise BadImport([BadLine(reader.line_num, "import.not_csv")]) from None


def _line(number: int, cells: list[str]) -> ImportedLine:
    if len(cells) > len(_HEADING):
        raise PeopleError(PeopleCode.BAD_IMPORT, "import.columns")
    name, password, role = (*cells, "", "")[: len(_HEADING)]
    shown, key = accepted_name(name)
    if password:
        accept_password(password, shown)
    if role.strip().lower() not in _ROLES:
        raise PeopleError(PeopleCode.BAD_IMPORT, "import.role", roles=", ".join(Role))
    return ImportedLine(number, shown, key, password or None, _ROLES[role.strip().lower()])
