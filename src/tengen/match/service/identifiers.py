"""Ids that follow from other ids: under which a match is watched, and by which a message is known again."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import blake2b, sha256


def watch_id_of(match_id: str) -> str:
    """The id under which a match may be watched: it follows from the match's own, and does not lead back to it."""
    digest = sha256(b"tengen watch " + match_id.encode()).digest()
    return urlsafe_b64encode(digest)[:22].decode()


def receipt_of(caller: str | None, message_id: str) -> bytes:
    """What a log remembers of a message. Callers cannot use up each other's ids."""
    return blake2b(f"{caller or ''}\0{message_id}".encode("utf-8", "replace"), digest_size=16).digest()
