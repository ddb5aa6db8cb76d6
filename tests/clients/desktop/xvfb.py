"""An X server without a screen, for windows of tests: started on a free display, asked for pictures, given events."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

import pytest
from PIL import Image
from Xlib import XK, X
from Xlib.display import Display
from Xlib.error import BadDrawable, BadWindow
from Xlib.ext import xtest
from Xlib.protocol.event import ClientMessage
from Xlib.xobject.drawable import Window

Found = TypeVar("Found")

WAIT_S = 60.0
SCREEN = (1320, 860)
_BETWEEN_KEYS_S = 0.01
"""Nobody types faster: SDL takes a key that comes down as soon as it went up for one that is held."""
_SHIFT = "Shift_L"
_SHIFTED = '~!@#$%^&*()_+{}|:"<>?'
_NAMES = {" ": "space", "\n": "Return", "\t": "Tab"}


def wait_for(found: Callable[[], Found | None], said: Callable[[], str], wait_s: float = WAIT_S) -> Found:
    """What `found` gives once it is something; `said` tells what there was instead at the end."""
    deadline = time.monotonic() + wait_s
    while True:
        there = found()
        if there is not None and there is not False:
            return there
        assert time.monotonic() < deadline, said()
        time.sleep(0.03)


class Screen:
    """A display and everything on it. Without a window manager: what one does, `focus` and `ask_to_close` do."""

    def __init__(self, number: str) -> None:
        self.name = f":{number}"
        self._display = Display(self.name)
        self._root = self._display.screen().root

    def close(self) -> None:
        self._display.close()

    def picture(self) -> Image.Image:
        """All that is seen."""
        return self.part(0, 0, *SCREEN)

    def part(self, left: int, top: int, width: int, height: int) -> Image.Image:
        """What is seen of a part of the screen."""
        image = self._root.get_image(left, top, width, height, X.ZPixmap, 0xFFFFFFFF)
        return Image.frombytes("RGB", (width, height), image.data, "raw", "BGRX")

    def window(self) -> Window | None:
        """The window that is open, if one is."""
        for window in self._root.query_tree().children:
            with suppress(BadWindow):
                if window.get_attributes().map_state == X.IsViewable and window.get_wm_class() is not None:
                    return window
        return None

    def title(self) -> str:
        """What the window is called; empty where there is none."""
        window = self.window()
        if window is None:
            return ""
        with suppress(BadWindow):
            found = window.get_full_text_property(self._display.get_atom("_NET_WM_NAME"))
            return found or ""
        return ""

    def place(self) -> tuple[int, int, int, int]:
        """Where the window lies: its corner and its size."""
        window = self.window()
        assert window is not None, "there is a window"
        try:
            at, size = window.translate_coords(self._root, 0, 0), window.get_geometry()
        except (BadWindow, BadDrawable) as error:
            raise AssertionError("the window has gone") from error
        return -at.x, -at.y, size.width, size.height

    def focus(self) -> None:
        """Let the window have the keys."""
        window = self.window()
        assert window is not None, "there is a window"
        window.set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
        self._display.sync()

    def ask_to_close(self) -> None:
        """What a window manager sends when somebody clicks on the cross."""
        window = self.window()
        assert window is not None, "there is a window"
        protocols, close = map(self._display.get_atom, ("WM_PROTOCOLS", "WM_DELETE_WINDOW"))
        window.send_event(ClientMessage(window=window, client_type=protocols, data=(32, [close, 0, 0, 0, 0])))
        self._display.sync()

    def resize(self, width: int, height: int) -> None:
        window = self.window()
        assert window is not None, "there is a window"
        window.configure(width=width, height=height)
        self._display.sync()

    def point(self, x: float, y: float) -> None:
        """Move the pointer."""
        xtest.fake_input(self._display, X.MotionNotify, x=round(x), y=round(y))
        self._display.sync()

    def click(self, x: float, y: float, button: int = 1) -> None:
        self.point(x, y)
        xtest.fake_input(self._display, X.ButtonPress, button)
        self._display.sync()
        xtest.fake_input(self._display, X.ButtonRelease, button)
        self._display.sync()

    def wheel(self, x: float, y: float, clicks: int) -> None:
        """Turn the wheel at a place, down where `clicks` is positive."""
        for _ in range(abs(clicks)):
            self.click(x, y, 5 if clicks > 0 else 4)

    def key(self, *names: str) -> None:
        """Press keys by their X names, modifiers first, and let them go."""
        codes = [self._code(name) for name in names]
        for code in codes:
            xtest.fake_input(self._display, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self._display, X.KeyRelease, code)
        self._display.sync()
        time.sleep(_BETWEEN_KEYS_S)

    def type(self, text: str) -> None:
        """Type on a keyboard with American keys."""
        for letter in text:
            name = _NAMES.get(letter, letter)
            self.key(*((_SHIFT, name) if letter.isupper() or letter in _SHIFTED else (name,)))

    def _code(self, name: str) -> int:
        symbol = XK.string_to_keysym(name) or ord(name)
        code: int = self._display.keysym_to_keycode(symbol)
        assert code, f"no key has {name!r}"
        return code


@contextmanager
def xvfb() -> Iterator[Screen]:
    """A screen of its own. Skips the test where there is no Xvfb; with CI set it fails instead."""
    if shutil.which("Xvfb") is None:
        assert not os.environ.get("CI"), "scripts/ci-setup installs Xvfb"
        pytest.skip("there is no Xvfb")
    reading, writing = os.pipe()
    size = f"{SCREEN[0]}x{SCREEN[1]}x24"
    command = ("Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp", "-noreset")
    process = subprocess.Popen(command, pass_fds=(writing,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        assert number, "Xvfb has started"
        screen = Screen(number)
        yield screen
        screen.close()
    finally:
        process.terminate()
        process.wait(10)
