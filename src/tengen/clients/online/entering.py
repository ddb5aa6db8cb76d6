"""What a full-screen client does first: take the data folder, or connect to a server. Draws nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tengen.clients.online.lobby import Lobby
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play import ServerTrouble
from tengen.clients.play.remote import ServerAddress
from tengen.clients.sitting.folder import Hold, LocalFolder
from tengen.clients.sitting.folder_accounts import FolderAccounts
from tengen.clients.sitting.local_people import LocalPeople
from tengen.clients.sitting.people import People
from tengen.clients.sitting.said import HasWords, Said
from tengen.storage import DataFolder


@dataclass(frozen=True, slots=True)
class Entered:
    """Where a client plays. `lobby` and `address` are there on a server alone.

    `hold_notice` says who else has the data folder and what follows from it, for the message line; None where it is
    ours, and where a server was asked for. The files of the folder that are a client's own (`games`, preferences) are
    there in any case: `folder.path`.
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
        try:
            lobby = () if self.lobby is None else (self.lobby.close(),)
            await asyncio.gather(*lobby, self.people.close())
        finally:
            await self.folder.release()


@dataclass(frozen=True, slots=True)
class _Unreached:
    """A server has the folder, and it cannot be reached."""

    trouble: ServerTrouble

    def text(self, language: str = "en") -> str:
        """Who has the folder, and why it does not help."""
        return Said("sitting.folder.unreached", {"reason": self.trouble.text(language)}).text(language)


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
    was asked for cannot be used. `seed` and `pace_ms` are for programs that play here; `on_trouble` hears of results
    that could not be kept.
    """
    folder = LocalFolder(None if data_dir is None else lambda: DataFolder(data_dir), program)
    if server is not None:
        return await _on_server(ServerAddress.parse(server), folder, None)
    hold = await folder.take()
    notice: HasWords | None = None if hold.hold is Hold.OURS else hold
    if hold.hold is Hold.SERVER:
        try:
            return await _on_server(ServerAddress.parse(hold.address), folder, hold)
        except ServerTrouble as trouble:
            notice = _Unreached(trouble)
    accounts = FolderAccounts(folder) if hold.hold is Hold.OURS else None
    people = LocalPeople(accounts, seed=seed, pace_ms=pace_ms, on_trouble=on_trouble)
    return Entered(people, folder, hold_notice=notice)


async def _on_server(address: ServerAddress, folder: LocalFolder, notice: HasWords | None) -> Entered:
    people = await ServerPeople.connect(address)
    return Entered(people, folder, Lobby(people), notice, address.url)
