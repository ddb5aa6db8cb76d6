"""Pictures of boards. `draw` turns a moment into a scene of plain shapes; the painters know shapes and nothing else.

Pictures are made from core's descriptions alone: no game is known here by name, and no clock and no player at all.
"""

from tengen.render.apng import render_apng
from tengen.render.board import CELL, Layout, empty_board
from tengen.render.film import Timing
from tengen.render.font_files import FontFile, chinese_font
from tengen.render.fonts import can_write, runs, text_pieces
from tengen.render.frames import diagrams_of, frames_of, scene_of
from tengen.render.gif import render_gif
from tengen.render.lettering import CAP_HEIGHT
from tengen.render.marks import PointPainter
from tengen.render.pdf import PageSize, render_pdf
from tengen.render.png import PixelBox, cut_out, paint_over, paint_part, render_png
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
    "CAP_HEIGHT",
    "CELL",
    "THEMES",
    "Anchor",
    "Box",
    "Circle",
    "Curve",
    "FontFile",
    "Layout",
    "Line",
    "PageSize",
    "PictureOptions",
    "PixelBox",
    "PointPainter",
    "Polygon",
    "Radial",
    "Rect",
    "Scene",
    "Shape",
    "Stop",
    "Text",
    "Theme",
    "Timing",
    "can_write",
    "changes",
    "chinese_font",
    "cut_out",
    "diagrams_of",
    "draw",
    "empty_board",
    "find_theme",
    "frames_of",
    "paint_over",
    "paint_part",
    "render_apng",
    "render_gif",
    "render_pdf",
    "render_png",
    "render_svg",
    "runs",
    "scene_of",
    "text_pieces",
]
