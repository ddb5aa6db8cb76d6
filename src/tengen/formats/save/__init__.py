"""The platform's own save file: see `format`."""

from tengen.formats.save.format import (
    FORMAT,
    FORMAT_NAME,
    VERSION,
    dumps,
    dumps_line,
    has_many,
    has_whole_line,
    in_file_order,
    loads,
)

__all__ = [
    "FORMAT",
    "FORMAT_NAME",
    "VERSION",
    "dumps",
    "dumps_line",
    "has_many",
    "has_whole_line",
    "in_file_order",
    "loads",
]
