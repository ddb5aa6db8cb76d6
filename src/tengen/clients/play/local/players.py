"""Who sits at a game of this process: people by name, programs by the player that thinks for them."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.clients.play.errors import ServerTrouble, Trouble
from tengen.clients.play.port import Seats
from tengen.core import COLORS, Color, GameKind
from tengen.core.printing import printable
from tengen.match import Seat
from tengen.players import HUMAN, Player, make_player


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat, and who thinks there; nobody where a person sits."""

    seat: Seat
    player: Player | None = None


def seated(seats: Seats, kind: GameKind, seed: int) -> tuple[Seated, Seated]:
    """Who was asked for, Black first; the chance of each comes from the seed. Raises BAD_PLAYER."""
    if seats.own is not None and not seats.beside and all(seats.player(color) == HUMAN for color in COLORS):
        raise ServerTrouble(Trouble.NEEDS_SERVER)
    first, second = (_seated(seats, kind, color, seed + place) for place, color in enumerate(COLORS))
    return first, second


def check_player(kind: GameKind, name: str) -> None:
    """Raise BAD_PLAYER for a name that is no player of this kind of game on this machine."""
    make_player(name, kind, 0, allow_commands=True)


def _seated(seats: Seats, kind: GameKind, color: Color, seed: int) -> Seated:
    name = seats.player(color)
    player = make_player(name, kind, seed, allow_commands=True)
    if player is None:
        return Seated(Seat(seats.names.get(color, "")))
    return Seated(Seat(" ".join(printable(player.name).split()) or name, player=name), player)
