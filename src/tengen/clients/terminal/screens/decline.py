"""Saying no to a challenge, with a reason that the other one reads in their own language."""

from __future__ import annotations

from typing import ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tengen.clients.online.lobby_view import DECLINE_REASONS, ChallengeView, DeclineReason
from tengen.clients.online.lobby_words import game_line, person_name
from tengen.clients.terminal.screens.tengen_screen import TengenDialog


class DeclineScreen(TengenDialog[None]):
    """The reasons."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, challenge: ChallengeView) -> None:
        super().__init__()
        self._challenge = challenge

    def compose(self) -> ComposeResult:
        """Who asks, and the answers."""
        with Vertical(classes="box"):
            yield Static(id="question", markup=False)
            yield OptionList(id="entries", compact=True, markup=False)

    def show_all(self) -> None:
        """Say everything anew."""
        language = self.client.language
        game = game_line(self._challenge.kind, self._challenge.size, language)
        name = person_name(self._challenge.by, language)
        self.query_one("#question", Static).update(self.say("lobby.challenged", name=name, game=game))
        entries = self.query_one("#entries", OptionList)
        entries.clear_options()
        entries.add_options([Option(self.say(f"lobby.decline.{reason}"), id=reason) for reason in DECLINE_REASONS])
        entries.highlighted = 0

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Say no."""
        online = self.client.online
        assert online is not None, "challenges are for servers"
        self.client.begin(online.lobby.decline(self._challenge, cast("DeclineReason", event.option_id)))
        self.dismiss()

    def action_leave(self) -> None:
        """Leave it open."""
        self.dismiss()
