"""Who sits where: the seats of a new match, and as whom and for which colour a caller acts. Pure.

A caller has `owners`: nobody for a stranger, else an account and perhaps the second person at the same screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from tengen.core import BLACK, COLORS, WHITE, Color, ErrorCode, GameError, Participant, find_kind, program_name
from tengen.match.match import Match
from tengen.match.seats import Seat
from tengen.players import HUMAN, make_player, offered_players

_LONGEST_NAME: Final = 40
_LONGEST_RECORDED_NAME: Final = 80


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who is to sit where.

    `players` says what plays each colour, people where it says nothing. Without `own` nobody owns a seat, and `names`
    are those of the people. With it the caller owns that colour and is called `name`; if a person is to play the other
    one, that seat stays open, or belongs to the second person at the caller's screen who is `beside`.
    """

    players: Mapping[Color, str] = field(default_factory=dict)
    own: Color | None = None
    name: str | None = None
    names: Mapping[Color, str] = field(default_factory=dict)
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Occupant:
    """Somebody who owns a seat, and what they are called there."""

    owner: str
    name: str
    is_guest: bool = False

    def seat(self) -> Seat:
        """The seat with this person in it."""
        return Seat(self.name, owner=self.owner, is_guest=self.is_guest)


def clean_name(name: str) -> str:
    """A name fit to be shown: no control characters, no direction marks, no space around it."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:_LONGEST_NAME]


def seats_of(
    plan: SeatPlan, kind_name: str, own: Occupant | None = None, beside: Occupant | None = None
) -> tuple[Seat, Seat]:
    """The seats of a plan, with the caller at the own one and who sits beside them at the other.

    Raises BAD_PLAYER, or BAD_BODY for a program at an owned seat and for a name where no unowned person sits.
    """
    kind = find_kind(kind_name)
    seats = []
    for color in COLORS:
        player = plan.players.get(color, HUMAN)
        called = plan.names.get(color)
        is_own = plan.own is color
        is_program = make_player(player, kind, 0) is not None
        if called is not None and (is_program or plan.own is not None):
            raise GameError(ErrorCode.BAD_BODY)
        if is_program:
            if is_own or plan.beside:
                raise GameError(ErrorCode.BAD_BODY, "body.seat", color=color.name)
            seats.append(Seat(player, player))
        elif plan.own is None:
            seats.append(Seat(clean_name(called or "")))
        else:
            occupant = own if is_own else beside
            seats.append(Seat("", is_open=True) if occupant is None else occupant.seat())
    first, second = seats
    return first, second


def recorded_seats(kind_name: str, black: Participant, white: Participant) -> tuple[Seat, Seat]:
    """The players that a record names, at seats that nobody owns. Programs that we do not have become people.

    A program under the name that records give it is called by its player's name again, which clients translate.
    """
    known = offered_players(find_kind(kind_name))

    def seat(participant: Participant) -> Seat:
        player = participant.player if participant.player in known else HUMAN
        is_called_so = player != HUMAN and participant.name == program_name(player)
        return Seat(player if is_called_so else participant.name[:_LONGEST_RECORDED_NAME], player)

    return seat(black), seat(white)


def owned_seats(seats: tuple[Seat, Seat], owners: Mapping[Color, Occupant]) -> tuple[Seat, Seat]:
    """The seats of Black and White with their owners; where only one has any, it owns the other person's seat too.

    Programs own nothing, whatever is said of their seats.
    """
    if not owners:
        return seats
    only = next(iter(owners.values()))

    def owned(color: Color, seat: Seat) -> Seat:
        occupant = owners.get(color)
        if not seat.is_human:
            return seat
        return replace(seat, owner=only.owner) if occupant is None else occupant.seat()

    black, white = seats
    return owned(BLACK, black), owned(WHITE, white)


def colors_of(match: Match, owners: tuple[str, ...]) -> tuple[Color, ...]:
    """The colours that the people at one screen may act for."""
    if len(owners) < 2:
        return match.colors_of(owners[0] if owners else None)
    return tuple(color for color in COLORS if any(match.may_act(owner, color) for owner in owners))


def acting_color(match: Match, owners: tuple[str, ...]) -> Color:
    """For which colour a caller acts who names none: whoever has both acts for the side that is to act.

    Raises NOT_YOUR_SEAT for strangers.
    """
    callers = owners or (None,)
    for color in match.ruleset.actors(match.state):  # nearly always the answer
        for caller in callers:
            if match.may_act(caller, color):
                return color
    own = colors_of(match, owners)
    if not own:
        raise GameError(ErrorCode.NOT_YOUR_SEAT)
    return own[0]


def acting_owner(match: Match, owners: tuple[str, ...], color: Color) -> str | None:
    """Who of the people at one screen acts for this colour: the one who has its seat, else the first; may be nobody."""
    owner = match.seat(color).owner
    if owner is not None and owner in owners:
        return owner
    return owners[0] if owners else None
