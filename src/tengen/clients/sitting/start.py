"""The form of the start screen as a value: games, sizes, rules by OptionSpecs, who plays, the clock. Draws nothing.

Every change makes a new form. `kept` is what a client remembers, `StartForm.of` reads it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from tengen.clients.sitting.people import Beginning, PersonHere
from tengen.clients.sitting.said import HasWords
from tengen.core import Color, GameKind, OptionSpec, OptionValue, TimeControl

Offered: TypeAlias = Callable[[GameKind], Sequence[str]]
"""The players on offer for a kind of game: `Games.players`."""


class Who(StrEnum):
    """Who plays a colour. Words: `sitting.who.<value>`."""

    ACCOUNT = "account"
    GUEST = "guest"
    LEVEL = "level"
    RANDOM = "random"
    ENGINE = "engine"
    FRIEND = "friend"


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """Who plays a colour: `name` of the account or the guest, `level` 1 to 10, `engine` as `engine:NAME`.

    What is not chosen is remembered too. `FRIEND` is whoever is invited, on a server.
    """

    who: Who = Who.GUEST
    name: str = ""
    level: int = 4
    engine: str = ""


@dataclass(frozen=True, slots=True)
class Picked:
    """What was chosen for one game. `options` has only what was set by hand; the rest follows from the preset."""

    size: int
    preset: str | None
    options: Mapping[str, OptionValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option to draw: what it may be, what it is, and whether the rules may yet choose another number."""

    spec: OptionSpec
    value: OptionValue
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class ClockChoice:
    """`name` is `none`, one of CLOCKS, or `custom`. Words: `start.clock.<name>`."""

    name: str = "none"
    custom: TimeControl | None = None


@dataclass(frozen=True, slots=True)
class StartForm:
    """What is chosen now. `present` are those who have logged in, `offered` who plays each game here."""

    kinds: tuple[GameKind, ...]
    offered: Offered
    kind: GameKind
    seats: Mapping[Color, SeatChoice]
    clock: ClockChoice
    games: Mapping[str, Picked]
    present: tuple[PersonHere, ...] = ()
    is_online: bool = False

    @classmethod
    def of(cls, kept: object, offered: Offered, present: Sequence[PersonHere] = (), *, is_online: bool) -> StartForm:
        """The form of before; whatever of it is broken or no longer there is as at first."""
        raise NotImplementedError

    def kept(self) -> dict[str, object]:
        """What to remember, as plain values for JSON."""
        raise NotImplementedError

    # what there is to choose from

    def sizes(self) -> tuple[int, ...]:
        """The usual sizes of the game, first; then all others with `other_sizes`."""
        raise NotImplementedError

    def other_sizes(self) -> tuple[int, ...]:
        """All the others that the game has."""
        raise NotImplementedError

    def presets(self) -> tuple[str, ...]:
        """The rule sets of the game by name; none where it has none. Words: `<kind>.preset.<name>`."""
        raise NotImplementedError

    def options(self) -> tuple[OptionField, ...]:
        """The options that mean something now. Words: `<kind>.option.<name>`."""
        raise NotImplementedError

    def whos(self, color: Color) -> tuple[Who, ...]:
        """Who may play this colour: levels where the game has them, engines where there are some."""
        raise NotImplementedError

    def levels(self) -> tuple[int, ...]:
        """The levels of this game."""
        raise NotImplementedError

    def engines(self) -> tuple[str, ...]:
        """The engines that play this game, as `engine:NAME`."""
        raise NotImplementedError

    # changes

    def with_kind(self, name: str) -> StartForm:
        """Another game."""
        raise NotImplementedError

    def with_size(self, size: int) -> StartForm:
        """Another board."""
        raise NotImplementedError

    def with_preset(self, preset: str) -> StartForm:
        """Another rule set: what it says replaces what was set by hand."""
        raise NotImplementedError

    def with_option(self, name: str, value: OptionValue | None) -> StartForm:
        """An option set by hand; None leaves it to the rules. Raises BAD_RULES for what it cannot be."""
        raise NotImplementedError

    def with_usual_rules(self) -> StartForm:
        """All options of the game as the preset has them."""
        raise NotImplementedError

    def with_seat(self, color: Color, seat: SeatChoice) -> StartForm:
        """Somebody else at a colour."""
        raise NotImplementedError

    def with_seats_exchanged(self) -> StartForm:
        """The colours exchanged."""
        raise NotImplementedError

    def with_clock(self, clock: ClockChoice) -> StartForm:
        """Another clock."""
        raise NotImplementedError

    def with_present(self, present: Sequence[PersonHere]) -> StartForm:
        """After somebody has come or gone: who comes in sits down at a guest's seat."""
        raise NotImplementedError

    # the game

    def problem(self) -> HasWords | None:
        """Why no game can begin like this; None where one can."""
        raise NotImplementedError

    def beginning(self) -> Beginning:
        """The game that is to begin. Raises what `problem` tells."""
        raise NotImplementedError
