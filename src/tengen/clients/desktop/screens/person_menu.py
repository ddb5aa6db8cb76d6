"""Somebody's name with what can be done about them: not hear them, have nothing to do with them, report them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import SMALL
from tengen.clients.desktop.widgets import (
    Button,
    ButtonKind,
    Deed,
    Dialog,
    ListRow,
    ListView,
    Pressable,
    Select,
    TextField,
    Ui,
    help_text,
)
from tengen.clients.online.chat import Chat
from tengen.clients.online.relations import REPORT_REASONS, ReportReason
from tengen.clients.sitting.said import Said

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App

_HEIGHT: Final = 24.0
_LONGEST_REPORT: Final = 500


class PersonMenu(Pressable):
    """A name and quiet notes behind it; a click lists the deeds, where there are any."""

    def __init__(self, name: str, notes: str, deeds: Sequence[tuple[str, Deed]], *, key: str) -> None:
        super().__init__(lambda: None, key=key)
        self.name = name
        self._notes = notes
        self._deeds = deeds
        self.can_focus = bool(deeds)

    def wanted(self, look: Look, width: float) -> Size:
        wide = look.line(self.name, SMALL, bold=True).width + 8 + look.line(self._notes, SMALL).width
        return Size(min(wide, width) if width else wide, _HEIGHT)

    def draw(self, canvas: Canvas) -> None:
        colors, rect = canvas.palette, self.rect
        wide = canvas.look.line(self.name, SMALL, bold=True).width + 1
        notes = canvas.look.line(self._notes, SMALL).width + 1
        room = Rect(rect.x, rect.y, min(wide, max(rect.width - notes - 8, 40)), rect.height)
        is_marked = bool(self._deeds) and canvas.is_hovered(self)
        canvas.text(self.name, room, size=SMALL, bold=True, color=colors.accent if is_marked else colors.ink)
        canvas.small(self._notes, Rect(room.right + 8, rect.y, max(rect.right - room.right - 8, 0), rect.height))
        canvas.focus_ring(self, room)

    def press(self, ui: Ui) -> None:
        if not self._deeds:
            return
        menu = ListView(key=f"{self.key}/menu")
        menu.show([ListRow(words) for words, _ in self._deeds], on_choose=lambda index: self._chosen(index, ui))
        ui.open_popup(menu, self.rect)

    def _chosen(self, index: int, ui: Ui) -> None:
        ui.close_popup()
        ui.do(self._deeds[index][1])


def open_report(app: App, chat: Chat, name: str) -> None:
    """Ask what is to be told to the moderators about somebody of a chat."""
    screen = app.screen
    reasons = [(reason, app.text(f"talk.reason.{reason}")) for reason in REPORT_REASONS]
    told = TextField(key="report-text", most=_LONGEST_REPORT, placeholder=app.text("talk.report.text"), width=400)

    def choose(reason: ReportReason) -> None:
        select.value = reason

    async def report() -> None:
        await chat.report(name, select.value, told.text.strip())
        screen.close_dialog(dialog)
        app.say(Said("talk.report.done"))

    select = Select(reasons, REPORT_REASONS[0], choose, key="report-reason", width=400)
    no = Button(app.text("game.cancel"), screen.close_dialog, key="report/no")
    yes = Button(app.text("talk.report.go"), report, key="report/yes", kind=ButtonKind.PRIMARY, height=40, size=15)
    inside = (select, told, help_text(app.text("talk.report.text.help")))
    dialog = Dialog(app.text("talk.report.name", name=name), (no, yes), screen.close_dialog, inside=inside)
    screen.open_dialog(dialog, select)
