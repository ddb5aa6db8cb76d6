"""Single keys from a terminal, and the terminal as it was before in every way out. Knows nothing of games."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from types import TracebackType
from typing import Final, Self, TextIO

try:
    import termios
    import tty

    HAS_KEYS = True
except ImportError:  # a system without terminals of this kind
    HAS_KEYS = False

RESIZED: Final = "resized"
"""Comes as a key when the window has another size, or was away and must be drawn again."""

_ENTER: Final = "\x1b[?1049h\x1b[?25l"
_LEAVE: Final = "\x1b[?25h\x1b[?1049l"
_NAMES: Final = {
    **dict.fromkeys((b"[D", b"OD"), "left"),
    **dict.fromkeys((b"[C", b"OC"), "right"),
    **dict.fromkeys((b"[A", b"OA"), "up"),
    **dict.fromkeys((b"[B", b"OB"), "down"),
    **dict.fromkeys((b"[H", b"OH", b"[1~", b"[7~"), "home"),
    **dict.fromkeys((b"[F", b"OF", b"[4~", b"[8~"), "end"),
    b"[5~": "page_up",
    b"[6~": "page_down",
}
_ESCAPE: Final = 0x1B
_MOST_BYTES: Final = 1024
_WHOLE_KEY_SECONDS: Final = 0.05


class Keyboard:
    """A terminal that gives its keys one by one and shows a screen of its own, inside a `with`.

    Afterwards it is as it was: also after an exception, an interrupt, a termination, and while the program is
    suspended. Both streams must be terminals.
    """

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        assert HAS_KEYS, "the caller asks first"
        self._source = source.fileno()
        self._sink = sink.fileno()
        self._encoding = sink.encoding
        self._bytes = b""
        self._is_stale = False
        self._usual_modes: list[int | list[bytes | int]] = []
        self._usual_handlers: dict[signal.Signals, object] = {}
        self._bell_read, self._bell_write = -1, -1
        self._usual_bell = -1

    def __enter__(self) -> Self:
        self._usual_modes = termios.tcgetattr(self._source)
        self._bell_read, self._bell_write = os.pipe()
        os.set_blocking(self._bell_read, False)
        os.set_blocking(self._bell_write, False)
        self._usual_bell = signal.set_wakeup_fd(self._bell_write, warn_on_full_buffer=False)
        for number, handler in (
            (signal.SIGWINCH, self._resized),
            (signal.SIGTSTP, self._suspended),
            (signal.SIGTERM, self._ended),
            (signal.SIGHUP, self._ended),
        ):
            self._usual_handlers[number] = signal.signal(number, handler)
        try:
            self._take()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._give_back()
        for number, handler in self._usual_handlers.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # what `signal` returned
        signal.set_wakeup_fd(self._usual_bell)
        os.close(self._bell_read)
        os.close(self._bell_write)

    def show(self, screen: str) -> None:
        """Write at once and as it is. What the terminal cannot write becomes a question mark."""
        left = screen.encode(self._encoding, "replace")
        while left:
            left = left[os.write(self._sink, left) :]

    def wait(self, seconds: float | None) -> str | None:
        """The next key: a character, or a name such as `left`; None when there was none in this time.

        A terminal that has gone gives `q` for ever.
        """
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            if self._is_stale:
                self._is_stale = False
                return RESIZED
            key = self._next_key(is_whole=False)
            if key is not None:
                return key
            left = None if until is None else max(until - time.monotonic(), 0.0)
            if self._bytes:  # a key that may still go on
                left = _WHOLE_KEY_SECONDS
            if not self._listen(left):
                return self._next_key(is_whole=True)

    # --- bytes and keys ------------------------------------------------------------------------

    def _listen(self, seconds: float | None) -> bool:
        """Wait for keys or signals; whether there were any."""
        ready, _, _ = select.select([self._source, self._bell_read], [], [], seconds)
        if self._bell_read in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(self._bell_read, _MOST_BYTES)
        if self._source in ready:
            try:
                read = os.read(self._source, _MOST_BYTES)
            except OSError:
                read = b""
            self._bytes = (self._bytes + (read or b"q"))[-_MOST_BYTES:]
        return bool(ready)

    def _next_key(self, *, is_whole: bool) -> str | None:
        """Take the first key off the bytes; None when there is none, or one that may not be complete yet."""
        if not self._bytes:
            return None
        if self._bytes[0] != _ESCAPE:
            first, self._bytes = self._bytes[:1], self._bytes[1:]
            return first.decode("latin-1")
        for sequence, name in _NAMES.items():
            if self._bytes.startswith(sequence, 1):
                self._bytes = self._bytes[1 + len(sequence) :]
                return name
        end = next((index for index, byte in enumerate(self._bytes[2:], 2) if 0x40 <= byte <= 0x7E), None)
        if end is None and not is_whole:
            return None
        self._bytes = b"" if end is None else self._bytes[end + 1 :]
        return "escape"

    # --- the terminal --------------------------------------------------------------------------

    def _take(self) -> None:
        tty.setcbreak(self._source, termios.TCSANOW)
        self.show(_ENTER)
        self._is_stale = True

    def _give_back(self) -> None:
        """Whatever cannot be done any more, because the terminal has gone, is left."""
        with contextlib.suppress(OSError):
            self.show(_LEAVE)
        with contextlib.suppress(OSError, termios.error):
            termios.tcsetattr(self._source, termios.TCSANOW, self._usual_modes)

    # --- signals -------------------------------------------------------------------------------

    def _resized(self, *_: object) -> None:
        self._is_stale = True

    def _suspended(self, *_: object) -> None:
        """Stop as if nobody had caught the signal, and go on from there when somebody brings us back."""
        self._give_back()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._suspended)
        self._take()

    def _ended(self, number: int, _: object) -> None:
        raise SystemExit(128 + number)
