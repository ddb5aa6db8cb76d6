"""Films as animated PNG: all colours, and in each frame only the parts that change."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, PngImagePlugin

from tengen.render.film import Timing, film
from tengen.render.shapes import Scene


def render_apng(frames: Sequence[Scene], width_px: int = 480, timing: Timing | None = None) -> bytes:
    """The frames as an animated PNG of this width. All scenes have the same size. Other programs show the first."""
    timing = timing or Timing()
    pictures = []
    for canvas, parts in film(frames, width_px):
        picture = Image.new("RGBA", canvas.size)
        for part in parts:
            picture.paste(canvas.crop(part), part)
        pictures.append(picture)
    out = BytesIO()
    pictures[0].save(
        out,
        "PNG",
        save_all=True,
        append_images=pictures[1:],
        duration=timing.delays(len(frames)),
        loop=timing.loops,
        disposal=PngImagePlugin.Disposal.OP_NONE,
        blend=PngImagePlugin.Blend.OP_OVER,
    )
    return out.getvalue()
