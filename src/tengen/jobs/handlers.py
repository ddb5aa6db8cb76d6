"""Who does which kind of job: the layer that owns a kind registers its handler. Does none itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, TypeAlias

from tengen.jobs.replies import JobFailed
from tengen.players import StopToken

Tell: TypeAlias = Callable[[bytes], None]
"""Takes the JSON of something to be told on the way."""


class Handler(ABC):
    """Does jobs of one kind, one at a time, in the process in which it was made."""

    @abstractmethod
    async def answer(self, body: bytes, stop: StopToken, tell: Tell) -> bytes:
        """The JSON of what came of a job. Raises JobFailed, and whatever a fault of ours raises.

        A stop asks for the answer now; one who is cancelled leaves nothing under way.
        """

    async def tidy(self) -> None:
        """Called now and then while nothing is asked: give back what nobody has needed for long."""

    async def close(self) -> None:
        """Give back everything."""


_makers: Final[dict[str, Callable[[], Handler]]] = {}


def register_handler(kind: str, make: Callable[[], Handler]) -> None:
    """Have jobs of this kind done by a handler of this make; called when the owner's module is imported."""
    assert kind not in _makers, f"{kind} has a handler"
    _makers[kind] = make


class Handlers:
    """The handlers of one process, each made when it is first needed."""

    def __init__(self, made: dict[str, Handler] | None = None) -> None:
        self._made = dict(made or {})

    async def answer(self, kind: str, body: bytes, stop: StopToken, tell: Tell) -> bytes:
        """What came of a job. Raises JobFailed, also for a kind that nobody here does."""
        if kind not in self._made:
            if kind not in _makers:
                raise JobFailed(f"nobody here does {kind!r}")
            self._made[kind] = _makers[kind]()
        return await self._made[kind].answer(body, stop, tell)

    async def tidy(self) -> None:
        """Let all of them tidy up."""
        for handler in self._made.values():
            await handler.tidy()

    async def close(self) -> None:
        """Let all of them give back everything."""
        for handler in self._made.values():
            await handler.close()
        self._made.clear()
