"""The work on files, as the server asks for it: queued fairly, done in processes that can be killed, kept if drawn.

Of one address a few wait at a time and in all a few more; who asks for more is told to come again. A file may cost so
much CPU and memory and no more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import structlog

from tengen.core import ErrorCode, GameError, Seal
from tengen.formats.save import Unsigned
from tengen.jobs import (
    ChildProcess,
    Job,
    JobFailed,
    JobLate,
    Pool,
    PoolClosed,
    PoolLimits,
    Priority,
    QueueFull,
    Worker,
    WorkerLost,
    child_command,
)
from tengen.match import Match
from tengen.match.log import LogRow
from tengen.match.service import LoadedGame
from tengen.protocol import LoadIn, LoadSaveIn, PositionIn, ServerCode
from tengen.server.files.messages import (
    FILE_WORK,
    Draw,
    EncodedLog,
    EncodedPosition,
    EncodedRecord,
    FileJob,
    Formats,
    Load,
    Locate,
    Players,
    Refused,
    Replay,
    Upload,
    UploadLimits,
    Work,
    Write,
    decode_piece,
    decode_position,
    decode_record,
    decode_reply,
    encode,
)
from tengen.server.files.picture_cache import PictureCache
from tengen.server.refusals import ServerRefusal

_log: Final = structlog.get_logger("tengen.server")

_HANDLERS: Final = "tengen.server.files.handler"
_NICENESS: Final = 10
_LONGEST_LINE: Final = 1 << 20
_PATIENCE_MS: Final = 60_000
"""On a machine that is busy a little CPU may take long; what takes longer than this is given up."""
_SAVE: Final = "json"
_LONG: Final = 64 * 1024
"""Longer records are decoded beside the event loop."""


@dataclass(frozen=True, slots=True)
class FileLimits:
    """What work on files may cost: so many `processes`, each step of a job `cpu_s` and `memory_mb`.

    So many jobs wait in all, and of one address.
    """

    processes: int = 2
    cpu_s: float = 2.0
    memory_mb: int = 512
    waiting: int = 64
    waiting_of_client: int = 24


@dataclass(frozen=True, slots=True)
class LoadedFile:
    """The game of a file, and what the file brings to prove whose it is, if it says so."""

    game: LoadedGame
    seal: Seal | None


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A game of a file to step through, as the JSON of a `Replay`, and the seal of the file, if it has one."""

    replay: bytes
    seal: Seal | None


@dataclass(frozen=True, slots=True)
class _Made:
    data: bytes
    seal: Seal | None
    digest: bytes


class _CannotStart(JobFailed):
    """There is nobody to ask: the machine could not start a process."""


