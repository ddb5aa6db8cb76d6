"""Files of our own folder and saves of accounts: save as, load, rename, delete."""

from __future__ import annotations

from collections.abc import Coroutine
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from tengen.clients.play import Game
from tengen.clients.sitting.files import FileEntry
from tengen.clients.sitting.people import SaveEntry
from tengen.clients.sitting.said import Confirmation, HasWords, Joined, Said
from tengen.clients.terminal.screens.tengen_screen import TengenDialog
from tengen.core import COLORS, ErrorCode, GameError, text
from tengen.people import PeopleCode, PeopleError


class FilesScreen(TengenDialog[None]):
    """The list of files and saves, with a field for a name or a path. A game that is opened is one more table."""

    AUTO_FOCUS = "#name"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("delete", "delete", show=False),
        Binding("f2", "rename", show=False),
    ]

    def __init__(self, *, is_saving: bool) -> None:
        super().__init__()
        self._is_saving = is_saving
        self._entries: tuple[FileEntry | SaveEntry, ...] = ()
        self._told: HasWords | None = None

    def compose(self) -> ComposeResult:
        """The field, the list, the answers."""
        with Vertical(classes="box form-box"):
            yield Static(id="title", classes="title", markup=False)
            yield Input(id="name", compact=True, max_length=500, select_on_focus=False)
            yield OptionList(id="entries", compact=True, markup=False)
            yield Static(id="problem", markup=False)
            with Horizontal(classes="answers"):
                for name in ("file", "slot", "open", "rename", "delete", "leave"):
                    yield Button("", id=name, compact=True)

    def show_all(self) -> None:
        """Say everything anew."""
        title = "saves.title.save" if self._is_saving else "saves.title.load"
        self.query_one("#title", Static).update(self.say(title))
        field = "sitting.files.name" if self._is_saving else "sitting.files.path"
        self.query_one("#name", Input).placeholder = self.say(field)
        keys = {
            "file": "saves.as_file",
            "slot": "saves.slot",
            "open": "sitting.files.open",
            "rename": "saves.rename",
            "delete": "saves.delete",
            "leave": "game.close",
        }
        for name, key in keys.items():
            self.query_one(f"#{name}", Button).label = self.say(key)
        self.query_one("#file").display = self._is_saving
        self.query_one("#slot").display = self._is_saving and bool(self.client.people.present)
        self.query_one("#open").display = not self._is_saving
        self._start(self._list())

    async def _list(self) -> None:
        people = self.client.people
        saves = await people.saves() if people.present else ()
        self._entries = (*saves, *self.client.files.listed())
        entries = self.query_one("#entries", OptionList)
        entries.clear_options()
        entries.add_options([Option(entry_line(entry, self.client.language)) for entry in self._entries])
        if self._told is None and not self._entries:
            self._told = Said("sitting.files.none")
        self._show_told()

    def _show_told(self) -> None:
        told = "" if self._told is None else self._told.text(self.client.language)
        self.query_one("#problem", Static).update(told)

    @property
    def _typed(self) -> str:
        return self.query_one("#name", Input).value.strip()

    @property
    def _chosen(self) -> FileEntry | SaveEntry:
        """The entry that is marked. Raises BAD_RECORD where none is."""
        at = self.query_one("#entries", OptionList).highlighted
        if at is None or at >= len(self._entries):
            raise GameError(ErrorCode.BAD_RECORD, "sitting.files.choose")
        return self._entries[at]

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self.run_worker(self._guarded(work))

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        """What is refused is told here: the game behind stays as it is."""
        self._told = None
        try:
            await work
        except self.client.refusals as refusal:
            self._told = refusal
        if self.is_current:
            self._show_told()

    # --- what is done

    @on(Input.Submitted, "#name")
    def name_submitted(self) -> None:
        """Enter saves to the file, or opens the path."""
        self._start(self._save_file() if self._is_saving else self._open_path())

    @on(OptionList.OptionSelected, "#entries")
    def entry_selected(self) -> None:
        """Enter opens what is marked; while saving it takes its name."""
        chosen = self._chosen
        if self._is_saving:
            self.query_one("#name", Input).value = chosen.name
        else:
            self._start(self._open(chosen))

    @on(Button.Pressed)
    def pressed(self, event: Button.Pressed) -> None:
        """What a button says."""
        match event.button.id:
            case "file":
                self._start(self._save_file())
            case "slot":
                self._start(self._save_slot())
            case "open":
                self._start(self._open_path() if self._typed else self._open_chosen())
            case "rename":
                self.action_rename()
            case "delete":
                self.action_delete()
            case _:
                self.action_leave()

    async def _save_file(self) -> None:
        table, files = self.client.tables.shown, self.client.files
        if table is None:
            return
        path = files.path_of(self._typed)
        if await self.client.ask(await files.confirmation(table.game, path)):
            table.say(Joined(await files.save(table.game, path)))
            self._end()

    async def _save_slot(self) -> None:
        table, people = self.client.tables.shown, self.client.people
        if table is None:
            return
        name = self._typed
        try:
            await people.save(table.game, name, overwrite=False)
        except PeopleError as error:
            if error.code is not PeopleCode.SAVE_EXISTS:
                raise
            question = Confirmation(Said("saves.overwrite.ask", {"name": name}), Said("saves.overwrite"))
            if not await self.client.ask(question):
                return
            await people.save(table.game, name, overwrite=True)
        table.say(Said("sitting.files.kept", {"name": name}))
        self._end()

    async def _open_chosen(self) -> None:
        await self._open(self._chosen)

    async def _open_path(self) -> None:
        await self._open_file(Path(self._typed).expanduser())

    async def _open(self, entry: FileEntry | SaveEntry) -> None:
        if isinstance(entry, FileEntry):
            await self._open_file(entry.path)
        elif self._has_room():
            self._show(await self.client.people.open(entry), Said("sitting.file.loaded", {"file": entry.name}))

    async def _open_file(self, path: Path) -> None:
        if self._has_room():
            opened = await self.client.files.load(path)
            self._show(opened.game, *opened.said)

    def _has_room(self) -> bool:
        self._told = self.client.tables.why_full()
        return self._told is None

    def _show(self, game: Game, *said: HasWords) -> None:
        self.client.show_game(game).say(Joined(said))
        self._end()

    def _end(self) -> None:
        self.dismiss()
        self.client.refresh_tables()

    def action_rename(self) -> None:
        """Call what is marked by the name in the field."""
        self._start(self._rename())

    async def _rename(self) -> None:
        chosen, name = self._chosen, self._typed
        if isinstance(chosen, FileEntry):
            name = (await self.client.files.rename(chosen, name)).name
        else:
            name = (await self.client.people.rename(chosen, name)).name
        await self._list()
        self._told = Said("sitting.files.renamed", {"file": name})

    def action_delete(self) -> None:
        """Remove what is marked, after a question."""
        self._start(self._delete())

    async def _delete(self) -> None:
        chosen = self._chosen
        is_file = isinstance(chosen, FileEntry)
        key = Said("sitting.files.delete", {"file": chosen.name}) if is_file else Said("saves.delete.ask")
        if not await self.client.ask(Confirmation(key, Said("saves.delete"))):
            return
        if isinstance(chosen, FileEntry):
            await self.client.files.delete(chosen)
        else:
            await self.client.people.delete(chosen)
        await self._list()
        self._told = Said("saves.deleted", {"name": chosen.name})

    def action_leave(self) -> None:
        """Back."""
        self.dismiss()


def entry_line(entry: FileEntry | SaveEntry, language: str) -> str:
    """A file or a save in one line."""
    changed = datetime.fromtimestamp(entry.changed_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
    if isinstance(entry, FileEntry):
        return f"{entry.name} · {changed}"
    game = f"{text(language, f'{entry.kind}.name')} {text(language, 'game.size', size=entry.size)}"
    names = " – ".join(entry.names[color] or text(language, f"color.{color.word}") for color in COLORS)
    about = text(language, "saves.changed", count=entry.moves, time=changed)
    return f"{entry.name} · {game} · {names} · {about}"
