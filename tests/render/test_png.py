"""Pictures of pixels: right size, round stones, crisp lines, and parts that fit the whole."""

from __future__ import annotations

from io import BytesIO
from math import cos, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from tengen.core import Mark, Point, create_game, kinds
from tengen.render import (
    THEMES,
    Circle,
    Rect,
    Scene,
    Text,
    can_write,
    changes,
    cut_out,
    paint_part,
    render_pdf,
    render_png,
)
from tengen.render.png import paint, part_px
from tests.pictures import game_from, play
from tests.render.anything import any_scene
from tests.render.boards import DISCS, MARKS, SMALL, opening, scene

WIDTH = 420


def picture(shown: Scene, width_px: int = WIDTH) -> Image.Image:
    image = Image.open(BytesIO(render_png(shown, width_px)))
    image.load()
    return image


def brightness(image: Image.Image, x: float, y: float) -> float:
    pixel = image.getpixel((round(x), round(y)))
    assert isinstance(pixel, tuple)
    return sum(pixel[:3]) / 3


def centre(shown: Scene, column: str, row: str, width_px: int = WIDTH) -> tuple[float, float]:
    """The pixel of a point, found by its coordinates."""
    scale = width_px / shown.width
    texts = [shape for shape in shown.shapes if isinstance(shape, Text)]
    x = next(text.x for text in texts if text.text == column)
    y = next(text.y - 0.36 * text.size for text in texts if text.text == row)
    return x * scale, y * scale


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)
def test_every_kind_in_every_theme_decodes_with_the_right_size(kind: object, theme: str) -> None:
    shown = scene(create_game(getattr(kind, "name", "")), theme, message="Your move.")
    image = picture(shown, 160)
    assert image.mode == "RGB"
    assert image.size == (160, round(160 * shown.height / shown.width))


def test_stones_are_round_with_a_highlight_to_the_upper_left() -> None:
    shown = scene(game_from("go", SMALL))
    image = picture(shown)
    x, y = centre(shown, "C", "2")
    radius = 0.482 * 32 * WIDTH / shown.width
    rim = [(x + 0.9 * radius * cos(k * pi / 8), y + 0.9 * radius * sin(k * pi / 8)) for k in range(16)]
    assert all(brightness(image, *point) < 110 for point in rim)
    assert brightness(image, x - 0.88 * radius, y - 0.88 * radius) > 140, "the corner of the stone's square is wood"
    shift = 0.4 * radius
    assert brightness(image, x - shift, y - shift) > brightness(image, x + shift, y + shift) + 20


def test_white_stones_are_brighter_than_wood_and_wood_than_black_stones() -> None:
    shown = scene(game_from("go", SMALL))
    image = picture(shown)
    white, black = (brightness(image, *centre(shown, column, row)) for column, row in ("B8", "C2"))
    x, y = centre(shown, "A", "9")
    wood = brightness(image, x + 20, y + 20)
    assert black < 90 < wood < 225 < white


def test_edges_are_smooth() -> None:
    image = picture(scene(game_from("othello", DISCS), "print", coordinates=False)).convert("L")
    greys = sum(image.histogram()[40:216])
    assert greys > 200


def test_lines_of_the_grid_are_crisp() -> None:
    shown = scene(create_game("go", 9), "print", coordinates=False)
    image = picture(shown)
    row = [brightness(image, x, 80) for x in range(WIDTH)]
    assert set(row) == {0.0, 255.0}
    dark = "".join("#" if value == 0 else "." for value in row)
    assert len([run for run in dark.split(".") if run]) == 9


@pytest.mark.parametrize("width_px", [97, 300, 641])
def test_a_part_has_the_pixels_of_the_whole(width_px: int) -> None:
    game = opening(57)
    numbers = {Point(3, 3): 3, Point(16, 3): 1, Point(14, 16): 5}
    before = scene(game, numbers=numbers, message="One", marks=[Mark("triangle", ((3, 15),))])
    after = scene(play(game, "s3"), last=Point(17, 16), numbers=numbers, message="Two", marks=MARKS[-6:])
    whole = paint(after, width_px)
    patched = paint(before, width_px)
    for box in changes(before, after):
        part = part_px(box, after, width_px)
        painted = paint(after, width_px, part)
        assert painted.tobytes() == whole.crop(part).tobytes()
        patched.paste(painted, part)
    assert patched.tobytes() == whole.tobytes()


def test_a_text_in_letters_that_no_font_has_is_still_a_picture() -> None:
    assert can_write("Black to move.")
    assert not can_write("\U00013000")
    assert picture(scene(create_game("go", 5), message="轮到黑方。 \U0001f600 العربية")).size[0] == WIDTH


@settings(max_examples=40)
@given(any_scene(), st.integers(1, 200))
def test_pixels_and_pages_take_any_board_with_any_marks_and_texts(drawn: Scene, width_px: int) -> None:
    assert picture(drawn, width_px).size[0] == width_px
    assert render_pdf([drawn], title=drawn.title).endswith(b"%%EOF\n")


def test_the_same_scene_is_the_same_file() -> None:
    shown = scene(game_from("go", SMALL), marks=MARKS)
    assert render_png(shown, 200) == render_png(shown, 200)


def test_a_cut_out_laid_on_a_ground_has_the_pixels_of_a_picture_on_it() -> None:
    shapes = (
        Circle(20, 20, 12, "#336699", "#ffffff", 2),
        Circle(34, 26, 9, "#aa2200", opacity=0.4),
        Rect(4, 30, 20, 8, "#00aa00", 2, "#111111", 1.5, 0.7),
    )
    scene, part = Scene(50, 50, shapes), (0, 0, 100, 100)
    ground = Image.new("RGB", (100, 100), "#dfb571")
    sprite = cut_out(scene, 2.0, part)
    ground.paste(sprite, (0, 0), sprite)
    expected = paint_part(scene, 2.0, part, "#dfb571")
    assert max(ImageChops.difference(ground, expected).tobytes()) <= 3
    assert sprite.getpixel((99, 0)) == (0, 0, 0, 0)
