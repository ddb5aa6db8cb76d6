"""Which terminals get the whole screen, and how many colours they have."""

from __future__ import annotations

import io

import pytest

from tengen.clients.terminal.abilities import Colors, count_colors, has_full_screen, has_light_ground


class _Stream(io.TextIOWrapper):
    def __init__(self, encoding: str, is_terminal: bool) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


def streams(*are_terminals: bool, encoding: str = "utf-8") -> list[_Stream]:
    return [_Stream(encoding, is_terminal) for is_terminal in are_terminals]


def test_a_terminal_on_all_three_streams_gets_the_whole_screen() -> None:
    assert has_full_screen(streams(True, True, True), {"TERM": "xterm-256color"})


@pytest.mark.parametrize("are_terminals", [(False, True, True), (True, False, True), (True, True, False)])
def test_a_pipe_on_any_stream_keeps_the_lines(are_terminals: tuple[bool, bool, bool]) -> None:
    assert not has_full_screen(streams(*are_terminals), {"TERM": "xterm"})


@pytest.mark.parametrize("environment", [{}, {"TERM": ""}, {"TERM": "dumb"}, {"TERM": "unknown"}])
def test_a_terminal_that_only_prints_keeps_the_lines(environment: dict[str, str]) -> None:
    assert not has_full_screen(streams(True, True, True), environment)


def test_a_terminal_of_another_encoding_keeps_the_lines() -> None:
    assert not has_full_screen(streams(True, True, True, encoding="latin-1"), {"TERM": "xterm"})


def test_a_closed_stream_keeps_the_lines() -> None:
    assert not has_full_screen([None, *streams(True, True)], {"TERM": "xterm"})


@pytest.mark.parametrize(
    ("environment", "colors"),
    [
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, Colors.ALL),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, Colors.ALL),
        ({"TERM": "screen-256color"}, Colors.MANY),
        ({"TERM": "linux"}, Colors.FEW),
        ({"TERM": "a terminal of nobody"}, Colors.FEW),
        ({"TERM": "vt100"}, Colors.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, Colors.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Colors.MANY),
    ],
)
def test_the_colours_of_a_terminal(environment: dict[str, str], colors: Colors) -> None:
    assert count_colors(environment) is colors


@pytest.mark.parametrize(("told", "is_light"), [("0;15", True), ("0;default;7", True), ("15;0", False), ("", False)])
def test_some_terminals_say_whether_their_ground_is_light(told: str, is_light: bool) -> None:
    assert has_light_ground({"COLORFGBG": told}) is is_light
