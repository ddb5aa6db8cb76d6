"""Whom somebody has muted and blocked, each with a way to take that back."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from tengen.clients.desktop.theme import SMALL
from tengen.clients.desktop.widgets import Button, Column, Flow, Label, Row, Widget, title
from tengen.clients.online import lobby_words as say
from tengen.clients.online.lobby_view import PersonView
from tengen.clients.online.relations import Relations, RelationsView
from tengen.clients.sitting.said import Said

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App

TakeBack: TypeAlias = Callable[[str], Coroutine[Any, Any, RelationsView]]


class RelationsPart:
    """A part of the lobby; nothing while nobody is muted or blocked."""

    def __init__(self, app: App, relations: Relations) -> None:
        self._app = app
        self._relations = relations
        self._view = RelationsView()

    async def read(self) -> None:
        """Ask the server."""
        self._view = await self._relations.read()
        self._app.refresh()

    def build(self) -> list[Widget]:
        """The two lists, as far as there is anybody on them."""
        return [
            *self._list("account.muted", self._view.muted, "talk.unmute", self._relations.unmute),
            *self._list("account.blocked", self._view.blocked, "talk.unblock", self._relations.unblock),
        ]

    def _list(self, key: str, people: Sequence[PersonView], deed: str, take_back: TakeBack) -> list[Widget]:
        if not people:
            return []
        app = self._app
        entries = [
            Row(
                Label(say.person_line(person, app.language)),
                Button(
                    app.text(deed),
                    partial(self._take_back, person.name, deed, take_back),
                    key=f"{deed}/{person.name}",
                    tip=app.text(f"{deed}.name", name=person.name),
                    size=SMALL,
                ),
                gap=0,
            )
            for person in people
        ]
        return [Column(title(app.text(key)), Flow(*entries, gap=16))]

    async def _take_back(self, name: str, deed: str, take_back: TakeBack) -> None:
        self._view = await take_back(name)
        self._app.say(Said(f"{deed}.done", {"name": name}))
