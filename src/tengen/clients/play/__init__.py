"""A client's way to its games: a port with two adapters, in this process and on a server, both giving a `View`."""

from tengen.clients.play.changes import ChangeStream, Listeners, Stream
from tengen.clients.play.errors import Refused, RefusedPeople, ServerTrouble, Trouble, shown, shown_values
from tengen.clients.play.kinds import kind_of, tally, territory_of
from tengen.clients.play.port import Game, Games, NewGame, Seats
from tengen.clients.play.steady_time import monotonic_ms
from tengen.clients.play.view import (
    Change,
    Connection,
    Invitation,
    NoticeKind,
    PresenceView,
    ProgramNotice,
    ProposalView,
    Result,
    SeatView,
    View,
    ViewEvent,
)

__all__ = [
    "Change",
    "ChangeStream",
    "Connection",
    "Game",
    "Games",
    "Invitation",
    "Listeners",
    "NewGame",
    "NoticeKind",
    "PresenceView",
    "ProgramNotice",
    "ProposalView",
    "Refused",
    "RefusedPeople",
    "Result",
    "SeatView",
    "Seats",
    "ServerTrouble",
    "Stream",
    "Trouble",
    "View",
    "ViewEvent",
    "kind_of",
    "monotonic_ms",
    "shown",
    "shown_values",
    "tally",
    "territory_of",
]
