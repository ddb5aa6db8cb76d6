"""What typed lines ask for about accounts and saves, carried out: log in and out, list, rename and delete saves."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any, Final, TypeVar

from tengen.clients.console.commands import is_yes
from tengen.clients.console.done import Done, NotDone
from tengen.clients.console.facts import game_name
from tengen.clients.console.people_words import PeopleOrder, PeopleWord
from tengen.clients.console.setting import Setting
from tengen.clients.sitting.folder import PeopleTrouble
from tengen.clients.sitting.folder_accounts import FolderAccounts
from tengen.core import BLACK, WHITE, Color, find_kind
from tengen.people import Account, PeopleCode, PeopleError, Save

_Answer = TypeVar("_Answer")
_SEPARATOR: Final = ", "


class PeopleOrders:
    """Carries out what is asked for. Raises NotDone with the reason; then nothing has changed."""

    def __init__(self, setting: Setting, people: FolderAccounts | None) -> None:
        self._terminal, self._prompts, self._loop = setting.terminal, setting.prompts, setting.loop
        self._found = people

    @property
    def _people(self) -> FolderAccounts:
        if self._found is None:
            raise NotDone(self._prompts.say("people.online"))
        return self._found

    def obey(self, order: PeopleOrder) -> Done:
        """Carry out an order."""
        carry_out: dict[PeopleWord, Callable[[PeopleOrder], tuple[str, ...]]] = {
            PeopleWord.LOGIN: self._log_in,
            PeopleWord.REGISTER: self._register,
            PeopleWord.LOGOUT: self._log_out,
            PeopleWord.WHOAMI: lambda _: (self._here(),),
            PeopleWord.SAVES: lambda _: self._saves(),
            PeopleWord.RENAME: self._rename,
            PeopleWord.DELETE: self._delete,
        }
        try:
            return Done(carry_out[order.word](order), redraws=False)
        except (PeopleError, PeopleTrouble) as error:
            raise NotDone(self._prompts.refused(error)) from error

    # --- coming and going

    def _log_in(self, order: PeopleOrder) -> tuple[str, ...]:
        name, password = self._named(order), self._password("password")
        people = self._people
        try:
            self._asked(people.log_in(name, password))
        except PeopleError as error:
            if error.code is not PeopleCode.CODE_NEEDED:
                raise
            code = self._answer(self._terminal.ask(self._prompts.say("people.code")))
            self._asked(people.log_in(name, password, code))
        return self._came_in()

    def _register(self, order: PeopleOrder) -> tuple[str, ...]:
        name, password = self._named(order), self._password("password")
        if self._terminal.is_interactive and self._password("again") != password:
            raise NotDone(self._prompts.say("people.differ"))
        try:
            self._asked(self._people.register(name, password))
        except PeopleError as error:
            if error.code is not PeopleCode.INVITE_NEEDED:
                raise
            invite = self._answer(self._terminal.ask(self._prompts.say("people.invite")))
            self._asked(self._people.register(name, password, invite))
        return self._came_in()

    def _came_in(self) -> tuple[str, ...]:
        return self._prompts.shared("login.done"), self._here()

    def _log_out(self, order: PeopleOrder) -> tuple[str, ...]:
        present = self._people.present
        leaving = self._find(order.rest) if order.rest else None
        self._asked(self._people.log_out(leaving))
        gone = present if leaving is None else (leaving,)
        return tuple(self._prompts.say("people.left", name=account.name) for account in gone)

    def _find(self, name: str) -> Account:
        """Whoever is here under this name."""
        for account in self._people.present:
            if account.name.casefold() == name.casefold():
                return account
        raise NotDone(self._prompts.say("people.not_here", name=name))

    def _here(self) -> str:
        names = _SEPARATOR.join(account.name for account in self._people.present)
        return self._prompts.say("people.here", names=names) if names else self._prompts.say("people.nobody")

    def _named(self, order: PeopleOrder) -> str:
        """The name that was typed, or is asked for."""
        _ = self._people
        names = order.names()
        return " ".join(names) if names else self._answer(self._terminal.ask(self._prompts.say("people.name")))

    def _password(self, key: str) -> str:
        return self._answer(self._terminal.ask_secret(self._prompts.say(f"people.{key}")))

    def _answer(self, line: str | None) -> str:
        """An answer as it was typed; none where the input has ended."""
        return line or ""

    # --- saves

    def _saves(self) -> tuple[str, ...]:
        found = self._asked(self._people.saves())
        return tuple(map(self._line, found)) or (self._prompts.say("people.no_saves"),)

    def _line(self, save: Save) -> str:
        game = game_name(find_kind(save.kind), self._prompts.language)
        sized = self._prompts.say("sized", game=game, size=save.size)
        changed = datetime.fromtimestamp(save.changed_at / 1000).strftime("%Y-%m-%d %H:%M")
        players = {color.word: self._player(save, color) for color in (BLACK, WHITE)}
        return self._prompts.say(
            "people.save", name=save.name, game=sized, moves=save.moves, changed=changed, **players
        )

    def _player(self, save: Save, color: Color) -> str:
        seat = save.seat(color)
        if not seat.name and seat.account_id is not None:
            return self._prompts.say("people.deleted_player")
        return seat.name or self._prompts.shared(f"color.{color.word}")

    def _rename(self, order: PeopleOrder) -> tuple[str, ...]:
        names = order.names()
        if len(names) != 2:
            raise NotDone(self._prompts.say("people.needs_names"))
        save = self._named_save(names[0])
        renamed = self._asked(self._people.rename(save.save_id, names[1]))
        return (self._prompts.say("people.renamed", old=save.name, name=renamed.name),)

    def _delete(self, order: PeopleOrder) -> tuple[str, ...]:
        name = " ".join(order.names())
        if not name:
            raise NotDone(self._prompts.say("people.needs_name", word=order.word))
        save = self._named_save(name)
        question = self._prompts.say("people.delete", name=save.name)
        if not order.force and not is_yes(self._terminal.ask(question) or ""):
            raise NotDone(self._prompts.say("people.kept", name=save.name))
        self._asked(self._people.delete(save.save_id))
        return (self._prompts.say("people.deleted", name=save.name),)

    def _named_save(self, name: str) -> Save:
        save = self._asked(self._people.find_save(name))
        if save is None:
            raise PeopleError(PeopleCode.NO_SUCH_SAVE)
        return save

    def _asked(self, work: Coroutine[Any, Any, _Answer]) -> _Answer:
        return self._loop.run(work)
