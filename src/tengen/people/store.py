"""The port to wherever accounts are kept, and the changes that may be written to it. Knows nothing of SQL.

What is committed together is written all or not at all. A change that does not fit any more makes it a `Conflict`:
whoever decided by what it read decides again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias

from tengen.people.accounts import Account, Registration
from tengen.people.audit import AuditAction, AuditEntry, AuditRow, Detail
from tengen.people.sessions import Session
from tengen.people.talk_store import TalkChange
from tengen.people.tokens import BotToken, Device, Invite, Reset

HOST: Final = "host"
"""Who acts without an account, on the machine of the server."""

MOST_LISTED: Final = 200
"""So many rows one question for a page may ask for."""


# --- changes


@dataclass(frozen=True, slots=True)
class AddAccount:
    """A new account. Conflict where its name is taken."""

    account: Account


@dataclass(frozen=True, slots=True)
class ChangeAccount:
    """The account as it shall be; its `revision` is the one that was read. Conflict where that is not the last one,

    or where the name is taken.
    """

    account: Account


@dataclass(frozen=True, slots=True)
class BeginSession:
    """A new session. Where its people have more than `most` then, the longest unseen of them end."""

    session: Session
    most: int


@dataclass(frozen=True, slots=True)
class RenewSession:
    """The session of this token becomes another one, with a new token and other people at the screen.

    Conflict where the old token is nobody's any more. `most` as for one that begins.
    """

    old_token_hash: bytes = field(repr=False)
    session: Session
    most: int


@dataclass(frozen=True, slots=True)
class NoteSessionSeen:
    """This session was used at this time. Times in the future, of a clock that was ahead, become this one."""

    token_hash: bytes = field(repr=False)
    at: int


@dataclass(frozen=True, slots=True)
class EndSession:
    """This session of an account ends; where the account is only beside another one there, it leaves."""

    account_id: str
    session_id: str


@dataclass(frozen=True, slots=True)
class EndSessions:
    """All sessions of an account end, but the one with the id `keep`; from screens of others it leaves."""

    account_id: str
    keep: str | None = None


@dataclass(frozen=True, slots=True)
class RememberDevice:
    """Somebody logged in here. An account has `most` devices: those seen longest ago are forgotten."""

    device: Device
    most: int


@dataclass(frozen=True, slots=True)
class ForgetDevices:
    """No device of this account is known any more."""

    account_id: str


@dataclass(frozen=True, slots=True)
class SetRecoveryCodes:
    """These are the recovery codes of an account, and no others."""

    account_id: str
    code_hashes: tuple[bytes, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class UseRecoveryCode:
    """This recovery code is used up. Conflict where there is no such code."""

    account_id: str
    code_hash: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class AddBotToken:
    """A new bot token. Conflict where the account would have more than `most`."""

    token: BotToken
    most: int


@dataclass(frozen=True, slots=True)
class NoteBotTokenSeen:
    """This bot token was used at this time."""

    token_id: str
    at: int


@dataclass(frozen=True, slots=True)
class RevokeBotToken:
    """This bot token of an account is worth nothing any more."""

    account_id: str
    token_id: str


@dataclass(frozen=True, slots=True)
class RevokeBotTokens:
    """No bot token of an account is worth anything any more."""

    account_id: str


@dataclass(frozen=True, slots=True)
class AddReset:
    """A new reset link. Earlier ones of the same account are worth nothing any more."""

    reset: Reset


@dataclass(frozen=True, slots=True)
class UseReset:
    """This link is used up. Conflict where it was used, has expired by `at`, or there is none."""

    token_hash: bytes = field(repr=False)
    at: int


@dataclass(frozen=True, slots=True)
class DropResets:
    """No reset link of an account is worth anything any more."""

    account_id: str


@dataclass(frozen=True, slots=True)
class DropSaves:
    """The saves of an account are gone, and its name from those of others: the seats stay, a deleted player's."""

    account_id: str


@dataclass(frozen=True, slots=True)
class AddInvite:
    """A new invitation to register. Conflict where there would be more than `most` that are still worth something."""

    invite: Invite
    most: int


@dataclass(frozen=True, slots=True)
class UseInvite:
    """Somebody registers with this invitation. Conflict where it is used up, has expired by `at`, or there is none."""

    code_hash: bytes = field(repr=False)
    at: int


@dataclass(frozen=True, slots=True)
class SetRegistration:
    """Who may register from now on."""

    mode: Registration


