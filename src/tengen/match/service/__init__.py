"""The service of matches: rooms in memory, the log, deadlines, AI seats, listeners, and the port to the store.

`Matches` is what servers and clients ask. Whoever keeps matches writes a `MatchStore`; `MemoryMatchStore` keeps them
as long as the process runs. Transport, accounts and SQL are elsewhere.
"""

from tengen.core import Conflict, StoreError, Unavailable
from tengen.match.service.ai_seats import Thinker, ThinkerFailed
from tengen.match.service.estimates import may_see_estimate
from tengen.match.service.games import (
    Begun,
    CheckRated,
    Games,
    IdempotencyKey,
    LoadedGame,
    NewGame,
    RatedProposal,
    Visitor,
    refuse_if_late,
)
from tengen.match.service.gc_tuning import tune_process
from tengen.match.service.heartbeat import HeartbeatLimits
from tengen.match.service.hub import EndReason, FrameQueue, FrameWriter, HubLimits, Missed, Reset, Subscription, Why
from tengen.match.service.identifiers import receipt_of, watch_id_of
from tengen.match.service.invitations import Invitations
from tengen.match.service.job_thinker import JobThinker
from tengen.match.service.lag import LagLimits, RoundTrips
from tengen.match.service.ledger import Answer, OnEnd, first_append
from tengen.match.service.matches import Matches, SeatCommand
from tengen.match.service.presence import AbsenceLimits, Attendance, Presence
from tengen.match.service.proposals import wants_proposal
from tengen.match.service.room import MatchLimits
from tengen.match.service.seating import Occupant, SeatPlan, acting_color, acting_owner, clean_name, colors_of
from tengen.match.service.standing import (
    MOST_FOUND,
    MatchCursor,
    MatchFilter,
    MatchPage,
    MatchResult,
    Standing,
    check_limit,
)
from tengen.match.service.store import (
    Append,
    ColumnValue,
    Commit,
    Downtime,
    ExtraRow,
    MatchStore,
    MemoryMatchStore,
)
from tengen.match.service.timing import SystemTime, Time, Timekeeper, Timer

__all__ = [
    "MOST_FOUND",
    "AbsenceLimits",
    "Answer",
    "Append",
    "Attendance",
    "Begun",
    "CheckRated",
    "ColumnValue",
    "Commit",
    "Conflict",
    "Downtime",
    "EndReason",
    "ExtraRow",
    "FrameQueue",
    "FrameWriter",
    "Games",
    "HeartbeatLimits",
    "HubLimits",
    "IdempotencyKey",
    "Invitations",
    "JobThinker",
    "LagLimits",
    "LoadedGame",
    "MatchCursor",
    "MatchFilter",
    "MatchLimits",
    "MatchPage",
    "MatchResult",
    "MatchStore",
    "Matches",
    "MemoryMatchStore",
    "Missed",
    "NewGame",
    "Occupant",
    "OnEnd",
    "Presence",
    "RatedProposal",
    "Reset",
    "RoundTrips",
    "SeatCommand",
    "SeatPlan",
    "Standing",
    "StoreError",
    "Subscription",
    "SystemTime",
    "Thinker",
    "ThinkerFailed",
    "Time",
    "Timekeeper",
    "Timer",
    "Unavailable",
    "Visitor",
    "Why",
    "acting_color",
    "acting_owner",
    "check_limit",
    "clean_name",
    "colors_of",
    "first_append",
    "may_see_estimate",
    "receipt_of",
    "refuse_if_late",
    "tune_process",
    "wants_proposal",
    "watch_id_of",
]
