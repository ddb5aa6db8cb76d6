"""The parts of the lobby that something can be done in: anyone now, open challenges, who is here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.screens.challenge import ChallengeScreen
from tengen.clients.desktop.theme import SMALL
from tengen.clients.desktop.widgets import (
    Button,
    ButtonKind,
    Column,
    Flow,
    Grow,
    Label,
    RadioRow,
    Row,
    Rule,
    Select,
    Switch,
    Widget,
    help_text,
    title,
)
from tengen.clients.online import lobby_words as say
from tengen.clients.online.lobby_view import (
    ACCEPTING_MODES,
    SPEEDS,
    AcceptingMode,
    ChallengeView,
    PersonView,
    SeekTerms,
    SpeedName,
)
from tengen.clients.sitting.rules_form import usual_sizes
from tengen.core import GameKind

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App
    from tengen.clients.desktop.online import Online

_FEW: Final = 12
"""So many people are named at first."""
_GAME_WIDTH: Final = 92.0


class AnyoneNow:
    """A search for any opponent, in one click: a game and a size at the chosen speed."""

    def __init__(self, app: App, online: Online) -> None:
        self._app = app
        self._online = online
        self._speed: SpeedName = "rapid"
        self._wants_rated = False

    def build(self) -> Widget:
        """The choice of a game, or the search that goes on."""
        app, lobby = self._app, self._online.lobby.view
        parts: list[Widget] = [title(app.text("start.with.anyone"))]
        if lobby.seek is not None:
            return Column(*parts, waiting(app, self._online))
        speeds = [(speed, app.text(f"lobby.speed.{speed}")) for speed in SPEEDS]
        parts += [
            RadioRow(speeds, self._speed, self._set_speed, key="speed"),
            help_text(app.text(f"lobby.speed.{self._speed}.clock")),
        ]
        if self._online.has_account:
            parts.append(Switch(app.text("start.rated"), self._is_rated, self._set_rated, key="seek-rated"))
        return Column(*parts, *map(self._game, self._online.kinds()))

    @property
    def _is_rated(self) -> bool:
        return self._wants_rated and self._online.has_account

    def _set_speed(self, speed: SpeedName) -> None:
        self._speed = speed

    def _set_rated(self, is_on: bool) -> None:
        self._wants_rated = is_on

    def _game(self, kind: GameKind) -> Widget:
        sizes = [
            Button(
                self._app.text("start.size", size=size),
                partial(self._seek, kind, size),
                key=f"seek/{kind.name}/{size}",
                tip=say.game_line(kind.name, size, self._app.language),
            )
            for size in usual_sizes(kind)
        ]
        name = Label(self._app.text(f"{kind.name}.name"), width=_GAME_WIDTH)
        return Row(name, Grow(Flow(*sizes)), gap=8)

    async def _seek(self, kind: GameKind, size: int) -> None:
        await self._online.lobby.seek(SeekTerms(kind.name, size, self._speed, self._is_rated and kind.can_be_won))


def waiting(app: App, online: Online) -> Widget:
    """The search that goes on: for what, since when, how near, and a way out."""
    seek = online.lobby.view.seek
    assert seek is not None, "somebody is searched for"
    what, rest = say.waiting_lines(seek, online.now(), app.language)
    stop = Button(app.text("lobby.waiting.cancel"), online.lobby.unseek, key="unseek", kind=ButtonKind.OUTLINED)
    return Column(Label(what), help_text(rest), Flow(stop), gap=4)


class OpenChallenges:
    """Whose challenge, what is to be played and how, and a click to play; one's own can be withdrawn."""

    def __init__(self, app: App, online: Online) -> None:
        self._app = app
        self._online = online

    def build(self) -> Widget:
        """All of them, one's own first, and a way to post one."""
        app, lobby = self._app, self._online.lobby.view
        own = {challenge.challenge_id for challenge in lobby.made}
        others = [challenge for challenge in lobby.challenges if challenge.challenge_id not in own]
        rows = [*map(self._made, lobby.made), *map(self._open, others)]
        post = Button(app.text("desktop.lobby.post"), self._post, key="post", kind=ButtonKind.OUTLINED, icon="plus")
        heading = Row(Grow(title(app.text("lobby.challenges"))), post)
        return Column(heading, *(rows or [help_text(app.text("desktop.lobby.none"))]), gap=4)

    def _post(self) -> None:
        self._app.open(ChallengeScreen(self._app, self._online))

    def _made(self, challenge: ChallengeView) -> Widget:
        app = self._app
        name = "" if challenge.to is None else challenge.to.name
        to = app.text("lobby.made.to", name=name) if name else app.text("lobby.made.open")
        terms = say.terms_line(challenge, app.language, is_own=True)
        withdraw = Button(
            app.text("lobby.withdraw"),
            lambda: self._online.lobby.withdraw(challenge),
            key=f"withdraw/{challenge.challenge_id}",
        )
        return self._row(f"{to} {self._game(challenge)}", terms, withdraw)

    def _open(self, challenge: ChallengeView) -> Widget:
        app = self._app
        who = say.person_line(challenge.by, app.language)
        terms = say.terms_line(challenge, app.language, is_own=False)
        accept = Button(
            app.text("lobby.accept"),
            lambda: self._online.accept(challenge),
            key=f"accept/{challenge.challenge_id}",
            kind=ButtonKind.OUTLINED,
        )
        return self._row(f"{who}  {self._game(challenge)}", terms, accept)

    def _game(self, challenge: ChallengeView) -> str:
        return say.game_line(challenge.kind, challenge.size, self._app.language)

    def _row(self, words: str, below: str, *buttons: Button) -> Widget:
        said = Column(Label(words), help_text(below), gap=0)
        return Column(Rule(), Row(Grow(said), *buttons, gap=8), gap=6)


