"""Letters for pictures made of pixels. Ships no font: the letters of ASCII are those that Pillow brings along.

All others, Chinese among them, come from fonts of the machine when it has one of those named here. Without one an
accented letter loses its accent and a dash becomes a hyphen; of other letters only boxes are left. `can_write` says
beforehand whether a text would come to that.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import Final

from PIL import ImageFont

Font = ImageFont.FreeTypeFont

# Usual fonts with Chinese characters on Linux, macOS and Windows, and at last one with many signs; for collections
# the number of the simplified Chinese face.
_MACHINE_FONTS: Final = (
    ("NotoSansCJK-Regular.ttc", 2),
    ("NotoSansCJKsc-Regular.otf", 0),
    ("NotoSansSC-Regular.otf", 0),
    ("NotoSansSC-Regular.ttf", 0),
    ("NotoSansSC-VF.ttf", 0),
    ("SourceHanSansSC-Regular.otf", 0),
    ("wqy-microhei.ttc", 0),
    ("wqy-zenhei.ttc", 0),
    ("DroidSansFallbackFull.ttf", 0),
    ("PingFang.ttc", 0),
    ("Hiragino Sans GB.ttc", 0),
    ("STHeiti Light.ttc", 0),
    ("msyh.ttc", 0),
    ("simhei.ttf", 0),
    ("simsun.ttc", 0),
    ("Arial Unicode.ttf", 0),
    ("DejaVuSans.ttf", 0),
)

_PROBE_SIZE: Final = 24
_IN_NO_FONT: Final = "\U0010ffff"


_STAND_INS: Final = {"–": "-", "—": "-", "−": "-", "×": "x", "•": "*"}
"""What is set for a sign that no font has."""


def can_write(text: str) -> bool:
    """Whether pictures of pixels can show this text on this machine, at worst without its accents."""
    return all(_font_of(_settable(character)) is not None for character in text)


def runs(text: str, size_px: float) -> list[tuple[str, Font]]:
    """The text in pieces that are set in one font each."""
    found: list[tuple[str, int]] = []
    for character in map(_settable, text):
        number = _font_of(character) or 0
        if found and found[-1][1] == number:
            found[-1] = (found[-1][0] + character, number)
        else:
            found.append((character, number))
    size_px = max(round(size_px, 1), 1.0)
    return [(piece, _sized(number, size_px)) for piece, number in found]


def _settable(character: str) -> str:
    """The character, or a plainer one when no font has it and there is one."""
    if _font_of(character) is not None:
        return character
    plainer = _STAND_INS.get(character) or unicodedata.normalize("NFKD", character)[0]
    return plainer if plainer.isascii() and plainer.isprintable() else character


@lru_cache(maxsize=4096)
def _font_of(character: str) -> int | None:
    """The first font that has this character: 0 is Pillow's own, the others are the machine's in order."""
    if character.isspace():
        return 0
    last = 0 if character.isascii() else len(_MACHINE_FONTS)
    for number in range(last + 1):
        if _is_there(number) and _has(number, character):
            return number
    return None


def _has(number: int, character: str) -> bool:
    return _ink(_sized(number, _PROBE_SIZE), character) != _missing(number)


@cache
def _missing(number: int) -> bytes:
    """What this font draws for a character that it does not have."""
    return _ink(_sized(number, _PROBE_SIZE), _IN_NO_FONT)


def _ink(font: Font, character: str) -> bytes:
    mask = font.getmask(character)
    return bytes(mask) + bytes(mask.size)


@cache
def _is_there(number: int) -> bool:
    try:
        _sized(number, _PROBE_SIZE)
    except OSError:
        return False
    return True


@lru_cache(maxsize=64)
def _sized(number: int, size_px: float) -> Font:
    """A font in a size. Raises OSError when the machine does not have it."""
    if number == 0:
        font = ImageFont.load_default(size_px)
        assert isinstance(font, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
        return font
    name, face = _MACHINE_FONTS[number - 1]
    return ImageFont.truetype(name, size_px, index=face)
