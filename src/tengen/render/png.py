"""Scenes as pictures of pixels. Every edge is drawn four times as fine and then reduced.

Any part of a scene can be painted by itself and has exactly the pixels of the whole, so that animations repaint only
what has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from io import BytesIO
from math import ceil, floor, hypot
from typing import Final

from PIL import Image, ImageChops, ImageColor, ImageDraw

from tengen.render.fonts import runs
from tengen.render.shapes import Anchor, Box, Circle, Curve, Line, Polygon, Radial, Rect, Scene, Shape, Text

_FINE: Final = 4
"""How much finer than a pixel edges are drawn."""

_LARGEST_PX: Final = 8192

PixelBox = tuple[int, int, int, int]
Coordinates = tuple[tuple[float, float], ...]


def render_png(scene: Scene, width_px: int = 800) -> bytes:
    """The scene as a PNG of this width; the height follows."""
    out = BytesIO()
    paint(scene, width_px).save(out, "PNG", compress_level=6)
    return out.getvalue()


def size_px(scene: Scene, width_px: int) -> tuple[int, int]:
    """Width and height of the picture."""
    assert 1 <= width_px <= _LARGEST_PX, "a picture's width in pixels"
    return width_px, max(1, round(scene.height * width_px / scene.width))


def paint(scene: Scene, width_px: int, part: PixelBox | None = None) -> Image.Image:
    """The picture, or a part of it given in pixels (left, top, right, bottom)."""
    return paint_part(scene, width_px / scene.width, part or (0, 0, *size_px(scene, width_px)))


def paint_part(scene: Scene, scale: float, part: PixelBox, ground: str = "#ffffff") -> Image.Image:
    """A part of the picture, at so many pixels to a unit of the scene; `ground` is where no shape is."""
    left, top, right, bottom = part
    image = Image.new("RGB", (right - left, bottom - top), ground)
    paint_over(image, scene.shapes, scale, left, top)
    return image


def paint_over(image: Image.Image, shapes: Iterable[Shape], scale: float, left: int = 0, top: int = 0) -> None:
    """Paint shapes on an image that shows the picture from the pixel (left, top) on."""
    canvas = _Canvas(image, scale, left, top)
    right, bottom = left + image.size[0], top + image.size[1]
    seen = Box((left - 1) / scale, (top - 1) / scale, (right + 1) / scale, (bottom + 1) / scale)
    for shape in shapes:
        if shape.box.touches(seen):
            canvas.paint(shape)


def cut_out(scene: Scene, scale: float, part: PixelBox) -> Image.Image:
    """The same as RGBA without a ground: what lies below is seen beside the shapes, and through those that are thin."""
    dark, light = (paint_part(scene, scale, part, ground) for ground in ("#000000", "#ffffff"))
    opacity = ImageChops.invert(ImageChops.subtract(light, dark)).getchannel("G")
    return Image.merge("RGBa", (*dark.split(), opacity)).convert("RGBA")


def part_px(box: Box, scene: Scene, width_px: int) -> PixelBox:
    """The pixels that a part of the scene can reach, one more on each side, inside the picture."""
    width, height = size_px(scene, width_px)
    scale = width_px / scene.width
    left, top = max(floor(box.left * scale) - 1, 0), max(floor(box.top * scale) - 1, 0)
    right, bottom = min(ceil(box.right * scale) + 1, width), min(ceil(box.bottom * scale) + 1, height)
    return left, top, max(right, left + 1), max(bottom, top + 1)


class _Canvas:
    """An image that shows a part of a picture, beginning at the pixel (left, top)."""

    def __init__(self, image: Image.Image, scale: float, left: int, top: int) -> None:
        self.image = image
        self._scale = scale
        self._left = left
        self._top = top

    def paint(self, shape: Shape) -> None:
        match shape:
            case Rect(radius=0) if shape.fill is not None and shape.stroke is None:
                self._fill(self._whole_pixels(shape), shape.fill, shape.opacity)
            case Rect():
                self._rect(shape)
            case Line() if shape.x1 == shape.x2 or shape.y1 == shape.y2:
                self._straight_line(shape)
            case Line():
                self._masked(shape.box, shape.color, shape.opacity, lambda pen: _stroke(pen, _ends(shape), shape.width))
            case Curve():
                self._masked(shape.box, shape.color, shape.opacity, lambda pen: _stroke(pen, shape.points, shape.width))
            case Polygon():
                self._polygon(shape)
            case Circle():
                self._circle(shape)
            case Text():
                self._text(shape)

    # --- what lies on whole pixels -----------------------------------------------------------

    def _whole_pixels(self, rect: Rect) -> PixelBox:
        scale = self._scale
        right, bottom = rect.x + rect.width, rect.y + rect.height
        return round(rect.x * scale), round(rect.y * scale), round(right * scale), round(bottom * scale)

    def _straight_line(self, line: Line) -> None:
        """A line along the grid, of a whole number of pixels, so that it is crisp."""
        scale = self._scale
        width = max(1, round(line.width * scale))
        before = width // 2
        (x1, x2), (y1, y2) = sorted((line.x1, line.x2)), sorted((line.y1, line.y2))
        left, top = round(x1 * scale) - before, round(y1 * scale) - before
        right, bottom = round(x2 * scale) - before + width, round(y2 * scale) - before + width
        self._fill((left, top, right, bottom), line.color, line.opacity)

    def _fill(self, box: PixelBox, color: str, opacity: float) -> None:
        clipped = self._clipped(box)
        if clipped is None:
            return
        left, top, right, bottom = clipped
        if opacity >= 1:
            self.image.paste(color, clipped)
        else:
            mask = Image.new("L", (right - left, bottom - top), round(255 * opacity))
            self.image.paste(color, clipped, mask)

    # --- what is drawn fine and reduced --------------------------------------------------------

    def _rect(self, rect: Rect) -> None:
        corners = (rect.x, rect.y, rect.x + rect.width, rect.y + rect.height)
        if rect.fill is not None:
            self._masked(rect.box, rect.fill, rect.opacity, lambda pen: pen.rectangle(corners, rect.radius, 255))
        if rect.stroke is not None:
            half = rect.stroke_width / 2

            def sides(pen: _FinePen) -> None:
                left, top, right, bottom = corners
                outer, inner = rect.radius + half if rect.radius else 0.0, max(rect.radius - half, 0.0)
                pen.rectangle((left - half, top - half, right + half, bottom + half), outer, 255)
                pen.rectangle((left + half, top + half, right - half, bottom - half), inner, 0)

            self._masked(rect.box, rect.stroke, rect.opacity, sides)

    def _polygon(self, polygon: Polygon) -> None:
        points = polygon.points
        if polygon.fill is not None:
            self._masked(polygon.box, polygon.fill, polygon.opacity, lambda pen: pen.polygon(points))
        if polygon.stroke is not None:
            closed = (*points, points[0], points[1])
            self._masked(
                polygon.box, polygon.stroke, polygon.opacity, lambda pen: _stroke(pen, closed, polygon.stroke_width)
            )

    def _circle(self, circle: Circle) -> None:
        """Discs and rings come from a store of masks: a board has many that are alike."""
        scale = self._scale
        x, y = round(circle.x * scale * _FINE), round(circle.y * scale * _FINE)
        column, row = x // _FINE, y // _FINE
        phase = (x % _FINE, y % _FINE)
        if circle.fill is not None:
            mask = _disc_mask(round(circle.r * scale * _FINE), 0, phase)
            if isinstance(circle.fill, Radial):
                colors, alpha = _radial(circle.fill, circle.r * scale, phase, mask.size[0])
                mask = mask if alpha is None else ImageChops.multiply(mask, alpha)
                self._stamp(colors, mask, column, row, circle.opacity)
            else:
                self._stamp(circle.fill, mask, column, row, circle.opacity)
        if circle.stroke is not None and circle.stroke_width:
            half = circle.stroke_width / 2
            outer, inner = round((circle.r + half) * scale * _FINE), round((circle.r - half) * scale * _FINE)
            self._stamp(circle.stroke, _disc_mask(outer, inner, phase), column, row, circle.opacity)

    def _stamp(self, colors: Image.Image | str, mask: Image.Image, column: int, row: int, opacity: float) -> None:
        """Put a square stamp around a pixel of the picture."""
        half = mask.size[0] // 2
        mask = _weaker(mask, opacity)
        left, top = column - half - self._left, row - half - self._top
        if isinstance(colors, Image.Image):
            self.image.paste(colors, (left, top), mask)
        else:
            self.image.paste(colors, (left, top, left + mask.size[0], top + mask.size[1]), mask)

    def _masked(self, box: Box, color: str, opacity: float, draw: Callable[[_FinePen], None]) -> None:
        """Draw something fine inside a box, reduce it, and paint the colour through it."""
        scale = self._scale
        clipped = self._clipped(
            (
                floor(box.left * scale) - 1,
                floor(box.top * scale) - 1,
                ceil(box.right * scale) + 1,
                ceil(box.bottom * scale) + 1,
            )
        )
        if clipped is None:
            return
        left, top, right, bottom = clipped
        fine = Image.new("L", ((right - left) * _FINE, (bottom - top) * _FINE))
        draw(_FinePen(fine, scale * _FINE, (left + self._left) * _FINE, (top + self._top) * _FINE))
        self.image.paste(color, clipped, _weaker(fine.reduce(_FINE), opacity))

    def _clipped(self, box: PixelBox) -> PixelBox | None:
        """The part of a box of the picture that lies on this canvas, in the canvas's own pixels."""
        left, top = max(box[0] - self._left, 0), max(box[1] - self._top, 0)
        right = min(box[2] - self._left, self.image.size[0])
        bottom = min(box[3] - self._top, self.image.size[1])
        return (left, top, right, bottom) if left < right and top < bottom else None

    def _text(self, text: Text) -> None:
        size = text.size * self._scale
        pieces = runs(text.text, size)
        widths = [font.getlength(piece) for piece, font in pieces]
        x = text.x * self._scale - self._left - sum(widths) * _BEFORE[text.anchor]
        y = text.y * self._scale - self._top
        pen = ImageDraw.Draw(self.image, "RGBA")
        ink = (*ImageColor.getrgb(text.fill)[:3], round(255 * text.opacity))
        for (piece, font), width in zip(pieces, widths, strict=True):
            pen.text((x, y), piece, ink, font, "ls", stroke_width=size * 0.025 if text.bold else 0)
            x += width