@dataclass(frozen=True, slots=True)
class KeepAnAdministrator:
    """Conflict where no administrator who may log in would be left. To be the last of its changes but the audit."""

    at: int


@dataclass(frozen=True, slots=True)
class NoteInAudit:
    """An entry for the audit log; it gets its number and its place in the chain when it is written.

    `actor` and `subject` are account ids; `HOST` is whoever works on the machine itself. Raises BadAuditEntry.
    """

    at: int
    actor: str | None
    action: AuditAction
    subject: str | None = None
    details: Mapping[str, Detail] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.entry(1)

    def entry(self, number: int) -> AuditEntry:
        """The entry under a number."""
        return AuditEntry(number, self.at, self.actor, self.action, self.subject, self.details)


Change: TypeAlias = (
    AddAccount
    | ChangeAccount
    | BeginSession
    | RenewSession
    | NoteSessionSeen
    | EndSession
    | EndSessions
    | RememberDevice
    | ForgetDevices
    | SetRecoveryCodes
    | UseRecoveryCode
    | AddBotToken
    | NoteBotTokenSeen
    | RevokeBotToken
    | RevokeBotTokens
    | AddReset
    | UseReset
    | DropResets
    | DropSaves
    | AddInvite
    | UseInvite
    | SetRegistration
    | KeepAnAdministrator
    | NoteInAudit
    | TalkChange
)


# --- what is found


@dataclass(frozen=True, slots=True)
class FoundSession:
    """A session with the people of it."""

    session: Session
    account: Account
    beside: Account | None


@dataclass(frozen=True, slots=True)
class AccountPage:
    """Registered accounts in the order of their names, and where the next page begins; None on the last."""

    accounts: tuple[Account, ...]
    after: str | None


class PeopleStore(Protocol):
    """Where accounts are kept. Every call may raise Unavailable."""

    def commit(self, *changes: Change) -> Awaitable[Sequence[Session]]:
        """Write all of these or nothing. Done when it is safe on disk, with the sessions that ended by it.

        Raises Conflict where one does not fit any more.
        """

    async def account(self, account_id: str) -> Account | None:
        """The account of this id, whatever its state."""

    async def account_named(self, name_key: str) -> Account | None:
        """The account of this name, as names are compared. Closed ones keep theirs."""

    async def names_taken(self, name_keys: Collection[str]) -> Collection[str]:
        """Those of these names, as names are compared, that accounts have."""

    async def accounts(self, search: str = "", after: str | None = None, limit: int = 50) -> AccountPage:
        """Accounts whose compared name contains `search`, from the name `after` on. No guests, no deleted ones."""

    async def accounts_of(self, account_ids: Collection[str]) -> Mapping[str, Account]:
        """The accounts of these ids, as far as there are any."""

    async def administrators(self) -> Sequence[Account]:
        """The administrators, banned ones too, that are not closed."""

    async def session(self, token_hash: bytes) -> FoundSession | None:
        """The session of this token, however old it is."""

    async def sessions_of(self, account_id: str) -> Sequence[Session]:
        """The sessions that an account is in, as the first or the second person, the latest first."""

    async def is_known_device(self, device_hash: bytes, account_id: str | None = None) -> bool:
        """Whether somebody has logged in on this device; to this account, if one is given."""

    async def accounts_on_device(self, device_hash: bytes) -> Sequence[Account]:
        """Who has logged in on this device, the latest first; a few of them."""

    async def has_recovery_code(self, account_id: str, code_hash: bytes) -> bool:
        """Whether an account has this recovery code and has not used it."""

    async def recovery_codes_left(self, account_id: str) -> int:
        """How many recovery codes an account has not used."""

    async def bot_token(self, token_hash: bytes) -> BotToken | None:
        """The bot token of this hash, however old it is."""

    async def bot_tokens_of(self, account_id: str) -> Sequence[BotToken]:
        """The bot tokens of an account, the latest first."""

    async def reset(self, token_hash: bytes) -> Reset | None:
        """The reset link of this hash, used or not."""

    async def invite(self, code_hash: bytes) -> Invite | None:
        """The invitation of this hash, used up or not."""

    async def registration(self) -> Registration:
        """Who may register."""

    async def audit_rows(self, after: int = 0, limit: int = MOST_LISTED) -> Sequence[AuditRow]:
        """Rows of the audit log after this number, in order."""

    async def latest_audit(
        self, before: int | None = None, limit: int = 50, subject: str | None = None
    ) -> Sequence[AuditRow]:
        """Rows of the audit log before this number, the latest first; only those about `subject`, if one is given."""
