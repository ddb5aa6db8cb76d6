"""A sitting and its events: seats, clocks, requests. Pure values in memory; stores and sockets live above."""

from tengen.match.captions import Caption, caption_for, caption_letters
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
from tengen.match.possible_requests import UNPAUSE, possible_requests
from tengen.match.requests import Abandon, Claim, Decline, Excuse, Forfeit, Join, Request, RequestKind, Tick, Unpause
from tengen.match.seats import Seat
from tengen.match.status import Status, counted, outcome_status, status, taken_by, takes_prisoners, tally

__all__ = [
    "EVENT_NAMES",
    "UNPAUSE",
    "Abandon",
    "Caption",
    "Claim",
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
    "caption_for",
    "caption_letters",
    "counted",
    "create",
    "decide",
    "evolve",
    "fold",
    "outcome_status",
    "possible_requests",
    "rematch",
    "status",
    "taken_by",
    "takes_prisoners",
    "tally",
]
