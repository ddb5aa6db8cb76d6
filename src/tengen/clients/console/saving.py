"""Boards to files and saves, and back: `save` and `load`.

Where somebody is logged in, a bare name is that of a save of theirs; a path or a name with an ending is always a file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from tengen.clients.console.boards import MOST_BOARDS
from tengen.clients.console.commands import FileOrder, Word, is_yes
from tengen.clients.console.done import Done, NotDone
from tengen.clients.console.setting import Setting
from tengen.clients.play import Game, Seats, ServerTrouble
from tengen.clients.records.files import FileTrouble
from tengen.clients.sitting import record_files
from tengen.clients.sitting.folder import PeopleTrouble
from tengen.clients.sitting.folder_accounts import FolderAccounts, Owners
from tengen.clients.sitting.saved_games import end_of, record_of_save, saved_game, signed_file
from tengen.core import COLORS, GameError, Record, find_kind
from tengen.formats import formats
from tengen.people import PeopleCode, PeopleError, Save

_MISSING: Final = "console.file.missing"


class Saving:
    """Carries out `save` and `load`. Raises NotDone with the reason; then nothing has changed.

    Without `people`, where games are played on a server, there are files alone.
    """

    def __init__(self, setting: Setting, people: FolderAccounts | None, on_added: Callable[[Game], int]) -> None:
        """`on_added` makes a board of a game and gives its number."""
        self._terminal, self._boards, self._seating = setting.terminal, setting.boards, setting.seating
        self._games, self._prompts, self._loop = setting.games, setting.prompts, setting.loop
        self._people = people
        self._on_added = on_added

    def obey(self, order: FileOrder) -> Done:
        """Carry out an order."""
        if not order.file:
            raise NotDone(self._prompts.say("needs_file", word=order.word))
        try:
            return self._save(order) if order.word is Word.SAVE else self._load(order.file)
        except (GameError, ServerTrouble, PeopleError, PeopleTrouble) as error:
            raise NotDone(self._prompts.refused(error)) from error

    @property
    def _has_people(self) -> bool:
        return self._people is not None and bool(self._people.present)

    # --- saving

    def _save(self, order: FileOrder) -> Done:
        game = self._boards.game
        record = self._loop.run(game.record(record_files.today()))
        owners = Owners() if self._people is None else self._people.owners_of(game.view.game_id)
        if self._people is not None and self._has_people and is_save_name(order.file):
            return self._save_slot(order, record, owners, self._people)
        return self._save_file(order, record, owners)

    def _save_file(self, order: FileOrder, record: Record, owners: Owners) -> Done:
        """Write the board to a file. A person is asked before one is replaced; a pipe could not answer."""
        copy = record_files.copy(record, order.file)
        if self._people is not None and owners.are_any and copy.is_save:
            copy = replace(copy, data=signed_file(record, owners, self._people.signer()))
        if self._terminal.is_interactive and not order.force and copy.replaces:
            self._ask("replace", "not_saved", file=copy.name)
        copy.write()
        said = self._prompts.say("saved" if copy.name == order.file else "saved_usual", file=copy.name)
        told = (self._prompts.shared("save.saved"),) if self._has_people else ()
        return Done((*told, said, *self._prompts.noted(copy.notices)), redraws=False)

    def _save_slot(self, order: FileOrder, record: Record, owners: Owners, people: FolderAccounts) -> Done:
        """Keep the board under a name. Whoever types is asked before a save is replaced, in a pipe too."""
        game = saved_game(record, owners)
        try:
            kept = self._loop.run(people.save(order.file, game, overwrite=order.force))
        except PeopleError as error:
            if error.code is not PeopleCode.SAVE_EXISTS:
                raise
            self._ask("people.replace", "people.not_saved", name=order.file)
            kept = self._loop.run(people.save(order.file, game, overwrite=True))
        return Done((self._prompts.say("people.saved", name=kept.name),), redraws=False)

    def _ask(self, question: str, otherwise: str, **values: str) -> None:
        """Ask before something is lost. Raises NotDone unless the answer is yes."""
        if not is_yes(self._terminal.ask(self._prompts.say(question, **values)) or ""):
            raise NotDone(self._prompts.say(otherwise, **values))

    # --- loading

    def _load(self, file: str) -> Done:
        if self._boards.is_full:
            raise NotDone(self._prompts.say("too_many", most=MOST_BOARDS))
        people = self._people
        if people is None or not self._has_people or not is_save_name(file):
            return self._load_file(file)
        kept = self._loop.run(people.find_save(file))
        if kept is not None:
            return self._load_slot(kept, people)
        try:
            return self._load_file(file)
        except FileTrouble as trouble:
            if trouble.key != _MISSING:
                raise
            raise PeopleError(PeopleCode.NO_SUCH_SAVE) from trouble

    def _load_file(self, file: str) -> Done:
        reading = record_files.load(file)
        record = reading.records[0]
        replay = record.replay()
        names = (record.black.name, record.white.name)
        if self._people is not None and record.seal is not None:
            owners = self._people.owners_in(record, swapped=replay.game.state.swapped)
            number = self._go_on(record, owners)
        else:
            number = self._added(record, self._seating.take(find_kind(record.ruleset.KIND), names))
        told = [self._prompts.shared("save.loaded")] if self._has_people else []
        news = [*told, self._prompts.say("loaded", file=file, number=number)]
        if len(reading.records) > 1:
            news.append(self._prompts.say("first_of", count=len(reading.records)))
        news += self._prompts.noted(reading.notices)
        if replay.disagrees:
            news.append(self._prompts.say("result_differs"))
        return Done(tuple(news))

    def _load_slot(self, kept: Save, people: FolderAccounts) -> Done:
        opened = self._loop.run(people.open(kept.save_id))
        record = record_of_save(opened.content, *(kept.seat(color) for color in COLORS))
        owners = Owners(people.account(kept.first.account_id), people.account(kept.second.account_id))
        number = self._go_on(record, owners)
        return Done((self._prompts.say("people.loaded", name=kept.name, number=number),))

    def _go_on(self, record: Record, owners: Owners) -> int:
        """A board on which the players of a record go on; accounts are called by the names that they have now."""
        swapped = end_of(record).swapped
        players, names = {}, {}
        for color, player in zip(COLORS, (record.black, record.white), strict=True):
            account = owners.of(color, swapped=swapped)
            players[color], names[color] = player.player, account.name if account else player.name
        seats = self._seating.take_recorded(find_kind(record.ruleset.KIND), players, names)
        number = self._added(record, seats)
        if self._people is not None:
            self._people.take_seats(self._boards.view.game_id, owners)
        return number

    def _added(self, record: Record, seats: Seats) -> int:
        number = self._on_added(self._loop.run(self._games.load(record, seats)))
        self._boards.show(number)
        return number


def is_save_name(typed: str) -> bool:
    """Whether what was typed is no file: neither a path nor a name with the ending of a format."""
    known = {ending for format_ in formats() for ending in format_.endings}
    is_path = typed.startswith(("~", ".")) or any(sign in typed for sign in "/\\")
    return not is_path and Path(typed).suffix.lower() not in known
