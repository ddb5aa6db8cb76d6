"""All tables as tabs in one row: the number, the game, a mark where somebody here is to move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual.events import Click
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tengen.core.printing import clip, width


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab: what it says, and whether something waits there."""

    title: str
    is_waiting: bool = False


class TabStrip(Widget):
    """The tabs; those around the shown one where not all have room."""

    COMPONENT_CLASSES = {"tabs--shown", "tabs--other", "tabs--waiting"}  # noqa: RUF012 - declared like this by Textual

    class Chosen(Message):
        """A tab was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._tabs: tuple[Tab, ...] = ()
        self._shown = -1

    def show(self, tabs: Sequence[Tab], shown: int) -> None:
        """Draw these tabs; one is shown, or none (-1)."""
        self._tabs, self._shown = tuple(tabs), shown
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The row."""
        if y > 0:
            return Strip.blank(self.size.width, self.rich_style)
        segments = []
        for index, label in self._labels():
            tab = self._tabs[index]
            name = "shown" if index == self._shown else "waiting" if tab.is_waiting else "other"
            segments.append(Segment(label, self.get_component_rich_style(f"tabs--{name}")))
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def on_click(self, event: Click) -> None:
        """Choose the tab there."""
        column = 0
        for index, label in self._labels():
            column += width(label)
            if event.x < column:
                self.post_message(self.Chosen(index))
                return

    def _labels(self) -> list[tuple[int, str]]:
        labels = [self._label(index) for index in range(len(self._tabs))]
        first = 0
        while first < self._shown and sum(map(width, labels[first : self._shown + 1])) > self.size.width:
            first += 1
        return [(first + place, clip(label, self.size.width)) for place, label in enumerate(labels[first:])]

    def _label(self, index: int) -> str:
        tab = self._tabs[index]
        return f" {index + 1} {tab.title}{'*' if tab.is_waiting and index != self._shown else ''} "
