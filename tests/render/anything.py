"""Scenes of any board with any view, sensible or not, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from tengen.core import BLACK, WHITE, Board, Mark, Point, create_rules
from tengen.render import THEMES, PictureOptions, Scene, draw

MARK_KINDS = (
    "triangle",
    "square",
    "circle",
    "cross",
    "label",
    "selected",
    "dim",
    "arrow",
    "line",
    "territory_black",
    "?",
)


anything = st.text(alphabet=st.characters(), max_size=30)
points = st.builds(Point, st.integers(-2, 10), st.integers(-2, 10))
marks = st.builds(Mark, st.sampled_from(MARK_KINDS) | anything, st.lists(points, max_size=4).map(tuple), anything)
views = st.builds(
    PictureOptions,
    theme=st.sampled_from(list(THEMES.values())),
    coordinates=st.booleans(),
    last=st.none() | points,
    numbers=st.dictionaries(points, st.integers(0, 2000), max_size=4),
    marks=st.lists(marks, max_size=4),
    legal=st.lists(points, max_size=4),
    forbidden=st.lists(points, max_size=4),
    owners=st.dictionaries(points, st.floats(-1, 1), max_size=4),
    dead=st.frozensets(points, max_size=4),
    message=st.none() | anything,
    turn=st.sampled_from([None, BLACK, WHITE]),
    caption=anything,
)


boards = st.binary(min_size=64, max_size=64).map(lambda cells: Board(8, 8, bytes(cell % 3 for cell in cells)))


@st.composite
def any_scene(choose: st.DrawFn) -> Scene:
    """A board of eight lines or cells with any stones on it."""
    kind = choose(st.sampled_from(["gomoku", "othello"]))
    return draw(choose(boards), create_rules(kind, 8).board_spec(), choose(views))
