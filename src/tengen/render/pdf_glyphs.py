"""Letters beyond Latin for PDF: each is drawn once by a font of the machine and kept in the file as a fine bitmap.

So the file shows them where there is no such font, and they can be searched and copied. Knows neither pages nor files.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from tengen.render.fonts import runs
from tengen.render.lettering import character_width

_EM_PX: Final = 192
"""The size of the bitmaps: some 900 dots an inch in a title."""
_MOST_IN_A_FONT: Final = 256
_MOST_IN_A_LIST: Final = 100
_INK: Final = 128


@dataclass(frozen=True, slots=True)
class GlyphFont:
    """A font of bitmaps (Type 3) as parts of a file: a stream for each letter, and one that tells which they are."""

    letters: str
    glyphs: tuple[str, ...]
    to_unicode: str

    def dictionary(self, first_glyph: int, to_unicode: int) -> str:
        """The font where its streams are the objects from `first_glyph` on, and `to_unicode`."""
        names = [f"/g{index}" for index in range(len(self.glyphs))]
        streams = "".join(f"{name} {first_glyph + index} 0 R" for index, name in enumerate(names))
        widths = " ".join(str(character_width(letter)) for letter in self.letters)
        return (
            "<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[.001 0 0 .001 0 0]/Resources<<>>"
            f"/CharProcs<<{streams}>>/Encoding<</Type/Encoding/Differences[0{''.join(names)}]>>"
            f"/FirstChar 0/LastChar {len(names) - 1}/Widths[{widths}]/ToUnicode {to_unicode} 0 R>>"
        )


class Glyphs:
    """The letters that a file needs, in the order in which they came."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def code(self, letter: str) -> tuple[int, int]:
        """Which of the fonts has this letter, and as which byte."""
        return divmod(self._numbers.setdefault(letter, len(self._numbers)), _MOST_IN_A_FONT)

    def fonts(self) -> list[GlyphFont]:
        """The fonts for all letters so far."""
        letters = "".join(self._numbers)
        parts = [letters[start : start + _MOST_IN_A_FONT] for start in range(0, len(letters), _MOST_IN_A_FONT)]
        return [GlyphFont(part, tuple(map(_glyph, part)), _to_unicode(part)) for part in parts]


def _glyph(letter: str) -> str:
    """The operators that draw a letter: its width, then a mask of one bit a pixel."""
    ((piece, font),) = runs(letter, _EM_PX)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(piece, anchor="ls"))
    width, height = right - left, bottom - top
    advance = f"{character_width(letter)} 0"
    if width <= 0 or height <= 0:
        return f"{advance} 0 0 0 0 d1"
    image = Image.new("L", (width, height))
    ImageDraw.Draw(image).text((-left, -top), piece, 255, font, "ls")
    bits = image.point(lambda value: 255 * (value >= _INK), "1").tobytes().hex().upper()
    unit = 1000 / _EM_PX
    x, y, w, h = (round(edge * unit) for edge in (left, -bottom, width, height))
    header = f"BI/W {width}/H {height}/IM true/BPC 1/D[1 0]/F/AHx ID"
    return f"{advance} {x} {y} {x + w} {y + h} d1\nq {w} 0 0 {h} {x} {y} cm\n{header}\n{bits}>\nEI Q"


def _to_unicode(letters: str) -> str:
    """Which letter each byte is, for those who search and copy."""
    pairs = [f"<{code:02X}><{letter.encode('utf-16-be').hex().upper()}>" for code, letter in enumerate(letters)]
    parts = [pairs[start : start + _MOST_IN_A_LIST] for start in range(0, len(pairs), _MOST_IN_A_LIST)]
    lists = "\n".join(f"{len(part)} beginbfchar\n{chr(10).join(part)}\nendbfchar" for part in parts)
    return (
        "/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n/CMapName/Adobe-Identity-UCS def\n"
        f"/CMapType 2 def\n1 begincodespacerange\n<00><FF>\nendcodespacerange\n{lists}\n"
        "endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend"
    )
