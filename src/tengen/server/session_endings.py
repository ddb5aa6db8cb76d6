"""Who must know at once that sessions have ended: whoever holds connections or answers of them."""

from __future__ import annotations

from collections.abc import Callable

from tengen.people import SessionsEnded


class SessionEndings:
    """Passes on that sessions, or bot tokens of accounts, are worth nothing any more."""

    def __init__(self, *listeners: Callable[[SessionsEnded], None]) -> None:
        self._listeners = listeners

    def tell(self, ended: SessionsEnded) -> None:
        """These have ended."""
        for listener in self._listeners:
            listener(ended)

    def tell_of_bots(self, account_id: str) -> None:
        """A bot token of this account has ended; its other bots may come again."""
        self.tell(SessionsEnded(frozenset({account_id}), frozenset()))
