"""What typed lines ask for, carried out on the games of the session. Reads no lines and draws no boards."""

from __future__ import annotations

from collections.abc import Coroutine
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

from tengen.clients.console.boards import MOST_BOARDS
from tengen.clients.console.commands import (
    Answer,
    FileOrder,
    NewBoard,
    Order,
    PointsOrder,
    ServerOrder,
    Stone,
    Switch,
    Wish,
    Word,
)
from tengen.clients.console.done import Done, NotDone
from tengen.clients.console.people_words import PeopleOrder
from tengen.clients.console.programs import Others
from tengen.clients.console.setting import Setting
from tengen.clients.play import Game, NewGame, Seats, ServerTrouble, View, kind_of
from tengen.clients.sitting.folder_accounts import FolderAccounts
from tengen.clients.sitting.possible import TableCommand, can_have_hint, why_not
from tengen.core import (
    BLACK,
    COLORS,
    Action,
    Agree,
    Choose,
    Color,
    GameError,
    GameKind,
    MarkDead,
    Pass,
    Place,
    Resign,
    Resume,
    UnmarkDead,
)
from tengen.match import RequestKind
from tengen.players import HUMAN, Failure, unconfined_note

if TYPE_CHECKING:  # imported when somebody saves, loads or logs in
    from tengen.clients.console.people_orders import PeopleOrders
    from tengen.clients.console.saving import Saving

_Answer = TypeVar("_Answer")
_REQUESTS: Final = {Word.UNDO: RequestKind.TAKEBACK, Word.REDO: RequestKind.REDO, Word.RESTART: RequestKind.RESTART}


