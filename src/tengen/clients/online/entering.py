"""What a full-screen client does first: take the data folder, or connect to a server. Draws nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tengen.clients.online.lobby import Lobby
from tengen.clients.sitting.folder import LocalFolder
from tengen.clients.sitting.people import People
from tengen.clients.sitting.said import HasWords


@dataclass(frozen=True, slots=True)
class Entered:
    """Where a client plays. `lobby` and `address` are there on a server alone.

    `hold_notice` says who else has the data folder and what follows from it, for the message line; None where it is
    ours, and where a server was asked for.
    """

    people: People
    folder: LocalFolder
    lobby: Lobby | None = None
    hold_notice: HasWords | None = None
    address: str | None = None

    @property
    def is_online(self) -> bool:
        """Whether games are played on a server."""
        return self.address is not None

    async def close(self) -> None:
        """Leave: games are closed, people log out, others may have the folder."""
        raise NotImplementedError


async def enter(
    program: str,
    server: str | None = None,
    data_dir: Path | None = None,
    *,
    seed: int | None = None,
    pace_ms: int = 0,
    on_trouble: Callable[[HasWords], None] = lambda _: None,
) -> Entered:
    """Play on the server of this address, else with the data folder, which is taken under the name of the program.

    `data_dir` is that of the environment unless given. Where a server has the folder, that one is played on; where
    another client has it, or it cannot be used, people here are guests. Raises ServerTrouble where the server that
    was asked for cannot be used. `seed` and `pace_ms` are for programs that play here; `on_trouble` hears of results that
    could not be kept.
    """
    raise NotImplementedError
