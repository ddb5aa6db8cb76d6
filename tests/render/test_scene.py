"""What a picture of a board shows, and where."""

from __future__ import annotations

import pytest

from tengen.core import BLACK, WHITE, Board, Game, Mark, Point, create_game, create_rules, kinds
from tengen.render import (
    THEMES,
    Circle,
    Line,
    PictureOptions,
    Polygon,
    Rect,
    Scene,
    Shape,
    Text,
    changes,
    draw,
    find_theme,
)
from tengen.render.lettering import text_width
from tengen.render.themes import WOOD
from tests.pictures import at, game_from, play
from tests.render.boards import DISCS, FOULS, MARKS, SMALL, opening, scene


def texts(shown: Scene) -> list[Text]:
    return [shape for shape in shown.shapes if isinstance(shape, Text)]


def circles(shown: Scene) -> list[Circle]:
    return [shape for shape in shown.shapes if isinstance(shape, Circle)]


def middle(text: Text) -> tuple[float, float]:
    return text.x, round(text.y - 0.36 * text.size, 3)


def places(game: Game) -> tuple[dict[str, float], dict[str, float]]:
    """Where the coordinates stand: every column by its x, every row by its y."""
    spec = game.ruleset.board_spec()
    shown = texts(scene(game))
    columns = {text.text: middle(text)[0] for text in shown if text.text in spec.column_labels}
    rows = {text.text: middle(text)[1] for text in shown if text.text in spec.row_labels}
    return columns, rows


def added(before: Scene, after: Scene) -> list[Shape]:
    return [shape for shape in after.shapes if shape not in before.shapes]


# --- coordinates and star points -------------------------------------------------------------


def test_letters_of_go_skip_i_and_rows_count_from_the_bottom() -> None:
    columns, rows = places(create_game("go", 19))
    assert "".join(sorted(columns, key=lambda label: columns[label])) == "ABCDEFGHJKLMNOPQRST"
    assert sorted(rows, key=lambda label: -rows[label]) == [str(number) for number in range(1, 20)]


def test_letters_of_gomoku_have_i() -> None:
    columns, rows = places(create_game("gomoku", 15))
    assert "".join(sorted(columns)) == "ABCDEFGHIJKLMNO"
    assert rows["1"] > rows["15"]


def test_rows_of_othello_count_from_the_top() -> None:
    columns, rows = places(create_game("othello", 8))
    assert "".join(sorted(columns)) == "abcdefgh"
    assert sorted(rows, key=lambda label: rows[label]) == list("12345678")


def test_coordinates_can_be_left_out() -> None:
    assert texts(scene(create_game("go", 9), coordinates=False)) == []


@pytest.mark.parametrize(
    ("kind", "size", "stars"),
    [
        ("go", 19, "D4 K4 Q4 D10 K10 Q10 D16 K16 Q16"),
        ("go", 13, "D4 G4 K4 D7 G7 K7 D10 G10 K10"),
        ("go", 9, "C3 G3 E5 C7 G7"),
        ("gomoku", 15, "D4 L4 H8 D12 L12"),
        ("gomoku", 20, "D4 Q4 D17 Q17"),
    ],
)
def test_star_points_of_a_board_of_lines(kind: str, size: int, stars: str) -> None:
    game = create_game(kind, size)
    columns, rows = places(game)
    expected = {(columns[star[0]], rows[star[1:]]) for star in stars.split()}
    assert {(star.x, star.y) for star in circles(scene(game))} == expected


@pytest.mark.parametrize(("size", "stars"), [(8, 4), (10, 4), (6, 0)])
def test_star_points_of_a_board_of_cells_lie_on_corners_of_cells(size: int, stars: int) -> None:
    rules = create_rules("peace", size)
    shown = draw(Board.empty(size), rules.board_spec())
    found = circles(shown)
    assert len(found) == stars
    lines = [shape for shape in shown.shapes if isinstance(shape, Line)]
    for star in found:
        assert any(line.x1 == line.x2 == star.x for line in lines)
        assert any(line.y1 == line.y2 == star.y for line in lines)


@pytest.mark.parametrize(("kind", "size", "lines"), [("go", 19, 38), ("go", 9, 18), ("othello", 8, 18)])
def test_a_board_has_all_its_lines(kind: str, size: int, lines: int) -> None:
    assert sum(isinstance(shape, Line) for shape in scene(create_game(kind, size)).shapes) == lines


# --- stones and what is on them --------------------------------------------------------------


def test_every_stone_is_drawn_on_its_point_in_its_colour() -> None:
    game = game_from("go", SMALL)
    columns, rows = places(game)
    spec, board = game.ruleset.board_spec(), game.state.position.board
    for color in (BLACK, WHITE):
        expected = {(columns[spec.name(p)[0]], rows[spec.name(p)[1:]]) for p in board.stones(color)}
        fill = WOOD.stone(color).fill
        assert {(c.x, c.y) for c in circles(scene(game)) if c.fill == fill} == expected


