"""SGF, the Smart Game Format: see `format` for what is kept in both directions."""

from tengen.formats.sgf.charset import decode
from tengen.formats.sgf.format import FORMAT
from tengen.formats.sgf.result import read_control, read_date
from tengen.formats.sgf.rules import presets_to_try

__all__ = [
    "FORMAT",
    "decode",
    "presets_to_try",
    "read_control",
    "read_date",
]
