"""An arena as others see it while it runs: read from its folder, whoever plays in it. Writes nothing, locks nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from tengen.arena.documents import BoardNow, Current, Result, Settings
from tengen.arena.folder import CURRENT, last_of_each, read_results, read_settings

_current: Final = msgspec.json.Decoder(Current)


@dataclass(frozen=True, slots=True)
class Watched:
    """What is played, what came of it, and the boards of this moment; `at` is when they were told, in UTC."""

    settings: Settings
    results: tuple[Result, ...]
    boards: tuple[BoardNow, ...]
    at: str


def watch(folder: Path) -> Watched:
    """The arena in this folder as it is now. Raises OSError where there is none, BAD_RECORD."""
    settings, results = read_settings(folder), tuple(last_of_each(read_results(folder)))
    try:
        current = _current.decode((folder / CURRENT).read_bytes())
    except (FileNotFoundError, msgspec.MsgspecError):  # nothing began yet
        return Watched(settings, results, (), "")
    over = {result.index for result in results if result.failed is None}
    return Watched(settings, results, tuple(board for board in current.games if board.index not in over), current.at)
