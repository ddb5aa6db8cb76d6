"""Who speaks and hears in which room of a match. Pure.

Players talk with each other, watchers among themselves. What watchers say players hear once the match is over; what
players say watchers never hear. Who owns a seat is a player under whichever id they came: the link for watching does
not let them listen to what is said of their game.
"""

from __future__ import annotations

from tengen.match import Match
from tengen.match.service import colors_of
from tengen.people import ChatRoom


def owners_of(match: Match) -> tuple[str, ...]:
    """The accounts that have seats."""
    owners = (seat.owner for seat in (match.first, match.second))
    return tuple(dict.fromkeys(owner for owner in owners if owner is not None))


def is_player(match: Match, owners: tuple[str, ...], *, is_watching: bool) -> bool:
    """Whether the people at one screen play in it; `is_watching` where they came under the id for watching."""
    if not set(owners).isdisjoint(owners_of(match)):
        return True
    return not is_watching and bool(colors_of(match, owners))


def room_of(match: Match, owners: tuple[str, ...], *, is_watching: bool) -> ChatRoom:
    """Where these people speak."""
    return ChatRoom.PLAYERS if is_player(match, owners, is_watching=is_watching) else ChatRoom.WATCHERS


def hears(match: Match, room: ChatRoom, owners: tuple[str, ...], *, is_watching: bool) -> bool:
    """Whether these people hear what is said in a room now."""
    own = room_of(match, owners, is_watching=is_watching)
    return own is room or (own is ChatRoom.PLAYERS and match.is_over)
