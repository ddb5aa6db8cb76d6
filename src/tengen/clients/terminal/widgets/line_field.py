"""A field of one line that is there only while somebody types in it."""

from __future__ import annotations

from textual.events import Blur
from textual.widgets import Input


class LineField(Input):
    """Hidden until it is opened; the screen has the class `-typing` meanwhile, and hides what it takes the place of."""

    def open(self, begun: str = "") -> None:
        """Take what is typed from now on: the next key already, however fast somebody types."""
        self.value = begun
        self.cursor_position = len(begun)
        self.display = True
        self.screen.set_class(True, "-typing")
        self.screen.set_focus(self)

    def on_blur(self, event: Blur) -> None:
        """Be gone when something else is looked at."""
        del event
        self.display = False
        self.screen.set_class(False, "-typing")
