"""Letters for pictures. Ships no font: the letters of ASCII are those that Pillow brings along.

All others, Chinese among them, come from fonts of the machine. A sign that no font has gives way to a plainer one: an
accented letter loses its accent, a dash becomes a hyphen, anything else a question mark, so that no boxes are drawn.
`can_write` says beforehand whether a text would come to that.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import Final

from PIL import ImageFont

from tengen.render.font_files import Font, FontFile, font_of, ink, missing_ink

_PROBE_SIZE: Final = 24
_STAND_INS: Final = {"–": "-", "—": "-", "−": "-", "×": "x", "•": "*"}
_UNKNOWN: Final = "?"


def can_write(text: str) -> bool:
    """Whether pictures can show this text on this machine, at worst without its accents."""
    return all(_plainer(sign) is not None for sign in text)


def text_pieces(text: str) -> list[tuple[str, FontFile | None]]:
    """The text in pieces of one font each, None for Pillow's own; what no font has is replaced."""
    found: list[tuple[str, FontFile | None]] = []
    for sign in text:
        shown = _plainer(sign) or _UNKNOWN
        file = None if _is_builtin(shown) else font_of(shown)
        if found and found[-1][1] == file:
            found[-1] = (found[-1][0] + shown, file)
        else:
            found.append((shown, file))
    return found


def runs(text: str, size_px: float) -> list[tuple[str, Font]]:
    """The text in pieces that are set in one font each."""
    size_px = max(round(size_px, 1), 1.0)
    return [(piece, _sized(file, size_px)) for piece, file in text_pieces(text)]


def _plainer(sign: str) -> str | None:
    """The sign, or a plainer one when no font has it; None where there is no plainer one either."""
    if _is_builtin(sign) or font_of(sign) is not None:
        return sign
    plainer = _STAND_INS.get(sign) or unicodedata.normalize("NFKD", sign)[0]
    return plainer if plainer.isascii() and plainer.isprintable() else None


@lru_cache(maxsize=4096)
def _is_builtin(sign: str) -> bool:
    return sign.isspace() or ink(_builtin(_PROBE_SIZE), sign) != _missing()


@cache
def _missing() -> bytes:
    return missing_ink(_builtin(_PROBE_SIZE))


@lru_cache(maxsize=64)
def _sized(file: FontFile | None, size_px: float) -> Font:
    if file is None:
        return _builtin(size_px)
    return ImageFont.truetype(str(file.path), size_px, index=file.face)


@lru_cache(maxsize=64)
def _builtin(size_px: float) -> Font:
    font = ImageFont.load_default(size_px)
    assert isinstance(font, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    return font
