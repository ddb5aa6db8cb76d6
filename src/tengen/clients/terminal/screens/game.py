"""The game screen: tabs, the board, and beside it players, words, moves and commands. Decides nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.events import Resize
from textual.geometry import Size
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tengen.clients.play import Connection
from tengen.clients.sitting.possible import COMMAND_KEYS, Can, TableCommand
from tengen.clients.sitting.table import Hover, Table
from tengen.clients.terminal.actions import Actions
from tengen.clients.terminal.board import BoardWidget
from tengen.clients.terminal.screens.tengen_screen import TengenScreen
from tengen.clients.terminal.shown import shown_of, table_shown
from tengen.clients.terminal.widgets import SHORTCUTS, CommandBar, LineField, MoveList, Players, Tab, TabStrip
from tengen.core import Point
from tengen.core.printing import width

PANEL_COLUMNS: Final = 36
"""So much room the panel needs at the right of the board; else it is below it."""
_OTHER_ROWS: Final = 3
"""The tabs, the status and the message."""


class GameScreen(TengenScreen[None]):
    """What is played: the table that is shown, and tabs for the others."""

    AUTO_FOCUS = "#board"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(letter, f"letter('{letter}')", show=False) for letter in (*SHORTCUTS, "q")),
        Binding("S", "files(True)", show=False),
        Binding("L", "files(False)", show=False),
        Binding("question_mark", "help", show=False),
        Binding("slash", "type('')", show=False),
        *(Binding(str(digit), f"type('{digit}')", show=False) for digit in range(10)),
        Binding("ctrl+pagedown,right_square_bracket", "tab(1)", show=False),
        Binding("ctrl+pageup,left_square_bracket", "tab(-1)", show=False),
        Binding("ctrl+w", "close_tab", show=False),
        Binding("o", "lobby", show=False),
        Binding("t", "chat", show=False),
        Binding("space", "pause", show=False),
        Binding("plus,equals_sign", "pace(-1)", show=False),
        Binding("minus", "pace(1)", show=False),
        Binding("comma", "step(-1)", show=False),
        Binding("full_stop", "step(1)", show=False),
        Binding("escape", "escape", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._ticking: Timer | None = None
        self._choices: tuple[tuple[str, str], ...] = ()
        self._lines: list[str] = []

    @property
    def actions(self) -> Actions:
        """What commands do."""
        return self.client.actions

    @property
    def table(self) -> Table | None:
        """The table that is shown."""
        return self.client.tables.shown

    def compose(self) -> ComposeResult:
        """The tabs, the board with its panel, the status and the message."""
        yield TabStrip(id="tabs")
        with Horizontal(id="middle"):
            with ScrollableContainer(id="room", can_focus=False):
                yield BoardWidget(self.client.look, find_hover=self._hover, id="board")
            with Vertical(id="panel"):
                yield Players(id="players", markup=False)
                yield Static(id="told", markup=False)
                yield OptionList(id="choices", compact=True, markup=False)
                yield MoveList(id="moves")
                yield CommandBar(id="commands")
        yield Static(id="status", markup=False)
        yield Static(id="message", markup=False)
        yield LineField(id="typed", compact=True, max_length=20, select_on_focus=False)

    # --- what is shown

    def show_all(self) -> None:
        """Say and draw everything."""
        if not self._is_there():
            return
        self.query_one("#typed", Input).placeholder = self.say("terminal.typed")
        self._lay_out()
        self.show_tables()

    def show_tables(self) -> None:
        """Draw the table that is shown, and the tabs; nothing while the screen comes or goes."""
        if not self._is_there():
            return
        tables, language = self.client.tables, self.client.language
        tabs = [Tab(table.title(language), table.view.asked is not None) for table in tables.all]
        self.query_one("#tabs", TabStrip).show(tabs, tables.index)
        table = tables.shown
        self.query_one("#middle").visible = table is not None
        message = self.client.message if table is None else table.message
        told = self.say("terminal.keys") if message is None else message.text(language)
        line = self.query_one("#message", Static)
        is_long = width(told) > line.content_size.width
        line.update(told, layout=is_long or line.size.height > 1)
        line.set_class(message is not None, "-said")
        stands = self.say("terminal.empty") if table is None else self._status(table)
        self.query_one("#status", Static).update(stands, layout=False)
        if table is not None:
            self._show_table(table, language)

    def _is_there(self) -> bool:
        """Whether there is anything to draw on: news of a game may come before the screen is made, or after its end."""
        return bool(self.query("#typed"))

    def _show_table(self, table: Table, language: str) -> None:
        preferences, look = self.client.preferences, self.client.look
        playback = self.actions.playback(table)
        shown = table_shown(table, show_legal=preferences.show_legal) if playback is None else shown_of(playback.view)
        self.query_one("#board", BoardWidget).show(shown, look, coordinates=preferences.coordinates)
        self._lay_out()
        self._show_players(table)
        told = self.query_one("#told", Static)
        lines = self._told(table, language)
        if lines != self._lines:
            self._lines = lines
            told.update("\n".join(lines))
        told.display = bool(lines)
        at = None if playback is None else len(playback.view.moves)
        self.query_one("#moves", MoveList).show(table.moves(language), at)
        self.query_one("#commands", CommandBar).show(table.can(), language, shortcuts=preferences.shortcuts)
        self._show_choices(table.choices(language))

    def _status(self, table: Table) -> str:
        language = self.client.language
        playback = self.actions.playback(table)
        if playback is not None:
            return f"{playback.caption(language)} · {self.say('terminal.replay.keys')}"
        return " ".join(filter(None, (table.status(language), table.guidance(language))))

    def _told(self, table: Table, language: str) -> list[str]:
        """The words between the players and the moves."""
        lines = [
            *table.result(language),
            *table.agreement(language),
            *table.estimate(language),
            *table.offers(language),
        ]
        lines += self._told_online(table)
        if table.pace_ms is not None and not table.view.is_over:
            lines.append(self.say("terminal.pace", seconds=f"{table.pace_ms / 1000:g}"))
        return lines

    def _told_online(self, table: Table) -> list[str]:
        """Whether the connection is broken, the link for whoever is invited, and what is new in the chat."""
        online, view = self.client.online, table.view
        if online is None:
            return []
        lines = [] if view.connection is Connection.OPEN else [self.say("game.link.lost")]
        if view.invitation is not None:
            lines.append(self.say("console.online.invitation", link=online.invite_link(view.invitation)))
        chat = online.talk(table)
        if chat is not None and chat.unread:
            last = chat.lines[-1]
            name = last.name or self.say("profile.deleted")
            lines.append(self.say("talk.spoken", name=name, text=last.words.text(self.client.language)))
            lines.append(self.say("terminal.unread", count=chat.unread))
        return lines

    def _show_choices(self, choices: tuple[tuple[str, str], ...]) -> None:
        options = self.query_one("#choices", OptionList)
        options.display = bool(choices)
        if choices != self._choices:
            self._choices = choices
            options.clear_options()
            options.add_options([Option(words, id=choice) for choice, words in choices])
            if choices:
                options.highlighted = 0

    def _show_players(self, table: Table) -> None:
        """Both players; again when a running clock shows something else."""
        if self._ticking is not None:
            self._ticking.stop()
            self._ticking = None
        widget = self.query_one("#players", Players)
        seconds = widget.show(table.players(self.client.language), self.client.look, self.client.language)
        if seconds is not None:
            self._ticking = self.set_timer(seconds, self._tick)

    def _tick(self) -> None:
        table = self.table
        if table is not None:
            self._show_players(table)

    def _hover(self, point: Point | None) -> Hover | None:
        table = self.table
        return None if table is None or self.actions.playback(table) is not None else table.hover(point)

    def on_resize(self, event: Resize) -> None:
        """The panel goes where there is room."""
        del event
        self._lay_out()
        if self.is_mounted and self.table is not None:
            self.call_after_refresh(self.show_tables)

    def _lay_out(self) -> None:
        board, size = self.query_one("#board", BoardWidget), self.app.size
        board.fit(Size(size.width - PANEL_COLUMNS, size.height - _OTHER_ROWS))
        needed = PANEL_COLUMNS + (board.geometry.width if board.geometry is not None else 0)
        self.set_class(size.width < needed, "-narrow")

    # --- what is done

    @on(BoardWidget.Chosen)
    def play_at(self, event: BoardWidget.Chosen) -> None:
        """Play at a point, or call a stone dead or alive."""
        self.client.begin(self.actions.click(event.point))

    @on(CommandBar.Chosen)
    def command_chosen(self, event: CommandBar.Chosen) -> None:
        """Carry out a command."""
        self.client.begin(self.actions.do(event.command))

    @on(TabStrip.Chosen)
    def tab_chosen(self, event: TabStrip.Chosen) -> None:
        """Show another table."""
        self._show_tab(event.index)

    @on(OptionList.OptionSelected, "#choices")
    def choice_chosen(self, event: OptionList.OptionSelected) -> None:
        """Answer the opening's question."""
        self.client.begin(self.actions.choose(event.option_id or ""))
        self.query_one("#board").focus()

    def _are_letters_on(self) -> bool:
        """Whether letters are commands; it is said where they are not."""
        if not self.client.preferences.shortcuts:
            self.client.tell_key("game.keys.off")
        return self.client.preferences.shortcuts

    def action_letter(self, letter: str) -> None:
        """A command by its letter, unless letters are turned off."""
        if not self._are_letters_on():
            return
        if letter == "q":
            self.client.begin(self.client.leave())
        else:
            self.client.begin(self.actions.do(SHORTCUTS[letter]))

    def action_files(self, is_saving: bool) -> None:
        """The list of files."""
        if self._are_letters_on():
            self.actions.show_files(is_saving=is_saving)

    def action_help(self) -> None:
        """The list of keys."""
        self.actions.show_help()

    def action_lobby(self) -> None:
        """The lobby of the server."""
        if self._are_letters_on():
            self.client.show_lobby()

    def action_chat(self) -> None:
        """The chat at this table."""
        if self._are_letters_on():
            self.client.show_chat()

    def action_tab(self, by: int) -> None:
        """The next table, or the one before."""
        self.client.tables.step(by)
        self.client.refresh_words()

    def action_close_tab(self) -> None:
        """Leave the table that is shown."""
        self.client.begin(self.actions.close_shown())

    def action_pause(self) -> None:
        """Let programs stand still, or go on; the same for a replay."""
        self.client.begin(self.actions.pause())

    def action_pace(self, by: int) -> None:
        """Slower or faster."""
        self.actions.change_pace(by)

    def action_step(self, by: int) -> None:
        """A move back or on, in a replay."""
        self.actions.step(by)

    def action_escape(self) -> None:
        """Back from the replay, or to the board."""
        table = self.table
        if table is not None and self.actions.playback(table) is not None:
            self.actions.end_replay(table)
        self.query_one("#board").focus()

    def _show_tab(self, index: int) -> None:
        self.client.tables.show(index)
        self.client.refresh_words()

    # --- typed points

    def action_type(self, begun: str) -> None:
        """Open the field for a point."""
        self.query_one("#typed", LineField).open(begun)

    @on(Input.Submitted, "#typed")
    def typed_submitted(self, event: Input.Submitted) -> None:
        """Play there; a number alone is that of a table."""
        written = event.value.strip()
        self.set_focus(self.query_one("#board"))
        if written.isdecimal() and 0 < int(written) <= len(self.client.tables.all):
            self._show_tab(int(written) - 1)
        elif written:
            self.client.begin(self.actions.play_typed(written, self.query_one("#board", BoardWidget)))

    # --- the palette

    def commands(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """All commands that are possible, the tabs, and what else there is."""
        table = self.table
        can = {} if table is None else table.can()
        for command in TableCommand:
            if can.get(command) is Can.YES or (table is None and command in self.actions.without_table):
                yield self.say(COMMAND_KEYS[command]), "", partial(self._begin_command, command)
        for choice, words in self._choices:
            yield words, "", partial(self._begin_choice, choice)
        yield from self.actions.other_commands()
        for index, other in enumerate(self.client.tables.all):
            yield f"{index + 1} {other.title(self.client.language)}", "", partial(self._show_tab, index)

    def _begin_command(self, command: TableCommand) -> None:
        self.client.begin(self.actions.do(command))

    def _begin_choice(self, choice: str) -> None:
        self.client.begin(self.actions.choose(choice))
