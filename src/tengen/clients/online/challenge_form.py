"""The form of a challenge as a value: the game, and what only people who are apart agree on. Draws nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tengen.clients.online.lobby_view import ChallengeTerms
from tengen.clients.sitting.clocks import CLOCKS, ClockChoice
from tengen.clients.sitting.rules_form import rules_of
from tengen.clients.sitting.said import HasWords, Said
from tengen.clients.sitting.start import StartForm
from tengen.core import Color, GameError
from tengen.match import AbsenceRule

RANGES: Final = (100, 200, 400)
"""How far apart in rating an opponent may be, to choose from. Words: `start.range.within`."""


@dataclass(frozen=True, slots=True)
class ChallengeForm:
    """What is chosen now. Of `game` only the game, its rules and the clock are meant, not its seats.

    `to` is the account that is challenged, empty for everybody. `within` is how far apart in rating; None: any.
    """

    game: StartForm
    to: str = ""
    color: Color | None = None
    wants_rated: bool = False
    absence: AbsenceRule = AbsenceRule.LOSES
    within: int | None = None

    @classmethod
    def first(cls, game: StartForm, to: str = "") -> ChallengeForm:
        """A form with the game of before; with a clock, without which strangers hardly play."""
        clock = game.clock if game.clock.control is not None else ClockChoice(next(iter(CLOCKS)), game.clock.custom)
        return cls(game.with_clock(clock), to)

    def with_game(self, game: StartForm) -> ChallengeForm:
        """Another game, or the same with other rules or another clock."""
        return replace(self, game=game)

    @property
    def has_account(self) -> bool:
        """Whether whoever challenges has an account."""
        return bool(self.game.present)

    @property
    def has_range(self) -> bool:
        """Whether it can be said how near in rating an opponent must be."""
        return not self.to and self.has_account and self.game.kind.can_be_won

    def why_not_rated(self) -> HasWords | None:
        """Why the game cannot be rated; None where it can."""
        if not self.has_account:
            return Said("start.rated.account")
        if not self.game.kind.can_be_won:
            return Said("start.rated.kind")
        return Said("start.rated.clock") if self.game.clock.control is None else None

    @property
    def is_rated(self) -> bool:
        """Whether it will be rated."""
        return self.wants_rated and self.why_not_rated() is None

    def problem(self) -> HasWords | None:
        """Why this cannot be asked for; None where it can."""
        try:
            self.game.kind.rules.parse(self.game.picked.size, self._rules)
        except GameError as error:
            return error
        return None

    def terms(self) -> ChallengeTerms:
        """The challenge. Only where there is no `problem`."""
        assert self.problem() is None, "it was asked what is wrong"
        within = self.within if self.has_range else None
        return ChallengeTerms(
            self.game.kind,
            self.game.picked.size,
            self._rules,
            self.game.clock.control,
            self.is_rated,
            self.color,
            self.absence,
            self.to,
            within,
            within,
        )

    @property
    def _rules(self) -> dict[str, object]:
        return rules_of(self.game.kind, self.game.picked, has_person=True)
