"""Ids, receipts, and who is meant by them: small pure questions that service and stores share."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import blake2b, sha256

from tengen.core import Color
from tengen.match.match import Match


def watch_id_of(match_id: str) -> str:
    """The id under which a match may be watched: it follows from the match's own, and does not lead back to it."""
    digest = sha256(b"tengen watch " + match_id.encode()).digest()
    return urlsafe_b64encode(digest)[:22].decode()


def receipt_of(caller: str | None, message_id: str) -> bytes:
    """What a log remembers of a message. Callers cannot use up each other's ids."""
    return blake2b(f"{caller or ''}\0{message_id}".encode("utf-8", "replace"), digest_size=16).digest()


def ai_due(match: Match) -> Color | None:
    """The colour for which an AI is to act now. People who may act as well go first, and all seats must be taken."""
    if (match.first.is_human and match.second.is_human) or match.is_waiting:
        return None
    due = [color for color in match.actors() if color not in match.state.agreed]
    if not due or any(match.seat(color).is_human for color in due):
        return None
    return due[0]


def is_ai_awaited(match: Match) -> bool:
    """Whether an AI is to act and a person waits for it. Programs among themselves go on when somebody looks."""
    return not match.is_between_programs and ai_due(match) is not None
