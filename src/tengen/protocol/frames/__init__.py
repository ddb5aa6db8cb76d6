"""What goes over the WebSocket of a match, as small JSON frames: messages in, answers and events out.

    in      {"id", "type", ...}            every action and request, and `auth` with a token
    out     {"re", "ok"}                   done; `ok` is the number of the event it led to
            {"re", "error", "detail", "revision", "ply"}
            {"n", "type", ...}             event number `n` of the match, or a `reset` with the whole state
            {"type", ...}                  no event: `position`, `caller`, `thinking`, `substitute`, `proposal`,
                                           `estimate`, `presence`, `chat`

An event tells what happened to the board and how the match stands after it, so that a client can draw it without
rules and without asking back. `docs/server.md` describes every message.
"""

from tengen.protocol.frames.following import follow
from tengen.protocol.frames.incoming import AUTH, CHAT, LARGEST_FRAME, Done, Incoming, Refused, decode_frame, read_frame
from tengen.protocol.frames.outgoing import (
    FACTS,
    ChatFrame,
    EstimateFrame,
    EventFrame,
    JoinedFrame,
    MovedFrame,
    OutgoingFrame,
    PresenceFrame,
    RenamedFrame,
    ResetFrame,
    SubstituteFrame,
    ThinkingFrame,
)
from tengen.protocol.frames.reading import FRAME_TYPES, read_outgoing
from tengen.protocol.frames.schema import match_frame_schemas
from tengen.protocol.frames.writing import (
    Frames,
    caller_frame,
    chat_frame,
    estimate_frame,
    event_frame,
    position_frame,
    presence_frame,
    proposal_frame,
    reset_frame,
    told_event,
    write_frame,
)

__all__ = [
    "AUTH",
    "CHAT",
    "FACTS",
    "FRAME_TYPES",
    "LARGEST_FRAME",
    "ChatFrame",
    "Done",
    "EstimateFrame",
    "EventFrame",
    "Frames",
    "Incoming",
    "JoinedFrame",
    "MovedFrame",
    "OutgoingFrame",
    "PresenceFrame",
    "Refused",
    "RenamedFrame",
    "ResetFrame",
    "SubstituteFrame",
    "ThinkingFrame",
    "caller_frame",
    "chat_frame",
    "decode_frame",
    "estimate_frame",
    "event_frame",
    "follow",
    "match_frame_schemas",
    "position_frame",
    "presence_frame",
    "proposal_frame",
    "read_frame",
    "read_outgoing",
    "reset_frame",
    "told_event",
    "write_frame",
]
