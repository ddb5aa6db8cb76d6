"""Records as text or bytes and back, one module a format. No files, no network, no pictures."""

from tengen.formats import save
from tengen.formats.format import UNHURRIED, Beside, Format, Notice, Reading, ReadLimits, Writing
from tengen.formats.registry import find_format, formats, read, write

__all__ = [
    "UNHURRIED",
    "Beside",
    "Format",
    "Notice",
    "ReadLimits",
    "Reading",
    "Writing",
    "find_format",
    "formats",
    "json_fields",
    "read",
    "save",
    "values",
    "write",
]
