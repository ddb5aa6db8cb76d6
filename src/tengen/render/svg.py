"""Scenes as SVG: one self-contained text, no scripts, no other files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from itertools import groupby
from typing import Final

from tengen.render.shapes import Anchor, Circle, Curve, Line, Paint, Polygon, Radial, Rect, Scene, Shape, Text

_FONTS: Final = ",".join(
    (
        "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans'",
        "'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif",
    )
)

# Everything that XML 1.0 does not allow in a text.
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render_svg(scene: Scene, width_px: int | None = None) -> str:
    """The scene as an SVG document. It fills what holds it unless a width is given.

    Several may stand in one page: what they define is named after its content.
    """
    size = f' width="{width_px}" height="{_n(width_px * scene.height / scene.width)}"' if width_px else ""
    paints = dict.fromkeys(
        shape.fill for shape in scene.shapes if isinstance(shape, Circle) and isinstance(shape.fill, Radial)
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(scene.width)} {_n(scene.height)}"{size} role="img"'
        f' font-family="{_FONTS}" text-anchor="middle">'
    ]
    if scene.title:
        parts.append(f"<title>{_escaped(scene.title)}</title>")
    if paints:
        parts.append(f"<defs>{''.join(map(_gradient, paints))}</defs>")
    for (kind, style), shapes in groupby(scene.shapes, key=_group):
        if kind is Line:
            parts.append(_path(style, [shape for shape in shapes if isinstance(shape, Line)]))
        else:
            parts.extend(_element(shape) for shape in shapes)
    parts.append("</svg>\n")
    return "\n".join(parts)


def _group(shape: Shape) -> tuple[type[Shape], str]:
    """Lines of the same look that follow each other become one path."""
    return type(shape), _line_style(shape) if isinstance(shape, Line) else ""


def _element(shape: Shape) -> str:
    match shape:
        case Rect():
            radius = f' rx="{_n(shape.radius)}"' if shape.radius else ""
            place = f'x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}" height="{_n(shape.height)}"'
            stroke = _stroke(shape.stroke, shape.stroke_width)
            return f"<rect {place}{radius}{_fill(shape.fill)}{stroke}{_seen(shape)}/>"
        case Circle():
            place = f'cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.r)}"'
            return f"<circle {place}{_fill(shape.fill)}{_stroke(shape.stroke, shape.stroke_width)}{_seen(shape)}/>"
        case Polygon():
            stroke = _stroke(shape.stroke, shape.stroke_width)
            join = ' stroke-linejoin="round"' if stroke else ""
            return f'<path d="{_through(shape.points)}z"{_fill(shape.fill)}{stroke}{join}{_seen(shape)}/>'
        case Curve():
            return f'<path d="{_through(shape.points)}" fill="none"{_stroke(shape.color, shape.width)}{_seen(shape)}/>'
        case Line():
            return _path(_line_style(shape), [shape])
        case Text():
            anchor = "" if shape.anchor is Anchor.MIDDLE else f' text-anchor="{shape.anchor}"'
            bold = ' font-weight="bold"' if shape.bold else ""
            place = f'x="{_n(shape.x)}" y="{_n(shape.y)}" font-size="{_n(shape.size)}"'
            return f"<text {place}{anchor}{bold}{_fill(shape.fill)}{_seen(shape)}>{_escaped(shape.text)}</text>"


def _path(style: str, lines: list[Line]) -> str:
    return f'<path d="{"".join(map(_straight, lines))}"{style}/>'


def _straight(line: Line) -> str:
    start = f"M{_n(line.x1)} {_n(line.y1)}"
    if line.x1 == line.x2:
        return f"{start}V{_n(line.y2)}"
    if line.y1 == line.y2:
        return f"{start}H{_n(line.x2)}"
    return f"{start}L{_n(line.x2)} {_n(line.y2)}"


def _line_style(line: Line) -> str:
    if line.pixels:
        width = f' stroke-width="{line.pixels}" vector-effect="non-scaling-stroke" shape-rendering="crispEdges"'
    else:
        width = f' stroke-width="{_n(line.width)}"'
    return f' stroke="{line.color}"{width} stroke-linecap="square"{_seen(line)}'


def _through(points: tuple[tuple[float, float], ...]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _fill(paint: Paint | None) -> str:
    if paint is None:
        return ' fill="none"'
    return f' fill="{paint}"' if isinstance(paint, str) else f' fill="url(#{_name(paint)})"'


def _stroke(color: str | None, width: float) -> str:
    return f' stroke="{color}" stroke-width="{_n(width)}"' if color and width else ""


def _seen(shape: Shape) -> str:
    return f' opacity="{_n(shape.opacity)}"' if shape.opacity < 1 else ""


def _gradient(paint: Radial) -> str:
    """A radial paint in parts of the circle's box, whose side is two radii."""
    place = f'cx="{_n(0.5 + paint.dx / 2)}" cy="{_n(0.5 + paint.dy / 2)}" r="{_n(paint.reach / 2)}"'
    return f'<radialGradient id="{_name(paint)}" {place}>{"".join(_stops(paint))}</radialGradient>'


def _stops(paint: Radial) -> Iterator[str]:
    for stop in paint.stops:
        opacity = f' stop-opacity="{_n(stop.opacity)}"' if stop.opacity < 1 else ""
        yield f'<stop offset="{_n(stop.offset)}" stop-color="{stop.color}"{opacity}/>'


def _name(paint: Radial) -> str:
    return "t" + sha256(repr(paint).encode()).hexdigest()[:8]


def _n(number: float) -> str:
    """A number as short as it can be, to a hundredth."""
    return f"{number:.2f}".rstrip("0").rstrip(".") or "0"


def _escaped(text: str) -> str:
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))
