"""What somebody was told while away, the latest first; Enter opens the game that it is about."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tengen.clients.online.notices import NoticesView
from tengen.clients.sitting.local_time import local_time
from tengen.clients.sitting.said import HasWords
from tengen.clients.terminal.online import Online
from tengen.clients.terminal.screens.tengen_screen import TengenDialog


class NoticesScreen(TengenDialog[None]):
    """The list; whatever is listed counts as seen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,n,q", "leave", show=False)]

    def __init__(self) -> None:
        super().__init__()
        self._view = NoticesView()
        self._told: HasWords | None = None

    @property
    def online(self) -> Online:
        """The lobby."""
        online = self.client.online
        assert online is not None, "notices are of servers"
        return online

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="box"):
            yield Static(id="title", classes="title", markup=False)
            yield OptionList(id="entries", compact=True, markup=False)
            yield Static(id="problem", markup=False)

    def on_mount(self) -> None:
        """Ask for them."""
        self.show_all()
        self.run_worker(self._read(), exclusive=True)

    async def _read(self) -> None:
        try:
            self._view = await self.online.lobby.notices.read()
            if self._view.unseen and self._view.notices:
                await self.online.lobby.notices.seen(self._view.notices[0])
        except self.client.refusals as refusal:
            self._told = refusal
        self.show_all()

    def show_all(self) -> None:
        """Say everything anew."""
        language = self.client.language
        self.query_one("#title", Static).update(self.say("page.notices"))
        entries = self.query_one("#entries", OptionList)
        entries.clear_options()
        for notice in self._view.notices:
            at = local_time(notice.at_ms)
            new = " " if notice.is_seen else "*"
            entries.add_option(Option(f"{new} {at}  {notice.words.text(language)}"))
        told = "" if self._view.notices else self.say("notices.none")
        self.query_one("#problem", Static).update(told if self._told is None else self._told.text(language))

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Go to the game."""
        game_id = self._view.notices[event.option_index].game_id
        if game_id is not None:
            self.client.begin(self.online.open_game(game_id))

    def action_leave(self) -> None:
        """Back."""
        self.dismiss()