class PeopleHere:
    """Who is here by name, each account with a way to challenge it; and whose challenges one takes."""

    def __init__(self, app: App, online: Online) -> None:
        self._app = app
        self._online = online
        self._is_all = False
        self._accepting: AcceptingMode | None = None

    async def read(self) -> None:
        """Ask the server whose challenges one takes."""
        self._accepting = await self._online.lobby.accepting()
        self._app.refresh()

    def build(self) -> Widget:
        """The people, a few at first."""
        app, lobby = self._app, self._online.lobby.view
        shown = lobby.people if self._is_all else lobby.people[:_FEW]
        parts: list[Widget] = [
            title(app.text("lobby.people", count=lobby.count)),
            Flow(*map(self._person, shown), gap=16),
        ]
        if len(shown) < len(lobby.people):
            parts.append(Flow(Button(app.text("lobby.people.all"), self._show_all, key="everybody")))
        if lobby.me is not None and self._accepting is not None:
            modes = [(mode, app.text(f"lobby.accepting.{mode}")) for mode in ACCEPTING_MODES]
            select = Select(modes, self._accepting, self._accept_from, key="accepting")
            parts.append(Row(Label(app.text("lobby.accepting.who"), size=SMALL, role="muted"), select))
        return Column(*parts)

    def _show_all(self) -> None:
        self._is_all = True

    def _accept_from(self, mode: AcceptingMode) -> None:
        before, self._accepting = self._accepting, mode

        async def set_accepting() -> None:
            try:
                await self._online.lobby.set_accepting(mode)
            except BaseException:
                self._accepting = before
                raise

        self._app.start(set_accepting())

    def _person(self, person: PersonView) -> Widget:
        app, me = self._app, self._online.lobby.view.me
        name = Label(say.person_line(person, app.language))
        if person.is_guest or (me is not None and person.name == me.name):
            return name
        challenge = Button(
            app.text("lobby.challenge"),
            lambda: app.open(ChallengeScreen(app, self._online, person.name)),
            key=f"challenge/{person.name}",
            tip=app.text("start.challenge", name=person.name),
            size=SMALL,
        )
        return Row(name, challenge, gap=0)
