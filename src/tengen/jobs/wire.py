"""What a process that does jobs is told and says, line by line. Bodies are JSON that only the kind's owner reads.

to it:    {"job": KIND, "body": ...}   do this
          stop                         nobody wants the answer any more
          finish                       answer now, as well as you can
from it:  {"type": "ready"}            the first line: from now on the time counts
          {"type": "progress", "body": ...}, any number of them, then
          {"type": "reply", "body": ...} or {"type": "refusal", "error": ...}
          {"type": "stopped"}          the one answer to a stop, whether anything was under way or not
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from tengen.jobs.replies import PublicReason

STOP: Final = b"stop"
FINISH: Final = b"finish"


class JobLine(msgspec.Struct, frozen=True):
    """A job to do."""

    job: str
    body: msgspec.Raw


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The process can be asked."""


class Stopped(msgspec.Struct, frozen=True, tag="stopped"):
    """Nothing is under way."""


class ProgressLine(msgspec.Struct, frozen=True, tag="progress"):
    """Something on the way."""

    body: msgspec.Raw


class ReplyLine(msgspec.Struct, frozen=True, tag="reply"):
    """What came of the job."""

    body: msgspec.Raw


class RefusalLine(msgspec.Struct, frozen=True, omit_defaults=True, tag="refusal"):
    """Why nothing came of it."""

    error: str
    reason: PublicReason | None = None


FromChild: TypeAlias = Ready | Stopped | ProgressLine | ReplyLine | RefusalLine

_jobs: Final = msgspec.json.Decoder(JobLine)
_said: Final[msgspec.json.Decoder[FromChild]] = msgspec.json.Decoder(FromChild)


def encode_job(kind: str, body: bytes) -> bytes:
    """The line that asks for a job."""
    return msgspec.json.encode(JobLine(kind, msgspec.Raw(body))) + b"\n"


def decode_job(line: bytes) -> tuple[str, bytes]:
    """The kind and the body of a job. Raises msgspec.MsgspecError for what is none."""
    found = _jobs.decode(line)
    return found.job, bytes(found.body)


def encode_said(said: FromChild) -> bytes:
    """The line of what a process says."""
    return msgspec.json.encode(said) + b"\n"


def decode_said(line: bytes) -> FromChild:
    """What a process said. Raises msgspec.MsgspecError for what is no message."""
    return _said.decode(line)
