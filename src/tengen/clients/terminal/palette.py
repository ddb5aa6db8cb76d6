"""The commands of the palette, by what can be done now, in the language that is spoken."""

from __future__ import annotations

from collections.abc import Iterator

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.types import IgnoreReturnCallbackType

from tengen.clients.terminal.screens.tengen_screen import TengenScreen


class Commands(Provider):
    """Whatever the screen offers (`TengenScreen.commands`)."""

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        for title, help_, run in self._commands():
            yield DiscoveryHit(title, run, help=help_)

    async def search(self, query: str) -> Hits:
        """Those that match."""
        matcher = self.matcher(query)
        for title, help_, run in self._commands():
            score = matcher.match(title)
            if score > 0:
                yield Hit(score, matcher.highlight(title), run, help=help_)

    def _commands(self) -> Iterator[tuple[str, str, IgnoreReturnCallbackType]]:
        screen = self.screen
        if isinstance(screen, TengenScreen):
            yield from screen.commands()
