"""The form of the start screen as a value: games, sizes, rules by OptionSpecs, who plays, the clock. Draws nothing.

Every change makes a new form. `kept` is what a client remembers, `StartForm.of` reads it again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Final, TypeAlias

from tengen.clients.play import NewGame, Seats
from tengen.clients.sitting.clocks import CLOCK_NAMES, CORRESPONDENCE, NO_CLOCK, ClockChoice, read_clock
from tengen.clients.sitting.people import Beginning, PersonHere
from tengen.clients.sitting.rules_form import (
    OptionField,
    Picked,
    default_picked,
    option_fields,
    other_sizes,
    read_picked,
    rules_of,
    usual_sizes,
    with_option,
    with_preset,
)
from tengen.clients.sitting.said import HasWords, Said
from tengen.core import BLACK, COLORS, WHITE, Color, GameError, GameKind, OptionValue, find_kind, kinds
from tengen.core.printing import printable
from tengen.players import HUMAN, RANDOM, unconfined_note

Offered: TypeAlias = Callable[[GameKind], Sequence[str]]
"""The players on offer for a kind of game: `Games.players`."""

LONGEST_NAME: Final = 40
"""So long may the name of a guest be."""
_USUAL_LEVEL: Final = 4
_MOST_LEVEL: Final = 100
_LEVEL: Final = re.compile(r"level:(\d+)")
_ENGINE: Final = re.compile(r"engine:.{1,80}")


class Who(StrEnum):
    """Who plays a colour. Words: `sitting.who.<value>`."""

    ACCOUNT = "account"
    GUEST = "guest"
    LEVEL = "level"
    RANDOM = "random"
    ENGINE = "engine"
    FRIEND = "friend"


_PEOPLE: Final = (Who.ACCOUNT, Who.GUEST, Who.FRIEND)


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """Who plays a colour: `account` and `guest` are names, `engine` is `engine:NAME`.

    What is not chosen is remembered too. A friend is whoever is invited, on a server.
    """

    who: Who = Who.GUEST
    account: str = ""
    guest: str = ""
    level: int = _USUAL_LEVEL
    engine: str = ""


@dataclass(frozen=True, slots=True)
class StartForm:
    """What is chosen now. `present` are those who have logged in, `offered` says who plays each game here."""

    offered: Offered = field(repr=False, compare=False)
    kind: GameKind
    seats: Mapping[Color, SeatChoice]
    clock: ClockChoice
    games: Mapping[str, Picked]
    present: tuple[PersonHere, ...] = ()
    is_online: bool = False

    @classmethod
    def of(
        cls, kept: object, offered: Offered, present: Sequence[PersonHere] = (), *, is_online: bool = False
    ) -> StartForm:
        """The form of before; whatever of it is broken or no longer there is as at first."""
        given = kept if isinstance(kept, dict) else {}
        games = given.get("games")
        known = games if isinstance(games, dict) else {}
        seats = given.get("seats")
        there = seats if isinstance(seats, dict) else {}
        clock = read_clock(given.get("clock"))
        if clock.name in CORRESPONDENCE and not is_online:
            clock = replace(clock, name=NO_CLOCK)
        form = cls(
            offered,
            _read_kind(given.get("kind"), offered),
            {color: _read_seat(there.get(color.word), color) for color in COLORS},
            clock,
            {kind.name: read_picked(known[kind.name], kind) for kind in kinds() if kind.name in known},
            is_online=is_online,
        )
        return form.with_present(present)

    def kept(self) -> dict[str, object]:
        """What to remember, as plain values for JSON."""
        return {
            "kind": self.kind.name,
            "seats": {color.word: {**asdict(seat), "who": str(seat.who)} for color, seat in self.seats.items()},
            "clock": self.clock.kept(),
            "games": {name: asdict(picked) for name, picked in self.games.items()},
        }

    # --- what there is to choose from

    @property
    def kinds(self) -> tuple[GameKind, ...]:
        """Every game that is played here: a server may not have all that are known to this client."""
        return _played(self.offered)

    @property
    def picked(self) -> Picked:
        """What is chosen for this game alone."""
        return self.games.get(self.kind.name) or default_picked(self.kind)

    def sizes(self) -> tuple[int, ...]:
        """The usual sizes of the game."""
        return usual_sizes(self.kind)

    def other_sizes(self) -> tuple[int, ...]:
        """All the others that the game has."""
        return other_sizes(self.kind)

    def presets(self) -> tuple[str, ...]:
        """The rule sets of the game; none where it has none. Words: `<kind>.preset.<name>`."""
        return tuple(self.kind.rules.PRESETS)

    def options(self) -> tuple[OptionField, ...]:
        """The options that mean something now. Words: `<kind>.option.<name>`, and `.<value>` behind it for a choice."""
        return option_fields(self.kind, self.picked, has_person=self.has_person)

    def whos(self) -> tuple[Who, ...]:
        """Who may play a colour of this game."""
        there = {
            Who.ACCOUNT: bool(self.present),
            Who.GUEST: True,
            Who.LEVEL: bool(self.levels()),
            Who.RANDOM: RANDOM in self.offered(self.kind),
            Who.ENGINE: bool(self.engines()),
            Who.FRIEND: self.is_online,
        }
        return tuple(who for who in Who if there[who])

    def clocks(self) -> tuple[str, ...]:
        """The names of the clocks to choose from. Words: `start.clock.<name>`."""
        return tuple(name for name in CLOCK_NAMES if self.is_online or name not in CORRESPONDENCE)

    def levels(self) -> tuple[int, ...]:
        """The levels of this game, the weakest first."""
        found = (_LEVEL.fullmatch(player) for player in self.offered(self.kind))
        return tuple(sorted(int(level[1]) for level in found if level))

    def engines(self) -> tuple[str, ...]:
        """The engines that play this game, as `engine:NAME`."""
        return tuple(player for player in self.offered(self.kind) if _ENGINE.fullmatch(player))

    @property
    def has_person(self) -> bool:
        """Whether a person plays, or only programs do."""
        return any(seat.who in _PEOPLE for seat in self.seats.values())

    # --- changes

    def with_kind(self, name: str) -> StartForm:
        """Another game. Raises NO_SUCH_KIND."""
        return replace(self, kind=find_kind(name))

    def with_size(self, size: int) -> StartForm:
        """Another board; whether the game has it `problem` tells."""
        return self._with_picked(replace(self.picked, size=size))

    def with_preset(self, preset: str) -> StartForm:
        """Another rule set of the game: what it says replaces what was set by hand."""
        return self._with_picked(with_preset(self.kind, self.picked, preset))

    def with_option(self, name: str, value: OptionValue | None) -> StartForm:
        """An option set by hand; None leaves it to the rules. Raises BAD_RULES for what it cannot be."""
        return self._with_picked(with_option(self.kind, self.picked, name, value, has_person=self.has_person))

    def with_usual_rules(self) -> StartForm:
        """All options of the game as the first preset has them."""
        return self._with_picked(replace(default_picked(self.kind), size=self.picked.size))

    def with_seat(self, color: Color, seat: SeatChoice) -> StartForm:
        """Somebody else at a colour."""
        return replace(self, seats={**self.seats, color: seat})

    def with_seats_exchanged(self) -> StartForm:
        """The colours exchanged."""
        return replace(self, seats={color: self.seats[color.other] for color in COLORS})

    def with_clock(self, clock: ClockChoice) -> StartForm:
        """Another clock."""
        return replace(self, clock=clock)

    def with_present(self, present: Sequence[PersonHere]) -> StartForm:
        """After somebody has come or gone: who comes in takes a guest's seat, who has gone leaves it to a guest."""
        names = [person.name for person in present]
        came = [name for name in names if name not in {person.name for person in self.present}]
        seats = dict(self.seats)
        for color, seat in seats.items():
            if seat.who is Who.ACCOUNT and seat.account not in names:
                seats[color] = replace(seat, who=Who.GUEST)
        seated = {seat.account for seat in seats.values() if seat.who is Who.ACCOUNT}
        for name in came:
            free = next((color for color in COLORS if seats[color].who is Who.GUEST), None)
            if name not in seated and free is not None:
                seats[free] = replace(seats[free], who=Who.ACCOUNT, account=name)
        return replace(self, present=tuple(present), seats=seats)

    def _with_picked(self, picked: Picked) -> StartForm:
        return replace(self, games={**self.games, self.kind.name: picked})

    # --- the game

    def problem(self) -> HasWords | None:
        """Why no game can begin like this; None where one can."""
        found = next((why for color in COLORS if (why := self._seat_problem(color)) is not None), None)
        if found is not None:
            return found
        black, white = (self.seats[color] for color in COLORS)
        accounts = [seat.account for seat in (black, white) if seat.who is Who.ACCOUNT]
        if len(accounts) != len(set(accounts)):
            return Said("sitting.start.twice")
        are_here = [seat.who in (Who.ACCOUNT, Who.GUEST) for seat in (black, white)]
        if Who.FRIEND in (black.who, white.who) and not any(are_here):
            return Said("sitting.start.two_friends")
        if self.is_online and accounts and sum(are_here) == 1 and accounts[0] != self.present[0].name:
            return Said("sitting.start.second_alone")
        try:
            self.kind.rules.parse(self.picked.size, self._rules)
        except GameError as error:
            return error
        return None

    def _seat_problem(self, color: Color) -> HasWords | None:
        seat = self.seats[color]
        match seat.who:
            case Who.ACCOUNT if not self.present:
                return Said("sitting.start.nobody")
            case Who.ACCOUNT if self._person(seat) is None:
                return Said("sitting.start.no_account", {"name": seat.account})
            case Who.GUEST if len(seat.guest.strip()) > LONGEST_NAME:
                return Said("sitting.start.long_name", {"most": LONGEST_NAME})
            case Who.ENGINE if seat.engine not in self.engines():
                return Said("sitting.start.no_engine")
            case Who.FRIEND if not self.is_online:
                return Said("sitting.start.two_friends")
        return None

    def warning(self, language: str) -> str:
        """A line about an engine that this machine should confine and cannot; empty where there is none."""
        engines = [seat.engine for seat in self.seats.values() if seat.who is Who.ENGINE and not self.is_online]
        return unconfined_note(engines, language)

    def beginning(self) -> Beginning:
        """The game that is to begin. Only where there is no `problem`."""
        assert self.problem() is None, "it was asked what is wrong"
        people = {color: person for color, seat in self.seats.items() if (person := self._person(seat)) is not None}
        names = {color: self._name(seat) for color, seat in self.seats.items() if seat.who in _PEOPLE}
        seats = Seats(
            {color: self._player(seat) for color, seat in self.seats.items()},
            {color: name for color, name in names.items() if name},
            self.clock.control,
            *self._owned(people),
        )
        return Beginning(NewGame(self.kind, self.picked.size, self._rules, seats), people)

    def _owned(self, people: Mapping[Color, PersonHere]) -> tuple[Color | None, bool]:
        """The colour that is the caller's own on a server, and whether the other one is the second person's here."""
        here = [color for color, seat in self.seats.items() if seat.who in (Who.ACCOUNT, Who.GUEST)]
        if not self.is_online or not here:
            return None, False
        if len(people) == len(COLORS):
            return (BLACK if people[BLACK] == self.present[0] else WHITE), True
        return (here[0], False) if len(here) == 1 else (None, False)

    def _person(self, seat: SeatChoice) -> PersonHere | None:
        if seat.who is not Who.ACCOUNT:
            return None
        return next((person for person in self.present if person.name == seat.account), None)

    @property
    def _rules(self) -> dict[str, object]:
        return rules_of(self.kind, self.picked, has_person=self.has_person)

    def _name(self, seat: SeatChoice) -> str:
        if seat.who is Who.ACCOUNT:
            return seat.account
        return " ".join(printable(seat.guest).split()) if seat.who is Who.GUEST else ""

    def _player(self, seat: SeatChoice) -> str:
        match seat.who:
            case Who.LEVEL:
                levels = self.levels()
                return f"level:{min(levels, key=lambda level: abs(level - seat.level))}" if levels else RANDOM
            case Who.RANDOM:
                return RANDOM
            case Who.ENGINE:
                return seat.engine
            case _:
                return HUMAN


def _played(offered: Offered) -> tuple[GameKind, ...]:
    return tuple(kind for kind in kinds() if HUMAN in offered(kind)) or kinds()


def _read_kind(kept: object, offered: Offered) -> GameKind:
    played = _played(offered)
    return next((kind for kind in played if kind.name == kept), played[0])


def _read_seat(kept: object, color: Color) -> SeatChoice:
    given = kept if isinstance(kept, dict) else {}
    usual = SeatChoice(Who.GUEST if color is BLACK else Who.LEVEL)
    who = next((one for one in Who if one == given.get("who")), usual.who)
    engine = given.get("engine")
    return SeatChoice(
        who,
        _read_name(given.get("account")),
        _read_name(given.get("guest")),
        next((level for level in range(1, _MOST_LEVEL + 1) if level == given.get("level")), usual.level),
        engine if isinstance(engine, str) and _ENGINE.fullmatch(engine) else usual.engine,
    )


def _read_name(kept: object) -> str:
    return printable(kept)[:LONGEST_NAME] if isinstance(kept, str) else ""
