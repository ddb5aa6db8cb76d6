"""What was chosen on this machine, and what follows from it: words, colours, sounds. Kept in a file at every change."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from asyncio import TimerHandle
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from tengen.clients.desktop.board import look_of
from tengen.clients.desktop.sound import Sound
from tengen.clients.desktop.theme import DARK, LIGHT, Palette, is_system_dark
from tengen.clients.desktop.window import Window
from tengen.clients.language import ENGLISH
from tengen.clients.sitting.preferences import Preferences, write_preferences
from tengen.clients.sitting.said import HasWords
from tengen.core import text
from tengen.core.errors import Value
from tengen.render import Theme, can_write


class Choosing(ABC):
    """The part of the application that knows how this person wants it."""

    def __init__(
        self,
        window: Window,
        preferences: Preferences,
        *,
        keep_in: Path,
        language: str,
        only_now: Mapping[str, str] | None = None,
    ) -> None:
        """`keep_in` is the file; `language` is spoken while none was chosen.

        `only_now` are fields of the preferences that were asked for on the command line: they are not kept.
        """
        self.window = window
        asked = only_now or {}
        self._kept_instead = {name: getattr(preferences, name) for name in asked}
        self.preferences = replace(preferences, **asked)  # type: ignore[arg-type]  # names of its fields
        self.sound = Sound(self.later, is_on=preferences.sound)
        self._keep_in = keep_in
        self._language = language
        self._is_system_dark = is_system_dark(os.environ)
        window.set_zoom(_zoom(preferences))

    @abstractmethod
    def later(self, seconds: float, then: Callable[[], None]) -> TimerHandle:
        """Do something once, in a while."""

    @abstractmethod
    def say(self, message: HasWords | None) -> None:
        """Show a line."""

    @abstractmethod
    def refresh(self) -> None:
        """Everything looks different now."""

    @property
    def language(self) -> str:
        """What is spoken now: English where no font on this machine has Chinese."""
        wanted = self.wanted_language
        return wanted if self.can_speak(wanted) else ENGLISH

    @property
    def wanted_language(self) -> str:
        """What would be spoken if there were letters for it."""
        return self.preferences.language or self._language

    def can_speak(self, language: str) -> bool:
        """Whether the letters of a language are on this machine."""
        return language == ENGLISH or can_write(text(language, "page.app"))

    def text(self, key: str, **values: Value) -> str:
        """Words in the language of now."""
        return text(self.language, key, **values)

    @property
    def is_dark(self) -> bool:
        """Whether the window is dark: as chosen, else as the system is."""
        page = self.preferences.page
        return self._is_system_dark if page == "auto" else page == "dark"

    @property
    def palette(self) -> Palette:
        """The colours of the window."""
        return DARK if self.is_dark else LIGHT

    @property
    def board_theme(self) -> Theme:
        """The look of boards: as chosen, else one that suits the window."""
        return look_of(self.preferences, is_dark=self.is_dark).theme

    def change(self, **chosen: object) -> None:
        """Choose something (fields of Preferences), and keep it."""
        self.preferences = replace(self.preferences, **chosen)  # type: ignore[arg-type]  # names of its fields
        for name in chosen:
            self._kept_instead.pop(name, None)
        self.sound.is_on = self.preferences.sound
        self.window.set_zoom(_zoom(self.preferences))
        self.keep()
        self.refresh()

    def keep(self) -> None:
        """Write down what was chosen, and where the window is."""
        self.preferences = replace(self.preferences, window=self.window.place)
        trouble = write_preferences(self._keep_in, replace(self.preferences, **self._kept_instead))
        if trouble is not None:
            self.say(trouble)


def _zoom(preferences: Preferences) -> float | None:
    return None if preferences.zoom is None else preferences.zoom / 100
