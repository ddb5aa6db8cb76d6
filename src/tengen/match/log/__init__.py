"""The log of a match as it is kept: events as text, rows, and the chain of hashes. Stores nothing itself."""

from tengen.match.log.chain import FIRST, HASH_SIZE, LogRow, chained, find_break, rows_of
from tengen.match.log.codec import BadLogEntry, decode_event, encode_event

__all__ = [
    "FIRST",
    "HASH_SIZE",
    "BadLogEntry",
    "LogRow",
    "chained",
    "decode_event",
    "encode_event",
    "find_break",
    "rows_of",
]
