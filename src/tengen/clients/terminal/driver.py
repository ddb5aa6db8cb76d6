"""Keys from a terminal and writing to it, as Textual does it, for terminals that misbehave. Knows nothing of games.

Bytes that are no text become question marks instead of a fault, a terminal that has gone ends the program, and
while nothing is typed nobody looks whether something was.
"""

from __future__ import annotations

import io
import os
import select
import sys
import threading
import time
from codecs import getincrementaldecoder
from typing import TYPE_CHECKING, Any, Final, TextIO

from tengen.clients.terminal.restoring import HANGUP_CODE, HAS_MODES

if TYPE_CHECKING:
    from textual.driver import Driver

_MOST_BYTES: Final = 4096
_TICK_S: Final = 0.1
_TICKING_S: Final = 1.0
"""So long after the last byte the parser is told the time: an escape may be a key of its own or begin another."""


def find_driver() -> type[Driver] | None:
    """The driver for this system; None where that of Textual is to be taken."""
    return _driver() if HAS_MODES else None


def _driver() -> type[Driver]:
    from textual._xterm_parser import XTermParser
    from textual.drivers.linux_driver import LinuxDriver

    class TerminalDriver(LinuxDriver):
        """Textual's driver, patient with its terminal."""

        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            assert sys.__stdout__ is not None, "a terminal was found"
            self._file = LossyWriter(sys.__stdout__)  # type: ignore[assignment]  # only written to
            self.exit_event = BellEvent()

        def run_input_thread(self) -> None:
            """Hand on keys and mouse until the application wants no more."""
            assert isinstance(self.exit_event, BellEvent)
            parser = XTermParser(self._debug)
            decode = getincrementaldecoder("utf-8")("replace").decode
            last = time.monotonic()
            while not self.exit_event.is_set():
                is_ticking = time.monotonic() - last < _TICKING_S
                ready, _, _ = select.select([self.fileno, self.exit_event], [], [], _TICK_S if is_ticking else None)
                if self.fileno in ready:
                    read = _read(self.fileno)
                    if not read:
                        self._loop.call_soon_threadsafe(lambda: self._app.exit(return_code=HANGUP_CODE))
                        return
                    last = time.monotonic()
                    for message in parser.feed(decode(read)):
                        self.process_message(message)
                for message in parser.tick():
                    self.process_message(message)

        def stop_application_mode(self) -> None:
            """As Textual does; and the mouse is told in columns again, which it forgets."""
            if self._mouse_pixels:
                self.write("\x1b[?1016l")
            super().stop_application_mode()

        def resume_application_mode(self) -> None:
            """After a suspension: the screen is empty, and is drawn again."""
            super().resume_application_mode()
            self._loop.call_soon_threadsafe(lambda: self._app.refresh(layout=True))

    return TerminalDriver


def _read(descriptor: int) -> bytes:
    """What was typed; nothing where the terminal has gone."""
    try:
        return os.read(descriptor, _MOST_BYTES)
    except OSError:
        return b""


class BellEvent(threading.Event):
    """An event that `select` can wait for as well. Lives as long as the program."""

    def __init__(self) -> None:
        super().__init__()
        self._reading, self._writing = os.pipe()

    def fileno(self) -> int:
        """What to wait for."""
        return self._reading

    def set(self) -> None:
        """It has happened."""
        if not self.is_set():
            super().set()
            os.write(self._writing, b"\n")

    def clear(self) -> None:
        """It has not."""
        if self.is_set():
            super().clear()
            os.read(self._reading, 1)


class LossyWriter(io.TextIOBase):
    """Writes to a terminal as long as there is one; what cannot be written any more is lost."""

    def __init__(self, file: TextIO) -> None:
        super().__init__()
        self._written = file

    @property
    def encoding(self) -> str:  # type: ignore[override]  # that of the file, which does not change
        """That of the terminal."""
        return self._written.encoding

    def isatty(self) -> bool:
        """Whether it is one."""
        return self._written.isatty()

    def fileno(self) -> int:
        """That of the terminal."""
        return self._written.fileno()

    def write(self, text: str) -> int:
        """Write, or not."""
        try:
            return self._written.write(text)
        except (OSError, ValueError):
            return len(text)

    def flush(self) -> None:
        """Let it be seen."""
        try:
            self._written.flush()
        except (OSError, ValueError):
            return
