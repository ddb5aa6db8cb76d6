"""All games of an account as one file: a ZIP archive, sent as it is made. Bounded, and one at a time for each account.

Every record is made by the processes for files, from the log of its match: the event loop only passes things on.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final

from tengen.core import ErrorCode, GameError
from tengen.match.service import Matches
from tengen.people import FinishedGame, GamesCursor, GamesFilter
from tengen.people.service import ResultsService
from tengen.protocol import LANGUAGE, ServerCode, say
from tengen.server.files import FileService
from tengen.server.refusals import ServerRefusal

MOST_GAMES: Final = 2_000
"""So many games an archive has: the latest, of those that are asked for."""
_AT_ONCE: Final = 2
"""So many archives are made at a time."""
_PAGE: Final = 100
_OWN: Final = "json"
_FIRST_YEAR: Final = 1980
"""No file of an archive can be older."""


class GameArchive:
    """Makes archives of games."""

    def __init__(self, matches: Matches, results: ResultsService, files: FileService) -> None:
        self._matches = matches
        self._results = results
        self._files = files
        self._making: set[str] = set()

    async def open(self, account_id: str, wanted: GamesFilter, ext: str, client: str) -> AsyncIterator[bytes]:
        """The archive of an account's games, piece by piece: each in the format of this ending, or else in our own.

        The first piece is made when this returns. Raises TRY_AGAIN while another one of the account, or too many, are
        being made.
        """
        pieces = self._pieces(account_id, wanted, ext, client)
        first = await anext(pieces)

        async def all_pieces() -> AsyncIterator[bytes]:
            yield first
            async for piece in pieces:
                yield piece

        return all_pieces()

    async def _pieces(self, account_id: str, wanted: GamesFilter, ext: str, client: str) -> AsyncGenerator[bytes]:
        left_out: list[str] = []
        with self._noted(account_id):
            out = _Outlet()
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
                async for game in self._games(account_id, wanted):
                    try:
                        data, ending = await self._file(game, ext, client)
                    except GameError as error:
                        left_out.append(f"{game.result.watch_id}: {error.text(LANGUAGE)}")
                        continue
                    archive.writestr(_entry(game, ending), data)
                    yield out.take()
                if left_out:
                    archive.writestr("left-out.txt", "\n".join([say("left_out"), *left_out, ""]))
            yield out.take()

    @contextmanager
    def _noted(self, account_id: str) -> Iterator[None]:
        if account_id in self._making or len(self._making) >= _AT_ONCE:
            raise ServerRefusal(ServerCode.TRY_AGAIN, "busy")
        self._making.add(account_id)
        try:
            yield
        finally:
            self._making.discard(account_id)

    async def _games(self, account_id: str, wanted: GamesFilter) -> AsyncIterator[FinishedGame]:
        after: GamesCursor | None = None
        count = 0
        while count < MOST_GAMES:
            page = await self._results.games(account_id, wanted, after, min(_PAGE, MOST_GAMES - count))
            for game in page.games:
                yield game
            count, after = count + len(page.games), page.after
            if after is None:
                return

    async def _file(self, game: FinishedGame, ext: str, client: str) -> tuple[bytes, str]:
        log = await self._matches.log(game.result.match_id)
        if not log:
            raise GameError(ErrorCode.NO_SUCH_GAME)
        try:
            return await self._files.written_log(log, ext, client), ext
        except GameError:
            if ext == _OWN:
                raise
            return await self._files.written_log(log, _OWN, client), _OWN


class _Outlet(io.RawIOBase):
    """Where an archive is written to, to be taken away piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = bytes(data)  # type: ignore[call-overload]  # whatever has bytes
        self._pieces.append(piece)
        return len(piece)

    def take(self) -> bytes:
        """What was written since the last time."""
        taken = b"".join(self._pieces)
        self._pieces.clear()
        return taken


def _entry(game: FinishedGame, ending: str) -> zipfile.ZipInfo:
    """The name of a game in the archive, from what is safe in any name."""
    result = game.result
    ended = datetime.fromtimestamp(result.ended_at / 1000, UTC)
    name = f"{ended:%Y-%m-%d}_{result.kind}_{result.size}_{result.watch_id}.{ending}"
    year = max(ended.year, _FIRST_YEAR)
    entry = zipfile.ZipInfo(name, (year, ended.month, ended.day, ended.hour, ended.minute, ended.second))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    return entry
