"""Animated pictures: small, complete, and every frame like the picture of its moment."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from tengen.core import create_game
from tengen.render import PictureOptions, Timing, frames_of, render_apng, render_gif
from tengen.render.png import paint
from tests.pictures import play
from tests.render.boards import opening, record_of, scene, view

FRAMES = frames_of(record_of(opening()))
WIDTH = 480


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def frame(image: Image.Image, index: int) -> Image.Image:
    image.seek(index)
    return image.convert("RGB")


def distance(first: Image.Image, second: Image.Image) -> float:
    """The mean difference of two pictures, in steps of 255."""
    return sum(ImageStat.Stat(ImageChops.difference(first, second)).mean) / 3


def test_a_game_of_sixty_moves_is_a_small_gif() -> None:
    data = render_gif(FRAMES, WIDTH)
    assert len(data) < 400_000
    image = opened(data)
    assert (image.format, getattr(image, "n_frames", 0), image.size) == ("GIF", 61, (WIDTH, WIDTH))
    for index in (0, 1, 30, 60):
        assert distance(frame(image, index), paint(FRAMES[index], WIDTH)) < 2.5


def test_an_animated_png_has_the_very_pixels() -> None:
    frames = FRAMES[:12]
    image = opened(render_apng(frames, 300))
    assert (image.format, getattr(image, "n_frames", 0)) == ("PNG", 12)
    for index in (0, 1, 11):
        assert distance(frame(image, index), paint(frames[index], 300)) == 0


@pytest.mark.parametrize("theme", ["paper", "dark", "contrast", "print"])
def test_every_theme_makes_a_small_gif(theme: str) -> None:
    assert len(render_gif(frames_of(record_of(opening(20)), view(theme)), 240)) < 60_000


def test_frames_last_as_long_as_asked() -> None:
    frames = FRAMES[:3]
    timing = Timing(delay_ms=200, last_ms=1500, loops=2)
    gif, apng = opened(render_gif(frames, 120, timing)), opened(render_apng(frames, 120, timing))
    for image in (gif, apng):
        durations = []
        for index in range(3):
            image.seek(index)
            durations.append(image.info["duration"])
        assert durations == [200, 200, 1500]
        assert image.info["loop"] == 2


def test_a_film_may_have_a_single_frame_or_equal_frames() -> None:
    still = scene(opening(5))
    assert opened(render_gif([still], 100)).size == (100, 100)
    assert opened(render_apng([still], 100)).size == (100, 100)
    assert getattr(opened(render_gif([still, still, still], 100)), "n_frames", 0) == 3


def test_flipped_discs_are_repainted() -> None:
    frames = frames_of(record_of(play(create_game("othello", 8), "d3 c3 c4 e3")), PictureOptions(), numbered=0)
    image = opened(render_gif(frames, 200))
    assert distance(frame(image, 4), paint(frames[4], 200)) < 2.5
