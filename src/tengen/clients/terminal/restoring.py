"""The terminal as it was before, after any end of the program: by itself, by a signal, and when it is killed.

Textual gives the terminal back where it ends in order. For all other ends a process is kept that does nothing but wait
for them. Knows nothing of games.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, NoReturn

try:
    import termios

    HAS_MODES = True
except ImportError:  # a system without terminals of this kind
    HAS_MODES = False

RESET: Final = (
    "\x1b[?2004l"  # pasted text is like any other
    "\x1b[?7h"  # long lines wrap
    "\x1b[?2048l"  # another size is a signal
    "\x1b[?1016l\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1000l"  # the mouse is the terminal's own
    "\x1b[?1004l"  # nobody asks who has the focus
    "\x1b[<u"  # keys are as ever; on the other screen, which has its own list of this
    "\x1b[?1049l"  # back to the screen of before
    "\x1b[?25h\x1b[0m"  # the cursor is seen, in plain letters
)
"""Takes back all that a full-screen program may have switched on."""

HANGUP_CODE: Final = 129
PATIENCE_S: Final = 3.0
"""So long after a signal the program ends in order; then it ends anyhow."""

_LOCAL: Final = 3
"""The place of the local modes in what the system tells."""
_give_back: Final[list[Callable[[], None]]] = []
"""What the program itself does before it ends out of order, so that no shell writes before the terminal is its own."""
_UNDISTURBED: Final = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGTSTP", "SIGTTIN", "SIGTTOU")


@contextmanager
def kept_terminal() -> Iterator[None]:
    """Whatever ends the program inside, even a kill, the terminal is afterwards as it is now.

    To be entered before there are threads. Where the system has no such terminals, nothing happens.
    """
    if not (HAS_MODES and sys.__stdin__ is not None and os.isatty(sys.__stdin__.fileno())):
        yield
        return
    terminal = sys.__stdin__.fileno()
    modes = termios.tcgetattr(terminal)
    reading, writing = os.pipe()
    sentinel = os.fork()
    if sentinel == 0:
        os.close(writing)
        _wait_for_end(reading, terminal, modes)
    os.close(reading)

    def give_back() -> None:
        with suppress(OSError):
            os.write(terminal, RESET.encode())
        with suppress(OSError, termios.error):
            termios.tcsetattr(terminal, termios.TCSANOW, modes)
        with suppress(OSError):
            os.write(writing, b"\n")

    _give_back.append(give_back)
    try:
        yield
    finally:
        _give_back.remove(give_back)
        # In order: Textual has given the terminal back, also after a fault inside.
        with suppress(OSError, termios.error):
            termios.tcsetattr(terminal, termios.TCSANOW, modes)
        with suppress(OSError):
            os.write(writing, b"\n")
        os.close(writing)
        os.waitpid(sentinel, 0)


def _wait_for_end(reading: int, terminal: int, modes: list[int | list[bytes | int]]) -> NoReturn:
    """In a process of its own: wait until the program says that all is well, or is no more."""
    try:
        for name in _UNDISTURBED:
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        if not os.read(reading, 1):
            with suppress(OSError):
                os.write(terminal, RESET.encode())
            with suppress(OSError, termios.error):
                if not termios.tcgetattr(terminal)[_LOCAL] & termios.ISIG:  # else a shell has taken it already
                    termios.tcsetattr(terminal, termios.TCSANOW, modes)
    finally:
        os._exit(0)


def _end_anyhow(code: int) -> NoReturn:
    for give_back in _give_back:
        give_back()
    os._exit(code)


@contextmanager
def ended_by_signals(end: Callable[[int], None]) -> Iterator[None]:
    """A termination, a hangup and an interrupt call `end` in the running loop, with the exit code to end with.

    Who then does not end in time is ended. An interrupt is a person's wish to quit, as by the key.
    """
    loop = asyncio.get_running_loop()

    def handle(number: int, _: object) -> None:
        code = 0 if number == signal.SIGINT else 128 + number
        timer = threading.Timer(PATIENCE_S, _end_anyhow, (code,))
        timer.daemon = True
        timer.start()
        loop.call_soon_threadsafe(end, code)

    numbers = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if HAS_MODES else [])]
    usual = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
