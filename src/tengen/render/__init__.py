"""Pictures of boards. `draw` turns a moment into a scene of plain shapes; the painters know shapes and nothing else.

Pictures are made from core's descriptions alone: no game is known here by name, and no clock and no player at all.
"""

from tengen.render.apng import render_apng
from tengen.render.film import Timing
from tengen.render.font_files import FontFile, chinese_font
from tengen.render.fonts import builtin_font, can_write, runs, text_pieces
from tengen.render.frames import diagrams_of, frames_of, scene_of
from tengen.render.gif import render_gif
from tengen.render.pdf import PageSize, render_pdf
from tengen.render.png import render_png
from tengen.render.scene import PictureOptions, draw
from tengen.render.shapes import (
    Anchor,
    Box,
    Circle,
    Curve,
    Line,
    Polygon,
    Radial,
    Rect,
    Scene,
    Shape,
    Stop,
    Text,
    changes,
)
from tengen.render.svg import render_svg
from tengen.render.themes import THEMES, Theme, find_theme

__all__ = [
    "THEMES",
    "Anchor",
    "Box",
    "Circle",
    "Curve",
    "FontFile",
    "Line",
    "PageSize",
    "PictureOptions",
    "Polygon",
    "Radial",
    "Rect",
    "Scene",
    "Shape",
    "Stop",
    "Text",
    "Theme",
    "Timing",
    "builtin_font",
    "can_write",
    "changes",
    "chinese_font",
    "diagrams_of",
    "draw",
    "find_theme",
    "frames_of",
    "render_apng",
    "render_gif",
    "render_pdf",
    "render_png",
    "render_svg",
    "runs",
    "scene_of",
    "text_pieces",
]
