"""Accounts: register, log in and out, and keep one's own account. For servers and for clients without one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from tengen.people.accounts import Account, Registration
from tengen.people.audit import AuditAction
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.service.bots import Bots
from tengen.people.service.committing import Committing, OnRenamed, OnSessionsEnded
from tengen.people.service.entered import Entered, Presence, SecondFactorOffer
from tengen.people.service.entering import Entering
from tengen.people.service.hashing import PasswordHasher
from tengen.people.service.limits import LoginLimits
from tengen.people.service.own_account import Exporter, OwnAccount, export_account
from tengen.people.service.own_factor import OwnFactor
from tengen.people.service.parts import Parts, key_of, read_tables
from tengen.people.service.proving import Proving
from tengen.people.service.resetting import Resetting
from tengen.people.sessions import Session, SessionLimits
from tengen.people.store import NoteInAudit, PeopleStore
from tengen.people.tokens import BotToken, Scope


class Accounts:
    """What people do about their own accounts. Every refusal is a `PeopleError`; `StoreError`s come through.

    `now` is the machine's own clock in milliseconds since 1970. `address` is an IPv4 or IPv6 address, or any other
    text that stands for one client; `device` is what the list of sessions calls a browser.

    A client on the same machine `tells_which`: whether there is no such name or the password is wrong.
    """

    def __init__(
        self,
        store: PeopleStore,
        hasher: PasswordHasher,
        limits: LoginLimits,
        now: Callable[[], int],
        *,
        session_limits: SessionLimits | None = None,
        exporters: Iterable[Exporter] = (),
        on_sessions_ended: OnSessionsEnded | None = None,
        on_renamed: OnRenamed | None = None,
        tells_which: bool = False,
        issuer: str = "Tengen",
    ) -> None:
        """`issuer` is what an authenticator shows beside the name."""
        parts = Parts(
            store,
            hasher,
            limits,
            now,
            Committing(store, on_sessions_ended, on_renamed=on_renamed),
            session_limits or SessionLimits(),
            tells_which,
        )
        self._parts = parts
        self._exporters = tuple(exporters)
        proving = Proving(parts)
        self._entering = Entering(parts, proving)
        self._own = OwnAccount(parts, proving, self._entering)
        self._factor = OwnFactor(parts, proving, self._entering, issuer)
        self._bots = Bots(parts)
        self._resetting = Resetting(parts)

    async def prepare(self) -> None:
        """Read the tables of names and passwords now, beside the event loop: it takes a third of a second."""
        await asyncio.to_thread(read_tables)

    # --- coming in

    async def registration(self) -> Registration:
        """Who may register here."""
        return await self._parts.store.registration()

    async def guest_name(self, name: str) -> str:
        """The name, where a guest may be called so. Raises NAME_TAKEN where an account has it."""
        return await self._entering.guest_name(name)

    async def begin_as_guest(self, name: str) -> Entered:
        """A new account without a password, and a session of it. Raises NAME_TAKEN where an account has the name."""
        return await self._entering.begin_as_guest(name)

    async def register(
        self, name: str, password: str, *, guest: str | None, address: str, device: str, invite: str | None = None
    ) -> Entered:
        """Make an account and log in. `guest` is the session token of a guest, who keeps games and seats.

        The guest's sessions end. Raises BAD_NAME, BAD_PASSWORD, NAME_TAKEN, INVITE_NEEDED, BAD_INVITE, NOT_ALLOWED
        where nobody may register, TOO_MANY_TRIES and BUSY.
        """
        return await self._entering.register(name, password, guest=guest, address=address, device=device, invite=invite)

    async def register_beside(
        self,
        session_token: str,
        name: str,
        password: str,
        *,
        address: str,
        known_device: str | None,
        invite: str | None = None,
    ) -> Entered:
        """Make an account and add it to a session as its second person, or in place of one. The token is a new one.

        Raises what `register` raises, and NOT_LOGGED_IN without a session.
        """
        return await self._entering.register_beside(
            session_token, name, password, address=address, known_device=known_device, invite=invite
        )

    async def log_in(
        self, name: str, password: str, *, code: str | None, address: str, device: str, known_device: str | None
    ) -> Entered:
        """Begin a session. `code` is a one-time code or a recovery code; `known_device` the browser's device token.

        Raises BAD_LOGIN for a wrong name or password, CODE_NEEDED, BAD_CODE, BANNED, BAD_PASSWORD for what is too
        long to be one, TOO_MANY_TRIES and BUSY.
        """
        return await self._entering.log_in(
            name, password, code=code, address=address, device=device, known_device=known_device
        )

    async def log_in_beside(
        self, session_token: str, name: str, password: str, *, code: str | None, address: str, known_device: str | None
    ) -> Entered:
        """Add a second person to a session, or put one in place of the second. The session gets a new token.

        Raises what `log_in` raises, NOT_LOGGED_IN without a session, ALREADY_HERE for the first person of it.
        """
        return await self._entering.log_in_beside(
            session_token, name, password, code=code, address=address, known_device=known_device
        )

    async def log_out(self, session_token: str, name: str | None = None) -> Entered | None:
        """End a session; with a name only that person leaves, and the other one stays under a new token.

        None where nobody is left. A name that is not there, and a session that has ended, change nothing.
        """
        return await self._entering.log_out(session_token, name)

    async def who(self, session_token: str) -> Presence | None:
        """Who is logged in with this token; None for one that is unknown, ended or too old. Notes that it was used."""
        return await self._entering.who(session_token)

    async def banned_here(self, known_device: str | None) -> Account | None:
        """Who has logged in with this device token and is banned now, the one banned last; None where nobody is."""
        return await self._entering.banned_here(known_device)

    async def who_by_bot_token(self, token: str) -> tuple[Account, frozenset[Scope]] | None:
        """Whose bot token this is, and what it allows; None for one that is unknown, revoked or too old."""
        return await self._bots.who(token)

    # --- others

    async def find(self, name: str) -> Account:
        """The account of this name, for its public profile. Raises NO_SUCH_USER, for a closed one too."""
        account = await self._parts.store.account_named(key_of(name))
        if account is None or account.is_closed:
            raise PeopleError(PeopleCode.NO_SUCH_USER)
        return account

    async def accounts_of(self, account_ids: Collection[str]) -> Mapping[str, Account]:
        """The accounts of these ids, as far as there are any: guests, closed and deleted ones, too."""
        return await self._parts.store.accounts_of(account_ids)

    # --- one's own account

    async def change_password(
        self, account_id: str, current: str, new: str, *, end_others: bool, keep: str, address: str
    ) -> Entered:
        """Set a new password. The session of the token `keep` gets a new one; the others end if that is asked for.

        Raises BAD_LOGIN for a wrong current password, BAD_PASSWORD, NOT_LOGGED_IN, TOO_MANY_TRIES and BUSY.
        """
        return await self._own.change_password(
            account_id, current, new, end_others=end_others, keep=keep, address=address
        )

    async def change_name(self, account_id: str, name: str, password: str) -> Account:
        """Take another name. Raises BAD_NAME, NAME_TAKEN, BAD_LOGIN, TOO_MANY_TRIES and BUSY."""
        return await self._own.change_name(account_id, name, password)

    async def close(self, account_id: str, password: str, code: str | None) -> None:
        """Close the account for good: its sessions, tokens and secrets end, its games and its name stay.

        Raises BAD_LOGIN, CODE_NEEDED, BAD_CODE, LAST_ADMIN, TOO_MANY_TRIES and BUSY.
        """
        await self._own.close(account_id, password, code)

    async def export(self, account_id: str) -> dict[str, object]:
        """Everything that is known of an account, as plain values for JSON. No secrets."""
        account = await self._parts.owner(account_id)
        entry = NoteInAudit(self._parts.now(), account_id, AuditAction.EXPORTED, account_id, {"what": "account"})
        await self._parts.committing.commit(entry)
        return await export_account(self._parts.store, account, self._exporters)

    # --- sessions

    async def sessions(self, account_id: str) -> Sequence[Session]:
        """Where an account is logged in, the latest first."""
        return await self._parts.store.sessions_of(account_id)

    async def end_session(self, account_id: str, session_id: str) -> None:
        """Log out there. A session that has ended already is fine."""
        await self._own.end_session(account_id, session_id)

    async def end_other_sessions(self, account_id: str, keep: str) -> None:
        """Log out everywhere but in the session of the token `keep`. Raises NOT_LOGGED_IN where that is none."""
        await self._own.end_other_sessions(account_id, keep)

    # --- bot tokens

    async def make_bot_token(
        self, account_id: str, label: str, scopes: frozenset[Scope], days: int
    ) -> tuple[BotToken, str]:
        """A token for a program, and its text, which is shown this once.

        Raises TOO_MANY, and BAD_FIELD for a label, scopes or days that cannot be.
        """
        return await self._bots.make(account_id, label, scopes, days)

    async def bot_tokens(self, account_id: str) -> Sequence[BotToken]:
        """The bot tokens of an account, expired ones too, the latest first."""
        return await self._parts.store.bot_tokens_of(account_id)

    async def revoke_bot_token(self, account_id: str, token_id: str) -> None:
        """Make a token worth nothing. One that is gone already is fine."""
        await self._bots.revoke(account_id, token_id)

    # --- the second factor

    async def begin_second_factor(self, account_id: str, password: str) -> SecondFactorOffer:
        """Offer a second factor; it is in force when `confirm_second_factor` has seen a code of it.

        Raises BAD_LOGIN, TOO_MANY_TRIES and BUSY.
        """
        return await self._factor.begin(account_id, password)

    async def confirm_second_factor(
        self, account_id: str, secret: str, code: str, *, keep: str | None = None
    ) -> list[str]:
        """Put the second factor that was offered in force; its recovery codes, which are shown this once.

        All other sessions end, since they began without it: all but that of the token `keep`.
        Raises BAD_CODE, also for a secret that was not offered within the last minutes.
        """
        return await self._factor.confirm(account_id, secret, code, keep)

    async def end_second_factor(self, account_id: str, password: str, code: str) -> None:
        """Take the second factor and its recovery codes away. Raises BAD_LOGIN, BAD_CODE, TOO_MANY_TRIES, BUSY."""
        await self._factor.end(account_id, password, code)

    async def new_recovery_codes(self, account_id: str, password: str, code: str) -> list[str]:
        """Ten new recovery codes; the earlier ones are worth nothing. Raises as `end_second_factor` does."""
        return await self._factor.new_codes(account_id, password, code)

    async def recovery_codes_left(self, account_id: str) -> int:
        """How many recovery codes are not used."""
        return await self._parts.store.recovery_codes_left(account_id)

    # --- without the password

    async def reset_with_link(self, token: str, new_password: str, *, address: str) -> None:
        """Set a new password with the link of an administrator. All sessions end.

        Raises BAD_RESET for one that is used, too old or unknown, BAD_PASSWORD, TOO_MANY_TRIES and BUSY.
        """
        await self._resetting.with_link(token, new_password, address)

    async def reset_with_recovery_code(self, name: str, recovery_code: str, new_password: str, *, address: str) -> None:
        """Set a new password with a recovery code, which is then used up. All sessions end.

        Raises BAD_RESET, BAD_PASSWORD, TOO_MANY_TRIES and BUSY.
        """
        await self._resetting.with_recovery_code(name, recovery_code, new_password, address)
