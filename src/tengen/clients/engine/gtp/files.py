"""Commands of GTP that read and write records. Whoever drives an engine may have it do so, as with any other."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tengen.clients.engine.gtp.context import Command, GtpContext
from tengen.clients.engine.gtp.words import SYNTAX_ERROR, Refused, Reply, integer
from tengen.core import GameError, Participant
from tengen.formats import find_format

_SGF: Final = ".sgf"
_LARGEST_FILE: Final = 64 << 20
_CANNOT_LOAD: Final = "cannot load file"
_CANNOT_WRITE: Final = "cannot write file"


def _loadsgf(context: GtpContext, words: list[str], reply: Reply) -> str:
    """The first game of a file, up to before a move if one is given; size, komi and rules become those of the file."""
    del reply
    if not 1 <= len(words) <= 2:
        raise Refused(SYNTAX_ERROR)
    moves = max(integer(words[1]) - 1, 0) if len(words) > 1 else None
    try:
        path = Path(words[0])
        if not path.is_file() or path.stat().st_size > _LARGEST_FILE:
            raise Refused(_CANNOT_LOAD)
        record = find_format(_SGF).read(path.read_bytes()).records[0]
        if context.kind.name != record.ruleset.KIND:
            raise Refused(_CANNOT_LOAD)
        context.game.load(record, moves)
    except (OSError, ValueError, GameError) as error:
        raise Refused(_CANNOT_LOAD) from error
    return ""


def _printsgf(context: GtpContext, words: list[str], reply: Reply) -> str:
    """The game as SGF, in a file where one is named."""
    del reply
    if len(words) > 1:
        raise Refused(SYNTAX_ERROR)
    try:
        data = _written(context)
        if not words or words[0] == "-":
            return data.decode("utf-8").strip()
        Path(words[0]).write_bytes(data)
    except (OSError, ValueError, GameError) as error:
        raise Refused(_CANNOT_WRITE) from error
    return ""


def has_sgf(context: GtpContext) -> bool:
    """Whether the games of this context can be written as SGF at all."""
    try:
        _written(context)
    except GameError:
        return False
    return True


def _written(context: GtpContext) -> bytes:
    record = context.game.record(Participant(), Participant(), context.today())
    return find_format(_SGF).write([record]).data


COMMANDS: Final[dict[str, Command]] = {"loadsgf": _loadsgf, "printsgf": _printsgf}