_BEFORE: Final = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}


class _FinePen:
    """Draws in the scene's units on a fine mask that begins at a fine pixel of the picture."""

    def __init__(self, mask: Image.Image, scale: float, left: int, top: int) -> None:
        self._pen = ImageDraw.Draw(mask)
        self._scale = scale
        self._left = left
        self._top = top

    def rectangle(self, corners: tuple[float, float, float, float], radius: float, value: int) -> None:
        """A filled rectangle, its corners rounded by the radius."""
        left, top, right, bottom = corners
        (x1, y1), (x2, y2) = self._fine(((left, top), (right, bottom)))
        if x1 < x2 and y1 < y2:
            self._pen.rounded_rectangle((x1, y1, x2 - 1, y2 - 1), radius * self._scale, value)

    def polygon(self, points: Coordinates) -> None:
        """A filled polygon."""
        self._pen.polygon(self._fine(points), 255)

    def line(self, points: Coordinates, width: float) -> None:
        """A line through points, its bends rounded."""
        self._pen.line(self._fine(points), 255, max(1, round(width * self._scale)), "curve")

    def _fine(self, points: Coordinates) -> list[tuple[int, int]]:
        return [(round(x * self._scale) - self._left, round(y * self._scale) - self._top) for x, y in points]


def _stroke(pen: _FinePen, points: Coordinates, width: float) -> None:
    pen.line(points, width)