class FileService:
    """Reads, writes and draws. `client` is always the address that asks, as the limits count it.

    Raises whatever the reader or writer of a format refuses, TOO_LARGE for what costs too much, and TRY_AGAIN where
    too many wait already.
    """

    def __init__(self, uploads: UploadLimits, limits: FileLimits | None = None) -> None:
        self._uploads = uploads
        self._limits = limits or FileLimits()
        self._pictures = PictureCache()
        self._pool = Pool(
            _start,
            PoolLimits(
                {FILE_WORK: self._limits.processes},
                waiting=self._limits.waiting,
                waiting_of_owner=self._limits.waiting_of_client,
            ),
        )

    async def close(self) -> None:
        """Refuse what waits, and end the processes."""
        await self._pool.close()

    # --- files that somebody brings

    async def loaded(self, form: LoadIn, body: bytes, client: str) -> LoadedFile:
        """The game of a call that brings one: its body, as it was understood and as it came."""
        file = await self._load(body, client)
        seats = form.seats if isinstance(form, LoadSaveIn) else None
        if seats is None:
            return file
        return LoadedFile(file.game.with_seats(seats.plan(), seats.control()), file.seal)

    async def _load(self, body: bytes, client: str) -> LoadedFile:
        made = await self._made(Load(body, self._uploads), client)
        game = await asyncio.to_thread(_loaded, made.data) if len(made.data) > _LONG else _loaded(made.data)
        return LoadedFile(game, made.seal)

    async def located(self, form: PositionIn, client: str) -> EncodedPosition:
        """The position that a call is about."""
        body = form.model_dump_json(by_alias=True, exclude_unset=True).encode()
        return decode_position((await self._made(Locate(body, self._uploads), client)).data)

    async def loaded_save(self, data: bytes, client: str) -> LoadedGame:
        """The game of a save file of our own."""
        return (await self._load(b'{"save":%b}' % data, client)).game

    async def opened(self, data: bytes, index: int, client: str, *, strict: bool) -> OpenedFile:
        """A game of a file to step through."""
        made = await self._made(Replay(self._upload(data, index), strict), client)
        return OpenedFile(made.data, made.seal)

    async def formats_of_file(self, data: bytes, index: int, client: str) -> bytes:
        """In which formats a game of a file can be had, as the JSON of a `FormatsAnswer`."""
        return (await self._made(Formats(self._upload(data, index)), client)).data

    async def converted(self, data: bytes, index: int, ext: str, client: str) -> bytes:
        """A game of a file in the format of this ending."""
        return (await self._made(Write(self._upload(data, index), ext), client)).data

    async def drawn(self, data: bytes, index: int, ext: str, client: str, *, node: int | None, width: int) -> bytes:
        """A moment of a game of a file as a picture, or the way there as a moving one."""
        return (await self._made(Draw(self._upload(data, index), ext, width, node), client)).data

    def _upload(self, data: bytes, index: int) -> Upload:
        return Upload(data, index, self._uploads)

    # --- matches as files

    async def replay(self, match: Match, client: str) -> bytes:
        """A match to step through, as the JSON of a `Replay`."""
        return (await self._made(Replay(EncodedRecord.of_match(match)), client)).data

    async def formats(self, match: Match, client: str) -> bytes:
        """In which formats a match can be had now, as the JSON of a `FormatsAnswer`."""
        return (await self._made(Formats(EncodedRecord.of_match(match)), client)).data

    async def written(self, match: Match, ext: str, client: str) -> bytes:
        """A match as a file in the format of this ending. Raises BAD_RECORD for one that cannot hold it."""
        return (await self._made(Write(EncodedRecord.of_match(match), ext), client)).data

    async def save_to_sign(self, game: Match | bytes, players: Players, client: str) -> Unsigned:
        """A match, or a save file, as a save file of these players with their accounts, to be signed."""
        assert players.has_accounts, "a file that names no account needs no signature"
        source = EncodedRecord.of_match(game) if isinstance(game, Match) else self._upload(game, 0)
        made = await self._made(Write(source, _SAVE, players), client)
        return Unsigned(made.data.decode(), made.digest)

    async def save_named(self, game: Match | bytes, players: Players, client: str) -> bytes:
        """A match, or a save file, as a save file of these players, of whom none is an account."""
        assert not players.has_accounts, "whoever names an account needs a signature"
        source = EncodedRecord.of_match(game) if isinstance(game, Match) else self._upload(game, 0)
        return (await self._made(Write(source, _SAVE, players), client)).data

    async def written_log(self, rows: Iterable[LogRow], ext: str, client: str) -> bytes:
        """A match that nobody need have open as a file in the format of this ending; see `written`."""
        return (await self._made(Write(EncodedLog.of(rows), ext), client)).data

    async def picture(self, match: Match, ext: str, width: int, language: str | None, client: str) -> bytes:
        """The board of a match as it stands, or the whole game as a moving picture; with a caption in a language."""

        async def draw() -> bytes:
            work = Draw(EncodedRecord.of_match(match), ext, width, language=language)
            return (await self._made(work, client)).data

        key = (match.match_id, match.revision, ext, width, language)
        return await self._pictures.get(key, draw)

    # --- how it is done

    async def _made(self, work: Work, client: str) -> _Made:
        body = encode(FileJob(work, self._limits.cpu_s, self._limits.memory_mb))
        job = Job(FILE_WORK, body, client, Priority.LIVE, lane=FILE_WORK, patience_ms=_PATIENCE_MS)
        pieces: list[bytes] = []

        def hear(piece: bytes) -> None:
            pieces.append(decode_piece(piece))

        try:
            reply = decode_reply(await self._pool.run(job, on_progress=hear))
        except (QueueFull, PoolClosed):
            raise ServerRefusal(ServerCode.TRY_AGAIN, "busy") from None
        except (JobLate, _CannotStart) as error:
            _log.warning("work on a file was given up", reason=str(error))
            raise ServerRefusal(ServerCode.TRY_AGAIN, "busy") from None
        except WorkerLost as error:  # it took all that a process may have
            _log.warning("a process that worked on a file is lost", reason=str(error))
            raise GameError(ErrorCode.TOO_LARGE, "format.too_costly") from None
        if isinstance(reply, Refused):
            raise reply.error()
        return _Made(b"".join(pieces), None if reply.seal is None else reply.seal.seal(), reply.digest)


async def _start() -> Worker:
    try:
        return await ChildProcess.start(child_command((_HANDLERS,), niceness=_NICENESS, longest_line=_LONGEST_LINE))
    except WorkerLost as error:
        raise _CannotStart(str(error)) from error


def _loaded(made: bytes) -> LoadedGame:
    found = decode_record(made)
    return LoadedGame(
        found.ruleset(), found.game.setup, found.actions(), found.black, found.white, found.outcome(), found.control
    )
