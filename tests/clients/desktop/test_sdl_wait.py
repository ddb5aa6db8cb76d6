"""Waiting for events: it sleeps without asking, wakes at once, and takes nothing from the queue."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator

import pygame
import pytest

from tengen.clients.desktop import sdl_wait
from tengen.clients.desktop.sdl_wait import wait_for_event


@pytest.fixture(autouse=True)
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.event.clear()
    sdl_wait._library.cache_clear()
    yield
    pygame.display.quit()
    sdl_wait._library.cache_clear()


def post() -> None:
    pygame.event.post(pygame.event.Event(pygame.USEREVENT))


def test_the_library_that_pygame_draws_with_is_found() -> None:
    assert sdl_wait._library() is not None


@pytest.mark.parametrize("is_found", [True, False])
def test_an_event_ends_the_wait_and_stays_in_the_queue(is_found: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not is_found:
        monkeypatch.setattr(sdl_wait, "_libraries", lambda: iter(()))
    timer = threading.Timer(0.1, post)
    timer.start()
    since = time.monotonic()
    wait_for_event(20_000)
    assert time.monotonic() - since < 10
    assert [event.type for event in pygame.event.get(pygame.USEREVENT)] == [pygame.USEREVENT]
    timer.join()


@pytest.mark.parametrize("is_found", [True, False])
def test_the_wait_ends_when_its_time_is_over(is_found: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not is_found:
        monkeypatch.setattr(sdl_wait, "_libraries", lambda: iter(()))
    since = time.monotonic()
    wait_for_event(50)
    assert 0.04 <= time.monotonic() - since < 10
    assert not pygame.event.get(pygame.USEREVENT)


def test_another_sdl_that_knows_no_window_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.quit()
    assert sdl_wait._library() is None
    sdl_wait._library.cache_clear()
    monkeypatch.setattr(sdl_wait, "_libraries", lambda: iter([os.devnull]))
    assert sdl_wait._library() is None
