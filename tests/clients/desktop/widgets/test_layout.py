"""Widgets that place others."""

from __future__ import annotations

from functools import partial

from tests.clients.desktop.stage import LOOK, Stage

from tengen.clients.desktop.canvas import Align
from tengen.clients.desktop.geometry import Rect
from tengen.clients.desktop.widgets import (
    Beside,
    Button,
    Column,
    Flow,
    Grow,
    Inside,
    Label,
    Row,
    Scroll,
    Space,
    Widget,
)


def placed(widget: Widget, width: float = 200, height: float = 100) -> Widget:
    widget.place(LOOK, Rect(0, 0, width, height))
    return widget


def rects(*widgets: Widget) -> list[tuple[float, ...]]:
    return [tuple(widget.rect) for widget in widgets]


def test_a_column_has_one_below_the_other_and_what_grows_takes_the_rest() -> None:
    top, middle, bottom = Space(10, 20), Grow(Space()), Space(10, 30)
    placed(Column(top, middle, bottom, gap=5))
    assert rects(top, middle, bottom) == [(0, 0, 200, 20), (0, 25, 200, 40), (0, 70, 200, 30)]


def test_a_row_has_one_beside_the_other_in_the_middle_of_its_height() -> None:
    left, middle, right = Space(50, 20), Grow(Space()), Space(30, 100)
    placed(Row(left, middle, right, gap=10))
    assert rects(left, middle, right) == [(0, 40, 50, 20), (60, 50, 100, 0), (170, 0, 30, 100)]


def test_a_row_that_is_too_narrow_shrinks_what_is_in_it() -> None:
    left, right = Space(300, 20), Space(100, 20)
    placed(Row(left, right, gap=0))
    assert [left.rect.width, right.rect.width] == [150, 50]


def test_a_flow_goes_on_in_the_next_line() -> None:
    boxes = [Space(80, 20) for _ in range(3)]
    flow = Flow(*boxes, gap=10)
    assert flow.wanted(LOOK, 200) == (170, 50)
    placed(flow)
    assert [(box.rect.x, box.rect.y) for box in boxes] == [(0, 0), (90, 0), (0, 30)]


def test_a_flow_may_stand_at_the_right_edge() -> None:
    box = Space(80, 20)
    placed(Flow(box, align=Align.RIGHT))
    assert box.rect.right == 200


def test_two_columns_are_one_below_the_other_where_they_would_be_narrow() -> None:
    left, right = Space(0, 30), Space(0, 50)
    beside = Beside(left, right, least=90, gap=10)
    assert beside.wanted(LOOK, 200).height == 50
    placed(beside)
    assert (left.rect.x, right.rect.x, right.rect.width) == (0, 105, 95)
    assert beside.wanted(LOOK, 180).height == 90
    placed(beside, 180)
    assert (right.rect.x, right.rect.y) == (0, 40)


def test_a_page_is_at_most_so_wide_and_stands_in_the_middle() -> None:
    page = Space(0, 10)
    placed(Inside(page, across=20, down=5, widest=100), 300)
    assert rects(page) == [(100, 5, 100, 90)]


def test_a_label_that_does_not_fit_is_told_whole_by_its_tip() -> None:
    label = Label("a rather long line of words")
    placed(label, 40, 20)
    assert label.tip == "a rather long line of words"
    placed(label, 400, 20)
    assert label.tip == ""


class Scrolled(Stage):
    """Twenty buttons in a place for five."""

    def __init__(self) -> None:
        self.scroll = Scroll(key="scroll")
        self.pressed: list[int] = []
        super().__init__(self._rows, (200, 200))

    def _rows(self) -> Widget:
        rows = [
            Button(str(number), partial(self.pressed.append, number), key=f"row/{number}", height=40)
            for number in range(20)
        ]
        return self.scroll.show(Column(*rows, gap=0))


def test_the_wheel_scrolls_and_stops_at_both_ends() -> None:
    stage = Scrolled()
    stage.wheel(50, 50, 1)
    assert stage.scroll.offset == 0
    stage.wheel(50, 50, -100)
    assert stage.scroll.offset == 600
    assert stage.scroll.is_at_end
    stage.click(50, 190)
    assert stage.pressed == [19]


def test_what_is_scrolled_away_hears_nothing() -> None:
    stage = Scrolled()
    assert stage.find("row/10").rect.y == 400
    stage.click(50, 210)
    assert stage.pressed == []


def test_tab_scrolls_to_what_gets_the_focus() -> None:
    stage = Scrolled()
    stage.press(*["tab"] * 12)
    rect = stage.find("row/11").rect
    assert stage.focused_key == "row/11"
    assert rect.y >= 0
    assert rect.bottom <= 200


def test_the_bar_is_dragged() -> None:
    stage = Scrolled()
    stage.click(198, 199)
    assert stage.scroll.offset > 500
    stage.click(198, 1)
    assert stage.scroll.offset == 0
