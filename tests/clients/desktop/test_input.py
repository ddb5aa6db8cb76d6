"""Events of SDL become values of our own, in points, and never more than can be handled."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from tengen.clients.desktop.events import (
    CloseAsked,
    Event,
    FileDropped,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Resized,
    TextComposed,
    TextTyped,
    WheelTurned,
)
from tengen.clients.desktop.input import MOST_WAITING, Input, wake


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[Input]:
    """A reader at a screen of twice the usual density."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.event.clear()
    yield Input(lambda: 0.5)
    pygame.display.quit()


def heard(reader: Input, *events: pygame.event.Event) -> list[Event]:
    for event in events:
        pygame.event.post(event)
    reader.look()
    return reader.taken()


def key(number: int, text: str = "", mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=number, unicode=text, mod=mod, scancode=0)


def test_places_are_in_points(reader: Input) -> None:
    down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(100, 40), button=1)
    up = pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(100, 40), button=1)
    assert heard(reader, down, up) == [PointerPressed(50, 20), PointerReleased(50, 20)]


def test_quick_clicks_at_one_place_are_counted(reader: Input) -> None:
    down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(100, 40), button=1)
    far = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(200, 40), button=1)
    assert [event.clicks for event in heard(reader, down, down, far) if isinstance(event, PointerPressed)] == [1, 2, 1]


def test_of_moves_in_a_row_only_the_last_counts(reader: Input) -> None:
    moves = [pygame.event.Event(pygame.MOUSEMOTION, pos=(x, 0), rel=(1, 0), buttons=(0, 0, 0)) for x in range(50)]
    assert heard(reader, *moves) == [PointerMoved(24.5, 0)]


def test_keys_have_names_and_the_sign_that_they_write(reader: Input) -> None:
    assert heard(
        reader,
        key(pygame.K_RETURN),
        key(pygame.K_SLASH, "", pygame.KMOD_SHIFT),
        key(pygame.K_u),
        key(pygame.K_v, "\x16", pygame.KMOD_CTRL),
        key(pygame.K_F11),
        key(pygame.K_PAGEUP),
    ) == [
        KeyPressed("enter"),
        KeyPressed("/", "?", shift=True),
        KeyPressed("u", "u"),
        KeyPressed("v", "v", ctrl=True),
        KeyPressed("f11"),
        KeyPressed("page up"),
    ]


def test_text_of_an_input_method_comes_as_it_is_composed_and_as_it_is_decided(reader: Input) -> None:
    composed = pygame.event.Event(pygame.TEXTEDITING, text="tian", start=0, length=4)
    typed = pygame.event.Event(pygame.TEXTINPUT, text="天元")
    assert heard(reader, composed, typed) == [TextComposed("tian"), TextTyped("天元")]


def test_a_very_long_text_is_cut(reader: Input) -> None:
    (event,) = heard(reader, pygame.event.Event(pygame.TEXTINPUT, text="天" * 100_000))
    assert isinstance(event, TextTyped)
    assert len(event.text) == 1000


def test_the_wheel_the_cross_a_file_and_a_new_size_are_heard(reader: Input) -> None:
    assert heard(
        reader,
        pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-2, flipped=False),
        pygame.event.Event(pygame.DROPFILE, file="/games/a.sgf"),
        pygame.event.Event(pygame.WINDOWSIZECHANGED, x=10, y=10),
        pygame.event.Event(pygame.WINDOWEXPOSED),
        pygame.event.Event(pygame.WINDOWCLOSE),
    ) == [WheelTurned(0, 0, -2), FileDropped("/games/a.sgf"), Resized(), CloseAsked()]


def test_no_flood_of_events_grows_without_bound(reader: Input) -> None:
    for _ in range(3):
        for number in range(MOST_WAITING // 2):
            pygame.event.post(key(pygame.K_a + number % 26))
        reader.look()
    assert len(reader.taken()) <= MOST_WAITING


def test_whatever_only_wakes_the_loop_is_no_event(reader: Input) -> None:
    wake()
    assert reader.wait(5000) is False
    assert reader.taken() == []
