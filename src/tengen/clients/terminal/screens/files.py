"""Files of our own folder and saves of accounts: save as, load, rename, delete."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from tengen.clients.sitting.files import OpenedFile
from tengen.clients.sitting.said import HasWords, Joined, Said
from tengen.clients.sitting.saved_list import SavedEntry, SavedList, Shelf
from tengen.clients.terminal.screens.tengen_screen import TengenDialog
from tengen.core import ErrorCode, GameError


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
        self._entries: tuple[SavedEntry, ...] = ()
        self._told: HasWords | None = None

    @property
    def _saved(self) -> SavedList:
        return SavedList(self.client.files, self.client.people)

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
        found: list[SavedEntry] = []
        for shelf in reversed(self._saved.shelves):
            found += await self._saved.read(shelf)
        self._entries = tuple(found)
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
    def _chosen(self) -> SavedEntry:
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
        self._start(self._save(Shelf.FILES) if self._is_saving else self._open())

    @on(OptionList.OptionSelected, "#entries")
    def entry_selected(self) -> None:
        """Enter opens what is marked; while saving it takes its name."""
        if self._is_saving:
            self.query_one("#name", Input).value = self._chosen.name
        else:
            self._start(self._open_chosen())

    @on(Button.Pressed)
    def pressed(self, event: Button.Pressed) -> None:
        """What a button says."""
        match event.button.id:
            case "file":
                self._start(self._save(Shelf.FILES))
            case "slot":
                self._start(self._save(Shelf.SAVES))
            case "open":
                self._start(self._open())
            case "rename":
                self.action_rename()
            case "delete":
                self.action_delete()
            case _:
                self.action_leave()

    async def _save(self, shelf: Shelf) -> None:
        table, name = self.client.tables.shown, self._typed
        if table is not None and await self.client.ask(await self._saved.replacement(shelf, table.game, name)):
            table.say(Joined(await self._saved.save(shelf, table.game, name)))
            self._end()

    async def _open(self) -> None:
        """The path that was typed, else what is marked."""
        if not self._typed:
            await self._open_chosen()
        elif self._has_room():
            self._show(await self._saved.open_path(self._typed))

    async def _open_chosen(self) -> None:
        if self._has_room():
            self._show(await self._saved.open(self._chosen))

    def _has_room(self) -> bool:
        self._told = self.client.tables.why_full()
        return self._told is None

    def _show(self, opened: OpenedFile) -> None:
        self.client.show_game(opened.game).say(Joined(opened.said) if opened.said else None)
        self._end()

    def _end(self) -> None:
        self.dismiss()
        self.client.refresh_tables()

    def action_rename(self) -> None:
        """Call what is marked by the name in the field."""
        self._start(self._rename())

    async def _rename(self) -> None:
        told = await self._saved.rename(self._chosen, self._typed)
        await self._list()
        self._told = told

    def action_delete(self) -> None:
        """Remove what is marked, after a question."""
        self._start(self._delete())

    async def _delete(self) -> None:
        chosen = self._chosen
        if await self.client.ask(self._saved.deletion(chosen)):
            told = await self._saved.delete(chosen)
            await self._list()
            self._told = told

    def action_leave(self) -> None:
        """Back."""
        self.dismiss()


def entry_line(saved: SavedEntry, language: str) -> str:
    """A file or a save in one line."""
    return " · ".join(filter(None, (saved.name, saved.about(language), saved.changed)))
