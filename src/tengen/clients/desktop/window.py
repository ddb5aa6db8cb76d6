"""The window of SDL: its size and place, its density, full screen, title and clipboard. Draws nothing itself."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import pygame

from tengen.clients.desktop.canvas import Look
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.icons import icon_surface
from tengen.clients.desktop.text import Lettering
from tengen.clients.desktop.theme import Palette
from tengen.clients.sitting.preferences import WindowPlace

USUAL: Final = Size(1180, 800)
SMALLEST: Final = Size(480, 400)
"""Smaller than this a window is not made by hand."""
_LONGEST_PASTED: Final = 10_000
_DENSE_ROWS: Final = 2000
"""A screen of more rows, on a system that does not tell its density, is taken for one of twice the usual."""


class NoDisplay(Exception):
    """There is no screen to open a window on; says what SDL says."""


class Window:
    """The one window. Places and sizes are in points; the surface is in pixels."""

    def __init__(self, place: WindowPlace | None = None, *, size: tuple[int, int] | None = None) -> None:
        """As it was, or of a size. Raises NoDisplay."""
        os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
        os.environ.setdefault("SDL_WINDOWS_DPI_SCALING", "1")
        os.environ.setdefault("SDL_APP_NAME", "Tengen")
        os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "tengen")
        os.environ.setdefault("SDL_IME_SHOW_UI", "1")
        os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
        try:
            pygame.display.init()
            self._desktop = pygame.display.get_desktop_sizes()[0]
            wide, high, position = self._first_place(place, size)
            self._window = pygame.Window(
                "Tengen", (wide, high), position, resizable=True, allow_high_dpi=True, hidden=True
            )
        except (pygame.error, IndexError) as error:
            raise NoDisplay(str(error)) from error
        self._place = WindowPlace(wide, high)
        self._window.minimum_size = (int(SMALLEST.width), int(SMALLEST.height))
        with suppress(pygame.error):
            self._window.set_icon(icon_surface("brand", 64, "#0f6b66"))
        self._is_full_screen = False
        self._zoom: float | None = None
        self._cursor = ""
        self._typed_at: Rect | None = None
        pygame.key.stop_text_input()
        self._window.show()
        if place is not None and place.is_full_screen and size is None:
            self.set_full_screen(True)

    def _first_place(
        self, place: WindowPlace | None, size: tuple[int, int] | None
    ) -> tuple[int, int, tuple[int, int] | int]:
        """Width, height and corner: as before where that is on a screen that is there."""
        across, down = self._desktop
        guessed = self._guessed_density()
        wide, high = size or (round(USUAL.width * guessed), round(USUAL.height * guessed))
        corner: tuple[int, int] | int = pygame.WINDOWPOS_CENTERED
        if place is not None and size is None:
            wide, high = place.width, place.height
            if place.x is not None and place.y is not None and self._is_on_a_screen(place.x, place.y):
                corner = (place.x, place.y)
        wide = min(max(wide, int(SMALLEST.width)), across)
        high = min(max(high, int(SMALLEST.height)), down)
        return wide, high, corner

    def _is_on_a_screen(self, x: int, y: int) -> bool:
        wide, high = self._desktop
        return -50 <= x < wide - 100 and -10 <= y < high - 100

    def _guessed_density(self) -> float:
        """What X does not tell: pixels a point, from the settings of the desktop or from a very fine screen."""
        if pygame.display.get_driver() != "x11":
            return 1.0
        for name in ("GDK_SCALE", "QT_SCALE_FACTOR"):
            with suppress(ValueError):
                if (told := float(os.environ.get(name, ""))) >= 1:
                    return min(told, 4.0)
        return 2.0 if self._desktop[1] > _DENSE_ROWS else 1.0

    # --- size and look

    @property
    def surface(self) -> pygame.Surface:
        """What is drawn on; another one after the size has changed."""
        return self._window.get_surface()

    @property
    def density(self) -> float:
        """Pixels of the surface for each unit in which SDL tells where the pointer is."""
        return self.surface.get_width() / max(self._window.size[0], 1)

    @property
    def scale(self) -> float:
        """Pixels a point: the density of the screen, and how large this person wants everything."""
        return (self._zoom or self._guessed_density()) * self.density

    def set_zoom(self, zoom: float | None) -> None:
        """Everything larger or smaller; None: as the screen has it."""
        self._zoom = zoom

    @property
    def size(self) -> Size:
        """How large it is, in points."""
        wide, high = self.surface.get_size()
        return Size(wide / self.scale, high / self.scale)

    def look(self, palette: Palette, letters: Lettering | None = None) -> Look:
        """How things look here; letters that are known already are used where the density is theirs."""
        if letters is None or letters.scale != self.scale:
            letters = Lettering(self.scale)
        return Look(letters, palette)

    def flip(self) -> None:
        """Show what was drawn."""
        self._window.flip()

    # --- the window itself

    @property
    def title(self) -> str:
        """What stands above it."""
        return self._window.title

    @title.setter
    def title(self, title: str) -> None:
        if title != self._window.title:
            self._window.title = title

    @property
    def is_full_screen(self) -> bool:
        """Whether it fills the screen."""
        return self._is_full_screen

    def set_full_screen(self, wanted: bool) -> None:
        """Fill the screen, or be a window again."""
        if wanted == self._is_full_screen:
            return
        if wanted:
            self._place = self.place
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()
        self._is_full_screen = wanted

    @property
    def place(self) -> WindowPlace:
        """Where it is, to be remembered; full screen, where it was before."""
        if self._is_full_screen:
            before = self._place
            return WindowPlace(before.width, before.height, before.x, before.y, is_full_screen=True)
        (wide, high), (x, y) = self._window.size, self._window.position
        return WindowPlace(wide, high, x, y)

    def copy(self, text: str) -> None:
        """Put text on the clipboard; where there is none, nothing happens."""
        with suppress(pygame.error):
            pygame.scrap.put_text(text)

    def pasted(self) -> str:
        """The text on the clipboard, or its beginning; empty where there is none."""
        with suppress(pygame.error):
            return (pygame.scrap.get_text() or "")[:_LONGEST_PASTED]
        return ""

    def set_text_input(self, caret: Rect | None) -> None:
        """Text is typed at this place, or (None) keys are commands and no input method has them."""
        if caret == self._typed_at:
            return
        self._typed_at = caret
        if caret is None:
            pygame.key.stop_text_input()
            return
        ratio = self.scale / self.density
        pygame.key.set_text_input_rect(pygame.Rect(*(round(value * ratio) for value in caret)))
        pygame.key.start_text_input()

    def set_cursor(self, name: str) -> None:
        """The pointer's look: `arrow`, `hand` or `text`."""
        if name != self._cursor:
            self._cursor = name
            with suppress(pygame.error):
                pygame.mouse.set_cursor(_CURSORS[name])

    def close(self) -> None:
        """Close it."""
        self._window.destroy()
        pygame.display.quit()


_CURSORS: Final[Mapping[str, int]] = {
    "arrow": pygame.SYSTEM_CURSOR_ARROW,
    "hand": pygame.SYSTEM_CURSOR_HAND,
    "text": pygame.SYSTEM_CURSOR_IBEAM,
}
