"""The review of a record: the board, the moves, comments and variations, by itself or step by step. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.geometry import Size
from textual.timer import Timer
from textual.widgets import Static

from tengen.clients.sitting.review import Review
from tengen.clients.sitting.said import Said
from tengen.clients.sitting.table_words import MoveLine, player_lines, result_lines, status_line
from tengen.clients.terminal.board import BoardWidget
from tengen.clients.terminal.screens.game import PANEL_COLUMNS
from tengen.clients.terminal.screens.tengen_screen import TengenDialog, TengenScreen
from tengen.clients.terminal.shown import shown_of
from tengen.clients.terminal.widgets import MoveList, Players
from tengen.core import BLACK, Place, Point, Record
from tengen.core.printing import printable, width

_STEPS: Final = {
    "left,h": -1,
    "right,l": 1,
    "pageup": -10,
    "pagedown": 10,
    "home,g": -1_000_000,
    "end,G": 1_000_000,
}
_OTHER_ROWS: Final = 2
"""Status and message."""
_NO_LETTER: Final = "*"
"""Stands for a label that is wider than a column."""


class ReviewScreen(TengenScreen[None]):
    """A record, and the others of the same file."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(keys, f"step({by})", show=False) for keys, by in _STEPS.items()),
        Binding("up,k", "vary(-1)", show=False),
        Binding("down,j", "vary(1)", show=False),
        Binding("space,p", "play", show=False),
        Binding("plus,equals_sign", "speed(0.5)", show=False),
        Binding("minus,underscore", "speed(2)", show=False),
        Binding("n", "spot(1)", show=False),
        Binding("N", "spot(-1)", show=False),
        Binding("m", "main_line", show=False),
        Binding("d", "scroll_comment(1)", show=False),
        Binding("u", "scroll_comment(-1)", show=False),
        Binding("ctrl+pagedown,right_square_bracket", "game(1)", show=False),
        Binding("ctrl+pageup,left_square_bracket", "game(-1)", show=False),
        Binding("question_mark", "keys", show=False),
        Binding("q,Q,escape,ctrl+d", "leave", show=False),
    ]

    def __init__(self, records: Sequence[Record], index: int = 0, *, step_ms: int = 500, plays: bool = True) -> None:
        """Show one of these records, playing by itself. Raises BadRecord where the rules refuse its main line."""
        super().__init__()
        self._records = records
        self._index = index
        self._review = Review(records[index], step_ms=step_ms)
        self._plays = plays
        self._timer: Timer | None = None

    @property
    def review(self) -> Review:
        """Where one is."""
        return self._review

    def compose(self) -> ComposeResult:
        """The board with its panel, and two lines below."""
        with Horizontal(id="middle"):
            with ScrollableContainer(id="room", can_focus=False):
                board = BoardWidget(self.client.look, id="board")
                board.can_focus = False
                yield board
            with Vertical(id="panel"):
                yield Static(id="heading", markup=False)
                yield Players(id="players", markup=False)
                yield Static(id="told", markup=False)
                yield Static(id="variations", markup=False)
                with VerticalScroll(id="comment", can_focus=False):
                    yield Static(id="words", markup=False)
                yield MoveList(id="moves")
        yield Static(id="status", markup=False)
        yield Static(id="message", markup=False)

    def on_mount(self) -> None:
        """Begin to play where there is something to play."""
        self.query_one("#moves").can_focus = False
        if self._plays:
            self._review.play(self._now())
        self.show_all()
        self._tick()

    # --- what is shown

    def show_all(self) -> None:
        """Say and draw everything."""
        review, language = self._review, self.client.language
        view = review.view
        labels = {point: sign if width(sign) == 1 else _NO_LETTER for point, sign in review.labels().items()}
        board = self.query_one("#board", BoardWidget)
        shown = replace(shown_of(view), labels=labels)
        board.show(shown, self.client.look, coordinates=self.client.preferences.coordinates)
        self._lay_out()
        self.query_one("#heading", Static).update("\n".join(self._heading()))
        self.query_one("#players", Players).show(player_lines(view, language, 0), self.client.look, language)
        self._fill("#told", self._told())
        self._fill("#variations", self._variations())
        comment = "\n".join(printable(line) for line in review.comment.splitlines())
        self._fill("#words", comment)
        self.query_one("#comment").display = bool(comment)
        self.query_one("#moves", MoveList).show(self._moves(), review.at)
        self.query_one("#status", Static).update(self._status())
        self._show_message()

    def _show_message(self) -> None:
        message = self._review.trouble or self.client.message
        line = self.query_one("#message", Static)
        line.update(self.say("replay.keys") if message is None else message.text(self.client.language))
        line.set_class(message is not None, "-said")

    def _fill(self, place: str, words: str | Text) -> None:
        """The words of a part, which is not there where it has none."""
        part = self.query_one(place, Static)
        part.update(words)
        part.display = bool(words)

    def _heading(self) -> list[str]:
        lines = [self._review.title(self.client.language), self._review.about()]
        if len(self._records) > 1:
            lines.append(self.say("replay.of_file", game=self._index + 1, count=len(self._records)))
        return [line for line in lines if line]

    def _told(self) -> str:
        view, language = self._review.view, self.client.language
        lines = result_lines(view, language) if view.is_over else (status_line(view, language),)
        return "\n".join(lines)

    def _variations(self) -> Text:
        ways = self._review.variations(self.client.language)
        if not ways:
            return Text()
        key = "on" if self._review.has_ways_on else "beside"
        told = Text(self.say(f"review.variations.{key}"), "bold")
        for way in ways:
            stone = "" if way.color is None else f"{self.client.look.signs.stone(way.color)} "
            told.append(f"\n{'>' if way.is_current else ' '} {way.letter} {stone}{way.text}")
            told.stylize("reverse" if way.is_current else "not bold", len(told) - len(way.text))
        return told

    def _moves(self) -> list[MoveLine]:
        moves = self._review.moves(self.client.language)
        return [
            MoveLine(move.number, move.color or BLACK, f"{move.text}{' +' if move.has_more else ''}") for move in moves
        ]

    def _status(self) -> str:
        review = self._review
        state = "playing" if review.is_playing else "end" if review.at == review.last else "paused"
        words = self.say(f"replay.{state}", seconds=f"{review.step_ms / 1000:g}")
        return f"{review.caption(self.client.language)}  {words}"

    def on_resize(self, event: Resize) -> None:
        """The panel goes where there is room."""
        del event
        if self.is_mounted:
            self.call_after_refresh(self.show_all)

    def _lay_out(self) -> None:
        board, size = self.query_one("#board", BoardWidget), self.app.size
        board.fit(Size(size.width - PANEL_COLUMNS, size.height - _OTHER_ROWS))
        geometry = board.geometry
        needed = PANEL_COLUMNS + (geometry.width if geometry is not None else 0)
        self.set_class(size.width < needed, "-narrow")

    # --- by itself

    def _now(self) -> int:
        return self.client.people.games.now()

    def _tick(self) -> None:
        """Go on where it is time, and come back when the next position is due."""
        if self._review.tick(self._now()):
            self.show_all()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        due = self._review.deadline
        if due is not None:
            self._timer = self.set_timer(max(due - self._now(), 1) / 1000, self._tick)

    # --- what is done

    def _moved(self) -> None:
        self.client.message = None
        self.show_all()
        self._tick()
        self.query_one("#comment").scroll_home(animate=False)

    def action_step(self, by: int) -> None:
        """Some moves on or back."""
        self._review.step(by)
        self._moved()

    def action_vary(self, by: int) -> None:
        """To the variation beside this one."""
        self._review.vary(by)
        self._moved()

    def action_play(self) -> None:
        """Go on by itself, or stand still."""
        if self._review.is_playing:
            self._review.pause()
        else:
            self._review.play(self._now())
        self._moved()

    def action_speed(self, factor: float) -> None:
        """Show each position longer or shorter."""
        self._review.speed(factor, self._now())
        self._moved()

    def action_spot(self, by: int) -> None:
        """To the next comment or fork, or the one before."""
        self._review.next_spot(by)
        self._moved()

    def action_main_line(self) -> None:
        """Back to the game as it was played."""
        self._review.back_to_main_line()
        self._moved()

    def action_scroll_comment(self, by: int) -> None:
        """Read on in a long comment, or back."""
        self.query_one("#comment").scroll_relative(y=3 * by, animate=False, immediate=True)

    def action_game(self, by: int) -> None:
        """Another game of the file; one that cannot be shown is told of, and nothing changes."""
        index = self._index + by
        if 0 <= index < len(self._records):
            self.client.begin(self._show_game(index))

    async def _show_game(self, index: int) -> None:
        review = Review(self._records[index], step_ms=self._review.step_ms)
        self._review, self._index = review, index
        self._moved()

    @on(BoardWidget.Chosen)
    def point_chosen(self, event: BoardWidget.Chosen) -> None:
        """Follow the variation that begins there; else go to the move that was played there."""
        review = self._review
        for way in review.variations(self.client.language):
            action = review.record.nodes[way.node].action
            if isinstance(action, Place) and action.point == event.point:
                review.choose(way)
                self._moved()
                return
        self._go_to_move_at(event.point)

    def _go_to_move_at(self, point: Point) -> None:
        place = self._review.place_of(point)
        if place is not None:
            self._review.go(place)
            self._moved()

    def action_keys(self) -> None:
        """The list of keys."""
        self._review.pause()
        self._moved()
        self.app.push_screen(ReviewKeysScreen())

    def action_leave(self) -> None:
        """Back to where one came from; from the first screen, the end."""
        if self._timer is not None:
            self._timer.stop()
        if self.app.screen_stack[1] is self:
            self.app.exit()
        else:
            self.dismiss()

    def commands(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """What the palette offers."""
        for way in self._review.variations(self.client.language):
            yield self.say("review.variation", letter=way.letter, move=way.text), "", partial(self._choose, way.node)
        yield self.say("game.keys"), "", self.action_keys
        yield self.say("terminal.command.quit"), "", self.action_leave

    def _choose(self, node: int) -> None:
        for way in self._review.variations(self.client.language):
            if way.node == node:
                self._review.choose(way)
                self._moved()
                return
        self.client.tell(Said("record.no_such_node"))


class ReviewKeysScreen(TengenDialog[None]):
    """What the keys of the review do. Any key goes back."""

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="box"):
            yield Static(id="question", markup=False)

    def show_all(self) -> None:
        """The words."""
        self.query_one("#question", Static).update(self.say("replay.help"))

    def on_key(self, event: Key) -> None:
        """Go back; the key does nothing else."""
        event.stop()
        event.prevent_default()
        self.dismiss()
