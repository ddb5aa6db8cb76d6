"""This user's data folder as a client has it: for one command at a time, or as long as its window is open."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Hold(StrEnum):
    """Who has the data folder. Words: `sitting.folder.<value>`."""

    OURS = "ours"
    SERVER = "server"
    OTHER = "other"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class FolderHold:
    """What came of taking a folder: `address` of the server that has it, `program` and `pid` of whoever else has it,
    or the `reason` why it cannot be used."""

    hold: Hold
    address: str = ""
    program: str = ""
    pid: int = 0
    reason: str = ""

    def text(self, language: str = "en") -> str:
        """The line to show: whose lock it is, and what can be done."""
        raise NotImplementedError


class LocalFolder:
    """A data folder that `take` keeps until `release`; untaken, it is opened for one command at a time."""

    def __init__(self, program: str = "") -> None:
        raise NotImplementedError

    async def take(self) -> FolderHold:
        """Have the folder from now on."""
        raise NotImplementedError

    async def release(self) -> None:
        """Let others have it."""
        raise NotImplementedError
