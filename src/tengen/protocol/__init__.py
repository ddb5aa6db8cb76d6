"""The messages of the web server: REST bodies and answers, WebSocket frames, and their English words. No network."""

from tengen.protocol.answers import (
    FormatsAnswer,
    GuestAnswer,
    Health,
    MoveResult,
    NetworkAnswer,
    Refusal,
    ServerCode,
    Started,
    StateAnswer,
)
from tengen.protocol.arenas import ArenaOut, ArenasAnswer, arena_of, arena_replay_of, arenas_of
from tengen.protocol.base import NAMES, ColorName, Message, color_of
from tengen.protocol.bodies import (
    ActIn,
    GameConfig,
    JoinIn,
    LoadIn,
    LoadSaveIn,
    MoveIn,
    NamesIn,
    PlayerIn,
    PlayersIn,
    SeatsIn,
    StartIn,
)
from tengen.protocol.commands import MESSAGE_TYPES, Asked, command_of
from tengen.protocol.frames import (
    LARGEST_FRAME,
    Done,
    EventFrame,
    Frames,
    Incoming,
    Refused,
    event_frame,
    frame_schemas,
    presence_frame,
    read_frame,
    reset_frame,
    write_frame,
)
from tengen.protocol.kinds import KindsAnswer, describe_kinds
from tengen.protocol.loading import record_of
from tengen.protocol.mistakes import mistake_in
from tengen.protocol.opening import Opened, open_record
from tengen.protocol.replaying import Replay, replay_of
from tengen.protocol.rules_pages import RulesPage, rules_page_of
from tengen.protocol.state import State, state_of
from tengen.protocol.view import View, view_of
from tengen.protocol.words import LANGUAGE, in_all_languages, message_of, refusal_text, say

__all__ = [
    "LANGUAGE",
    "LARGEST_FRAME",
    "MESSAGE_TYPES",
    "NAMES",
    "ActIn",
    "ArenaOut",
    "ArenasAnswer",
    "Asked",
    "ColorName",
    "Done",
    "EventFrame",
    "FormatsAnswer",
    "Frames",
    "GameConfig",
    "GuestAnswer",
    "Health",
    "Incoming",
    "JoinIn",
    "KindsAnswer",
    "LoadIn",
    "LoadSaveIn",
    "Message",
    "MoveIn",
    "MoveResult",
    "NamesIn",
    "NetworkAnswer",
    "Opened",
    "PlayerIn",
    "PlayersIn",
    "Refusal",
    "Refused",
    "Replay",
    "RulesPage",
    "SeatsIn",
    "ServerCode",
    "StartIn",
    "Started",
    "State",
    "StateAnswer",
    "View",
    "arena_of",
    "arena_replay_of",
    "arenas_of",
    "color_of",
    "command_of",
    "describe_kinds",
    "event_frame",
    "frame_schemas",
    "in_all_languages",
    "message_of",
    "mistake_in",
    "open_record",
    "presence_frame",
    "read_frame",
    "record_of",
    "refusal_text",
    "replay_of",
    "reset_frame",
    "rules_page_of",
    "say",
    "state_of",
    "view_of",
    "write_frame",
]
