"""What becomes of a record: a file of a format, a picture, the formats that can hold it. Plain work, done anywhere."""

from __future__ import annotations

import math
from typing import Final

from tengen.core import ErrorCode, GameError, Record
from tengen.formats import ReadLimits, formats, save, write
from tengen.match import caption_for, caption_letters
from tengen.protocol import LANGUAGE, FormatsAnswer, open_record
from tengen.render import PictureOptions, can_write, frames_of, render_gif, render_png, render_svg, scene_of

LARGEST_WIDTH: Final = 2000
"""Of a picture, in pixels."""

_OWN: Final = ".json"
_STILL: Final = ("svg", "png")
_MOVING: Final = "gif"
_MOST_PIXELS: Final = 300_000_000
"""All frames of a moving picture have so many in all: about a second of work. A long game's picture is smaller."""
_MOST_FRAMES: Final = 1_000
"""A file may have many more moves than any game that is played, and each becomes a picture of a moving one."""


def is_record_ending(ext: str) -> bool:
    """Whether a format is known by this ending, given without its dot."""
    return any(f".{ext.lower()}" in format_.endings for format_ in formats())


def is_picture_ending(ext: str) -> bool:
    """Whether pictures can be had with this ending, given without its dot."""
    return ext in (*_STILL, _MOVING)


def record_file(record: Record, ext: str) -> bytes:
    """The record as a file in the format of an ending. Raises BAD_RECORD where that cannot hold it."""
    return write(f".{ext.lower()}", [record]).data


def picture(record: Record, ext: str, width: int, language: str | None = None) -> bytes:
    """The end of the record's main line as svg or png, the whole of it as a moving gif.

    Without a language it has no caption.
    """
    if language is not None and ext != "svg" and not can_write(caption_letters(language)):
        language = LANGUAGE
    say = None if language is None else caption_for(record.ruleset, language)
    if ext == _MOVING:
        most = math.isqrt(_MOST_PIXELS // len(record.line()))
        return render_gif(frames_of(record, PictureOptions(), numbered=0, say=say), min(width, most))
    scene = scene_of(record, len(record.nodes), say=say)
    return render_svg(scene, width).encode() if ext == "svg" else render_png(scene, width)


def formats_of(record: Record) -> FormatsAnswer:
    """In which formats the record can be had, found out by trying: our own first, as the one that forgets nothing."""
    answer = FormatsAnswer(fit=[], unfit=[])
    known = {format_.endings[0]: format_ for format_ in formats() if not (format_.is_for_many or format_.is_read_only)}
    for ending, format_ in sorted(known.items()):
        try:
            format_.write([record])
        except GameError:
            answer.unfit.append(ending.removeprefix("."))
        else:
            answer.fit.insert(0 if ending == _OWN else len(answer.fit), ending.removeprefix("."))
    return answer


def legal_record(data: bytes, index: int, limits: ReadLimits) -> Record:
    """What a replay shows of this game of a file, its nodes in the same order."""
    return save.in_file_order(open_record(data, index, limits=limits).record.legal_part()[0])


def shown_part(record: Record, node: int | None, ext: str) -> Record:
    """What a picture of a file shows: the way to a node, the main line without one. Raises TOO_LARGE."""
    record = record if node is None else record.only_line_to(node)
    if ext == _MOVING and len(record.line()) > _MOST_FRAMES:
        raise GameError(ErrorCode.TOO_LARGE)
    return record
