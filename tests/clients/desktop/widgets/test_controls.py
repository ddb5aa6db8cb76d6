"""What widgets do when they are clicked, and with keys alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.clients.desktop.stage import Stage

from tengen.clients.desktop.events import PointerMoved, PointerPressed, PointerReleased
from tengen.clients.desktop.widgets import (
    Button,
    Checkbox,
    Column,
    Dialog,
    ListRow,
    ListView,
    RadioRow,
    Select,
    Switch,
    Tabs,
    TabText,
    TextField,
    Widget,
)


class Three(Stage):
    """Three buttons, the second of which cannot be used."""

    def __init__(self) -> None:
        self.done: list[str] = []
        super().__init__(self._buttons)

    def _buttons(self) -> Widget:
        return Column(
            Button("One", lambda: self.done.append("one"), key="one"),
            Button("Two", lambda: self.done.append("two"), key="two", why_not="There is nothing to undo."),
            Button("Three", self._later, key="three"),
        )

    async def _later(self) -> None:
        self.done.append("three")


def test_a_button_is_pressed_by_a_click_by_enter_and_by_space() -> None:
    stage = Three()
    stage.click_on("one")
    stage.press("enter", "space")
    assert stage.done == ["one", "one", "one"]


def test_a_click_that_ends_elsewhere_presses_nothing() -> None:
    stage = Three()
    x, y = stage.find("one").rect.middle
    stage.handle(PointerPressed(x, y))
    stage.handle(PointerMoved(x, 290, is_pressed=True))
    stage.handle(PointerReleased(x, 290))
    assert stage.done == []


def test_what_a_button_begins_may_take_its_time() -> None:
    stage = Three()
    stage.click_on("three")
    assert stage.done == ["three"]


def test_what_cannot_be_used_does_nothing_and_says_why() -> None:
    stage = Three()
    plain = stage.drawn().copy()
    stage.click_on("two")
    assert stage.done == []
    below = stage.find("two").rect
    shown = stage.drawn()
    row = int(below.bottom) + 14
    assert any(shown.get_at((x, row)) != plain.get_at((x, row)) for x in range(400)), "a tip is shown below it"


def test_tab_goes_around_and_leaves_out_what_cannot_be_used() -> None:
    stage = Three()
    seen = []
    for _ in range(3):
        stage.press("tab")
        seen.append(stage.focused_key)
    assert seen == ["one", "three", "one"]
    stage.press("tab", shift=True)
    assert stage.focused_key == "three"


def test_the_ring_of_the_focus_is_seen_by_who_uses_keys() -> None:
    stage = Three()
    stage.point(390, 290)
    plain = pixels(stage)
    stage.focus(stage.find("one"))
    assert pixels(stage) == plain
    stage.focus(stage.find("one"), by_key=True)
    assert pixels(stage) != plain


def pixels(stage: Stage) -> bytes:
    raw: bytes = stage.drawn().get_buffer().raw
    return raw


def test_the_focus_stays_with_the_same_button_when_all_is_made_anew() -> None:
    stage = Three()
    stage.press("tab")
    before = stage.focused
    stage.backstage.refresh()
    stage.show()
    assert stage.focused is not before
    assert stage.focused_key == "one"


def test_keys_that_no_widget_uses_are_the_screens() -> None:
    stage = Three()
    stage.press("u", "escape")
    assert stage.used_keys == ["u", "escape"]


# --- choosing


class Chosen(Stage):
    """One widget that chooses, made anew with what was chosen."""

    def __init__(self, make: Callable[[Chosen], Widget]) -> None:
        self.value = "b"
        super().__init__(lambda: Column(make(self), Button("after", lambda: None, key="after")))

    def choose(self, value: str) -> None:
        self.value = value
        self.backstage.refresh()


LETTERS = [("a", "Alpha"), ("b", "Beta"), ("c", "Gamma")]


def test_one_of_a_row_is_chosen_by_a_click_and_by_arrows() -> None:
    stage = Chosen(lambda stage: RadioRow(LETTERS, stage.value, stage.choose, key="row"))
    stage.click_on("row/0")
    assert stage.value == "a"
    stage.press("right", "right")
    assert (stage.value, stage.focused_key) == ("c", "row/2")
    stage.press("right")
    assert stage.value == "a"


def test_a_list_opens_is_chosen_from_and_closes() -> None:
    stage = Chosen(lambda stage: Select(LETTERS, stage.value, stage.choose, key="select"))
    stage.click_on("select")
    assert stage.focused_key == "select/options"
    stage.press("down", "enter")
    assert (stage.value, stage.focused_key) == ("c", "select")


def test_escape_and_a_click_elsewhere_close_a_list_and_choose_nothing() -> None:
    stage = Chosen(lambda stage: Select(LETTERS, stage.value, stage.choose, key="select"))
    stage.click_on("select")
    stage.press("escape")
    assert stage.used_keys == []
    stage.click_on("select")
    stage.click(390, 290)
    assert (stage.value, stage.focused_key) == ("b", "select")


def test_arrows_choose_without_opening_a_list() -> None:
    stage = Chosen(lambda stage: Select(LETTERS, stage.value, stage.choose, key="select"))
    stage.press("tab", "up", "up")
    assert stage.value == "a"


@pytest.mark.parametrize("kind", [Switch, Checkbox])
def test_a_switch_turns_on_and_off(kind: type[Switch | Checkbox]) -> None:
    heard: list[bool] = []
    stage = Stage(lambda: Column(kind("Sound", bool(heard and heard[-1]), heard.append, key="switch")))
    stage.click_on("switch")
    stage.press("space")
    assert heard == [True, False]


def test_tabs_are_chosen_and_closed() -> None:
    chosen: list[int] = []
    closed: list[int] = []
    tabs = [TabText("Go 9×9"), TabText("Gomoku", is_waiting=True)]
    stage = Stage(lambda: Column(Tabs(tabs, 0, chosen.append, key="tabs", on_close=closed.append)))
    stage.click_on("tabs/1")
    assert (chosen, closed) == ([1], [])
    rect = stage.find("tabs/0").rect
    stage.click(rect.right - 14, rect.middle[1])
    stage.click(*stage.find("tabs/1").rect.middle, button=2)
    assert closed == [0, 1]
    stage.press("left", "delete")
    assert (chosen, closed) == ([1, 0], [0, 1, 0])


# --- lists


class Listed(Stage):
    """A hundred rows."""

    def __init__(self, *, marks: bool = False) -> None:
        self.list = ListView(key="list")
        self.chosen: list[int] = []
        self.marked: list[int] = []
        rows = [ListRow(f"row {number}", "below" if marks else "") for number in range(100)]
        on_mark = self.marked.append if marks else None
        super().__init__(lambda: self.list.show(rows, on_choose=self.chosen.append, on_mark=on_mark))


def test_a_click_chooses_a_row() -> None:
    stage = Listed()
    stage.click(50, 40)
    assert stage.chosen == [1]


def test_where_rows_are_marked_a_second_click_chooses() -> None:
    stage = Listed(marks=True)
    stage.click(50, 60)
    assert (stage.marked, stage.chosen) == ([1], [])
    stage.click(50, 60, clicks=2)
    assert stage.chosen == [1]


def test_keys_walk_through_a_list_and_scroll_it() -> None:
    stage = Listed()
    stage.press("tab", "end", "enter", "home", "down", "enter")
    assert stage.chosen == [99, 1]
    stage.press("end")
    assert stage.list.index_at(50, 299) == 99


# --- dialogs


def test_a_dialog_hears_everything_until_it_is_answered() -> None:
    stage = Three()
    answers: list[str] = []
    no = Button("No", lambda: answers.append("no"), key="no")
    yes = Button("Yes", lambda: answers.append("yes"), key="yes")
    stage.open_dialog(Dialog("Leave this game?", (no, yes), lambda: answers.append("escape")))
    stage.show()
    stage.click(5, 5)
    stage.press("u")
    stage.click_on("yes")
    stage.press("escape")
    assert answers == ["yes", "escape"]
    assert (stage.done, stage.used_keys) == ([], [])
    stage.close_dialog()
    stage.show()
    stage.click_on("one")
    assert stage.done == ["one"]


def test_a_dialog_may_ask_for_text() -> None:
    stage = Three()
    field = TextField(key="field")
    stage.open_dialog(Dialog("Name?", (), lambda: None, inside=(field,)), field)
    stage.show()
    stage.type("Sunday")
    assert field.text == "Sunday"
