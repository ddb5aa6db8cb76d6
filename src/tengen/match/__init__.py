"""A sitting and its events: seats, clocks, requests. Pure values in memory; stores and sockets live above."""

from tengen.match.decide import Command, advance, create, decide, rematch
from tengen.match.events import (
    EVENT_NAMES,
    Created,
    Declined,
    Ended,
    Event,
    Excused,
    GameEvent,
    Joined,
    Moved,
    Offered,
    Paused,
    Redone,
    Rematched,
    Restarted,
    Undone,
    Unpaused,
)
from tengen.match.evolve import evolve, fold
from tengen.match.match import Match, Offer
from tengen.match.requests import Abandon, Decline, Excuse, Forfeit, Join, Request, RequestKind, Tick, Unpause
from tengen.match.seats import Seat
from tengen.match.status import Status, outcome_status, status

__all__ = [
    "EVENT_NAMES",
    "Abandon",
    "Command",
    "Created",
    "Decline",
    "Declined",
    "Ended",
    "Event",
    "Excuse",
    "Excused",
    "Forfeit",
    "GameEvent",
    "Join",
    "Joined",
    "Match",
    "Moved",
    "Offer",
    "Offered",
    "Paused",
    "Redone",
    "Rematched",
    "Request",
    "RequestKind",
    "Restarted",
    "Seat",
    "Status",
    "Tick",
    "Undone",
    "Unpause",
    "Unpaused",
    "advance",
    "create",
    "decide",
    "evolve",
    "fold",
    "outcome_status",
    "rematch",
    "status",
]
