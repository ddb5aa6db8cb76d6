"""The panel beside the board: players, moves, what is said now and what it asks for, the buttons. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce
from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.canvas import Align, Look
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.open_games import OpenGame
from tengen.clients.desktop.screens.game.commands import GameCommands
from tengen.clients.desktop.screens.game.players import PlayerCard
from tengen.clients.desktop.theme import LARGE, SMALL, TEXT
from tengen.clients.desktop.widgets import (
    Button,
    ButtonKind,
    Column,
    Flow,
    Grow,
    Inside,
    Label,
    Paragraph,
    Row,
    Space,
    Widget,
    icon_button,
)
from tengen.clients.play import Connection
from tengen.clients.sitting.clock_words import clock_face
from tengen.clients.sitting.possible import COMMAND_KEYS, Can, TableCommand, why_not
from tengen.clients.sitting.said import Said
from tengen.clients.sitting.table_words import PlayerLine
from tengen.core import WHITE

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App

BUTTONS: Final = tuple(TableCommand)[: tuple(TableCommand).index(TableCommand.NEW) + 1]
"""The commands that are always there, in their order."""
_SETTLING: Final = (TableCommand.AGREE, TableCommand.AS_IT_STANDS, TableCommand.RESUME)
_OFFERS: Final = (TableCommand.ACCEPT, TableCommand.DECLINE)
_OTHERS: Final = (TableCommand.PAUSE, TableCommand.UNPAUSE, TableCommand.REMATCH, TableCommand.CLAIM)
_ICONS: Final = {
    TableCommand.UNDO: "undo",
    TableCommand.REDO: "redo",
    TableCommand.RESTART: "restart",
    TableCommand.PASS: "pass",
    TableCommand.RESIGN: "flag",
    TableCommand.SAVE: "save",
    TableCommand.LOAD: "load",
    TableCommand.REPLAY: "play",
    TableCommand.HINT: "hint",
    TableCommand.ESTIMATE: "estimate",
    TableCommand.SETTINGS: "settings",
    TableCommand.NEW: "plus",
    TableCommand.DRAW: "draw",
    TableCommand.PAUSE: "pause",
    TableCommand.UNPAUSE: "play",
}
_SHORT: Final = {TableCommand.DRAW: "game.ask.draw.yes"}
"""Words of their own where there is little room."""
_INSET: Final = 12.0
_CELL: Final = 104.0


class Grid(Widget):
    """Equal cells in rows, filled one after another: as many beside each other as there is room for."""

    def __init__(self, *widgets: Widget, least: float, gap: float = 2.0) -> None:
        """No cell is narrower than `least`."""
        super().__init__()
        self._widgets = widgets
        self._least = least
        self._gap = gap

    @property
    def children(self) -> tuple[Widget, ...]:
        return self._widgets

    def _columns(self, width: float) -> int:
        return max(int((width + self._gap) // (self._least + self._gap)), 1)

    def wanted(self, look: Look, width: float) -> Size:
        rows = -(-len(self._widgets) // self._columns(width))
        tall = max((one.wanted(look, width).height for one in self._widgets), default=0.0)
        return Size(width, rows * tall + self._gap * max(rows - 1, 0))

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        columns = self._columns(rect.width)
        wide = (rect.width - self._gap * (columns - 1)) / columns
        tall = max((one.wanted(look, wide).height for one in self._widgets), default=0.0)
        for number, widget in enumerate(self._widgets):
            row, column = divmod(number, columns)
            x, y = rect.x + column * (wide + self._gap), rect.y + row * (tall + self._gap)
            widget.place(look, Rect(x, y, wide, tall))


class GamePanel:
    """Makes the widgets of the panel for one game, in the language of now."""

    def __init__(self, app: App, commands: GameCommands, opened: OpenGame) -> None:
        self._app = app
        self._commands = commands
        self._opened = opened
        self._table = opened.table
        self._language = app.language

    # --- players

    def players(self) -> tuple[Widget, Widget]:
        """The card above the moves and the card below the buttons: who sits here is below."""
        black, white = self._table.players(self._language)
        yours = self._table.view.yours
        top, bottom = (black, white) if yours == (WHITE,) else (white, black)
        return self._card(top), self._card(bottom)

    def _card(self, player: PlayerLine) -> Widget:
        view, text = self._table.view, self._app.text
        note = player.presence
        if player.is_thinking and not view.is_over:
            note = text("game.thinking")
        elif view.seats[player.color].is_open:
            note = text("game.waiting")
        elif not note and view.yours == (player.color,):
            note = text("game.you")
        return PlayerCard(player, note, None if player.time is None else clock_face(player.time, self._language))

    # --- moves

    def moves(self) -> Widget:
        """The list of moves, and the buttons that look back."""
        opened, playback = self._opened, self._opened.playback
        lines = self._table.moves(self._language)
        at = len(lines) if playback is None else playback.at
        shown = opened.moves.show(lines, at, self._go, self._app.text("game.moves.none"))
        return Column(Grow(shown), self._steps(at, len(lines)), gap=0)

    def _steps(self, at: int, last: int) -> Widget:
        text, opened, commands = self._app.text, self._opened, self._commands
        nothing = text("game.moves.none") if not last else ""

        def step(icon: str, key: str, by: int) -> Widget:
            is_end = at == 0 if by < 0 else opened.playback is None
            why = nothing or (text(key) if is_end else "")
            return icon_button(icon, text(key), lambda: commands.step(opened, by), key=f"step/{icon}", why_not=why)

        whole = last + 1
        playback = opened.playback
        is_playing = playback is not None and playback.is_playing
        middle = [
            icon_button(
                "pause" if is_playing else "play",
                text("game.pause" if is_playing else "game.unpause"),
                lambda: commands.pause_replay(opened),
                key="step/play",
            )
        ]
        return Row(
            Grow(step("first", "game.step.first", -whole)),
            Grow(step("back", "game.step.back", -1)),
            *(Grow(one) for one in (middle if playback is not None else [])),
            Grow(step("on", "game.step.on", 1)),
            Grow(step("last", "game.step.last", whole)),
            gap=4,
        )

    def _go(self, place: int) -> None:
        self._app.start(self._commands.go(self._opened, place))

    # --- what is said

    def now(self) -> Widget:
        """How it stands, what is to be done, what was refused, and the answers that are asked for."""
        playback = self._opened.playback
        if playback is not None:
            caption = Paragraph(playback.caption(self._language), size=LARGE, bold=True, key="status")
            back = Button(self._app.text("game.back"), self._opened.back, key="back", kind=ButtonKind.OUTLINED)
            return Inside(Column(caption, Flow(back), *self._messages(), gap=6), across=_INSET, down=4)
        return Inside(Column(*self._said(), *self._asked(), gap=6), across=_INSET, down=4)

    def _said(self) -> Iterator[Widget]:
        table, language = self._table, self._language
        status = Paragraph(table.status(language), size=LARGE, bold=True, key="status")
        rated = [self._app.text("game.rated")] if table.view.is_rated else []
        where = Label(" · ".join((table.round(language), *rated)), size=SMALL, role="muted")
        yield Row(Grow(status), where, gap=8)
        score = [line for line in table.result(language)[1:] if line != table.status(language)]
        yield from (Paragraph(line) for line in score)
        if guidance := table.guidance(language):
            yield Paragraph(guidance, role="muted")
        yield from self._invitation()
        yield from self._messages()

    def _invitation(self) -> Iterator[Widget]:
        """The link for a friend whose seat waits for them."""
        app, table = self._app, self._table
        invitation = table.view.invitation
        link = None if app.online is None or invitation is None else app.online.invite_link(invitation)
        if link is not None:
            yield Paragraph(app.text("game.waiting.invite"), size=SMALL, role="muted")
            copy = Button(app.text("game.copy"), lambda: self._copy(link), key="invite/copy", kind=ButtonKind.OUTLINED)
            yield Row(Grow(Label(link, size=SMALL)), copy)

    def _copy(self, link: str) -> None:
        self._app.window.copy(link)
        self._table.say(Said("game.copied"))

    def _messages(self) -> Iterator[Widget]:
        view = self._table.view
        if view.connection is Connection.LOST:
            yield Paragraph(self._app.text("game.link.lost"), size=SMALL, role="muted")
        message = self._table.message or self._app.message
        if message is not None:
            yield Paragraph(message.text(self._language), role=_role(message), key="message", most=8)

    def _asked(self) -> Iterator[Widget]:
        """Everything that waits for an answer."""
        opened, table, text = self._opened, self._table, self._app.text
        if opened.typed is not None:
            play = Button(text("start.play"), lambda: self._commands.play_typed(opened), key="typed/play")
            yield Row(Label(text("game.typed"), role="muted"), opened.typed, play)
        choices = table.choices(self._language)
        if choices:
            yield Flow(*(self._choice(choice, words) for choice, words in choices), gap=8)
        agreement = table.agreement(self._language)
        if agreement:
            yield Paragraph(reduce(lambda told, line: text("game.status.then", first=told, rest=line), agreement))
        if estimate := table.estimate(self._language):
            yield Paragraph(" ".join(estimate), key="estimate")
        offers = table.offers(self._language)
        yield from (Paragraph(line) for line in offers)
        yield from self._buttons_of(_OFFERS, is_loud=True)
        yield from self._buttons_of(_SETTLING, is_loud=True)
        yield from self._buttons_of(_OTHERS, is_loud=False)
        if table.pace_ms is not None and not table.view.is_over:
            yield self._pace(table.pace_ms)

    def _choice(self, choice: str, words: str) -> Widget:
        deed = partial(self._commands.choose, self._opened, choice)
        return Button(words, deed, key=f"choice/{choice}", kind=ButtonKind.OUTLINED)

    def _buttons_of(self, commands: tuple[TableCommand, ...], *, is_loud: bool) -> Iterator[Widget]:
        can = self._table.can()
        there = [command for command in commands if can[command] is not Can.HIDDEN]
        if there:
            yield Flow(*(self._button(command, is_loud=is_loud and n == 0) for n, command in enumerate(there)), gap=6)

    def _pace(self, pace_ms: int) -> Widget:
        text, opened, commands = self._app.text, self._opened, self._commands
        seconds = f"{pace_ms / 1000:g}"
        each = text("sitting.pace.each", seconds=seconds) if pace_ms else text("sitting.pace.none")
        return Row(
            Label(text("sitting.pace"), role="muted"),
            icon_button("minus", text("sitting.pace.faster"), lambda: commands.change_pace(opened, -1), key="pace/-"),
            Label(each, align=Align.CENTER),
            icon_button("plus", text("sitting.pace.slower"), lambda: commands.change_pace(opened, 1), key="pace/+"),
            gap=4,
        )

    # --- buttons

    def buttons(self) -> Widget:
        """The commands that are always there."""
        can = self._table.can()
        cells = [self._button(command) for command in (*BUTTONS, TableCommand.DRAW) if can[command] is not Can.HIDDEN]
        return Column(Space(0, 2), Grid(*cells, least=_CELL))

    def _button(self, command: TableCommand, *, is_loud: bool | None = None) -> Widget:
        """A command; `is_loud`: the one thing to do next. None: one of those that are always there."""
        opened, language = self._opened, self._language
        is_possible = self._table.can()[command] is Can.YES
        kind = {None: ButtonKind.PLAIN, True: ButtonKind.PRIMARY, False: ButtonKind.OUTLINED}[is_loud]
        return Button(
            self._app.text(_SHORT.get(command, COMMAND_KEYS[command])).rstrip("…"),
            lambda: self._commands.do(opened, command),
            key=f"do/{command}",
            kind=kind,
            icon=_ICONS.get(command, "") if not is_loud else "",
            why_not="" if is_possible else why_not(self._table.view, command).text(language),
            is_on=command is TableCommand.REPLAY and opened.playback is not None,
            size=TEXT,
            height=40 if is_loud is not None else 34,
            align=Align.LEFT,
        )


def _role(message: object) -> str:
    """Refusals are red; what else is said is not."""
    return "danger" if isinstance(message, Exception) else "muted"
