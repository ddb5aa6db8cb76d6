"""Which record formats there are, found by themselves, and which one a file is in. Opens no files."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from functools import cache

from tengen.core import ErrorCode, GameError, Record
from tengen.formats.format import UNHURRIED, Beside, Format, Reading, ReadLimits, Writing

PACKAGE = "tengen.formats"


@cache
def formats() -> tuple[Format, ...]:
    """Every format, by name: each module or folder of this package that defines `FORMAT` is one."""
    package = importlib.import_module(PACKAGE)
    found = []
    for module in pkgutil.iter_modules(package.__path__, f"{PACKAGE}."):
        if module.name != __name__:
            format_ = getattr(importlib.import_module(module.name), "FORMAT", None)
            if isinstance(format_, Format):
                found.append(format_)
    return tuple(sorted(found, key=lambda format_: format_.name.casefold()))


def find_format(name: str, data: bytes | None = None) -> Format:
    """The format of a file: by the ending of its name, and by its content where that tells more.

    `name` is a file's name, or an ending alone with its dot or without. An ending that several formats share, or
    one whose format does not recognise the content, leaves the choice to the content. Raises BAD_RECORD with the
    endings that there are.
    """
    ending = f".{name.rpartition('.')[2]}".lower()
    by_ending = [format_ for format_ in formats() if ending in format_.endings]
    by_content = [] if data is None else [format_ for format_ in formats() if format_.recognises(data)]
    both = [format_ for format_ in by_ending if format_ in by_content]
    for candidates in (both, by_content, by_ending):
        if candidates:
            return candidates[0]
    known = ", ".join(ending for format_ in formats() for ending in format_.endings)
    raise GameError(ErrorCode.BAD_RECORD, "format.unknown", name=name[-40:], formats=known)


def read(
    name: str,
    data: bytes,
    *,
    strict: bool = True,
    beside: Beside = lambda _: None,
    limits: ReadLimits = UNHURRIED,
) -> Reading:
    """The records in a file, whatever its format. Raises GameError; see `Format.read`."""
    return find_format(name, data).read(data, strict=strict, beside=beside, limits=limits)


def write(name: str, records: Sequence[Record]) -> Writing:
    """The records as a file of the format that its name asks for. Raises GameError; see `Format.write`."""
    return find_format(name).write(records)
