"""The audit log as values: who did what to whom, in a form that shows when it was altered. Stores nothing.

An entry says only what its action may say (`DETAIL_KEYS`): there is no place for a password, a token or a code. Rows
are bound by a hash chain, as the events of a match are: each hash covers the row's body and the hash before it. What
was cut off at the end does not show by the chain alone, nor does a log that was written anew from some row on: who must
know keeps the number and hash of the last row elsewhere, as a backup does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import blake2b
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

import msgspec

HASH_SIZE: Final = 32
FIRST: Final = b""
"""What stands for the hash before the first row."""

LONGEST_ID: Final = 36
"""A UUID fits; a token of 256 bits, which is longer in any writing, does not."""
LONGEST_TEXT: Final = 200

_PERSON: Final = b"tengen audit log"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LAST_MS: Final = 253_402_300_799_999
"""The end of the year 9999."""
_GREATEST_INT: Final = 2**53

Detail: TypeAlias = str | int | bool | None


class AuditAction(StrEnum):
    """What is worth an entry. A name once written keeps its meaning."""

    REGISTER = "register"
    GUEST_REGISTERED = "guest_registered"
    LOGIN = "login"
    LOGIN_FAILED = "login_failed"
    LOGOUT = "logout"
    SESSION_ENDED = "session_ended"
    SESSIONS_ENDED = "sessions_ended"
    PASSWORD_CHANGED = "password_changed"
    NAME_CHANGED = "name_changed"
    SECOND_FACTOR_ON = "second_factor_on"
    SECOND_FACTOR_OFF = "second_factor_off"
    SECOND_FACTOR_FAILED = "second_factor_failed"
    RECOVERY_CODES_MADE = "recovery_codes_made"
    RECOVERY_CODE_USED = "recovery_code_used"
    RESET_MADE = "reset_made"
    RESET_USED = "reset_used"
    TOKEN_MADE = "token_made"
    TOKEN_REVOKED = "token_revoked"
    TOKEN_REFUSED = "token_refused"
    ROLE_CHANGED = "role_changed"
    BANNED = "banned"
    UNBANNED = "unbanned"
    ACCOUNT_CLOSED = "account_closed"
    ACCOUNT_DELETED = "account_deleted"
    REGISTRATION_CHANGED = "registration_changed"
    INVITE_MADE = "invite_made"
    EXPORTED = "exported"
    IMPORTED = "imported"
    RESTORED = "restored"
    ADJUDICATED = "adjudicated"
    RESULT_ANNULLED = "result_annulled"
    RATINGS_RECOMPUTED = "ratings_recomputed"
    SAVE_REFUSED = "save_refused"
    WARNED = "warned"
    SILENCED = "silenced"
    UNSILENCED = "unsilenced"
    NAME_RESET = "name_reset"
    AVATAR_RESET = "avatar_reset"
    REPORT_HANDLED = "report_handled"


DETAIL_KEYS: Final[Mapping[AuditAction, frozenset[str]]] = MappingProxyType(
    {
        action: frozenset(keys.split())
        for action, keys in {
            AuditAction.REGISTER: "client name",
            AuditAction.GUEST_REGISTERED: "client name",
            AuditAction.LOGIN: "client session_id second_factor known_device beside",
            AuditAction.LOGIN_FAILED: "client reason known_device left_out",
            AuditAction.LOGOUT: "client session_id",
            AuditAction.SESSION_ENDED: "client session_id reason",
            AuditAction.SESSIONS_ENDED: "client count reason",
            AuditAction.PASSWORD_CHANGED: "client ended_sessions",
            AuditAction.NAME_CHANGED: "client old_name new_name",
            AuditAction.SECOND_FACTOR_ON: "client",
            AuditAction.SECOND_FACTOR_OFF: "client reason",
            AuditAction.SECOND_FACTOR_FAILED: "client reason left_out",
            AuditAction.RECOVERY_CODES_MADE: "client count",
            AuditAction.RECOVERY_CODE_USED: "client left",
            AuditAction.RESET_MADE: "client expires_ms",
            AuditAction.RESET_USED: "client ended_sessions",
            AuditAction.TOKEN_MADE: "client token_id label scopes expires_ms",
            AuditAction.TOKEN_REVOKED: "client token_id reason",
            AuditAction.TOKEN_REFUSED: "client token_id reason scope left_out",
            AuditAction.ROLE_CHANGED: "client old_roles new_roles",
            AuditAction.BANNED: "client reason until_ms report_id",
            AuditAction.UNBANNED: "client reason report_id",
            AuditAction.ACCOUNT_CLOSED: "client reason",
            AuditAction.ACCOUNT_DELETED: "client reason",
            AuditAction.REGISTRATION_CHANGED: "client mode",
            AuditAction.INVITE_MADE: "client count expires_ms",
            AuditAction.EXPORTED: "client what count bytes",
            AuditAction.IMPORTED: "client what count bytes",
            AuditAction.RESTORED: "client what count",
            AuditAction.ADJUDICATED: "client match_id result reason",
            AuditAction.RESULT_ANNULLED: "client match_id reason report_id",
            AuditAction.RATINGS_RECOMPUTED: "client rating_class games players",
            AuditAction.SAVE_REFUSED: "client save_id reason bytes",
            AuditAction.WARNED: "client reason report_id",
            AuditAction.SILENCED: "client reason until_ms report_id",
            AuditAction.UNSILENCED: "client reason report_id",
            AuditAction.NAME_RESET: "client old_name new_name reason report_id",
            AuditAction.AVATAR_RESET: "client reason report_id",
            AuditAction.REPORT_HANDLED: "client report_id outcome",
        }.items()
    }
)
"""What an entry of each action may tell. `client` is the address that limits count, `reason` a code or the words of who
keeps order. What somebody typed in vain is told nowhere: a name that does not exist may be a password."""


class BadAuditEntry(ValueError):
    """Not an entry of the audit log: it says what its action may not say, or is no entry at all."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """Something that was done. `actor` is the id of who did it, None for a stranger or the program itself; `subject`
    the id of the account or thing it was done to. Raises BadAuditEntry where the action may not tell these details."""

    number: int
    at_ms: int
    actor: str | None
    action: AuditAction
    subject: str | None = None
    details: Mapping[str, Detail] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not (0 < self.number <= _GREATEST_INT and 0 <= self.at_ms <= _LAST_MS):
            raise BadAuditEntry("the number or time is out of range")
        for name in (self.actor, self.subject):
            _check_text(name, LONGEST_ID)
        if unknown := sorted(self.details.keys() - DETAIL_KEYS[self.action]):
            raise BadAuditEntry(f"{self.action} does not tell {unknown[0]!r}")
        for key, value in self.details.items():
            _check_detail(key, value)
        object.__setattr__(self, "details", MappingProxyType(dict(self.details)))

    def encode(self) -> bytes:
        """The entry in its one canonical form: compact JSON, keys in order."""
        return msgspec.json.encode(
            {
                "n": self.number,
                "at": self.at_ms,
                "actor": self.actor,
                "action": self.action,
                "subject": self.subject,
                "details": dict(self.details),
            },
            order="sorted",
        )

    @classmethod
    def decode(cls, body: bytes) -> AuditEntry:
        """The entry of this form. Raises BadAuditEntry."""
        try:
            read = msgspec.json.decode(body, type=_Encoded)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadAuditEntry(f"not an entry: {error}") from None
        return cls(read.n, read.at, read.actor, read.action, read.subject, read.details)

    def line(self) -> str:
        """The entry in one line for people, safe on a terminal and in a log: whatever does not print is escaped."""
        at = (_EPOCH + timedelta(milliseconds=self.at_ms)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        told = {"actor": self.actor, "subject": self.subject, **dict(sorted(self.details.items()))}
        words = [f"{key}={_escaped(value)}" for key, value in told.items() if value is not None]
        return " ".join([at, f"#{self.number}", self.action, *words])


class AuditRow(NamedTuple):
    """A row of the log: entry `number` as it is encoded, and its hash in the chain."""

    number: int
    body: bytes
    hash: bytes


def audit_row(entry: AuditEntry, after: bytes = FIRST) -> AuditRow:
    """The row of an entry that follows a row with the hash `after`."""
    body = entry.encode()
    return AuditRow(entry.number, body, _chained(after, body))


def verify_audit(rows: Iterable[AuditRow], after: AuditRow | None = None) -> int | None:
    """The number at which rows are first not what was written, in order and without a gap; None where all are sound.

    Rows begin with number 1, or follow `after`, a row that is known to be sound. The number is that of a row which was
    altered, is missing, or stands in another's place.
    """
    number, before = (after.number, after.hash) if after else (0, FIRST)
    for row in rows:
        number += 1
        if row.number != number:
            return min(row.number, number)
        if row.hash != _chained(before, row.body) or _number_in(row.body) != number:
            return number
        before = row.hash
    return None


class _Encoded(msgspec.Struct, forbid_unknown_fields=True):
    n: int
    at: int
    actor: str | None
    action: AuditAction
    subject: str | None
    details: dict[str, str | int | bool | None]


def _chained(before: bytes, body: bytes) -> bytes:
    return blake2b(before + body, digest_size=HASH_SIZE, person=_PERSON).digest()


def _number_in(body: bytes) -> int | None:
    try:
        return AuditEntry.decode(body).number
    except BadAuditEntry:
        return None


def _check_detail(key: str, value: Detail) -> None:
    if isinstance(value, str):
        _check_text(value, LONGEST_ID if key.endswith("_id") else LONGEST_TEXT)
    elif value is not None and not (isinstance(value, int) and abs(value) <= _GREATEST_INT):
        raise BadAuditEntry(f"{key!r} is neither a text nor a whole number in range")


def _check_text(value: str | None, longest: int) -> None:
    if value is None:
        return
    if len(value) > longest:
        raise BadAuditEntry(f"a text of more than {longest} characters")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadAuditEntry("a text with half a character") from None


def _escaped(value: Detail) -> str:
    if not isinstance(value, str):
        return msgspec.json.encode(value).decode()
    if value and all(char.isprintable() and char not in ' "\\=' for char in value):
        return value
    return '"' + "".join(map(_escaped_char, value)) + '"'


def _escaped_char(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    if char.isprintable():
        return char
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"
