"""The way into the console, with this machine's streams, clock and chance."""

from __future__ import annotations

import io
import os
import secrets
import sys
from typing import Final

from tengen.clients.console.event_loops import LoopThread
from tengen.clients.console.pace import Pace
from tengen.clients.console.seating import Seating
from tengen.clients.console.session import Session
from tengen.clients.console.streams import Terminal
from tengen.clients.language import ENGLISH
from tengen.clients.play import monotonic_ms
from tengen.clients.play.local import LocalGames
from tengen.core import BLACK, WHITE, Color, text

_PACE_MS: Final = 700
"""How long a person sees each position of a game between computers, unless they say otherwise."""


def play(
    *,
    black: str,
    white: str,
    language: str,
    plain: bool = False,
    seed: int | None = None,
    pace_ms: int | None = None,
    server: str | None = None,
    speaks: bool = False,
) -> None:
    """Play at this terminal until the person quits. Raises BAD_PLAYER for a name that is no player.

    A terminal that cannot show the language gets English. A reader who goes away ends the session quietly. Games
    between computers take `pace_ms` a move at least; without one a terminal has a usual pace and a pipe none. With a
    `server` games are played there; raises ServerTrouble where that cannot be. One that `speaks` says boards in
    sentences instead of drawing them, for screen readers.
    """
    terminal = Terminal(sys.stdin, sys.stdout or io.StringIO(), plain=plain, draws=not speaks)
    if not terminal.can_write(text(language, "color.black")):
        language = ENGLISH
    players = {BLACK: black, WHITE: white}
    if pace_ms is None:
        pace_ms = _PACE_MS if terminal.is_interactive else 0
    try:
        if server is None:
            games = LocalGames(seed=secrets.randbits(32) if seed is None else seed, drives=False)
            seating = Seating(players, language, games)
            Session(terminal, seating, games, language, monotonic_ms, pace=Pace(pace_ms), speaks=speaks).play()
        else:
            _play_on(server, terminal, players, language, speaks=speaks)
    except BrokenPipeError:
        # What is still in the buffer must not be written when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _play_on(server: str, terminal: Terminal, players: dict[Color, str], language: str, *, speaks: bool) -> None:
    """The same on a server."""
    from tengen.clients.play.remote import RemoteGames, ServerAddress

    address = ServerAddress.parse(server)
    loop = LoopThread()
    games = loop.run(RemoteGames.connect(address))
    seating = Seating(players, language, games)
    Session(terminal, seating, games, language, monotonic_ms, loop=loop, server=address, speaks=speaks).play()
