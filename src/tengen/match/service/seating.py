"""Who sits where: the seats of a new match, and for which colour a caller acts when nothing says so. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tengen.core import COLORS, Color, ErrorCode, GameError, Participant, find_kind, program_name
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

    def seat(self) -> Seat:
        """The seat with this person in it."""
        return Seat(self.name, owner=self.owner)


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


def acting_color(match: Match, caller: str | None) -> Color:
    """For which colour a caller acts. Raises NOT_YOUR_SEAT for strangers."""
    color = match.speaker(caller)
    if color is None:
        raise GameError(ErrorCode.NOT_YOUR_SEAT)
    return color
