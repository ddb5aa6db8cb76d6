"""A line of text to type: every key, the clipboard, input methods, and how much goes in."""

from __future__ import annotations

import pygame
import pytest
from tests.clients.desktop.stage import Stage

from tengen.clients.desktop.events import PointerMoved, PointerPressed, PointerReleased, TextComposed
from tengen.clients.desktop.widgets import Button, Column, TextField


class Typing(Stage):
    """A field that has the focus."""

    def __init__(self, text: str = "", *, most: int = 200, is_password: bool = False) -> None:
        self.entered: list[str] = []
        self.heard: list[str] = []
        self.field = TextField(
            key="field",
            text=text,
            most=most,
            is_password=is_password,
            on_change=self.heard.append,
            on_enter=lambda: self.entered.append(self.field.text),
        )
        super().__init__(lambda: Column(self.field, Button("after", lambda: None, key="after")))
        self.focus(self.field)


def test_what_is_typed_stands_there_and_enter_hands_it_on() -> None:
    stage = Typing()
    stage.type("天元")
    stage.type("!")
    stage.press("enter")
    assert stage.entered == ["天元!"]
    assert stage.heard == ["天元", "天元!"]


def test_the_caret_moves_and_deletes_on_both_sides() -> None:
    stage = Typing("abcd")
    stage.press("left", "backspace", "home", "delete", "end")
    stage.type("e")
    assert stage.field.text == "bde"
    stage.press("home", "backspace", "left", "end", "right", "delete")
    assert stage.field.text == "bde"


def test_what_is_selected_is_replaced() -> None:
    stage = Typing("abcd")
    stage.press("left", "left", shift=True)
    stage.type("x")
    assert stage.field.text == "abx"
    stage.press("a", ctrl=True)
    stage.press("delete")
    assert stage.field.text == ""


def test_the_clipboard_copies_cuts_and_pastes() -> None:
    stage = Typing("abcd")
    stage.press("a", ctrl=True)
    stage.press("c", ctrl=True)
    assert stage.clipboard.text == "abcd"
    stage.press("x", ctrl=True)
    stage.press("v", ctrl=True)
    stage.press("v", ctrl=True)
    assert stage.field.text == "abcdabcd"


def test_a_password_is_neither_shown_nor_copied() -> None:
    stage = Typing("secret", is_password=True)
    other = Typing("abcdef", is_password=True)
    assert stage.drawn().get_buffer().raw == other.drawn().get_buffer().raw
    stage.press("a", ctrl=True)
    stage.press("c", ctrl=True)
    stage.press("x", ctrl=True)
    assert (stage.clipboard.text, stage.field.text) == ("", "secret")


@pytest.mark.parametrize("way", ["typed", "pasted", "set"])
def test_never_more_goes_in_than_it_holds(way: str) -> None:
    stage = Typing("ab", most=5)
    huge = "x" * 1_000_000
    if way == "typed":
        stage.type(huge)
    elif way == "pasted":
        stage.clipboard.text = huge
        stage.press("v", ctrl=True)
    else:
        stage.field.text = huge
    assert len(stage.field.text) == 5


def test_lines_and_controls_do_not_go_in() -> None:
    stage = Typing()
    stage.clipboard.text = "a\nb\x1b[2J\x00c"
    stage.press("v", ctrl=True)
    assert stage.field.text.isprintable()
    assert stage.field.text.startswith("a")


def test_what_an_input_method_puts_together_is_seen_before_it_is_decided() -> None:
    stage = Typing("ab")
    before = stage.drawn().get_buffer().raw
    stage.handle(TextComposed("tian"))
    assert stage.drawn().get_buffer().raw != before
    assert stage.field.text == "ab"
    stage.type("天")
    assert stage.field.text == "ab天"


def test_a_click_puts_the_caret_there_and_two_select_everything() -> None:
    stage = Typing("abcd")
    rect = stage.field.rect
    stage.click(rect.x + 2, rect.middle[1])
    stage.type("x")
    assert stage.field.text == "xabcd"
    stage.click(rect.right - 4, rect.middle[1], clicks=2)
    stage.type("y")
    assert stage.field.text == "y"


def test_dragging_selects() -> None:
    stage = Typing("abcd")
    rect = stage.field.rect
    stage.handle(PointerPressed(rect.x + 2, rect.middle[1]))
    stage.handle(PointerMoved(rect.right - 2, rect.middle[1], is_pressed=True))
    stage.handle(PointerReleased(rect.right - 2, rect.middle[1]))
    stage.type("z")
    assert stage.field.text == "z"


def test_letters_are_no_commands_while_one_types() -> None:
    stage = Typing()
    stage.press("u", "r")
    assert stage.used_keys == []
    stage.press("escape")
    assert stage.used_keys == ["escape"]


def test_tab_leaves_the_field() -> None:
    stage = Typing()
    stage.press("tab")
    assert stage.focused_key == "after"


def test_ctrl_backspace_deletes_the_word_before_the_caret() -> None:
    stage = Typing("one two three")
    stage.press("left", "left", "left", "left", "left")
    stage.press("backspace", ctrl=True)
    assert stage.field.text == "one three"


def test_what_an_input_method_composes_in_a_password_is_not_seen() -> None:
    shown = []
    for composed in ("mima", "abcd"):
        stage = Typing("secret", is_password=True)
        stage.field.handle(TextComposed(composed), stage)
        shown.append(pygame.image.tobytes(stage.drawn(), "RGB"))
    assert shown[0] == shown[1], "letters cannot be told apart"
