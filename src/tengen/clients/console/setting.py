"""What the parts of a session share."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.clients.console.boards import Boards
from tengen.clients.console.event_loops import Runs
from tengen.clients.console.prompts import Prompts
from tengen.clients.console.seating import Seating
from tengen.clients.console.streams import Terminal
from tengen.clients.play import Games


@dataclass(frozen=True, slots=True)
class Setting:
    """What the parts of a session share."""

    terminal: Terminal
    boards: Boards
    seating: Seating
    games: Games
    prompts: Prompts
    loop: Runs
