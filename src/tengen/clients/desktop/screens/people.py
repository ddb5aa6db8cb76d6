"""Who is here: log in, register, the code of a second factor, a second person beside the first, log out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tengen.clients.desktop.events import KeyPressed
from tengen.clients.desktop.screen import Screen
from tengen.clients.desktop.screens.frame import framed
from tengen.clients.desktop.theme import TITLE
from tengen.clients.desktop.widgets import (
    Button,
    ButtonKind,
    Column,
    Grow,
    Inside,
    Label,
    Panel,
    Paragraph,
    Row,
    Scroll,
    TextField,
    Widget,
    heading,
    help_text,
    icon_button,
)
from tengen.clients.play import ServerTrouble
from tengen.clients.sitting.folder import PeopleTrouble
from tengen.clients.sitting.people import PersonHere
from tengen.clients.sitting.said import HasWords, Said
from tengen.core import GameError
from tengen.people import ADVISED_LENGTH, LONGEST_PASSWORD, PeopleCode, PeopleError

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App

_MOST = 2
_WIDE = 400.0
_LONGEST_TYPED = 200
_LONGEST_CODE = 40


class PeopleScreen(Screen):
    """Those who have logged in, and the form for who comes next."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._is_new = False
        self._is_open = not app.people.present
        self._needs_code = False
        self._needs_invite = False
        self._is_busy = False
        self._refused: HasWords | None = None
        self._scroll = Scroll(key="people/scroll")
        self.name = TextField(key="people/name", most=_LONGEST_TYPED, width=_WIDE, on_enter=self.send)
        self.password = TextField(
            key="people/password", most=LONGEST_PASSWORD, width=_WIDE, is_password=True, on_enter=self.send
        )
        self.code = TextField(key="people/code", most=_LONGEST_CODE, width=_WIDE, on_enter=self.send)
        self.invite = TextField(key="people/invite", most=_LONGEST_TYPED, width=_WIDE, on_enter=self.send)

    def title(self) -> str:
        return self.app.text("page.titled", title=self.app.text("people.title"))

    def on_show(self) -> None:
        if self._is_open:
            self.focus(self.name)

    def on_hide(self) -> None:
        """What was typed is nobody else's business."""
        self._reset()

    def _reset(self) -> None:
        for field in (self.name, self.password, self.code, self.invite):
            field.clear()
        self.password.is_password = True
        self._needs_code = self._needs_invite = False
        self._refused = None

    # --- what is on it

    def build(self) -> Widget:
        app = self.app
        parts: list[Widget] = [Row(self._back(), Label(self._headline(), size=TITLE, bold=True), gap=8)]
        if not app.people.can_log_in:
            notice = app.entered.hold_notice
            parts.append(Paragraph(notice.text(app.language) if notice else app.text("desktop.guests_only")))
        parts += [self._present_row(person) for person in app.people.present]
        if app.people.can_log_in and len(app.people.present) < _MOST:
            if self._is_open:
                parts.append(self._form())
            else:
                add = Button(app.text("people.beside.add"), self._open, key="people/add", icon="plus")
                parts += [Row(add), help_text(app.text("start.besides.counts"))]
        column = Inside(Column(*parts, gap=16), across=24, down=24, widest=_WIDE)
        return framed(app, self._scroll.show(column))

    def _headline(self) -> str:
        app = self.app
        if app.people.present:
            return app.text("people.beside.title" if self._is_open else "desktop.people")
        return app.text("people.register" if self._is_new else "people.title")

    def _back(self) -> Widget:
        return icon_button("back", self.app.text("desktop.back"), self.app.back, key="back")

    def _present_row(self, person: PersonHere) -> Widget:
        app = self.app
        leave = Button(app.text("people.sign_out"), lambda: self._leave(person), key=f"people/leave/{person.name}")
        return Panel(
            Row(Grow(Label(person.name, bold=True)), leave, gap=8), fill="raised", edge="line", radius=6, pad=8
        )

    def _open(self) -> None:
        self._is_open = True
        self.focus(self.name)

    def _form(self) -> Widget:
        app, is_new = self.app, self._is_new
        eye = "ui.show_password" if self.password.is_password else "ui.hide_password"
        show = icon_button("eye", app.text(eye), self._toggle_password, key="people/eye")
        parts: list[Widget] = [
            _field(app.text("people.name"), self.name, app.text("people.name.help") if is_new else ""),
            _field(
                app.text("people.password"),
                Row(Grow(self.password), show, gap=4),
                app.text("people.password.help", count=ADVISED_LENGTH) if is_new else "",
            ),
        ]
        if self._needs_code and not is_new:
            parts.append(_field(app.text("people.code"), self.code, app.text("people.code.help")))
        if self._needs_invite and is_new:
            parts.append(_field(app.text("people.invite"), self.invite, app.text("people.invite.help")))
        if self._refused is not None:
            parts.append(Paragraph(self._refused.text(app.language), role="danger"))
        words = app.text("people.register" if is_new else "people.sign_in")
        parts.append(Button(words, self.send, key="people/send", kind=ButtonKind.PRIMARY))
        other = app.text("people.to_sign_in" if is_new else "people.to_register")
        parts.append(Row(Button(other, self._toggle_new, key="people/other")))
        return Column(*parts, gap=14)

    def _toggle_password(self) -> None:
        self.password.is_password = not self.password.is_password

    def _toggle_new(self) -> None:
        self._is_new = not self._is_new
        self._refused = None
        self.focus(self.name)

    # --- what it does

    async def send(self) -> None:
        """Come in; what is refused stands below the fields, and what was typed stays."""
        if self._is_busy:
            return
        self._is_busy = True
        people, name, password = self.app.people, self.name.text.strip(), self.password.text
        try:
            if self._is_new:
                invite = self.invite.text.strip() if self._needs_invite else None
                await people.register(name, password, invite)
            else:
                code = self.code.text.strip() if self._needs_code else None
                await people.log_in(name, password, code)
        except (PeopleError, PeopleTrouble, GameError, ServerTrouble) as error:
            self._refuse(error)
        else:
            self._came_in()
        finally:
            self._is_busy = False

    def _refuse(self, error: PeopleError | PeopleTrouble | GameError | ServerTrouble) -> None:
        code = error.code if isinstance(error, PeopleError) else None
        if code is PeopleCode.CODE_NEEDED and not self._needs_code:
            self._needs_code = True
            self.focus(self.code)
        elif code is PeopleCode.INVITE_NEEDED and not self._needs_invite:
            self._needs_invite = True
            self.focus(self.invite)
        self._refused = error

    def _came_in(self) -> None:
        person = self.app.people.present[-1]
        was_new = self._is_new
        self._reset()
        self._is_open = self._is_new = False
        self.app.leave(self)
        self.app.say(Said("people.registered", {"name": person.name}) if was_new else Said("login.done"))

    async def _leave(self, person: PersonHere) -> None:
        await self.app.people.log_out(person)
        self._is_open = not self.app.people.present
        self.app.say(Said("people.signed_out", {"name": person.name}))

    def on_key(self, event: KeyPressed) -> bool:
        if event.key == "escape":
            self.app.back()
            return True
        return self.app.common_key(event)


def _field(name: str, widget: Widget, explained: str = "") -> Widget:
    parts = [heading(name), widget]
    return Column(*parts, help_text(explained), gap=4) if explained else Column(*parts, gap=4)
