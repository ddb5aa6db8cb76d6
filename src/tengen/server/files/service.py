"""The work on files in turn: a few at once, a few more wait, and the others are asked to come again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from tengen.core import Record, Ruleset
from tengen.formats import ReadLimits
from tengen.match.service.games import LoadedGame
from tengen.protocol import FormatsAnswer, LoadIn, LoadSaveIn, open_record, record_of, replay_of
from tengen.server.files import content
from tengen.server.files.turns import Turns

_UPLOADS_AT_ONCE: Final = 2
_UPLOADS_WAITING: Final = 8
"""To read what somebody else has written down costs more than anything else that a stranger may ask for."""
_FILES_AT_ONCE: Final = 2
_FILES_WAITING: Final = 64
"""Records and pictures of matches; a page may show many."""

_Made = TypeVar("_Made")


class FileService:
    """Reads, writes and draws. `most_actions` says how many actions a game may be loaded with under its rules."""

    def __init__(self, limits: ReadLimits, most_actions: Callable[[Ruleset], int]) -> None:
        self._limits = limits
        self._load_limits = replace(limits, actions=most_actions)
        self._uploads = Turns(_UPLOADS_AT_ONCE, _UPLOADS_WAITING)
        self._files = Turns(_FILES_AT_ONCE, _FILES_WAITING)

    # --- files that somebody brings

    async def loaded(self, body: LoadIn) -> LoadedGame:
        """The game of a call that brings one. Raises BAD_RECORD, TOO_LARGE and whatever its reader refuses."""
        record = await _in_turn(self._uploads, lambda: record_of(body, self._load_limits))
        seats = body.seats if isinstance(body, LoadSaveIn) else None
        return LoadedGame(record) if seats is None else LoadedGame(record, seats.plan(), seats.control())

    async def opened(self, data: bytes, index: int, *, strict: bool) -> bytes:
        """A game of a file to step through, as the JSON of a `Replay`."""
        return await _in_turn(
            self._uploads, lambda: open_record(data, index, strict=strict, limits=self._limits).replay().dumps()
        )

    async def formats_of_file(self, data: bytes, index: int) -> FormatsAnswer:
        """In which formats a game of a file can be had."""
        return await _in_turn(
            self._uploads, lambda: content.formats_of(content.legal_record(data, index, self._limits))
        )

    async def converted(self, data: bytes, index: int, ext: str) -> bytes:
        """A game of a file in the format of this ending."""
        return await _in_turn(
            self._uploads, lambda: content.record_file(content.legal_record(data, index, self._limits), ext)
        )

    async def drawn(self, data: bytes, index: int, ext: str, *, node: int | None, width: int) -> bytes:
        """A moment of a game of a file as a picture, or the way there as a moving one."""

        def draw() -> bytes:
            shown = content.shown_part(content.legal_record(data, index, self._limits), node, ext)
            return content.picture(shown, ext, width)

        return await _in_turn(self._uploads, draw)

    # --- matches as files

    async def replay(self, record: Record) -> bytes:
        """A match to step through, as the JSON of a `Replay`."""
        return await _in_turn(self._files, lambda: replay_of(record).dumps())

    async def formats(self, record: Record) -> FormatsAnswer:
        """In which formats a match can be had now."""
        return await _in_turn(self._files, lambda: content.formats_of(record))

    async def written(self, record: Record, ext: str) -> bytes:
        """A match as a file in the format of this ending. Raises BAD_RECORD for one that cannot hold it."""
        return await _in_turn(self._files, lambda: content.record_file(record, ext))

    async def picture(self, record: Record, ext: str, width: int, language: str | None) -> bytes:
        """The board of a match as it stands, or the whole game as a moving picture; with a caption in a language."""
        return await _in_turn(self._files, lambda: content.picture(record, ext, width, language))


async def _in_turn(turns: Turns, work: Callable[[], _Made]) -> _Made:
    async with turns.turn():
        return await asyncio.to_thread(work)
