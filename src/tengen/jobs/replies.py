"""What comes back from players: an action, an analysis, dead stones, an estimate; and refusals of any job."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from tengen.core import Action, Point
from tengen.core.errors import Value
from tengen.jobs.action_codec import EncodedAction
from tengen.players import Analysis, Estimate


class PublicReason(msgspec.Struct, frozen=True):
    """What everybody may hear of a failure: a line of the shared words with its values."""

    key: str
    values: dict[str, Value] = msgspec.field(default_factory=dict)


class JobFailed(Exception):
    """A job came to nothing; the text is for the log, the reason, where there is one, for everybody."""

    def __init__(self, text: str, reason: PublicReason | None = None) -> None:
        super().__init__(text)
        self.reason = reason


class WorkerLost(JobFailed):
    """Whoever did the job ended, could not be started or said what is no message; it is asked nothing any more."""


class ActionReply(msgspec.Struct, frozen=True, tag="action"):
    """What was chosen."""

    action: EncodedAction

    @classmethod
    def of(cls, action: Action) -> ActionReply:
        """The reply with this action."""
        return cls(EncodedAction.of(action))


class AnalysisReply(msgspec.Struct, frozen=True, tag="analysis"):
    """What is thought of a position; on the way this is the form of progress."""

    analysis: Analysis


class DeadReply(msgspec.Struct, frozen=True, tag="dead"):
    """The stones that look dead."""

    dead: tuple[Point, ...]


class EstimateReply(msgspec.Struct, frozen=True, tag="estimate"):
    """How the game stands in points."""

    estimate: Estimate


Reply: TypeAlias = ActionReply | AnalysisReply | DeadReply | EstimateReply

_replies: Final[msgspec.json.Decoder[Reply]] = msgspec.json.Decoder(Reply)


def encode_reply(reply: Reply) -> bytes:
    """The JSON form."""
    return msgspec.json.encode(reply)


def decode_reply(body: bytes) -> Reply:
    """The reply of a JSON form. Raises JobFailed for what is none."""
    try:
        return _replies.decode(body)
    except msgspec.MsgspecError as error:
        raise JobFailed(f"its answer is none: {error}") from error


def action_of(body: bytes) -> Action:
    """The action that was chosen. Raises JobFailed where the reply has none."""
    reply = decode_reply(body)
    if not isinstance(reply, ActionReply):
        raise JobFailed("its answer has no action")
    try:
        return reply.action.action()
    except ValueError as error:
        raise JobFailed(f"its answer is none: {error}") from error


def dead_of(body: bytes) -> frozenset[Point]:
    """The stones that were called dead. Raises JobFailed where the reply has none."""
    reply = decode_reply(body)
    if not isinstance(reply, DeadReply):
        raise JobFailed("its answer has no stones")
    return frozenset(reply.dead)


def estimate_of(body: bytes) -> Estimate:
    """How the game stands. Raises JobFailed where the reply does not say."""
    reply = decode_reply(body)
    if not isinstance(reply, EstimateReply):
        raise JobFailed("its answer has no estimate")
    return reply.estimate