def test_shadows_lie_below_all_stones() -> None:
    fills = [circle.fill for circle in circles(scene(game_from("go", SMALL)))]
    last_shadow = max(index for index, fill in enumerate(fills) if fill == WOOD.shadow)
    first_stone = min(index for index, fill in enumerate(fills) if fill in (WOOD.black.fill, WOOD.white.fill))
    assert last_shadow < first_stone


@pytest.mark.parametrize(("point", "ink"), [("C2", WOOD.black.ink), ("B8", WOOD.white.ink)])
def test_the_last_move_has_a_thin_ring_in_the_other_colour(point: str, ink: str) -> None:
    game = game_from("go", SMALL)
    last = at(point, game.ruleset.board_spec())
    columns, rows = places(game)
    (ring,) = added(scene(game), scene(game, last=last))
    assert isinstance(ring, Circle)
    assert (ring.fill, ring.stroke) == (None, ink)
    assert (ring.x, ring.y) == (columns[point[0]], rows[point[1:]])
    assert ring.r < 16


def test_the_ring_goes_around_a_number() -> None:
    game = game_from("go", SMALL)
    last = Point(2, 7)
    number, ring = added(scene(game), scene(game, last=last, numbers={last: 123}))
    assert isinstance(number, Text)
    assert isinstance(ring, Circle)
    assert (number.text, number.fill) == ("123", WOOD.black.ink)
    assert text_width(number.text, number.size) < 1.8 * ring.r


def test_a_mark_takes_the_place_of_a_number() -> None:
    point = Point(2, 7)
    shown = scene(game_from("go", SMALL), numbers={point: 7}, marks=[Mark("label", (point,), "x")])
    assert [text.text for text in texts(shown) if text.text in ("7", "x") and text.fill == WOOD.black.ink] == ["x"]


@pytest.mark.parametrize("kind", ["territory_black", "arrow", "line", "dim", "view"])
def test_a_mark_beside_the_middle_leaves_the_number(kind: str) -> None:
    point = Point(2, 7)
    shown = scene(game_from("go", SMALL), numbers={point: 7}, marks=[Mark(kind, (point, Point(0, 0)))])
    assert "7" in [text.text for text in texts(shown) if text.fill == WOOD.black.ink]


def test_dead_stones_are_faded_and_cast_no_shadow() -> None:
    game = game_from("go", SMALL)
    faded = [c for c in circles(scene(game, dead={Point(1, 1), Point(7, 2)})) if c.opacity < 1]
    assert {circle.fill for circle in faded} == {WOOD.black.fill, WOOD.white.fill}
    assert len(circles(scene(game))) - len(circles(scene(game, dead={Point(1, 1)}))) == 1


def test_the_states_own_dead_stones_are_faded() -> None:
    game = play(create_game("go", 5, {"dead_stones": "agree"}), "c3 a1 pass pass")
    game.act(game.ruleset.legal_actions(game.state)[0])
    assert any(circle.opacity < 1 for circle in circles(scene(game)))


def test_owners_are_small_squares_larger_for_the_surer() -> None:
    game = create_game("go", 9)
    owners = {Point(0, 0): 1.0, Point(1, 0): 0.25, Point(2, 0): -1.0, Point(3, 0): 0.0, Point(30, 0): 1.0}
    squares = added(scene(game), scene(game, owners=owners))
    assert [square.fill for square in squares if isinstance(square, Rect)] == [
        WOOD.black.shade,
        WOOD.black.shade,
        WOOD.white.shade,
    ]
    sure, unsure, _ = (square.width for square in squares if isinstance(square, Rect))
    assert unsure == pytest.approx(sure / 2)


def test_a_stone_needs_no_square_of_its_own_side() -> None:
    game = game_from("go", SMALL)
    black = Point(2, 7)
    assert added(scene(game), scene(game, owners={black: 1.0})) == []
    assert len(added(scene(game), scene(game, owners={black: -1.0}))) == 1


def test_legal_points_are_small_dots() -> None:
    game = create_game("othello", 8)
    legal = game.ruleset.legal_points(game.state)
    dots = added(scene(game), scene(game, legal=legal))
    assert len(dots) == len(legal) == 4
    assert all(isinstance(dot, Circle) and dot.r < 5 for dot in dots)


def test_forbidden_points_are_thin_crosses() -> None:
    game = game_from("gomoku", FOULS, rules="renju")
    forbidden = game.ruleset.forbidden_points(game.state)
    strokes = added(scene(game), scene(game, forbidden=forbidden))
    assert forbidden
    assert len(strokes) == 2 * len(forbidden)
    assert all(isinstance(stroke, Line) for stroke in strokes)


