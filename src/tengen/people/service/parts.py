"""What the use cases of one service share: the store, the hasher, the limits, the clock."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from tengen.core.printing import printable
from tengen.people.accounts import Account
from tengen.people.audit import AuditAction, Detail
from tengen.people.bad_input import BadInput
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.names import check_name, name_key
from tengen.people.passwords import LONGEST_PASSWORD, check_password
from tengen.people.service.committing import Committing
from tengen.people.service.failure_audit import FailureAudit
from tengen.people.service.hashing import PasswordHasher
from tengen.people.service.limits import LoginLimits, network_of
from tengen.people.sessions import SessionLimits
from tengen.people.store import PeopleStore

LONGEST_REASON: Final = 200
_LONGEST_DEVICE: Final = 80
_LAST_TIME: Final = 1 << 45


@dataclass(frozen=True, slots=True)
class Parts:
    """What a service is made of. `now` is in milliseconds since 1970."""

    store: PeopleStore
    hasher: PasswordHasher
    limits: LoginLimits
    now: Callable[[], int]
    committing: Committing
    session_limits: SessionLimits
    tells_which: bool = False
    failures: FailureAudit = field(default_factory=FailureAudit)

    async def note_failure(self, action: AuditAction, subject: str | None, **details: Detail) -> None:
        """Have a failed try written down, if there are not too many. Raises Unavailable."""
        entry = self.failures.entry(self.now(), action, subject, details)
        if entry is not None:
            await self.committing.commit(entry)

    async def owner(self, account_id: str) -> Account:
        """The registered account of this id. Raises NOT_LOGGED_IN for a guest, and where there is none any more."""
        account = await self.store.account(account_id)
        if account is None or account.is_guest or account.is_closed:
            raise PeopleError(PeopleCode.NOT_LOGGED_IN)
        return account


def read_tables() -> None:
    """Read what names and passwords are compared with, unless that was done."""
    accepted_name("a stone")
    accept_password("a stone in the garden", "")


def accepted_name(text: str) -> tuple[str, str]:
    """A name as it is shown and as it is compared. Raises BAD_NAME."""
    try:
        name = check_name(text)
    except BadInput as error:
        raise PeopleError(PeopleCode.BAD_NAME, error.key, **error.values) from None
    return name, name_key(name)


def key_of(text: str) -> str:
    """How a name that somebody typed is looked up; what cannot be a name is a key that no account has."""
    try:
        return name_key(text.encode("utf-8", "replace").decode())
    except BadInput:
        return "?"


def accept_password(password: str, name: str) -> None:
    """Let a new password pass. Raises BAD_PASSWORD."""
    try:
        check_password(password, name)
    except BadInput as error:
        raise PeopleError(PeopleCode.BAD_PASSWORD, error.key, **error.values) from None


def refuse_endless(password: str) -> None:
    """Raise BAD_PASSWORD for what is too long to be anybody's password, before it costs anything."""
    if len(password) > LONGEST_PASSWORD:
        raise PeopleError(PeopleCode.BAD_PASSWORD, "password.too_long", most=LONGEST_PASSWORD)


def client_of(address: str) -> str:
    """What the audit log says of an address: what the limits count."""
    return printable(network_of(address[:100]))


def device_name(text: str) -> str:
    """What a browser is called in the list of sessions."""
    return printable(text[:1000]).strip()[:_LONGEST_DEVICE]


async def find_person(store: PeopleStore, name: str, among: Collection[str] = ()) -> Account:
    """The account of a name, or the guest who is called so among these accounts. Raises NO_SUCH_USER."""
    key = key_of(name)
    account = await store.account_named(key)
    if account is None and among:
        present = await store.accounts_of(among)
        account = next((one for one in present.values() if one.is_guest and key_of(one.name) == key), None)
    if account is None or account.is_closed:
        raise PeopleError(PeopleCode.NO_SUCH_USER)
    return account


def accepted_reason(reason: str) -> str:
    """Why somebody is kept out or silenced, as it is told to them. Raises BAD_FIELD."""
    words = printable(reason[: 5 * LONGEST_REASON]).strip()
    if not 1 <= len(words) <= LONGEST_REASON:
        raise PeopleError(PeopleCode.BAD_FIELD, field="reason")
    return words


def accept_end(until: int | None, now: int) -> None:
    """Let the end of a ban or a silence pass; None is for good. Raises BAD_FIELD for one that is over or too far."""
    if until is not None and not now < until < _LAST_TIME:
        raise PeopleError(PeopleCode.BAD_FIELD, field="until")


def time_in_words(ms: int) -> str:
    """A time as refusals and notices say it."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def iso_time(ms: int | None) -> str | None:
    """A time as exports have it: ISO 8601 in UTC."""
    return None if ms is None else datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="seconds")
