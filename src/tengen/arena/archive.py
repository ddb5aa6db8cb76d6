"""The finished games of an arena, for those who look on. What cannot be read is not there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from tengen.arena.documents import GamesEnding, Result
from tengen.arena.folder import GAMES
from tengen.arena.readings import read_part
from tengen.core import GameError, Outcome, Record
from tengen.formats import find_format
from tengen.formats.json_fields import Field
from tengen.formats.values import read_outcome

_LONGEST_BYTES: Final = 1 << 20


def outcome_of(result: Result) -> Outcome | None:
    """How the game of a result ended; None where it could not be played, or that is not said."""
    try:
        return None if result.failed is not None else read_outcome(Field("outcome", result.outcome))
    except GameError:
        return None


def record_in(folder: Path, ending: GamesEnding, begin: int, end: int) -> Record | None:
    """The game between two places in the file of the games, without the words of the arena and of its engines."""
    if not 0 <= begin < end <= begin + _LONGEST_BYTES:
        return None
    part = read_part(folder / f"{GAMES}{ending}", end - begin, begin)
    if part is None or len(part.data) != end - begin:
        return None
    try:
        records = find_format(ending).read(part.data, strict=False).records
    except GameError:
        return None
    if len(records) != 1:
        return None
    (record,) = records
    return replace(record, nodes=tuple(replace(node, comment="") for node in record.nodes))