class Orders:
    """Carries out what is asked for. Raises NotDone with the reason; then nothing has changed."""

    def __init__(self, setting: Setting, others: Others, people: FolderAccounts | None = None) -> None:
        """`people` are those who log in here; games on a server have theirs there."""
        self._boards, self._seating = setting.boards, setting.seating
        self._games, self._prompts, self._loop = setting.games, setting.prompts, setting.loop
        self._others = others
        self._people = people
        self._setting = setting

    @cached_property
    def _saving(self) -> Saving:
        from tengen.clients.console.saving import Saving

        return Saving(self._setting, self._people, self._added)

    @cached_property
    def _people_orders(self) -> PeopleOrders:
        from tengen.clients.console.people_orders import PeopleOrders

        return PeopleOrders(self._setting, self._people)

    def obey(self, wish: Wish) -> Done:
        """Carry out a wish."""
        match wish:
            case Stone():
                return self._place(wish)
            case Switch():
                return self._switch(wish)
            case NewBoard():
                return self.add(wish)
            case Answer():
                return self._act(Choose(self._actor(), wish.choice))
            case PointsOrder():
                return self._mark(wish)
            case FileOrder():
                return self._saving.obey(wish)
            case PeopleOrder():
                return self._people_orders.obey(wish)
            case Order():
                return self._order(wish.word)
            case ServerOrder():
                raise AssertionError("only sessions on a server read these")

    def add(self, wish: NewBoard) -> Done:
        """Add a board."""
        seats = self._seats(wish.kind, wish.players)
        has_person = any(seats.player(color) == HUMAN for color in COLORS)
        rules = wish.kind.rules.offered_to_people(wish.rules) if has_person else wish.rules
        game = self._asked(self._games.new(NewGame(wish.kind, wish.size, rules, seats)))
        self._added(game)
        if self._people is not None:
            self._people.take_new_board(game.view.game_id, [c for c in COLORS if seats.player(c) == HUMAN])
        note = unconfined_note(wish.players, self._prompts.language)
        return Done((note,) if note else ())

    def _place(self, stone: Stone) -> Done:
        view = self._view
        try:
            self._loop.run(self._boards.game.act(Place(self._actor(), stone.point)))
        except GameError as error:
            raise NotDone(self._prompts.not_placed(view, error)) from error
        except ServerTrouble as trouble:
            raise NotDone(self._prompts.refused(trouble)) from trouble
        return Done()

    def _switch(self, switch: Switch) -> Done:
        if not 1 <= switch.number <= len(self._boards):
            raise NotDone(self._prompts.say("invalid_number"))
        self._boards.show(switch.number)
        return Done()

    def _mark(self, order: PointsOrder) -> Done:
        if not order.points:
            raise NotDone(self._prompts.say("needs_points", word=order.word))
        mark = MarkDead if order.word is Word.DEAD else UnmarkDead
        return self._act(mark(self._actor(), order.points))

    def _order(self, word: Word) -> Done:
        match word:
            case Word.PASS:
                return self._pass(self._actor())
            case Word.RESIGN:
                return self._act(Resign(self._actor()))
            case Word.AGREE:
                return self._act(Agree(self._actor()))
            case Word.RESUME if not self._view.is_paused:
                return self._act(Resume(self._actor()))
            case Word.CONTINUE | Word.RESUME:
                return self._continue()
            case Word.HINT:
                return self._hint()
            case Word.ESTIMATE:
                return self._estimate()
            case Word.UNDO | Word.REDO | Word.RESTART:
                self._asked(self._boards.game.ask(_REQUESTS[word]))
                return Done()
            case _:
                assert word is Word.HELP, "the other words come with something"
                return self.help()

    def help(self) -> Done:
        """The list of what can be typed."""
        lines = self._prompts.help().split("\n")
        more = [] if self._people is None else self._prompts.say("people.help").split("\n")
        return Done((*lines, *more), redraws=False)

    def _hint(self) -> Done:
        """What the strongest level would play, and the line of a win that it has proven."""
        from tengen.clients.sitting.hints import hint_words, strongest_choice

        view, language = self._view, self._prompts.language
        if view.asked is None or not can_have_hint(view):
            raise NotDone(why_not(view, TableCommand.HINT).text(language))
        choice = self._asked(strongest_choice(self._boards.game, view.asked, kind_of(view)))
        if isinstance(choice, Failure):
            raise NotDone(choice.text(language))
        return Done((hint_words(view, choice).text(language),), redraws=False)

    def _estimate(self) -> Done:
        """How the game stands; who plays over a server hears it as news, like the other side."""
        from tengen.clients.sitting.table_words import estimate_lines

        view = self._asked(self._boards.game.ask(RequestKind.ESTIMATE))
        return Done(estimate_lines(view, self._prompts.language), redraws=False)

    def _pass(self, player: Color) -> Done:
        view = self._view
        try:
            self._loop.run(self._boards.game.act(Pass(player)))
        except GameError as error:
            raise NotDone(self._prompts.not_passed(view, error)) from error
        except ServerTrouble as trouble:
            raise NotDone(self._prompts.refused(trouble)) from trouble
        return Done()

    def _continue(self) -> Done:
        if not self._view.is_paused:
            raise NotDone(self._prompts.say("not_paused"))
        self._asked(self._boards.game.unpause())
        return Done()

    def _act(self, action: Action) -> Done:
        self._asked(self._boards.game.act(action))
        return Done()

    def _asked(self, work: Coroutine[Any, Any, _Answer]) -> _Answer:
        """What the games answer; a refusal is put into words."""
        try:
            return self._loop.run(work)
        except (GameError, ServerTrouble) as error:
            raise NotDone(self._prompts.refused(error)) from error

    @property
    def _view(self) -> View:
        return self._boards.view

    def _actor(self) -> Color:
        """For whom a typed line acts: whoever is asked. Nobody acts for a program; at the end anybody is refused."""
        view = self._view
        if view.is_paused and view.is_between_programs:
            raise NotDone(self._prompts.say("no_person"))
        return view.speaker or BLACK

    # --- boards

    def _seats(self, kind: GameKind, players: tuple[str, ...]) -> Seats:
        self._refuse_when_full()
        if not players:
            return self._seating.take(kind)
        if len(players) > len(COLORS):
            raise NotDone(self._prompts.say("too_many_players"))
        try:
            return self._seating.take_asked(kind, players)
        except GameError as error:
            raise NotDone(self._prompts.refused(error)) from error

    def _refuse_when_full(self) -> None:
        if self._boards.is_full:
            raise NotDone(self._prompts.say("too_many", most=MOST_BOARDS))

    def _added(self, game: Game) -> int:
        number = self._boards.add(game)
        self._others.watch(game, number)
        return number
