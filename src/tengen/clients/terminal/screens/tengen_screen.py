"""What all screens of this client share: the language, the application by its type, and being drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar, cast

from textual.screen import ModalScreen, Screen

from tengen.core.errors import Value

if TYPE_CHECKING:
    from tengen.clients.terminal.app import TerminalApp

Returned = TypeVar("Returned")


class TengenScreen(Screen[Returned]):
    """A screen whose words can change while it is shown."""

    @property
    def client(self) -> TerminalApp:
        """The application."""
        return cast("TerminalApp", self.app)

    @property
    def is_filled(self) -> bool:
        """Whether its parts are there."""
        return self.is_mounted and bool(self.children)

    def say(self, key: str, **values: Value) -> str:
        """A text in the language that is spoken now."""
        return self.client.say(key, **values)

    def on_mount(self) -> None:
        """Fill in the words."""
        self.show_all()

    def show_all(self) -> None:
        """Say and draw everything anew: after another language, another theme, another message."""

    def show_tables(self) -> None:
        """A game has changed: draw what shows it."""

    def show_lobby(self) -> None:
        """The lobby has changed: draw what shows it."""

    def commands(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """What the palette offers here: the words, an explanation or nothing, and what it does."""
        yield from ()


class TengenDialog(TengenScreen[Returned], ModalScreen[Returned]):
    """A small one over what is shown; keys go nowhere else meanwhile."""
