"""Sleeps until SDL has an event. pygame's own wait asks SDL a thousand times a second, which costs CPU all the time.

So SDL's function is called directly, in the library that pygame has loaded; where that is not found, pygame waits.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pygame

_VIDEO: Final = 0x20
"""SDL_INIT_VIDEO."""
_FOR_EVER: Final = -1


def wait_for_event(timeout_ms: int | None) -> None:
    """Sleep until there is an event, which stays in the queue, or the time is over. For the main thread alone.

    Where SDL itself cannot be asked, an event may be taken and posted again.
    """
    library = _library()
    if library is not None:
        library.SDL_WaitEventTimeout(None, _FOR_EVER if timeout_ms is None else timeout_ms)
        return
    event = pygame.event.wait() if timeout_ms is None else pygame.event.wait(timeout_ms)
    if event.type != pygame.NOEVENT:
        pygame.event.post(event)


@cache
def _library() -> ctypes.CDLL | None:
    """The library of SDL that this process draws with; another one beside it would know no window."""
    for path in _libraries():
        try:
            library = ctypes.CDLL(str(path))
            is_ours = bool(library.SDL_WasInit(_VIDEO))
        except (OSError, AttributeError):
            continue
        if is_ours and hasattr(library, "SDL_WaitEventTimeout"):
            return library
    return None


def _libraries() -> Iterator[Path]:
    """Where wheels of pygame-ce have SDL on Linux, macOS and Windows."""
    package = Path(pygame.__file__).parent
    for folder, pattern in (
        (package.parent / "pygame_ce.libs", "libSDL2-2*"),
        (package / ".dylibs", "libSDL2-2*.dylib"),
        (package, "SDL2.dll"),
    ):
        yield from sorted(folder.glob(pattern))