def _ends(line: Line) -> Coordinates:
    """The line with its square ends."""
    length = hypot(line.x2 - line.x1, line.y2 - line.y1) or 1.0
    dx, dy = (line.x2 - line.x1) / length * line.width / 2, (line.y2 - line.y1) / length * line.width / 2
    return (line.x1 - dx, line.y1 - dy), (line.x2 + dx, line.y2 + dy)


def _weaker(mask: Image.Image, opacity: float) -> Image.Image:
    return mask if opacity >= 1 else mask.point(_weaker_values(opacity))


@lru_cache(maxsize=64)
def _weaker_values(opacity: float) -> list[int]:
    return [round(value * opacity) for value in range(256)]


@lru_cache(maxsize=512)
def _disc_mask(outer: int, inner: int, phase: tuple[int, int]) -> Image.Image:
    """A disc, or a ring with a hole, in the middle of a square of pixels; lengths and phase in fine pixels.

    The middle of the disc lies `phase` right of and below the corner of the square's middle pixel.
    """
    half = ceil(outer / _FINE) + 1
    side = 2 * half * _FINE
    fine = Image.new("L", (side, side))
    pen = ImageDraw.Draw(fine)
    x, y = half * _FINE + phase[0], half * _FINE + phase[1]
    for radius, value in ((outer, 255), (inner, 0)):
        if radius > 0:
            pen.ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), value)
    return fine.reduce(_FINE)


@lru_cache(maxsize=256)
def _radial(paint: Radial, radius: float, phase: tuple[int, int], side: int) -> tuple[Image.Image, Image.Image | None]:
    """The colours of a radial paint on a square of pixels, and its opacity unless it covers everywhere."""
    middle_x = side / 2 + phase[0] / _FINE + paint.dx * radius
    middle_y = side / 2 + phase[1] / _FINE + paint.dy * radius
    # Pillow's gradient has 128 pixels to its sides and grows by the square root of two a pixel.
    step = 128 / (paint.reach * radius)
    distance = Image.radial_gradient("L").transform(
        (side, side),
        Image.Transform.AFFINE,
        (step, 0, 128 - middle_x * step, 0, step, 128 - middle_y * step),
        Image.Resampling.BILINEAR,
        fillcolor=255,
    )
    channels = list(zip(*(_at(paint, value / 181) for value in range(256)), strict=True))
    colors = Image.merge("RGB", [distance.point(channel) for channel in channels[:3]])
    alpha = None if all(value == 255 for value in channels[3]) else distance.point(channels[3])
    return colors, alpha


def _at(paint: Radial, distance: float) -> tuple[int, int, int, int]:
    """Colour and opacity at a distance from the paint's centre, as a part of its reach."""
    stops = paint.stops
    before = max((stop for stop in stops if stop.offset <= distance), key=lambda stop: stop.offset, default=stops[0])
    after = min((stop for stop in stops if stop.offset > distance), key=lambda stop: stop.offset, default=before)
    span = after.offset - before.offset
    share = (distance - before.offset) / span if span > 0 else 0.0
    first, second = ImageColor.getrgb(before.color), ImageColor.getrgb(after.color)
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first[:3], second[:3], strict=True))
    return red, green, blue, round(255 * (before.opacity + (after.opacity - before.opacity) * share))
