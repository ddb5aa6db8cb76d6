"""Files and saves in a list of our own: save as, go on with one, rename, delete, or open any file by its path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.events import KeyPressed
from tengen.clients.desktop.screen import Screen
from tengen.clients.desktop.screens.frame import framed
from tengen.clients.desktop.theme import SMALL, TITLE
from tengen.clients.desktop.widgets import (
    Button,
    ButtonKind,
    Column,
    Grow,
    Inside,
    Label,
    ListRow,
    ListView,
    Row,
    Rule,
    Tabs,
    TabText,
    TextField,
    Widget,
    icon_button,
)
from tengen.clients.sitting.files import OpenedFile
from tengen.clients.sitting.record_files import USUAL_ENDING
from tengen.clients.sitting.said import Joined
from tengen.clients.sitting.saved_list import SavedEntry, SavedList, Shelf

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App

_WIDTH: Final = 640.0
_LONGEST_NAME: Final = 100
_LONGEST_PATH: Final = 1000


class FilesScreen(Screen):
    """The list; `is_saving`: the game that is shown is to be saved under a name, else one is to be opened."""

    def __init__(self, app: App, *, is_saving: bool) -> None:
        super().__init__(app)
        self._is_saving = is_saving
        self._list = SavedList(app.files, app.people)
        self._shelf = Shelf.FILES
        self._entries: tuple[SavedEntry, ...] = ()
        self._rows = ListView(key="saved")
        self._name = TextField(key="name", most=_LONGEST_NAME, on_enter=self._save, width=320)
        self._path = TextField(key="path", most=_LONGEST_PATH, on_enter=self._open_path, width=320)
        self._new_name: TextField | None = None
        shown = app.games.shown
        if shown is not None:
            self._name.text = shown.table.title(app.language).replace("×", "x")

    def title(self) -> str:
        return f"{self._words} · Tengen"

    @property
    def _words(self) -> str:
        return self.app.text("saves.title.save" if self._is_saving else "saves.title.load")

    def on_show(self) -> None:
        self.app.start(self._read())
        if self._is_saving:
            self.focus(self._name)
            self._name.select_all()

    async def _read(self) -> None:
        self._entries = await self._list.read(self._shelf)
        self.app.refresh()

    @property
    def _marked(self) -> SavedEntry | None:
        return self._entries[self._rows.marked] if 0 <= self._rows.marked < len(self._entries) else None

    # --- what is on it

    def build(self) -> Widget:
        text = self.app.text
        close = icon_button("close", text("game.close"), self.app.back, key="close")
        parts: list[Widget] = [Row(Grow(Label(self._words, size=TITLE, bold=True)), close)]
        parts += self._shelves()
        if self._is_saving:
            parts.append(self._saving())
        parts += [Rule(), Grow(self._listed()), Rule(), self._actions()]
        if not self._is_saving:
            parts.append(self._by_path())
        return framed(self.app, Inside(Column(*parts, gap=8), across=16, down=16, widest=_WIDTH))

    def _shelves(self) -> list[Widget]:
        text, shelves = self.app.text, self._list.shelves
        names = " · ".join(person.name for person in self.app.people.present)
        words = {Shelf.FILES: text("sitting.files.here"), Shelf.SAVES: text("sitting.files.saves", names=names)}
        tabs = [TabText(words[shelf]) for shelf in shelves]
        return [Tabs(tabs, shelves.index(self._shelf), lambda index: self._go(shelves[index]), key="shelves")]

    def _go(self, shelf: Shelf) -> None:
        self._shelf, self._entries, self._rows.marked, self._new_name = shelf, (), -1, None
        self.app.start(self._read())

    def _saving(self) -> Widget:
        text = self.app.text
        key = "sitting.files.name" if self._shelf is Shelf.FILES else "saves.name"
        save = Button(
            text("sitting.files.save_as"), self._save, key="save", kind=ButtonKind.PRIMARY, size=15, height=36
        )
        return Column(Label(text(key), size=SMALL, role="muted"), Row(Grow(self._name), save), gap=4)

    def _listed(self) -> Widget:
        language = self.app.language
        rows = [ListRow(entry.name, entry.about(language), entry.changed) for entry in self._entries]
        empty = self.app.text("sitting.files.none" if self._shelf is Shelf.FILES else "saves.none")
        return self._rows.show(rows, on_choose=self._choose, on_mark=self._mark, empty=empty)

    def _choose(self, index: int) -> None:
        self._rows.marked = index
        if self._is_saving:
            self._mark(index)
        else:
            self.app.start(self._open())

    def _mark(self, index: int) -> None:
        self._new_name = None
        if self._is_saving:
            self._name.text = self._entries[index].name.removesuffix(USUAL_ENDING)
        self.app.refresh()

    def _actions(self) -> Widget:
        text = self.app.text
        if self._new_name is not None:
            yes = Button(text("saves.rename"), self._rename, key="rename/yes", kind=ButtonKind.OUTLINED)
            return Row(Grow(self._new_name), yes, Button(text("game.cancel"), self._no_rename, key="rename/no"))
        why = "" if self._marked is not None else text("sitting.files.choose")
        rename = Button(text("saves.rename"), self._ask_name, key="rename", why_not=why)
        delete = Button(text("saves.delete"), self._delete, key="delete", kind=ButtonKind.DANGER, why_not=why)
        if self._is_saving:
            return Row(Grow(), rename, delete)
        words = text("saves.open" if self._shelf is Shelf.SAVES else "sitting.files.open")
        load = Button(words, self._open, key="open", kind=ButtonKind.PRIMARY, size=15, height=36, why_not=why)
        return Row(load, Grow(), rename, delete)

    def _by_path(self) -> Widget:
        text = self.app.text
        load = Button(text("sitting.files.open"), self._open_path, key="open/path", kind=ButtonKind.OUTLINED)
        label = Label(text("sitting.files.path"), size=SMALL, role="muted")
        return Column(label, Row(Grow(self._path), load), gap=4)

    # --- what is done

    async def _save(self) -> None:
        shown = self.app.games.shown
        if shown is None:
            return
        game, typed = shown.table.game, self._name.text
        confirmation = await self._list.replacement(self._shelf, game, typed)
        if confirmation is None or await self.app.ask(confirmation):
            said = await self._list.save(self._shelf, game, typed)
            self.app.leave(self)
            shown.table.say(Joined(said))

    async def _open(self) -> None:
        marked = self._marked
        if marked is not None and self.app.games.has_room():
            self._opened(await self._list.open(marked))

    async def _open_path(self) -> None:
        if self.app.games.has_room():
            self._opened(await self._list.open_path(self._path.text))

    def _opened(self, loaded: OpenedFile) -> None:
        self.app.show_game(loaded.game, loaded.said)

    def _ask_name(self) -> None:
        marked = self._marked
        if marked is not None:
            name = marked.name.removesuffix(USUAL_ENDING)
            self._new_name = TextField(key="new name", text=name, most=_LONGEST_NAME, on_enter=self._rename, width=320)
            self._new_name.select_all()
            self.focus(self._new_name)

    def _no_rename(self) -> None:
        self._new_name = None

    async def _rename(self) -> None:
        marked, field = self._marked, self._new_name
        if marked is not None and field is not None:
            said = await self._list.rename(marked, field.text)
            self._new_name = None
            await self._read()
            self.app.say(said)

    async def _delete(self) -> None:
        marked = self._marked
        if marked is not None and await self.app.ask(self._list.deletion(marked)):
            said = await self._list.delete(marked)
            self._rows.marked = -1
            await self._read()
            self.app.say(said)

    def on_key(self, event: KeyPressed) -> bool:
        match event.key:
            case "escape" if self._new_name is not None:
                self._no_rename()
                self.app.refresh()
            case "escape":
                self.app.back()
            case "delete" if not event.ctrl:
                self.app.start(self._delete())
            case _:
                return self.app.common_key(event)
        return True
