"""The ways into the engines, with this machine's streams, clock and chance.

Managers share out the processors themselves, so that a search has one thread unless it is given more.
"""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import date
from io import BytesIO, FileIO
from random import Random
from typing import Final

from tengen.clients.engine.editable_game import EditableGame
from tengen.clients.engine.gomocup import GomocupSession
from tengen.clients.engine.gtp import GtpContext, GtpSession
from tengen.clients.engine.line_io import Gone, LineReader, LineWriter, Sink, Source
from tengen.clients.engine.nboard import NboardSession
from tengen.clients.engine.thinking import Strength, Thinker
from tengen.core import GameKind, Ruleset, kinds
from tengen.players import use_threads

GTP: Final = "gtp"
GOMOCUP: Final = "gomocup"
NBOARD: Final = "nboard"


def kind_of(protocol: str) -> GameKind:
    """The game that a protocol is spoken about unless another is named."""
    return next(kind for kind in kinds() if protocol in kind.default_of)


def speak_gtp(kind: GameKind, ruleset: Ruleset, strength: Strength, seed: int | None, threads: int = 1) -> None:
    """Answer in GTP until told to quit. The rules are such as `for_engines` gives."""
    use_threads(threads)

    def run(lines: LineReader, answers: LineWriter, thinker: Thinker) -> None:
        rng, game = Random(seed), EditableGame(ruleset)
        context = GtpContext(kind, game, thinker, lines, rng, _now_ms, lambda: date.today().isoformat())
        GtpSession(context, answers).run()

    _speak(kind, strength, seed, run, ruleset)


def speak_gomocup(strength: Strength, seed: int | None, threads: int = 1) -> None:
    """Be a brain until told to end."""
    use_threads(threads)

    def run(lines: LineReader, answers: LineWriter, thinker: Thinker) -> None:
        GomocupSession(thinker, lines, answers, Random(seed), _now_ms).run()

    _speak(kind_of(GOMOCUP), strength, seed, run)


def speak_nboard(strength: Strength, seed: int | None, threads: int = 1) -> None:
    """Answer in NBoard until the lines end."""
    use_threads(threads)

    def run(lines: LineReader, answers: LineWriter, thinker: Thinker) -> None:
        NboardSession(thinker, lines, answers, _now_ms).run()

    _speak(kind_of(NBOARD), strength, seed, run)


def _speak(
    kind: GameKind,
    strength: Strength,
    seed: int | None,
    run: Callable[[LineReader, LineWriter, Thinker], None],
    ruleset: Ruleset | None = None,
) -> None:
    """Run a session over the standard streams. A reader who goes away ends it quietly. Raises BAD_PLAYER."""
    seed = secrets.randbits(32) if seed is None else seed
    with closing(Thinker(kind, strength, seed)) as thinker:
        thinker.prepare(ruleset or kind.rules.parse())
        try:
            run(LineReader(_standard_input()), LineWriter(_standard_output()), thinker)
        except Gone:
            # What is still in the buffer must not be written when the program ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _standard_input() -> Source:
    """The input without a buffer: a thread that waits in one would hold its lock when the program ends."""
    return FileIO(sys.stdin.fileno(), "rb", closefd=False) if sys.stdin else BytesIO()


def _standard_output() -> Sink:
    return sys.stdout.buffer if sys.stdout else BytesIO()


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
