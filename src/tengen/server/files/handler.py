"""The work on files, done in a process of its own that can be killed. Imported there, it registers its handler."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from pydantic import TypeAdapter

from tengen.core import ErrorCode, GameError, Record
from tengen.formats import save
from tengen.jobs import Handler, Tell, register_handler
from tengen.players import StopToken
from tengen.protocol import LoadIn, PositionIn, open_record, record_of, replay_of
from tengen.server.files import content
from tengen.server.files.messages import (
    FILE_WORK,
    Done,
    Draw,
    EncodedLog,
    EncodedPosition,
    EncodedRecord,
    EncodedSeal,
    FileJob,
    Formats,
    Load,
    Locate,
    Refused,
    Replay,
    Reply,
    Source,
    Upload,
    Work,
    Write,
    decode_job,
    encode,
    pieces_of,
)
from tengen.server.files.process_limits import CpuSpent, cpu_limit, memory_limit

_MOST_OCTETS: Final = 32 << 20
"""Nothing that is made is larger."""

_TOO_COSTLY: Final = "format.too_costly"

_bodies: Final[TypeAdapter[LoadIn]] = TypeAdapter(LoadIn)
_positions: Final[TypeAdapter[PositionIn]] = TypeAdapter(PositionIn)
_T = TypeVar("_T")


class FileHandler(Handler):
    """Reads, writes and draws, within the limits of each job."""

    async def answer(self, body: bytes, stop: StopToken, tell: Tell) -> bytes:
        """Tell what was made piece by piece; the answer says whether that was all, or why there is none.

        Does not look at `stop`: it takes no longer than its limits, and who does not want to wait kills the process.
        """
        del stop
        return encode(_answer(decode_job(body), tell))


def _answer(job: FileJob, tell: Tell) -> Reply:
    try:
        with memory_limit(job.memory_mb):
            made = _Steps(job.cpu_s).make(job.work)
        if len(made.data) > _MOST_OCTETS:
            raise GameError(ErrorCode.TOO_LARGE)
        for piece in pieces_of(made.data):
            tell(piece)
    except GameError as error:
        return Refused.of(error)
    except MemoryError:
        return Refused.of(GameError(ErrorCode.TOO_LARGE, _TOO_COSTLY))
    return Done(made.seal, made.digest)


@dataclass(frozen=True, slots=True)
class _Made:
    """What was made, and what whoever asked has to judge or to sign: see `Done`."""

    data: bytes
    seal: EncodedSeal | None = None
    digest: bytes = b""


class _Steps:
    """The steps of a job: a source is read, then something is made of it. Each has the same CPU."""

    def __init__(self, cpu_s: float) -> None:
        self._cpu_s = cpu_s

    def make(self, work: Work) -> _Made:
        """What is asked for. Raises GameError."""
        match work:
            case Load(body=body, limits=limits):
                record = self._step(lambda: record_of(_bodies.validate_json(body), limits.to_load()))
                data = self._step(lambda: encode(EncodedRecord.of_latest_stretch(record)))
                return _Made(data, EncodedSeal.of(record))
            case Locate(body=body, limits=limits):
                asked = self._step(lambda: record_of(_positions.validate_json(body), limits.to_load()))
                return _Made(self._step(lambda: encode(EncodedPosition.of(asked))))
            case Replay(source=Upload() as file, strict=strict):
                to_read = file.limits.to_read()
                opened = self._step(lambda: open_record(file.data, file.index, strict=strict, limits=to_read))
                return _Made(self._step(lambda: opened.replay().dumps()), EncodedSeal.of(opened.record))
        shown = self._step(lambda: _record(work.source))
        match work:
            case Replay():
                return _Made(self._step(lambda: replay_of(shown).dumps()))
            case Formats():
                return _Made(self._step(lambda: content.formats_of(shown).model_dump_json(by_alias=True).encode()))
            case Write():
                return self._written(shown, work)
            case Draw():
                return _Made(self._step(lambda: _picture(shown, work)))

    def _written(self, record: Record, work: Write) -> _Made:
        players = work.players
        if players is None:
            return _Made(self._step(lambda: content.record_file(record, work.ext)))
        named = replace(record, black=players.black, white=players.white)
        if not players.has_accounts:
            return _Made(self._step(lambda: content.record_file(named, work.ext)))
        unsigned = self._step(lambda: save.dumps_unsigned(named))
        return _Made(unsigned.text.encode(), digest=unsigned.digest)

    def _step(self, do: Callable[[], _T]) -> _T:
        """What a step gives. Raises TOO_LARGE for one that takes too much CPU."""
        try:
            with cpu_limit(self._cpu_s):
                return do()
        except CpuSpent:
            raise GameError(ErrorCode.TOO_LARGE, _TOO_COSTLY) from None


def _record(source: Source) -> Record:
    if isinstance(source, EncodedRecord | EncodedLog):
        return source.record()
    return content.legal_record(source.data, source.index, source.limits.to_read())


def _picture(record: Record, work: Draw) -> bytes:
    if isinstance(work.source, Upload):
        record = content.shown_part(record, work.node, work.ext)
    return content.picture(record, work.ext, work.width, work.language)


register_handler(FILE_WORK, FileHandler)
