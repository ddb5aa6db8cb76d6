"""The first screen: a board to look at, and everything needed to begin a game of one's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.board import BoardLook, look_of, still_board
from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.events import KeyPressed
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.screen import Screen
from tengen.clients.desktop.screens.frame import framed
from tengen.clients.desktop.screens.game_form import GameForm
from tengen.clients.desktop.theme import RADIUS
from tengen.clients.desktop.widgets import (
    Button,
    ButtonKind,
    Column,
    Deed,
    Grow,
    Inside,
    LevelBars,
    Paragraph,
    Pressable,
    Row,
    Scroll,
    Select,
    TextField,
    Widget,
    heading,
    help_text,
    icon_button,
)
from tengen.clients.sitting.start import LONGEST_NAME, SeatChoice, StartForm, Who
from tengen.core import BLACK, COLORS, Board, BoardSpec, Color, GameKind

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App

_PANEL: Final = 400.0
_NARROW: Final = 860.0
"""A window narrower than this has no room for the board."""


class StartScreen(Screen):
    """The form of a new game. What is chosen is remembered."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        games = app.people.games
        self.form = StartForm.of(
            app.preferences.choices, games.players, app.people.present, is_online=app.entered.is_online
        )
        self._game_form = GameForm(app, self._changed)
        self._scroll = Scroll(key="start/scroll")
        self._is_starting = False
        self._guests = {
            color: TextField(
                key=f"guest/{color.word}",
                text=self.form.seats[color].guest,
                most=LONGEST_NAME,
                on_change=self._named(color),
                on_enter=self.play,
            )
            for color in COLORS
        }

    def title(self) -> str:
        return self.app.text("page.titled", title=self.app.text("start.title"))

    def on_show(self) -> None:
        """Somebody may have come or gone meanwhile."""
        self.form = self.form.with_present(self.app.people.present)

    def _changed(self, form: StartForm) -> None:
        self.form = form
        self.app.change(choices=form.kept())

    def _named(self, color: Color) -> Callable[[str], None]:
        return lambda name: self._seat(color, replace(self.form.seats[color], guest=name))

    def _seat(self, color: Color, seat: SeatChoice) -> None:
        self._changed(self.form.with_seat(color, seat))

    # --- what is on it

    def build(self) -> Widget:
        if self.form.present != self.app.people.present:
            self.form = self.form.with_present(self.app.people.present)
        form, app = self.form, self.app
        game = self._game_form
        panel = Column(game.tiles(form), self._seats(), game.sizes(form), *game.more(form), gap=20)
        side = _Sticky(self._scroll.show(Inside(panel, across=4, down=4)), self._play_part())
        look = look_of(app.preferences, is_dark=app.is_dark)
        board = _Preview(form.kind, form.picked.size, look, self.play)
        return framed(app, _Beside(board, side))

    def _seats(self) -> Widget:
        app = self.app
        rows = Column(*(self._seat_row(color) for color in COLORS), gap=8)
        exchange = icon_button("exchange", app.text("start.exchange"), self._exchange, key="exchange")
        parts: list[Widget] = [heading(app.text("start.seats")), Row(Grow(rows), exchange, gap=8)]
        if app.people.can_log_in and len(app.people.present) < len(COLORS):
            key = "people.beside.add" if app.people.present else "desktop.sign_in_to_play"
            parts.append(Row(Button(app.text(key), app.show_people, key="start/people", icon="person")))
        return Column(*parts, gap=6)

    def _exchange(self) -> None:
        form = self.form.with_seats_exchanged()
        for color, field in self._guests.items():
            field.text = form.seats[color].guest
        self._changed(form)

    def _seat_row(self, color: Color) -> Widget:
        app, seat = self.app, self.form.seats[color]
        choices = [(who, app.text(f"sitting.who.{who}")) for who in self.form.whos()]
        shown = seat.who if seat.who in self.form.whos() else Who.GUEST
        key = f"who/{color.word}"
        who = Select(choices, shown, lambda who: self._seat(color, self._with_who(seat, who)), key=key, width=128)
        return Row(_Stone(color, app.text(f"color.{color.word}")), who, Grow(self._detail(color, seat)), gap=8)

    def _with_who(self, seat: SeatChoice, who: Who) -> SeatChoice:
        """Somebody of that kind: an account and an engine need a name at once."""
        names = [person.name for person in self.form.present]
        taken = {other.account for other in self.form.seats.values() if other.who is Who.ACCOUNT}
        account = seat.account if seat.account in names else next((n for n in names if n not in taken), "")
        engines = self.form.engines()
        engine = seat.engine if seat.engine in engines else next(iter(engines), "")
        return replace(seat, who=who, account=account or next(iter(names), ""), engine=engine)

    def _detail(self, color: Color, seat: SeatChoice) -> Widget:
        app, key = self.app, f"seat/{color.word}"
        match seat.who:
            case Who.GUEST:
                field = self._guests[color]
                field.placeholder = app.text("settings.name.none")
                return field
            case Who.ACCOUNT:
                names = [(person.name, person.name) for person in self.form.present]
                return Select(names, seat.account, lambda name: self._seat(color, replace(seat, account=name)), key=key)
            case Who.LEVEL:
                levels = self.form.levels()
                level = min(levels, key=lambda one: abs(one - seat.level), default=seat.level)
                tip = app.text("start.level_of", level=level, most=max(levels, default=level))
                return LevelBars(
                    levels, level, lambda one: self._seat(color, replace(seat, level=one)), key=key, tip=tip
                )
            case Who.ENGINE:
                engines = [(name, name.partition(":")[2]) for name in self.form.engines()]
                return Select(engines, seat.engine, lambda name: self._seat(color, replace(seat, engine=name)), key=key)
            case _:
                return Widget()

    def _play_part(self) -> Widget:
        app = self.app
        problem = self.form.problem()
        why = "" if problem is None else problem.text(app.language)
        words = app.text("start.starting" if self._is_starting else "start.play")
        play = Button(words, self.play, key="play", kind=ButtonKind.PRIMARY, why_not=why)
        parts: list[Widget] = [play]
        if why:
            parts.append(Paragraph(why, role="danger", size=13))
        elif warning := self.form.warning(app.language):
            parts.append(help_text(warning))
        return Inside(Column(*parts, gap=8), across=4)

    # --- what it does

    async def play(self) -> None:
        """Begin the game that is chosen, unless something is wrong with it or one is being begun."""
        if self._is_starting or self.form.problem() is not None or not self.app.games.has_room():
            return
        self._is_starting = True
        try:
            game = await self.app.people.begin(self.form.beginning())
        finally:
            self._is_starting = False
        self.app.show_game(game)

    def on_key(self, event: KeyPressed) -> bool:
        match event:
            case KeyPressed(key="enter", alt=False, ctrl=False, is_repeat=False):
                self.do(self.play)
            case _:
                return self.app.common_key(event)
        return True


