"""Who calls: a stranger, a guest or an account by cookie or bearer token, or a program by a bot token.

Without TLS sessions work on this machine and on private networks only; who calls in the clear from a public address may
look, but has no session. A program with a bot token may do what its scopes say in games, and nothing about accounts:
a route that does not ask for a scope refuses it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tengen.core import ErrorCode, GameError
from tengen.match.service import Occupant, clean_name
from tengen.people import BOT_TOKEN_PREFIX, Account, PeopleCode, PeopleError, Scope, name_key
from tengen.people.service import Accounts, Entered, Presence
from tengen.protocol import ServerCode
from tengen.server.http import (
    Rates,
    answer_only_to,
    drop_session_cookie,
    is_forwarded,
    is_near,
    is_plain,
    provided,
    session_cookie_of,
    set_device_cookie,
    set_session_cookie,
)
from tengen.server.refusals import ServerRefusal

_GUEST_NAME: Final = "Guest"
_LONGEST_TOKEN: Final = 200
_BOT_LINE_MS: Final = 3_600_000
"""So long a bot is known over one connection: its token may have expired since."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls. A stranger owns nothing; whoever has just come in has tokens to be given.

    `beside` is the second person at the same screen. `expires_at` is until when the caller is known so at the latest,
    in milliseconds since 1970. `scopes` are what a bot may do; who comes with a session has none and may do everything.
    Who calls in the clear from a public address is exposed: everybody on the way would have the token, too.
    """

    account: Account | None = None
    beside: Account | None = None
    session_id: str | None = None
    expires_at: int | None = None
    token: str | None = field(default=None, repr=False)
    scopes: frozenset[Scope] | None = None
    is_exposed: bool = False

    @property
    def owner(self) -> str | None:
        """The account that calls."""
        return None if self.account is None else self.account.account_id

    @property
    def accounts(self) -> tuple[Account, ...]:
        """The people at this screen."""
        return tuple(account for account in (self.account, self.beside) if account is not None)

    @property
    def owners(self) -> tuple[str, ...]:
        """Whose seats the people at this screen may act for."""
        return tuple(account.account_id for account in (self.account, self.beside) if account is not None)

    @property
    def is_bot(self) -> bool:
        """Whether a program calls for somebody."""
        return self.scopes is not None

    @property
    def keyed_as(self) -> str | None:
        """As whom answers to calls with a key are kept: a bot is another caller than its account."""
        if self.account is None or not self.is_bot:
            return self.owner
        return f"{self.account.account_id} {_token_name(self.token or '')}"

    def insist_on(self, scope: Scope | None) -> None:
        """Raise BAD_SCOPE for a bot that may not do this; None is what no bot may do."""
        if self.scopes is not None and scope not in self.scopes:
            raise PeopleError(PeopleCode.BAD_SCOPE)


STRANGER: Final = Caller()
EXPOSED: Final = Caller(is_exposed=True)


class Identity:
    """Knows callers by their sessions and tokens, and makes strangers guests."""

    def __init__(self, accounts: Accounts, rates: Rates, now: Callable[[], int]) -> None:
        self._accounts = accounts
        self._rates = rates
        self._now = now

    async def caller_of(self, connection: HTTPConnection) -> Caller:
        """Who calls. Raises BAD_TOKEN for a bearer token that is none; a cookie of old makes a stranger.

        Raises NEEDS_TLS for a token that is shown to everybody on the way.
        """
        bearer = bearer_of(connection)
        if is_plain(connection) and not is_near(connection) and not is_forwarded(connection):
            if bearer is not None:
                raise ServerRefusal(ServerCode.NEEDS_TLS)
            return EXPOSED
        if bearer is not None:
            return await self.holder_of(bearer)
        cookie = session_cookie_of(connection)
        return STRANGER if cookie is None else await self._in_session(cookie)

    async def holder_of(self, token: str) -> Caller:
        """Whose token this is. Raises BAD_TOKEN for one that is nobody's."""
        is_bot = token.startswith(BOT_TOKEN_PREFIX)
        caller = await self._as_bot(token) if is_bot else await self._in_session(token)
        if caller.owner is None:
            raise ServerRefusal(ServerCode.BAD_TOKEN)
        return caller

    async def admit(self, caller: Caller, scope: Scope | None) -> None:
        """Refuse a bot that may not do this, or calls too often. Raises BAD_SCOPE or SLOW_DOWN."""
        if caller.is_bot:
            wait_s = await self._rates.bot_must_wait_s(_token_name(caller.token or ""))
            if wait_s:
                raise GameError(ErrorCode.SLOW_DOWN, "token.too_fast", rate=self._rates.bot_rate, seconds=wait_s)
            caller.insist_on(scope)

    async def is_still(self, caller: Caller) -> bool:
        """Whether the session or token by which somebody was known is still worth as much."""
        if caller.token is None:
            return True
        find = self._as_bot if caller.is_bot else self._in_session
        found = await find(caller.token)
        return (found.owners, found.scopes) == (caller.owners, caller.scopes)

    async def _in_session(self, token: str) -> Caller:
        if len(token) > _LONGEST_TOKEN:
            return STRANGER
        presence = await self._accounts.who(token)
        return STRANGER if presence is None else _present(presence, token)

    async def _as_bot(self, token: str) -> Caller:
        found = None if len(token) > _LONGEST_TOKEN else await self._accounts.who_by_bot_token(token)
        if found is None:
            return STRANGER
        account, scopes = found
        return Caller(account, expires_at=self._now() + _BOT_LINE_MS, token=token, scopes=scopes)

    async def begin_as_guest(self, caller: Caller, name: str) -> Entered:
        """A guest of this name. Raises NEEDS_TLS where a guest could not be known again, NAME_TAKEN."""
        refuse_exposed(caller)
        return await self._accounts.begin_as_guest(name or _GUEST_NAME)

    async def check_names(self, names: Iterable[str], caller: Caller) -> None:
        """Refuse names of accounts that are not at this screen. Raises NAME_TAKEN."""
        own = {account.name_key for account in (caller.account, caller.beside) if account is not None}
        for name in names:
            if name_key(name) not in own:
                await self._accounts.guest_name(name)

    # --- cookies

    def let_in(self, entered: Entered, response: Response, connection: HTTPConnection) -> Caller:
        """Give a browser what it comes back with; who it is from now on."""
        answer_only_to(connection, entered.account.account_id)
        set_session_cookie(response, connection, entered.token, (entered.expires_at - self._now()) // 1000)
        if entered.device_token is not None:
            set_device_cookie(response, connection, entered.device_token)
        return _entered(entered)

    def let_out(self, response: Response, connection: HTTPConnection) -> Caller:
        """Have a browser forget its session."""
        drop_session_cookie(response, connection)
        return STRANGER


def present_accounts(caller: Caller) -> tuple[Occupant, ...]:
    """The accounts at the caller's screen, in their order. Guests are none."""
    here = (account for account in (caller.account, caller.beside) if account is not None and not account.is_guest)
    return tuple(Occupant(account.account_id, account.name) for account in here)


class SessionVisitor:
    """Whoever makes a call, for the use cases of games: a stranger who sits down becomes a guest."""

    def __init__(self, identity: Identity, caller: Caller, connection: HTTPConnection) -> None:
        self._identity = identity
        self._connection = connection
        self.caller = caller
        self._entered: Entered | None = None

    @property
    def owner(self) -> str | None:
        """Whose seats the caller may act for besides those that nobody owns."""
        return self.caller.owner

    @property
    def beside(self) -> Occupant | None:
        """The second person at the caller's screen."""
        beside = self.caller.beside
        return None if beside is None else Occupant(beside.account_id, beside.name)

    async def sit_down(self, name: str | None) -> Occupant:
        """The caller as somebody. A guest may be called otherwise for this once; an account has its name.

        Raises NEEDS_TLS where a guest could not be known again, NAME_TAKEN for a guest with the name of an account.
        """
        shown, account = clean_name(name) if name else "", self.caller.account
        if account is None:
            self._entered = await self._identity.begin_as_guest(self.caller, shown)
            self.caller, account = _entered(self._entered), self._entered.account
        elif not account.is_guest:
            return Occupant(account.account_id, account.name)
        else:
            await self.check_names([shown or account.name])
        return Occupant(account.account_id, shown or account.name, is_guest=True)

    async def check_names(self, names: Iterable[str]) -> None:
        """Refuse the names of accounts that are not at this screen. Raises NAME_TAKEN."""
        await self._identity.check_names(names, self.caller)

    def let_in(self, response: Response) -> None:
        """Give a new guest the token to come back with."""
        if self._entered is not None:
            self._identity.let_in(self._entered, response, self._connection)


def refuse_exposed(caller: Caller) -> None:
    """Raise NEEDS_TLS where everybody on the way would have what is sent."""
    if caller.is_exposed:
        raise ServerRefusal(ServerCode.NEEDS_TLS)


# --- what routes ask for

IdentityHere = Annotated[Identity, Depends(provided(Identity))]


def _caller(scope: Scope | None) -> Callable[[Request, Identity], Awaitable[Caller]]:
    """The dependency that is the caller; bots only where a scope is named, and with it."""

    async def find(request: Request, identity: IdentityHere) -> Caller:
        caller = await identity.caller_of(request)
        await identity.admit(caller, scope)
        return caller

    return find


CallerHere = Annotated[Caller, Depends(_caller(None))]
"""Whoever calls, but no bot."""
ReaderHere = Annotated[Caller, Depends(_caller(Scope.READ))]
"""Whoever looks at what is theirs."""
PlayerHere = Annotated[Caller, Depends(_caller(Scope.PLAY))]
"""Whoever acts in games."""
ChallengerHere = Annotated[Caller, Depends(_caller(Scope.CHALLENGE))]
"""Whoever makes and answers challenges."""


async def _visitor(identity: IdentityHere, caller: PlayerHere, request: Request) -> SessionVisitor:
    return SessionVisitor(identity, caller, request)


VisitorHere = Annotated[SessionVisitor, Depends(_visitor)]


async def _challenger(identity: IdentityHere, caller: ChallengerHere, request: Request) -> SessionVisitor:
    return SessionVisitor(identity, caller, request)


ChallengerVisitorHere = Annotated[SessionVisitor, Depends(_challenger)]
"""The same for challenges."""


def known_account(caller: Caller) -> Account:
    """The account that calls, guests' too. Raises NOT_LOGGED_IN for a stranger."""
    if caller.account is None:
        raise PeopleError(PeopleCode.NOT_LOGGED_IN)
    return caller.account


async def _somebody(caller: CallerHere) -> Account:
    return known_account(caller)


SomebodyHere = Annotated[Account, Depends(_somebody)]
"""Whoever has an account or is a guest."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody with an account, in a session of it."""

    account: Account
    beside: Account | None
    session_id: str
    token: str = field(repr=False)

    @property
    def account_id(self) -> str:
        """Whose account it is."""
        return self.account.account_id


async def _member(caller: CallerHere) -> Member:
    account = caller.account
    if account is None or account.is_guest or caller.session_id is None or caller.token is None:
        raise PeopleError(PeopleCode.NOT_LOGGED_IN)
    return Member(account, caller.beside, caller.session_id, caller.token)


MemberHere = Annotated[Member, Depends(_member)]
"""Whoever has logged in with a password."""


def bearer_of(connection: HTTPConnection) -> str | None:
    """The token in the Authorization header."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def _present(presence: Presence, token: str) -> Caller:
    return Caller(presence.account, presence.beside, presence.session_id, presence.expires_at, token)


def _entered(entered: Entered) -> Caller:
    return Caller(entered.account, entered.beside, entered.session_id, entered.expires_at, entered.token)


def _token_name(token: str) -> str:
    """As whom limits and kept answers know a token, without knowing it."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()[:32]
