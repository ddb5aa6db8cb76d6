"""The rows of a log and the hash chain that binds them: each hash covers the row's body and the hash before it.

A body that was changed, a row that is missing, added or out of place shows. What was cut off at the end does not show
by the chain alone: who must know keeps the number and hash of the last row elsewhere, as a backup does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

from tengen.match.events import Event
from tengen.match.log.codec import encode_event

HASH_SIZE: Final = 16
FIRST: Final = b""
"""What stands for the hash before the first row."""

_PERSON: Final = b"tengen match log"


class LogRow(NamedTuple):
    """A row of a log: event `n` as it is encoded, and its hash in the chain.

    `receipt` names the message that led to it, the same for all events of one answer. So the log remembers which
    messages were carried out, and in the same unit.
    """

    n: int
    body: bytes
    receipt: bytes | None
    hash: bytes


def chained(before: bytes, body: bytes) -> bytes:
    """The hash of a row with this body that follows a row with this hash."""
    return blake2b(before + body, digest_size=HASH_SIZE, person=_PERSON).digest()


def rows_of(events: Sequence[Event], receipt: bytes | None = None, after: bytes = FIRST) -> tuple[LogRow, ...]:
    """The rows of events that follow a row with the hash `after`."""
    rows = []
    for event in events:
        body = encode_event(event)
        after = chained(after, body)
        rows.append(LogRow(event.n, body, receipt, after))
    return tuple(rows)


def find_break(rows: Iterable[LogRow]) -> int | None:
    """The number at which a whole log is first not what was written; None where it is sound."""
    before, number = FIRST, 0
    for number, row in enumerate(rows, start=1):
        if row.n != number or row.hash != chained(before, row.body):
            return number
        before = row.hash
    return None if number else 1
