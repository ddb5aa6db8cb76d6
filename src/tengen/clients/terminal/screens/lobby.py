"""The lobby of a server: challenges, own games, games to watch, people, and the ways to a game. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tengen.clients.online import lobby_words as say
from tengen.clients.online.lobby_view import ChallengeView, GlanceView, LobbyView, OwnGameView, PersonView
from tengen.clients.terminal.board import BoardWidget
from tengen.clients.terminal.online import Online
from tengen.clients.terminal.screens.challenge import ChallengeScreen
from tengen.clients.terminal.screens.decline import DeclineScreen
from tengen.clients.terminal.screens.seek import SeekScreen
from tengen.clients.terminal.screens.tengen_screen import TengenScreen
from tengen.clients.terminal.shown import BoardShown
from tengen.clients.terminal.widgets import LineField

_LIST_COLUMNS: Final = 44
"""So much of the width the list has where a board is beside it."""
_MOST_ROWS: Final = 200
"""So many of each kind are listed."""
_TICK_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the list: what it says, what Enter does there, and the game whose board is shown beside it."""

    words: str
    enter: Callable[[], None]
    game: GlanceView | OwnGameView | None = None
    challenge: ChallengeView | None = None


class LobbyScreen(TengenScreen[None]):
    """Who would play, what is played, who is here."""

    AUTO_FOCUS = "#lobby"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "challenge", show=False),
        Binding("f", "seek", show=False),
        Binding("x", "unseek", show=False),
        Binding("d", "decline", show=False),
        Binding("i", "people", show=False),
        Binding("n", "notices", show=False),
        Binding("N", "new", show=False),
        Binding("slash", "link", show=False),
        Binding("escape,o,q", "leave", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._entries: dict[int, _Entry] = {}
        self._drawn: list[tuple[str, ...]] = []
        self._timer: Timer | None = None

    @property
    def online(self) -> Online:
        """The lobby itself."""
        online = self.client.online
        assert online is not None, "this screen is for servers"
        return online

    def compose(self) -> ComposeResult:
        """The list with a board beside it, what is searched for, a message, a field for a link."""
        yield Static(id="title", classes="title", markup=False)
        with Horizontal(id="middle"):
            yield OptionList(id="lobby", compact=True, markup=False)
            with Vertical(id="panel"):
                yield Static(id="about", markup=False)
                board = BoardWidget(self.client.look, id="board")
                board.can_focus = False
                yield board
        yield Static(id="status", markup=False)
        yield Static(id="message", markup=False)
        yield LineField(id="typed", compact=True, max_length=500)

    def on_mount(self) -> None:
        """The server sends boards while they are looked at."""
        self.online.lobby.show_boards(True)
        self.show_all()

    def on_unmount(self) -> None:
        """Nobody looks at them any more."""
        if self._timer is not None:
            self._timer.stop()
        self.online.lobby.show_boards(False)

    # --- what is shown

    def show_all(self) -> None:
        """Say everything anew."""
        self.query_one("#typed", Input).placeholder = self.say("terminal.lobby.link")
        self.show_lobby()

    def show_lobby(self) -> None:
        """Draw the lobby as it is."""
        view, language = self.online.view, self.client.language
        me = view.me
        who = "" if me is None else say.person_line(me, language)
        address = self.client.entered.address or ""
        self.query_one("#title", Static).update("  ".join(filter(None, (self.say("desktop.lobby"), address, who))))
        self._show_list(view)
        self._show_status(view)
        message = self.client.message
        line = self.query_one("#message", Static)
        line.update(self.say("terminal.lobby.keys") if message is None else message.text(language))
        line.set_class(message is not None, "-said")

    def _show_status(self, view: LobbyView) -> None:
        status = ""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if not view.is_known or self.online.is_lost:
            status = self.say("desktop.reconnecting")
        elif view.seek is not None:
            status = " · ".join(say.waiting_lines(view.seek, self.online.now(), self.client.language))
            self._timer = self.set_timer(_TICK_S, lambda: self._show_status(self.online.view))
        elif view.unseen:
            status = self.say("notices.link", count=view.unseen)
        self.query_one("#status", Static).update(status)

    def _show_list(self, view: LobbyView) -> None:
        """The sections; the line that is chosen stays chosen where it is still there."""
        sections = list(self._sections(view))
        drawn = [(heading, *(entry.words for entry in entries)) for heading, entries in sections]
        places: dict[int, _Entry] = {}
        options: list[Option] = []
        for heading, entries in sections:
            options.append(Option(heading, disabled=True))
            for entry in entries:
                places[len(options)] = entry
                options.append(Option(f"  {entry.words}"))
        self._entries = places
        widget = self.query_one("#lobby", OptionList)
        if drawn != self._drawn:
            self._drawn = drawn
            chosen = widget.highlighted
            before = widget.get_option_at_index(chosen).prompt if chosen is not None else None
            widget.clear_options()
            widget.add_options(options)
            again = next((place for place, entry in places.items() if f"  {entry.words}" == before), None)
            widget.highlighted = again if again is not None else next(iter(places), None)
        self._show_board()

    def _sections(self, view: LobbyView) -> Iterator[tuple[str, list[_Entry]]]:
        language = self.client.language
        if view.challenged:
            yield self.say("lobby.challenged.title"), [self._challenge(one) for one in view.challenged[:_MOST_ROWS]]
        if view.own:
            yield self.say("games.title"), [self._own(game) for game in view.own[:_MOST_ROWS]]
        if view.made:
            yield self.say("lobby.made"), [self._made(one) for one in view.made[:_MOST_ROWS]]
        challenges = [self._challenge(one) for one in view.challenges[:_MOST_ROWS]]
        yield self.say("lobby.challenges"), challenges
        games = [
            _Entry(
                f"{say.game_line(game.kind, game.size, language)}  {say.players_line(game, language)}",
                self._opens(game.watch_id),
                game,
            )
            for game in view.games[:_MOST_ROWS]
        ]
        yield self.say("lobby.games"), games
        yield self.say("lobby.people", count=view.count), [self._person(one) for one in view.people[:_MOST_ROWS]]

    def _challenge(self, challenge: ChallengeView) -> _Entry:
        language = self.client.language
        game = say.game_line(challenge.kind, challenge.size, language)
        terms = say.terms_line(challenge, language, is_own=False)
        words = f"{say.person_line(challenge.by, language)}: {game} · {terms}"
        return _Entry(words, lambda: self._begin(self.online.accept(challenge)), challenge=challenge)

    def _made(self, challenge: ChallengeView) -> _Entry:
        language = self.client.language
        to = challenge.to
        whom = (
            self.say("lobby.made.open") if to is None else self.say("lobby.made.to", name=say.person_name(to, language))
        )
        game = say.game_line(challenge.kind, challenge.size, language)
        words = f"{whom} {game} · {say.terms_line(challenge, language, is_own=True)} ({self.say('lobby.withdraw')})"
        return _Entry(words, lambda: self._begin(self.online.lobby.withdraw(challenge)))

    def _own(self, game: OwnGameView) -> _Entry:
        language = self.client.language
        parts = (
            say.game_line(game.kind, game.size, language),
            say.players_line(game, language),
            say.own_turn(game, language),
            say.time_left(game, self.online.now(), language),
        )
        return _Entry("  ".join(filter(None, parts)), self._opens(game.game_id), game)

    def _person(self, person: PersonView) -> _Entry:
        words = say.person_line(person, self.client.language)

        def challenge() -> None:
            if person.is_guest:
                self.client.tell_key("terminal.lobby.guest")
            else:
                self.app.push_screen(ChallengeScreen(person.name))

        return _Entry(words, challenge)

    def _opens(self, game_id: str) -> Callable[[], None]:
        return lambda: self._begin(self.online.open_game(game_id))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self.client.message = None
        self.client.begin(work)

    @on(OptionList.OptionHighlighted, "#lobby")
    def _show_board(self) -> None:
        """The board of the game that is chosen, where there is room for it."""
        entry = self._chosen()
        board, about = self.query_one("#board", BoardWidget), self.query_one("#about", Static)
        game = None if entry is None else entry.game
        self.set_class(game is None or self.app.size.width < 2 * _LIST_COLUMNS - 8, "-alone")
        if game is None:
            return
        board.show(BoardShown(game.board, game.spec, game.last), self.client.look)
        board.fit(Size(self.app.size.width - _LIST_COLUMNS, self.app.size.height - 6))
        language = self.client.language
        turn = say.own_turn(game, language) if isinstance(game, OwnGameView) else say.glance_turn(game, language)
        about.update(f"{say.players_line(game, language)}\n{turn}")

    def _chosen(self) -> _Entry | None:
        place = self.query_one("#lobby", OptionList).highlighted
        return None if place is None else self._entries.get(place)

    # --- what is done

    @on(OptionList.OptionSelected, "#lobby")
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Accept, withdraw, open, watch or challenge: what the line is about."""
        entry = self._entries.get(event.option_index)
        if entry is not None:
            entry.enter()

    def action_challenge(self) -> None:
        """Post a challenge to everybody."""
        self.app.push_screen(ChallengeScreen())

    def action_seek(self) -> None:
        """Look for any opponent."""
        self.app.push_screen(SeekScreen())

    def action_unseek(self) -> None:
        """Look no more."""
        if self.online.view.seek is not None:
            self._begin(self.online.lobby.unseek())

    def action_decline(self) -> None:
        """Say no to the challenge that is chosen."""
        entry = self._chosen()
        challenge = None if entry is None else entry.challenge
        if challenge is not None and challenge.to is not None:
            self.app.push_screen(DeclineScreen(challenge))

    def action_people(self) -> None:
        """Log in or out."""
        self.client.show_people()

    def action_notices(self) -> None:
        """What somebody was told."""
        self.client.show_notices()

    def action_new(self) -> None:
        """A game against a program, somebody at this terminal, or a friend by a link."""
        self.client.show_tables_screen()
        self.client.show_start()

    def action_leave(self) -> None:
        """To the games; where there are none, the client ends."""
        if self.client.tables.all:
            self.client.show_tables_screen()
        else:
            self.client.begin(self.client.leave())

    # --- a link or an id

    def action_link(self) -> None:
        """Open the field for a link."""
        self.query_one("#typed", LineField).open()

    @on(Input.Submitted, "#typed")
    def link_submitted(self, event: Input.Submitted) -> None:
        """Go there."""
        typed = event.value.strip()
        self.set_focus(self.query_one("#lobby"))
        if typed:
            self._begin(self.online.open_link(typed))

    def commands(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """What the palette offers."""
        yield self.say("lobby.challenge"), "", self.action_challenge
        yield self.say("start.find"), "", self.action_seek
        yield self.say("terminal.lobby.link"), "", self.action_link
        yield self.say("page.notices"), "", self.action_notices
        yield self.say("terminal.command.people"), "", self.action_people
        yield self.say("start.form"), "", self.action_new
        yield self.say("terminal.command.quit"), "", lambda: self.client.begin(self.client.leave())