@pytest.mark.parametrize(
    ("kind", "shape"),
    [("triangle", Polygon), ("square", Rect), ("circle", Circle), ("cross", Line), ("selected", Rect), ("label", Text)],
)
@pytest.mark.parametrize(("point", "ink"), [((2, 7), WOOD.black.ink), ((1, 1), WOOD.white.ink)])
def test_marks_are_legible_on_both_colours(kind: str, shape: type[Shape], point: tuple[int, int], ink: str) -> None:
    game = game_from("go", SMALL)
    found = added(scene(game), scene(game, marks=[Mark(kind, (point,), "A")]))
    assert found
    for one in found:
        assert isinstance(one, shape)
        assert ink in (getattr(one, name, None) for name in ("stroke", "fill", "color"))


def test_an_unknown_mark_and_a_point_outside_the_board_do_no_harm() -> None:
    game = game_from("go", SMALL)
    assert added(scene(game), scene(game, marks=[Mark("triangle", ((99, 99), (-1, 0)))])) == []
    assert len(added(scene(game), scene(game, marks=[Mark("star of another program", ((0, 0),))]))) == 1


# --- text below the board --------------------------------------------------------------------


def test_message_and_turn_stand_below_the_board() -> None:
    game = create_game("go", 9)
    bare, shown = scene(game), scene(game, message="White captured 2. Your move.", turn=BLACK)
    assert shown.height > bare.height
    (message,) = [text for text in texts(shown) if text.text.startswith("White")]
    (stone,) = [circle for circle in circles(shown) if circle.fill == WOOD.black.fill]
    assert message.y > bare.height
    assert bare.height < stone.y < shown.height
    assert stone.x + stone.r < message.x


def test_an_empty_message_keeps_its_room() -> None:
    game = create_game("go", 9)
    assert scene(game, message="").height == scene(game, message="A line").height


def test_a_long_message_is_made_smaller_and_then_cut() -> None:
    game = create_game("go", 9)
    (message,) = [text for text in texts(scene(game, message="word " * 60)) if len(text.text) > 9]
    assert message.text.endswith("…")
    assert message.box.left >= 0


@pytest.mark.parametrize("caption", ["many words in a row " * 6, "第一图：白先，黑棋的形状有缺陷。" * 4])
def test_a_caption_is_broken_into_lines(caption: str) -> None:
    lines = [text for text in texts(scene(create_game("go", 9), caption=caption)) if len(text.text) > 2]
    assert 2 <= len(lines) <= 4
    assert len({line.y for line in lines}) == len(lines)
    assert not any(line.text.startswith("。") for line in lines)


# --- themes and sizes ------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)
def test_every_kind_has_a_picture_in_every_theme(kind: object, theme: str) -> None:
    name = getattr(kind, "name", "")
    game = create_game(name)
    shown = scene(game, theme, legal=game.ruleset.legal_points(game.state)[:9], message="?", turn=WHITE)
    spec = game.ruleset.board_spec()
    assert {*spec.column_labels, *spec.row_labels} <= {text.text for text in texts(shown)}
    for shape in shown.shapes:
        assert shape.box.right > 0
        assert shape.box.left < shown.width


def test_high_contrast_stones_differ_in_shape() -> None:
    shown = added(scene(create_game("othello", 8), "contrast"), scene(game_from("othello", DISCS), "contrast"))
    assert {type(shape) for shape in shown} == {Circle, Rect}


def _luminance(color: str) -> float:
    parts = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_all_text_has_a_contrast_of_four_and_a_half(theme: object) -> None:
    looks = find_theme(getattr(theme, "name", ""))
    pairs = [(looks.ink, looks.ground), (looks.label, looks.frame)]
    pairs += [(surface.ink, surface.fill) for surface in (looks.lined, looks.celled)]
    pairs += [(look.ink, look.shade) for look in (looks.black, looks.white)]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


def test_changes_are_where_the_new_stone_is() -> None:
    game = opening(59)
    before = scene(game)
    game = play(game, "s3")
    boxes = changes(before, scene(game))
    assert len(boxes) == 1
    columns, rows = places(game)
    (box,) = boxes
    assert box.left < columns["S"] < box.right
    assert box.top < rows["3"] < box.bottom
    assert box.right - box.left < 64
    assert changes(before, before) == []


def test_equal_boards_are_drawn_once() -> None:
    first, second = scene(opening(3), marks=MARKS[:1]), scene(opening(4))
    assert first.shapes[0] is second.shapes[0]
    assert first.shapes[30] is second.shapes[30]


def test_a_view_shows_a_position_and_a_bare_board_too() -> None:
    game = game_from("go", SMALL)
    spec, state = game.ruleset.board_spec(), game.state
    assert draw(state, spec) == draw(state.position, spec) == draw(state.position.board, spec, PictureOptions())
