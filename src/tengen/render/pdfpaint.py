"""Shapes as the operators of a PDF page. Knows neither pages nor files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from tengen.render.fonts import text_pieces
from tengen.render.lettering import text_width
from tengen.render.pdf_glyphs import Glyphs
from tengen.render.shapes import Anchor, Circle, Curve, Line, Polygon, Radial, Rect, Scene, Shape, Stop, Text

FONTS: Final = {
    "F1": "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    "F2": "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
}
"""The fonts of every file, which are not contained: Latin, bold Latin."""

GLYPH_FONT: Final = "T"
"""With a number from 0: the fonts of letters beyond Latin, which are."""

_ROUND: Final = 0.5523
"""How far the handles of a quarter circle lie, in radii."""

_SHADOW_RINGS: Final = 6
_LATIN: Final = "cp1252"


class Pen:
    """Writes page after page, and remembers which resources all of them need."""

    def __init__(self) -> None:
        self._operators: list[str] = []
        self._opacities: dict[str, str] = {}
        self._shadings: dict[Radial, str] = {}
        self.glyphs = Glyphs()

    def begin(self, height: float) -> None:
        """A new page: the scene's direction of y, points as units."""
        self._operators = [f"1 0 0 -1 0 {number(height)} cm"]

    def end(self) -> str:
        """The page's operators."""
        return "\n".join(self._operators)

    def resources(self) -> str:
        """The opacities and shadings that the pages use, as entries of a resource dictionary."""
        states = "".join(f"/{name}<</ca {value}/CA {value}>>" for value, name in self._opacities.items())
        shadings = "".join(f"/{name}{_shading(paint)}" for paint, name in self._shadings.items())
        return f"/ExtGState<<{states}>>/Shading<<{shadings}>>"

    def paint_scene(self, scene: Scene, x: float, y: float, scale: float) -> None:
        """A scene at a place of the page; nothing of it reaches beyond its own size."""
        size = f"0 0 {number(scene.width)} {number(scene.height)} re W n"
        self._operators.append(f"q {number(scale)} 0 0 {number(scale)} {number(x)} {number(y)} cm {size}")
        for shape in scene.shapes:
            self.paint(shape)
        self._operators.append("Q")

    def paint(self, shape: Shape) -> None:
        """A shape over what is there."""
        match shape:
            case Circle(fill=Radial() as paint):
                self._radial(shape, paint)
                if shape.stroke is not None:
                    self._put(shape.opacity, *_outlined(None, shape.stroke, shape.stroke_width, _circle(shape)))
            case Circle():
                assert not isinstance(shape.fill, Radial), "the case above takes these"
                self._put(shape.opacity, *_outlined(shape.fill, shape.stroke, shape.stroke_width, _circle(shape)))
            case Rect():
                self._put(shape.opacity, *_outlined(shape.fill, shape.stroke, shape.stroke_width, _rect(shape)))
            case Polygon():
                path = _through(shape.points) + " h"
                self._put(shape.opacity, "1 j", *_outlined(shape.fill, shape.stroke, shape.stroke_width, path))
            case Line():
                path = _through(((shape.x1, shape.y1), (shape.x2, shape.y2)))
                self._put(shape.opacity, "2 J", *_outlined(None, shape.color, shape.width, path))
            case Curve():
                self._put(shape.opacity, *_outlined(None, shape.color, shape.width, _through(shape.points)))
            case Text():
                self._put(shape.opacity, _color(shape.fill, "rg"), *self._text(shape))

    def _put(self, opacity: float, *operators: str) -> None:
        see_through = [f"/{self._opacity(opacity)} gs"] if opacity < 1 else []
        self._operators.append(" ".join(["q", *see_through, *operators, "Q"]))

    def _text(self, text: Text) -> Iterator[str]:
        """A line of text, in runs of one font each."""
        width = text_width(text.text, text.size)
        x = text.x - width * {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[text.anchor]
        yield f"BT 1 0 0 -1 {number(x)} {number(text.y)} Tm"
        coded = [self._coded(sign, "F2" if text.bold else "F1") for sign in text.text]
        for font, run in groupby(coded, lambda code: code[0]):
            yield f"/{font} {number(text.size)} Tf <{''.join(code for _, code in run)}> Tj"
        yield "ET"

    def _coded(self, sign: str, latin: str) -> tuple[str, str]:
        """The font that has a sign, and the sign in it. One that no font has is replaced by a plainer one."""
        if not _is_latin(sign):
            ((sign, _),) = text_pieces(sign)
        if _is_latin(sign):
            return latin, sign.encode(_LATIN).hex().upper()
        font, code = self.glyphs.code(sign)
        return f"{GLYPH_FONT}{font}", f"{code:02X}"

    def _opacity(self, opacity: float) -> str:
        return self._opacities.setdefault(number(opacity), f"G{len(self._opacities)}")

    def _radial(self, circle: Circle, paint: Radial) -> None:
        """A shaded disc. What fades out is drawn as discs inside each other, each adding its part."""
        if all(stop.opacity >= 1 for stop in paint.stops):
            name = self._shadings.setdefault(paint, f"S{len(self._shadings)}")
            r = number(circle.r)
            unit = f"{r} 0 0 {r} {number(circle.x)} {number(circle.y)} cm"
            self._put(circle.opacity, _circle(circle), "W n", unit, f"/{name} sh")
            return
        reached = 0.0
        for ring in range(_SHADOW_RINGS):
            part = 1 - (ring + 0.5) / _SHADOW_RINGS
            opacity = _opacity_at(paint.stops, part) * circle.opacity
            if opacity > reached:
                outer = Circle(circle.x, circle.y, circle.r * paint.reach * (1 - ring / _SHADOW_RINGS), None)
                added = 1 - (1 - opacity) / (1 - reached) if reached < 1 else 0.0
                self._put(added, *_outlined(paint.stops[0].color, None, 0, _circle(outer)))
                reached = opacity


def number(value: float) -> str:
    """A number as short as it can be, to a thousandth of a unit."""
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"


def text_string(text: str) -> str:
    """A text outside a page, such as a title."""
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def _color(color: str, operator: str) -> str:
    """A colour for filling (rg) or stroking (RG)."""
    parts = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return f"{' '.join(map(number, parts))} {operator}"


def _outlined(fill: str | None, stroke: str | None, stroke_width: float, path: str) -> Iterator[str]:
    has_stroke = stroke is not None and stroke_width > 0
    if fill is not None:
        yield _color(fill, "rg")
    if stroke is not None and has_stroke:
        yield f"{_color(stroke, 'RG')} {number(stroke_width)} w"
    yield path
    yield {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}[fill is not None, has_stroke]


def _through(points: Sequence[tuple[float, float]]) -> str:
    first, *others = (f"{number(x)} {number(y)}" for x, y in points)
    return " ".join([f"{first} m", *(f"{other} l" for other in others)])


def _circle(circle: Circle) -> str:
    return _rounded(circle.x - circle.r, circle.y - circle.r, 2 * circle.r, 2 * circle.r, circle.r)


def _rect(rect: Rect) -> str:
    if rect.radius:
        return _rounded(rect.x, rect.y, rect.width, rect.height, rect.radius)
    return f"{' '.join(map(number, (rect.x, rect.y, rect.width, rect.height)))} re"


def _rounded(x: float, y: float, width: float, height: float, r: float) -> str:
    """A rectangle with round corners; a circle when they meet."""
    right, bottom, k = x + width, y + height, r * (1 - _ROUND)
    corners = (
        (right - r, y, right - k, y, right, y + k, right, y + r),
        (right, bottom - r, right, bottom - k, right - k, bottom, right - r, bottom),
        (x + r, bottom, x + k, bottom, x, bottom - k, x, bottom - r),
        (x, y + r, x, y + k, x + k, y, x + r, y),
    )
    path = []
    for index, corner in enumerate(corners):
        parts = [number(value) for value in corner]
        path.append(f"{' '.join(parts[:2])} {'l' if index else 'm'} {' '.join(parts[2:])} c")
    return " ".join([*path, "h"])


def _is_latin(character: str) -> bool:
    try:
        character.encode(_LATIN)
    except UnicodeEncodeError:
        return False
    return True


def _opacity_at(stops: Sequence[Stop], part: float) -> float:
    for before, after in pairwise(stops):
        if before.offset <= part <= after.offset:
            share = (part - before.offset) / (after.offset - before.offset)
            return before.opacity + (after.opacity - before.opacity) * share
    return stops[-1].opacity


def _shading(paint: Radial) -> str:
    """A radial paint around a circle of radius 1."""
    ramps = "".join(
        f"<</FunctionType 2/Domain[0 1]/N 1/C0[{_rgb(before)}]/C1[{_rgb(after)}]>>"
        for before, after in pairwise(paint.stops)
    )
    bounds = " ".join(number(stop.offset) for stop in paint.stops[1:-1])
    encode = " ".join("0 1" for _ in paint.stops[1:])
    function = f"<</FunctionType 3/Domain[0 1]/Functions[{ramps}]/Bounds[{bounds}]/Encode[{encode}]>>"
    x, y = number(paint.dx), number(paint.dy)
    coordinates = f"[{x} {y} 0 {x} {y} {number(paint.reach)}]"
    return f"<</ShadingType 3/ColorSpace/DeviceRGB/Coords{coordinates}/Function{function}/Extend[true true]>>"


def _rgb(stop: Stop) -> str:
    return _color(stop.color, "").strip()
