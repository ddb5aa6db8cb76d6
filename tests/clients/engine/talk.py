"""Talks with engines for the tests: everything said at once, or line by line with a session that is alive."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from io import BytesIO, FileIO
from random import Random
from typing import Final, TypeAlias

from tengen.clients.engine.editable_game import EditableGame, for_engines
from tengen.clients.engine.gomocup.engine import GomocupSession
from tengen.clients.engine.gtp.context import GtpContext
from tengen.clients.engine.gtp.engine import GtpSession
from tengen.clients.engine.line_io import LineReader, LineWriter, Sink, Source
from tengen.clients.engine.main import GOMOCUP, NBOARD, kind_of
from tengen.clients.engine.nboard.engine import NboardSession
from tengen.clients.engine.thinking import Strength, Thinker
from tengen.core import RulesInput, create_rules, find_kind

BY_CHANCE: Final = Strength(None, True)
TODAY: Final = "2024-02-29"

Run: TypeAlias = Callable[[Source, Sink], None]
"""A whole session over two streams."""


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def gtp_run(
    game: str = "go", size: int | None = None, rules: RulesInput = None, strength: Strength = BY_CHANCE, seed: int = 1
) -> Run:
    """A session of GTP."""

    def run(source: Source, sink: Sink) -> None:
        kind = find_kind(game)
        with closing(Thinker(kind, strength, seed)) as thinker:
            editable = EditableGame(for_engines(create_rules(game, size, rules)))
            thinker.prepare(editable.ruleset)
            context = GtpContext(kind, editable, thinker, LineReader(source), Random(seed), now_ms, lambda: TODAY)
            GtpSession(context, LineWriter(sink)).run()

    return run


def gomocup_run(strength: Strength = BY_CHANCE, seed: int = 1) -> Run:
    """A session of a brain."""

    def run(source: Source, sink: Sink) -> None:
        with closing(Thinker(kind_of(GOMOCUP), strength, seed)) as thinker:
            thinker.prepare(thinker.kind.rules.parse())
            GomocupSession(thinker, LineReader(source), LineWriter(sink), Random(seed), now_ms).run()

    return run


def nboard_run(strength: Strength = BY_CHANCE, seed: int = 1) -> Run:
    """A session of NBoard."""

    def run(source: Source, sink: Sink) -> None:
        with closing(Thinker(kind_of(NBOARD), strength, seed)) as thinker:
            thinker.prepare(thinker.kind.rules.parse())
            NboardSession(thinker, LineReader(source), LineWriter(sink), now_ms).run()

    return run


def said(run: Run, text: str | bytes) -> str:
    """What a session says to all this, followed by the end."""
    sink = BytesIO()
    run(BytesIO(text.encode() if isinstance(text, str) else text), sink)
    return sink.getvalue().decode()


def replies(text: str) -> list[str]:
    """The replies in what a GTP session said, each without the empty line behind it."""
    assert text == "" or text.endswith("\n\n")
    return text.removesuffix("\n\n").split("\n\n") if text else []


def gtp(
    *lines: str, game: str = "go", size: int | None = None, rules: RulesInput = None, strength: Strength = BY_CHANCE
) -> list[str]:
    """The replies to these commands, without the space that stands behind a sign alone."""
    found = said(gtp_run(game, size, rules, strength), "".join(f"{line}\n" for line in lines))
    return [reply.rstrip(" ") for reply in replies(found)]


class Talk:
    """A session that is alive in a thread. Times are in seconds."""

    def __init__(self, run: Run) -> None:
        source, self._line = os.pipe()
        self._heard = bytearray()
        self._changed = threading.Condition()
        self._source = FileIO(source, "rb")
        self._thread = threading.Thread(target=lambda: run(self._source, self))
        self._thread.start()

    def write(self, data: bytes) -> None:
        """What the session writes."""
        with self._changed:
            self._heard += data
            self._changed.notify_all()

    def flush(self) -> None:
        """Nothing is held back."""

    def say(self, text: str) -> None:
        """Send a line."""
        self.send(f"{text}\n")

    def send(self, text: str) -> None:
        """Send a part of a line, or more than one."""
        os.write(self._line, text.encode())

    @property
    def heard(self) -> str:
        """Everything that was said so far."""
        with self._changed:
            return self._heard.decode()

    def wait_for(self, part: str, within_s: float = 10.0, after: int = 0) -> int:
        """Wait until this was said somewhere behind a place, and give the place behind it."""
        with self._changed:
            came = self._changed.wait_for(lambda: self._heard.find(part.encode(), after) >= 0, within_s)
            assert came, f"{part!r} did not come; heard {bytes(self._heard[after:])!r}"
            return self._heard.find(part.encode(), after) + len(part.encode())

    def end(self, within_s: float = 10.0) -> None:
        """No more lines: the session must end."""
        if self._line >= 0:
            os.close(self._line)
            self._line = -1
        self._thread.join(within_s)
        assert not self._thread.is_alive()
        self._source.close()


@contextmanager
def talk(run: Run) -> Iterator[Talk]:
    """A session to talk to, which is ended at the end."""
    session = Talk(run)
    try:
        yield session
    finally:
        session.end()
