"""The port by which a line reaches those who listen now, and the one for a single process. Keeps no lines.

Who listens may miss a line (it is told in another process, or while they look away), and never silently: lines are
numbered, and whoever finds a gap, or begins to listen, asks the store for those after the last number it has.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

from tengen.people.chat import ChatLine

OnLine: TypeAlias = Callable[[ChatLine], None]

_log: Final = logging.getLogger(__name__)


class TalkHub(Protocol):
    """Passes lines on."""

    def publish(self, line: ChatLine) -> None:
        """Pass on a line that is safe in the store. Waits for nobody and raises nothing."""

    def listen(self, match_id: str, callback: OnLine) -> Callable[[], None]:
        """Have every line of a match told to the callback, all rooms, from now on; what is returned ends that."""


class LocalTalkHub:
    """A TalkHub within one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, dict[object, OnLine]] = {}

    def publish(self, line: ChatLine) -> None:
        for callback in tuple(self._listeners.get(line.match_id, {}).values()):
            try:
                callback(line)
            except Exception:  # one who listens badly keeps no line from the others
                _log.exception("a listener failed")

    def listen(self, match_id: str, callback: OnLine) -> Callable[[], None]:
        key = object()
        self._listeners.setdefault(match_id, {})[key] = callback

        def close() -> None:
            listeners = self._listeners.get(match_id, {})
            listeners.pop(key, None)
            if not listeners:
                self._listeners.pop(match_id, None)

        return close
