"""The form of a challenge: to everybody, or to somebody by name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.screen import Screen
from tengen.clients.desktop.screens.frame import framed
from tengen.clients.desktop.screens.game_form import GameForm
from tengen.clients.desktop.widgets import (
    Button,
    ButtonKind,
    Column,
    Flow,
    Inside,
    RadioRow,
    Scroll,
    Select,
    Switch,
    Widget,
    heading,
    help_text,
    title,
)
from tengen.clients.online.challenge_form import RANGES, ChallengeForm
from tengen.clients.online.lobby_view import ABSENCES
from tengen.clients.sitting.clock_words import control_line
from tengen.clients.sitting.said import Said
from tengen.clients.sitting.start import StartForm
from tengen.core import COLORS, Color
from tengen.match import AbsenceRule
from tengen.protocol import NAMES

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App
    from tengen.clients.desktop.online import Online

_WIDEST: Final = 560.0


class ChallengeScreen(Screen):
    """What is to be played and how; posting it leads back to where one came from."""

    def __init__(self, app: App, online: Online, to: str = "") -> None:
        super().__init__(app)
        self._online = online
        self._scroll = Scroll(key="challenge")
        people = app.people
        game = StartForm.of(app.preferences.choices, people.games.players, people.present, is_online=True)
        self._form = ChallengeForm.first(game, to)
        self._game = GameForm(app, self._with_game)

    def title(self) -> str:
        to = self._form.to
        return self.app.text("start.challenge", name=to) if to else self.app.text("desktop.lobby.post")

    def build(self) -> Widget:
        app, form = self.app, self._form
        problem = form.problem()
        words = app.text("start.post") if not form.to else app.text("start.challenge", name=form.to)
        post = Button(
            words,
            self._post,
            key="challenge-go",
            kind=ButtonKind.PRIMARY,
            why_not="" if problem is None else problem.text(app.language),
        )
        cancel = Button(app.text("game.cancel"), app.back, key="challenge-cancel")
        parts = [title(self.title()), *self._game.build(form.game), *self._apart(), Flow(post, cancel, gap=12)]
        page = Inside(Column(*parts, gap=12), across=20, down=20, widest=_WIDEST)
        return framed(app, self._scroll.show(page))

    def _apart(self) -> list[Widget]:
        """What only people who are apart agree on."""
        app, form = self.app, self._form
        why_not = form.why_not_rated()
        colors: list[tuple[Color | None, str]] = [(None, app.text("start.side.RANDOM"))]
        colors += [(color, app.text(f"start.side.{NAMES[color]}")) for color in COLORS]
        absences = [(absence, app.text(f"start.absence.{absence}")) for absence in ABSENCES]
        parts: list[Widget] = [
            help_text(control_line(form.game.clock.control, app.language)),
            Switch(
                app.text("start.rated"),
                form.is_rated,
                self._set_rated,
                key="rated",
                why_not="" if why_not is None else why_not.text(app.language),
            ),
            heading(app.text("start.side")),
            RadioRow(colors, form.color, self._set_color, key="color"),
            heading(app.text("start.absence")),
            Select(absences, form.absence, self._set_absence, key="absence"),
            help_text(app.text(f"start.absence.{form.absence}.help")),
        ]
        if form.has_range:
            ranges: list[tuple[int | None, str]] = [(None, app.text("start.range.any"))]
            ranges += [(points, app.text("start.range.within", points=points)) for points in RANGES]
            parts += [
                heading(app.text("start.range")),
                Select(ranges, form.within, self._set_within, key="range"),
            ]
        return parts

    def _with_game(self, game: StartForm) -> None:
        self._form = self._form.with_game(game)

    def _set_rated(self, is_on: bool) -> None:
        self._form = replace(self._form, wants_rated=is_on)

    def _set_color(self, color: Color | None) -> None:
        self._form = replace(self._form, color=color)

    def _set_absence(self, absence: AbsenceRule) -> None:
        self._form = replace(self._form, absence=absence)

    def _set_within(self, within: int | None) -> None:
        self._form = replace(self._form, within=within)

    async def _post(self) -> None:
        form = self._form
        await self._online.lobby.challenge(form.terms())
        if self.app.screen is self:
            self.app.back()
        self.app.say(Said("lobby.sent", {"name": form.to}) if form.to else Said("lobby.posted"))
