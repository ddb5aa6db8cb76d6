"""The board in the window: what of a view is seen on it, and that only what has changed is painted again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest
from tests.clients.play.scripts import begin, place, seen
from tests.clients.sitting.people_here import guests

from tengen.clients.desktop.board import Aim, BoardLook, BoardPicture, look_of, small_board
from tengen.clients.desktop.board.shown import board_scene
from tengen.clients.play import View
from tengen.clients.sitting.preferences import Preferences
from tengen.clients.sitting.table import Hover
from tengen.core import BLACK, WHITE, Board, Point
from tengen.render import THEMES, Circle, Line, Rect

ROOM = (360, 360)
LATER = 10_000
NOTHING = Aim()
WOOD = BoardLook(THEMES["wood"])


@pytest.fixture(autouse=True)
def _no_window(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.quit()


async def view_of(kind: str, size: int, *moves: str, **options: object) -> View:
    async with guests() as people:
        game = await begin(people.games, kind, size, **options)  # type: ignore[arg-type]  # options of a game
        await place(game, *moves)
        if options:
            await seen(game, lambda view: view.proposal is not None)
        return game.view


def drawn(picture: BoardPicture, aim: Aim = NOTHING, now_ms: int = LATER) -> pygame.Surface:
    target = pygame.Surface(ROOM, 0, 32)
    picture.draw(target, 0, 0, aim, now_ms)
    return target


def picture_of(view: View, look: BoardLook = WOOD, hint: Point | None = None) -> BoardPicture:
    picture = BoardPicture()
    picture.place(view.spec, look, ROOM)
    picture.show(view, hint, 0)
    return picture


def color_at(picture: BoardPicture, surface: pygame.Surface, point: Point) -> int:
    """How bright the place beside the middle of a point is, where neither ring nor line runs."""
    x, y = picture.fit.middle(point)
    third = picture.fit.cell_px // 3
    red, green, blue, _ = surface.get_at((x + third, y + third // 2))
    return (red + green + blue) // 3


async def test_stones_are_where_they_stand() -> None:
    view = await view_of("go", 9, "c3", "g7")
    picture = picture_of(view)
    surface = drawn(picture)
    black, white, empty = (color_at(picture, surface, view.spec.parse(name)) for name in ("c3", "g7", "e5"))
    assert black < 70
    assert 120 < empty < 210
    assert white > 200


@pytest.mark.parametrize("theme", THEMES)
async def test_a_move_repaints_to_the_very_pixels_of_a_new_board(theme: str) -> None:
    async with guests() as people:
        game = await begin(people.games, "go", 9)
        look = BoardLook(THEMES[theme])
        picture = picture_of(game.view, look)
        drawn(picture)
        for move in ("b1", "a1", "a2", "e5"):
            await place(game, move)
            picture.show(game.view, None, LATER)
            drawn(picture, now_ms=LATER + 40)
        repainted = pygame.image.tobytes(drawn(picture, now_ms=2 * LATER), "RGB")
        assert repainted == pygame.image.tobytes(drawn(picture_of(game.view, look)), "RGB")


async def test_a_stone_is_seen_to_arrive_unless_all_is_still() -> None:
    async with guests() as people:
        game = await begin(people.games, "go", 9)
        picture, still = picture_of(game.view), picture_of(game.view)
        drawn(picture)
        drawn(still)
        await place(game, "e5")
        picture.show(game.view, None, LATER)
        still.show(game.view, None, LATER, is_still=True)
        middle = Point(4, 4)
        assert color_at(picture, drawn(picture, now_ms=LATER), middle) > 100
        assert picture.is_moving(LATER)
        assert color_at(still, drawn(still, now_ms=LATER), middle) < 70
        assert not still.is_moving(LATER)
        assert color_at(picture, drawn(picture, now_ms=LATER + 500), middle) < 70
        assert not picture.is_moving(LATER + 500)


async def test_the_pointer_shows_a_half_stone_and_leaves_nothing_behind() -> None:
    picture = picture_of(await view_of("go", 9))
    before = drawn(picture)
    point = Point(5, 5)
    half = drawn(picture, Aim(Hover(point, BLACK)))
    assert 70 < color_at(picture, half, point) < color_at(picture, before, point)
    after = drawn(picture)
    assert pygame.image.tobytes(after, "RGB") == pygame.image.tobytes(before, "RGB")


async def test_the_keyboards_cursor_a_stone_to_mark_and_a_refusal_are_seen() -> None:
    view = await view_of("go", 9, "c3")
    picture = picture_of(view)
    plain = pygame.image.tobytes(drawn(picture), "RGB")
    stone = view.spec.parse("c3")
    for aim in (Aim(cursor=Point(4, 4)), Aim(Hover(stone, BLACK, is_mark=True))):
        assert pygame.image.tobytes(drawn(picture, aim), "RGB") != plain
    picture.refuse(stone, LATER)
    assert pygame.image.tobytes(drawn(picture, now_ms=LATER + 150), "RGB") != plain
    assert picture.is_moving(LATER + 150)
    assert pygame.image.tobytes(drawn(picture, now_ms=2 * LATER), "RGB") == plain
    assert not picture.is_moving(2 * LATER)


async def test_another_room_makes_another_board_and_keeps_what_it_shows() -> None:
    view = await view_of("othello", 8)
    picture = picture_of(view)
    drawn(picture)
    assert picture.place(view.spec, WOOD, (200, 300))[0] <= 200
    surface = drawn(picture)
    assert color_at(picture, surface, Point(3, 3)) != color_at(picture, surface, Point(0, 0))


async def test_legal_points_have_dots_only_where_not_every_point_is_free() -> None:
    def dots(view: View, look: BoardLook = WOOD) -> int:
        shapes = board_scene(view, look).shapes
        return sum(isinstance(shape, Circle) and shape.opacity not in (0, 1) for shape in shapes)

    othello = await view_of("othello", 8)
    assert dots(othello) == len(othello.legal) == 4
    assert dots(othello, replace(WOOD, legal=False)) == 0
    assert dots(await view_of("go", 9)) == 0


async def test_a_winning_row_is_struck_through_in_the_ink_of_its_stones() -> None:
    moves = ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4"]
    before, after = await view_of("gomoku", 15, *moves), await view_of("gomoku", 15, *moves, "h12")
    ink = THEMES["wood"].black.ink

    def strokes(view: View) -> int:
        return sum(isinstance(shape, Line) and shape.color == ink for shape in board_scene(view, WOOD).shapes)

    assert (strokes(before), strokes(after)) == (0, 4)


async def test_proposed_dead_stones_have_rings_and_points_their_owners_squares() -> None:
    walls = ["c1", "d1", "c2", "d2", "c3", "d3", "c4", "d4", "c5", "a3", "b4", "d5", "b2", "pass", "pass"]
    view = await view_of("go", 5, *walls, rules={"dead_stones": "agree"})
    shapes = board_scene(view, WOOD).shapes
    squares = [shape for shape in shapes if isinstance(shape, Rect) and 0 < shape.width < 16]
    assert len(squares) == 13
    assert any(isinstance(shape, Circle) and shape.fill is None and shape.r < 5 for shape in shapes)


async def test_move_numbers_stand_on_the_stones_that_are_left() -> None:
    view = await view_of("go", 9, "b1", "a1", "a2")
    texts = [getattr(shape, "text", "") for shape in board_scene(view, replace(WOOD, coordinates=False)).shapes]
    assert not any(texts)
    numbered = board_scene(view, replace(WOOD, coordinates=False, numbers=True)).shapes
    assert sorted(filter(None, (getattr(shape, "text", "") for shape in numbered))) == ["1", "3"]


async def test_a_hint_is_seen_until_a_stone_is_there() -> None:
    view = await view_of("go", 9, "c3")
    arrow = THEMES["wood"].arrow

    def is_seen(point: Point) -> bool:
        return any(getattr(shape, "stroke", None) == arrow for shape in board_scene(view, WOOD, point).shapes)

    assert is_seen(Point(4, 4))
    assert not is_seen(view.spec.parse("c3"))


async def test_the_moves_that_follow_a_hint_have_their_numbers() -> None:
    view = await view_of("gomoku", 9, "e5")
    line = (Point(2, 2), Point(3, 3), Point(2, 4))
    look = replace(WOOD, coordinates=False)
    shapes = board_scene(view, look, line[0], line=line).shapes
    assert sorted(filter(None, (getattr(shape, "text", "") for shape in shapes))) == ["2", "3"]
    picture = picture_of(view, look, line[0])
    before = drawn(picture).get_buffer().raw
    picture.show(view, line[0], 0, line=line)
    assert drawn(picture).get_buffer().raw != before


def test_without_a_theme_of_ones_own_the_board_is_as_the_window() -> None:
    assert look_of(Preferences(), is_dark=False).theme is THEMES["wood"]
    assert look_of(Preferences(), is_dark=True).theme is THEMES["dark"]
    assert look_of(Preferences(theme="paper", coordinates=False), is_dark=True) == BoardLook(THEMES["paper"], False)
    assert look_of(Preferences(theme="no such theme"), is_dark=False).theme is THEMES["wood"]


async def test_a_small_board_has_the_width_that_is_asked_for_and_is_painted_once() -> None:
    spec = (await view_of("othello", 8)).spec
    board = Board.empty(8).with_stone([Point(2, 2)], WHITE)
    small = small_board(board, spec, THEMES["wood"], 96)
    assert small.get_width() == 96
    assert small is small_board(board, spec, THEMES["wood"], 96)
