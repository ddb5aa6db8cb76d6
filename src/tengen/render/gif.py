"""Films as animated GIF: one palette for all frames, and in each frame only the pixels that change."""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack
from typing import Final

from PIL import GifImagePlugin, Image, ImageChops

from tengen.render.film import Timing, film
from tengen.render.png import PixelBox, paint
from tengen.render.shapes import Scene

_COLORS: Final = 127
"""How many colours a film has; one place of 128 is left for what does not change."""

_UNCHANGED: Final = _COLORS
_TABLE_SIZE: Final = _COLORS + 1
_LEAVE_IN_PLACE: Final = 1


def render_gif(frames: Sequence[Scene], width_px: int = 480, timing: Timing | None = None) -> bytes:
    """The frames as a GIF of this width. All scenes have the same size."""
    timing = timing or Timing()
    palette = _palette(frames, width_px)
    out: list[bytes] = []
    shown: Image.Image | None = None
    for (canvas, parts), delay_ms in zip(film(frames, width_px), timing.delays(len(frames)), strict=True):
        if shown is None:
            shown = _indices(canvas, palette)
            out += [_header(canvas.size, palette, timing.loops), *_frame(shown, (0, 0), delay_ms)]
            continue
        before = shown.copy()
        for part in parts:
            shown.paste(_indices(canvas.crop(part), palette), part)
        out += _difference(before, shown, delay_ms)
    return b"".join([*out, b";"])


def _palette(frames: Sequence[Scene], width_px: int) -> Image.Image:
    """The colours of the first and the last frame, which have all that comes between."""
    first, last = paint(frames[0], width_px), paint(frames[-1], width_px)
    both = Image.new("RGB", (first.size[0], 2 * first.size[1]))
    both.paste(first, (0, 0))
    both.paste(last, (0, first.size[1]))
    return both.quantize(_COLORS, Image.Quantize.MEDIANCUT)


def _indices(image: Image.Image, palette: Image.Image) -> Image.Image:
    """The picture as places in the palette."""
    nearest = image.quantize(palette=palette, dither=Image.Dither.NONE)
    return Image.frombytes("L", nearest.size, nearest.tobytes())


def _difference(before: Image.Image, after: Image.Image, delay_ms: int) -> list[bytes]:
    """A frame with the changed pixels; where nothing changed, a single pixel that leaves everything as it was."""
    changed = ImageChops.difference(before, after).point([0] + [255] * 255)
    box: PixelBox = changed.getbbox() or (0, 0, 1, 1)
    frame = Image.new("L", after.size, _UNCHANGED)
    frame.paste(after, (0, 0), changed)
    return _frame(frame.crop(box), box[:2], delay_ms)


def _frame(indices: Image.Image, corner: tuple[int, int], delay_ms: int) -> list[bytes]:
    return GifImagePlugin.getdata(indices, corner, duration=delay_ms, disposal=_LEAVE_IN_PLACE, transparency=_UNCHANGED)


def _header(size: tuple[int, int], palette: Image.Image, loops: int) -> bytes:
    colors = bytes(palette.getpalette("RGB") or ())[: 3 * _COLORS].ljust(3 * _TABLE_SIZE, b"\0")
    table_bits = _TABLE_SIZE.bit_length() - 2
    screen = pack("<6sHHBBB", b"GIF89a", *size, 0b1111_0000 | table_bits, 0, 0)
    return screen + colors + pack("<3s11sBBHB", b"!\xff\x0b", b"NETSCAPE2.0", 3, 1, loops, 0)
