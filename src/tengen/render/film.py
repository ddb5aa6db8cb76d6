"""Frames one after another on one canvas, painting only what changes. Knows no file format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PIL import Image

from tengen.render.png import PixelBox, paint, part_px
from tengen.render.shapes import Scene, changes


@dataclass(frozen=True, slots=True)
class Timing:
    """How long frames are shown, in milliseconds, and how often the film runs; 0 is for ever.

    The last frame stays longer, so that one can look at the end.
    """

    delay_ms: int = 700
    last_ms: int = 3000
    loops: int = 0

    def delays(self, count: int) -> list[int]:
        """How long each of so many frames is shown."""
        return [self.delay_ms] * (count - 1) + [self.last_ms]


def film(frames: Sequence[Scene], width_px: int) -> Iterator[tuple[Image.Image, list[PixelBox]]]:
    """For every frame the canvas as it is now, and the parts of it that were repainted.

    The canvas is the same image each time: take from it what is needed before going on. All frames have one size.
    """
    assert frames, "a film has frames"
    assert len({(frame.width, frame.height) for frame in frames}) == 1, "all frames of a film have one size"
    canvas = paint(frames[0], width_px)
    yield canvas, [(0, 0, *canvas.size)]
    for before, after in pairwise(frames):
        parts = [part_px(box, after, width_px) for box in changes(before, after)]
        for part in parts:
            canvas.paste(paint(after, width_px, part), part)
        yield canvas, parts