class _Stone(Widget):
    """A small stone: whose row it is."""

    def __init__(self, color: Color, tip: str) -> None:
        super().__init__(tip=tip)
        self._color = color

    def wanted(self, look: Look, width: float) -> Size:
        del look, width
        return Size(24, 24)

    def draw(self, canvas: Canvas) -> None:
        canvas.stone(self.rect.middle, 8, is_black=self._color is BLACK)


class _Preview(Pressable):
    """The board of the game that is chosen, as it lies there at first. A click begins to play."""

    def __init__(self, kind: GameKind, size: int, look: BoardLook, on_press: Deed) -> None:
        super().__init__(on_press, key="preview")
        self._kind = kind
        self._size = size
        self._look = look

    def _board(self) -> tuple[Board, BoardSpec]:
        rules = self._kind.rules.parse(self._size if self._size in self._kind.rules.SIZES else None)
        return rules.initial().position.board, rules.board_spec()

    def draw(self, canvas: Canvas) -> None:
        board, spec = self._board()
        room = canvas.pixels(self.rect)
        still = still_board(board, spec, self._look, room.size, canvas.scale)
        width, height = (side / canvas.scale for side in still.get_size())
        place = Rect(self.rect.x + (self.rect.width - width) / 2, self.rect.y, width, height)
        canvas.shadow(place, 2)
        canvas.blit(still, place)
        canvas.focus_ring(self, place, radius=RADIUS)


class _Sticky(Widget):
    """One below the other; where the upper one is too high it is scrolled, and the lower one stays in reach."""

    def __init__(self, upper: Widget, lower: Widget) -> None:
        super().__init__()
        self._both = (upper, lower)

    @property
    def children(self) -> Sequence[Widget]:
        return self._both

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        upper, lower = self._both
        below = lower.wanted(look, rect.width).height
        room = max(rect.height - below - 12, 0)
        tall = min(upper.wanted(look, rect.width).height, room)
        upper.place(look, Rect(rect.x, rect.y, rect.width, tall))
        lower.place(look, Rect(rect.x, rect.y + tall + 12, rect.width, below))


class _Beside(Widget):
    """The board and the form beside it; the form alone where the window is narrow."""

    def __init__(self, board: Widget, side: Widget) -> None:
        super().__init__()
        self._board = board
        self._side = side
        self._shown: Sequence[Widget] = (board, side)

    @property
    def children(self) -> Sequence[Widget]:
        return self._shown

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        if rect.width < _NARROW:
            self._shown = (self._side,)
            width = min(rect.width - 24, 520)
            self._side.place(look, Rect(rect.x + (rect.width - width) / 2, rect.y + 12, width, rect.height - 24))
            return
        self._shown = (self._side, self._board)
        inner = rect.inset(32, 28)
        square = min(inner.height, inner.width - _PANEL - 40)
        x = inner.x + (inner.width - square - _PANEL - 40) / 2
        self._board.place(look, Rect(x, inner.y, square, square))
        self._side.place(look, Rect(x + square + 40, inner.y, _PANEL, inner.height))
