"""The platform's own save file: see `format`."""

from tengen.formats.save.format import (
    FORMAT,
    FORMAT_NAME,
    VERSION,
    dumps,
    dumps_line,
    dumps_unsigned,
    has_many,
    has_whole_line,
    in_file_order,
    loads,
)
from tengen.formats.save.signing import Unsigned

__all__ = [
    "FORMAT",
    "FORMAT_NAME",
    "VERSION",
    "Unsigned",
    "dumps",
    "dumps_line",
    "dumps_unsigned",
    "has_many",
    "has_whole_line",
    "in_file_order",
    "loads",
]
