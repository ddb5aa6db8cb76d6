"""The screen of the games: tabs, the board, the panel beside it, and the keys."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.board import look_of
from tengen.clients.desktop.events import CloseAsked, KeyPressed
from tengen.clients.desktop.open_games import OpenGame, OpenGames
from tengen.clients.desktop.screen import Screen
from tengen.clients.desktop.screens.frame import framed
from tengen.clients.desktop.screens.game.beside import BoardBeside
from tengen.clients.desktop.screens.game.commands import GameCommands
from tengen.clients.desktop.screens.game.ending import EndOverlay
from tengen.clients.desktop.screens.game.panel import GamePanel
from tengen.clients.desktop.theme import TEXT
from tengen.clients.desktop.widgets import (
    Button,
    ButtonKind,
    Column,
    Deed,
    Grow,
    Layers,
    Pressable,
    Scroll,
    Tabs,
    TabText,
    TextField,
    Widget,
)
from tengen.clients.play import monotonic_ms
from tengen.clients.sitting.clock_words import clock_face
from tengen.clients.sitting.possible import COMMAND_KEYS, LETTERS, Can, TableCommand

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App

_NARROW: Final = 640.0
_LONGEST_POINT: Final = 8
_LEAST_WAIT_MS: Final = 20


class GameScreen(Screen):
    """One game at a time, each with its tab."""

    def __init__(self, app: App, games: OpenGames) -> None:
        super().__init__(app)
        self._games = games
        self._commands = GameCommands(app, games)
        self._scroll = Scroll(key="panel")
        self._timer: asyncio.TimerHandle | None = None

    @property
    def _shown(self) -> OpenGame:
        shown = self._games.shown
        assert shown is not None, "the screen of games is shown while there is one"
        return shown

    def title(self) -> str:
        shown = self._games.shown
        if shown is None:
            return self.app.text("page.app")
        language = self.app.language
        return f"{shown.table.status(language)} · {shown.table.title(language)} · Tengen"

    # --- what is on it

    def build(self) -> Widget:
        if self._games.shown is None:
            return framed(self.app, Widget())
        self._wake_later()
        panel = GamePanel(self.app, self._commands, self._shown)
        top, bottom = panel.players()
        moves, now, buttons = self._side(panel), panel.now(), panel.buttons()
        if self._size.width < _NARROW < self._size.height:
            side = Column(top, now, buttons, bottom, *moves, gap=4)  # below the board: what is asked for comes first
        else:
            side = Column(top, *moves, now, buttons, bottom, gap=4)
        return framed(self.app, BoardBeside(self._board(), self._scroll.show(side)), has_message=False)

    def _side(self, panel: GamePanel) -> Iterator[Widget]:
        """The moves; beside them, in a tab of its own, the chat where there is anybody to talk to."""
        opened, app = self._shown, self.app
        chat = None if app.online is None else app.online.chat_at(opened.table)
        if chat is not None:
            texts = [TabText(app.text("game.moves")), TabText(chat.title())]
            yield Tabs(texts, int(opened.is_chat_shown), lambda index: _show_side(opened, index), key="side")
        yield Grow(chat.build() if chat is not None and opened.is_chat_shown else panel.moves())

    def _board(self) -> Widget:
        opened, app = self._shown, self.app
        table, playback = opened.table, opened.playback
        board = opened.board.show(
            table.view if playback is None else playback.view,
            look_of(app.preferences, is_dark=app.palette.name == "dark"),
            hint=table.hint if playback is None else None,
            line=table.winning_line if playback is None else (),
            is_still=not app.preferences.motion,
            hover=lambda point: table.hover(point) if opened.playback is None else None,
            on_click=lambda point: app.start(self._commands.click(opened, point)),
            on_step=lambda by: app.start(self._commands.step(opened, by)),
        )
        if opened.is_end_seen or playback is not None or not table.view.is_over:
            return board
        return Layers(board, self._ending(opened))

    def _ending(self, opened: OpenGame) -> Widget:
        table, text = opened.table, self.app.text
        can = table.can()
        next_steps = ((TableCommand.REMATCH, ButtonKind.PRIMARY), (TableCommand.REPLAY, ButtonKind.OUTLINED))
        buttons = [
            Button(
                text(COMMAND_KEYS[command]),
                partial(self._commands.do, opened, command),
                key=f"end/{command}",
                kind=kind,
                size=TEXT,
                height=40,
            )
            for command, kind in next_steps
            if can[command] is Can.YES
        ]
        return EndOverlay(table.result(self.app.language), buttons, lambda: _put_aside(opened))

    # --- time

    def on_show(self) -> None:
        self._wake_later()

    def on_hide(self) -> None:
        self._sleep()

    def _sleep(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wake_later(self) -> None:
        """Come back when a clock shows something else, the replay goes on, or a win may be claimed."""
        self._sleep()
        waits = list(self._waits_ms())
        if waits:
            seconds = max(min(waits), _LEAST_WAIT_MS) / 1000
            self._timer = asyncio.get_running_loop().call_later(seconds, self._woken)

    def _waits_ms(self) -> list[int]:
        opened = self._games.shown
        if opened is None:
            return []
        view = opened.table.view
        waits = [
            clock_face(player.time, self.app.language).same_ms
            for player in opened.table.players(self.app.language)
            if player.time is not None and player.is_running
        ]
        if opened.deadline is not None:
            waits.append(opened.deadline - monotonic_ms())
        now = self.app.people.games.now()
        claims = (there.at + there.claim_ms - now for there in view.presence.values() if there.claim_ms is not None)
        return [*waits, *(wait for wait in claims if wait > 0)]

    def _woken(self) -> None:
        self._timer = None
        if self._games.shown is not None:
            self._games.shown.tick(monotonic_ms())
        self.app.refresh()

    # --- keys

    def do(self, deed: Deed) -> None:
        """Do what a widget is for; a button that was clicked does not keep Space and Enter from the board."""
        super().do(deed)
        if isinstance(self._focused, Pressable) and not self._is_ring_shown:
            self.focus(None)

    def on_key(self, event: KeyPressed) -> bool:
        opened = self._games.shown
        if opened is None or event.alt:
            return False
        if event.ctrl:
            return self._control_key(opened, event) or self.app.common_key(event)
        return (
            self._escape(opened, event)
            or (self._replay_key(opened, event) if opened.playback is not None else self._board_key(opened, event))
            or self._letter(opened, event)
            or self.app.common_key(event)
        )

    def _control_key(self, opened: OpenGame, event: KeyPressed) -> bool:
        match event.key:
            case "w":
                self.app.start(self._games.leave(opened))
            case "page up" | "page down" | "tab":
                self._games.step(-1 if event.key == "page up" or event.shift else 1)
            case digit if len(digit) == 1 and digit in "123456789":
                self.app.show_table(int(digit) - 1)
            case _:
                return False
        return True

    def _escape(self, opened: OpenGame, event: KeyPressed) -> bool:
        if event.key != "escape":
            return False
        if opened.typed is not None:
            opened.typed = None
        elif opened.playback is not None:
            opened.back()
        elif opened.board.cursor is not None:
            opened.board.cursor = None
        elif opened.table.view.is_over:
            opened.is_end_seen = True
        self.app.refresh()
        return True

    def _replay_key(self, opened: OpenGame, event: KeyPressed) -> bool:
        if event.key == "space":
            self._commands.pause_replay(opened)
            self.app.refresh()
            return True
        steps = {"left": -1, "right": 1, "up": -1, "down": 1, "page up": -10, "page down": 10}
        ends = {"home": -len(opened.table.view.moves) - 1, "end": len(opened.table.view.moves) + 1}
        by = {**steps, **ends}.get(event.key)
        if by is not None:
            self.app.start(self._commands.step(opened, by))
        return by is not None

    def _board_key(self, opened: OpenGame, event: KeyPressed) -> bool:
        if event.key == "space" and opened.table.view.is_between_programs:
            self.app.start(self._commands.pause(opened))
            return True
        if opened.board.key_pressed(event, self):
            self.focus(opened.board)
            return True
        by = {"page up": -10, "home": -len(opened.table.view.moves) - 1}.get(event.key)
        if by is not None:
            self.app.start(self._commands.step(opened, by))
        return by is not None

    def _letter(self, opened: OpenGame, event: KeyPressed) -> bool:
        """A command by its letter; none where letters are turned off."""
        if not self.app.preferences.shortcuts or event.is_repeat:
            return False
        app, commands = self.app, self._commands
        match event.text.lower():
            case letter if letter in LETTERS:
                app.start(commands.do(opened, LETTERS[letter], elsewhere=event.shift))
            case "h":
                app.start(commands.do(opened, TableCommand.HINT))
            case "q":
                app.handle(CloseAsked())
            case "+" | "=" | "-":
                commands.change_pace(opened, 1 if event.text == "-" else -1)
            case "," | ".":
                app.start(commands.step(opened, -1 if event.text == "," else 1))
            case "[" | "]":
                self._games.step(-1 if event.text == "[" else 1)
            case sign if sign == "/" or (sign.isascii() and sign.isdigit()):
                self._type(opened, sign.strip("/"))
            case _:
                return False
        return True

    def _type(self, opened: OpenGame, begun: str) -> None:
        """Open the field in which a point is typed."""
        if opened.table.view.asked is None:
            return
        opened.typed = TextField(
            key="typed", text=begun, most=_LONGEST_POINT, width=104, on_enter=lambda: self._commands.play_typed(opened)
        )
        self.focus(opened.typed)
        self.app.refresh()

    def on_drop(self, path: str) -> None:
        """Go on with the game of a file."""
        self.app.start(self._load(Path(path)))

    async def _load(self, path: Path) -> None:
        if self._games.has_room():
            loaded = await self.app.files.load(path)
            self.app.show_game(loaded.game, loaded.said)


def _show_side(opened: OpenGame, index: int) -> None:
    opened.is_chat_shown = index == 1


def _put_aside(opened: OpenGame) -> None:
    opened.is_end_seen = True
