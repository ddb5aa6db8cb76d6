"""Scenes as pages of diagrams in PDF, all of it vectors and real text. Places the diagrams; `pdfpaint` paints them.

Latin text is set in Helvetica, which every viewer has. All other letters, Chinese among them, are drawn by a font of
this machine and contained in the file; what no font has gives way to something plainer.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tengen.render.lettering import fitted, one_line
from tengen.render.pdf_glyphs import GlyphFont
from tengen.render.pdfpaint import FONTS, GLYPH_FONT, Pen, number, text_string
from tengen.render.shapes import Scene, Text


class PageSize(StrEnum):
    """The paper."""

    A4 = "A4"
    LETTER = "Letter"


_POINTS: Final = {PageSize.A4: (595.28, 841.89), PageSize.LETTER: (612.0, 792.0)}
_MARGIN: Final = 48.0
_GUTTER: Final = 24.0
_TITLE_SIZE: Final = 15.0
_FOOT_SIZE: Final = 9.0
_INK: Final = "#000000"


@dataclass(frozen=True, slots=True)
class _Placed:
    """A scene on a page: its upper left corner from the page's, in points, and how many points a unit has."""

    scene: Scene
    x: float
    y: float
    scale: float


def render_pdf(scenes: Sequence[Scene], *, page: PageSize = PageSize.A4, columns: int = 2, title: str = "") -> bytes:
    """The scenes in a grid, row by row, on as many pages as they need. The title stands above the first row.

    The file depends on nothing but its contents and the fonts of this machine: equal diagrams are equal bytes.
    """
    assert scenes, "a document has diagrams"
    assert columns > 0, "a page has columns"
    title = one_line(title)
    file = _File()
    pen = Pen()
    pages = list(_pages(scenes, _POINTS[page], columns, _MARGIN + (2.4 * _TITLE_SIZE if title else 0.0)))
    streams = []
    for index, placed in enumerate(pages):
        width, height = _POINTS[page]
        pen.begin(height)
        if title and index == 0:
            words, size = fitted(title, _TITLE_SIZE, width - 2 * _MARGIN)
            pen.paint(Text(width / 2, _MARGIN + size, words, size, _INK, bold=True))
        for one in placed:
            pen.paint_scene(one.scene, one.x, one.y, one.scale)
        if len(pages) > 1:
            pen.paint(Text(width / 2, height - _MARGIN / 2, str(index + 1), _FOOT_SIZE, _INK))
        streams.append(pen.end())
    return file.written(streams, pen, _POINTS[page], title)


def _pages(
    scenes: Sequence[Scene], paper: tuple[float, float], columns: int, first_top: float
) -> Iterator[list[_Placed]]:
    """The scenes row by row; what does not fit begins another page, what is taller than a page is made smaller."""
    width, height = paper
    bottom = height - _MARGIN
    column = (width - 2 * _MARGIN - (columns - 1) * _GUTTER) / columns
    page: list[_Placed] = []
    y = first_top
    for start in range(0, len(scenes), columns):
        row = scenes[start : start + columns]
        room = bottom - (_MARGIN if page else y)
        scales = [min(column / scene.width, room / scene.height) for scene in row]
        tallest = max(scale * scene.height for scale, scene in zip(scales, row, strict=True))
        if page and y + tallest > bottom:
            yield page
            page, y = [], _MARGIN
        for place, (scene, scale) in enumerate(zip(row, scales, strict=True)):
            spare = column - scale * scene.width
            page.append(_Placed(scene, _MARGIN + place * (column + _GUTTER) + spare / 2, y, scale))
        y += tallest + _GUTTER
    yield page


class _File:
    """The objects of a file and where they begin, counted from 1."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def _add(self, content: str | bytes) -> int:
        self._objects.append(content.encode("ascii") if isinstance(content, str) else content)
        return len(self._objects)

    def _add_glyphs(self, font: GlyphFont) -> int:
        first = len(self._objects) + 1
        for glyph in font.glyphs:
            self._add(_stream(glyph))
        return self._add(font.dictionary(first, self._add(_stream(font.to_unicode))))

    def written(self, streams: Sequence[str], pen: Pen, paper: tuple[float, float], title: str) -> bytes:
        """The whole file: fonts, one page for each stream, the catalogue, and the table of where they are."""
        fonts = {name: self._add(font) for name, font in FONTS.items()}
        fonts |= {f"{GLYPH_FONT}{index}": self._add_glyphs(font) for index, font in enumerate(pen.glyphs.fonts())}
        listed_fonts = "".join(f"/{name} {place} 0 R" for name, place in fonts.items())
        shared = self._add(f"<</Font<<{listed_fonts}>>{pen.resources()}>>")
        contents = [self._add(_stream(stream)) for stream in streams]
        parent = len(self._objects) + len(contents) + 1
        box = f"[0 0 {number(paper[0])} {number(paper[1])}]"
        kids = [
            self._add(f"<</Type/Page/Parent {parent} 0 R/MediaBox{box}/Resources {shared} 0 R/Contents {content} 0 R>>")
            for content in contents
        ]
        listed = " ".join(f"{kid} 0 R" for kid in kids)
        assert self._add(f"<</Type/Pages/Count {len(kids)}/Kids[{listed}]>>") == parent
        catalogue = self._add(f"<</Type/Catalog/Pages {parent} 0 R>>")
        about = self._add(f"<</Producer(Tengen){f'/Title{text_string(title)}' if title else ''}>>")
        return self._bytes(catalogue, about)

    def _bytes(self, catalogue: int, about: int) -> bytes:
        out = bytearray(b"%PDF-1.5\n%\xe5\xa4\xa9\xe5\x85\x83\n")
        offsets = []
        for index, content in enumerate(self._objects, 1):
            offsets.append(len(out))
            out += b"%d 0 obj\n%b\nendobj\n" % (index, content)
        table = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1)
        out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
        size = len(offsets) + 1
        out += b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\n" % (size, catalogue, about)
        out += b"startxref\n%d\n%%%%EOF\n" % table
        return bytes(out)


def _stream(operators: str) -> bytes:
    packed = zlib.compress(operators.encode("ascii"), 9)
    return b"<</Length %d/Filter/FlateDecode>>\nstream\n%b\nendstream" % (len(packed), packed)
