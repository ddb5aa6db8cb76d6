"""A match and its events: seats, clocks, requests. Values only: what is decided and what follows from it.

`log` writes events as text, and `service` keeps matches running; each has a door of its own.
"""

from tengen.match.absence import AbsenceRule
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
    Renamed,
    Restarted,
    Undone,
    Unpaused,
)
from tengen.match.evolve import evolve, fold
from tengen.match.match import Match, Offer, ai_due
from tengen.match.possible_requests import UNPAUSE, possible_requests, requests_of
from tengen.match.requests import (
    Abandon,
    Cancel,
    Claim,
    Decline,
    Excuse,
    Forfeit,
    Join,
    Rename,
    Request,
    RequestKind,
    Tick,
    Unpause,
)
from tengen.match.seats import Seat
from tengen.match.status import Status, counted, mover_of, outcome_status, status, taken_by, tally, turn_status

__all__ = [
    "EVENT_NAMES",
    "UNPAUSE",
    "Abandon",
    "AbsenceRule",
    "Cancel",
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
    "Rename",
    "Renamed",
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
    "ai_due",
    "caption_for",
    "caption_letters",
    "counted",
    "create",
    "decide",
    "evolve",
    "fold",
    "mover_of",
    "outcome_status",
    "possible_requests",
    "rematch",
    "requests_of",
    "status",
    "taken_by",
    "tally",
    "turn_status",
]
