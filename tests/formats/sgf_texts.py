"""SGF as text, read into records, for the tests."""

from __future__ import annotations

from tengen.core import Record
from tengen.formats.format import Reading
from tengen.formats.sgf import FORMAT


def reading(text: str, *, strict: bool = True) -> Reading:
    return FORMAT.read(text.encode(), strict=strict)


def read(text: str) -> Record:
    """The one record of a text that gives no cause for a notice."""
    found = reading(text)
    assert [notice.text() for notice in found.notices] == []
    (record,) = found.records
    return record


def noted(text: str, *, strict: bool = True) -> tuple[Record, list[str]]:
    """The one record of a text, and the keys of its notices."""
    found = reading(text, strict=strict)
    (record,) = found.records
    return record, [notice.key for notice in found.notices]


def option(record: Record, name: str) -> object:
    return record.ruleset.options()[name]
