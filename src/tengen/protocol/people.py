"""People over REST: the bodies and answers of `/api/auth`, with a limit on every field.

Whether a name or a password is possible others say; here only what is too long to be looked at is refused. A password
is taken exactly as it was sent. Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

from tengen.people import Account, BotToken, Registration, Role, Scope, Session
from tengen.protocol.base import Message

NameIn: TypeAlias = Annotated[str, Field(min_length=1, max_length=80)]
PasswordIn: TypeAlias = Annotated[str, Field(max_length=1000)]
"""Longer than any password may be: what is a little too long is refused in words of its own, and never hashed."""
CodeIn: TypeAlias = Annotated[str, Field(min_length=1, max_length=40)]
SecretIn: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
Time: TypeAlias = Annotated[int, Field(ge=0, le=2**53)]
Days: TypeAlias = Annotated[int, Field(ge=1, le=10_000)]
RoleName: TypeAlias = Literal["admin", "moderator"]
ScopeName: TypeAlias = Literal["read", "play", "challenge"]
RegistrationMode: TypeAlias = Literal["open", "invite", "closed"]

ROLE_NAMES: Final[dict[Role, RoleName]] = {Role.ADMIN: "admin", Role.MODERATOR: "moderator"}
SCOPE_NAMES: Final[dict[Scope, ScopeName]] = {Scope.READ: "read", Scope.PLAY: "play", Scope.CHALLENGE: "challenge"}
MODE_NAMES: Final[dict[Registration, RegistrationMode]] = {
    Registration.OPEN: "open",
    Registration.INVITE: "invite",
    Registration.CLOSED: "closed",
}

# --- coming in


class RegisterIn(Message):
    """Make an account. A guest becomes it, with games and seats. `invite` where registering takes an invitation.

    With `beside` it is the account of the second person at this screen, and the first one stays who they are.
    """

    name: NameIn
    password: PasswordIn
    invite: SecretIn | None = None
    beside: bool = False


class LogInIn(Message):
    """Log in. `code` is of the second factor, or a recovery code. With `beside` as the second person at this screen."""

    name: NameIn
    password: PasswordIn
    code: CodeIn | None = None
    beside: bool = False


class LogOutIn(Message):
    """Log out; with a name only this one of the two people at the screen."""

    name: NameIn | None = None


class Beside(Message):
    """The second person at this screen."""

    name: str
    avatar: int


class BannedHere(Message):
    """Somebody who has logged in with this browser before and is banned now: why, and until when; null is for good."""

    name: str
    reason: str
    until: Time | None


class Me(Message):
    """Who is at this screen. A stranger has no name. `notice` is the key of a line for them, among the shared words.

    An administrator `needsSecondFactor` before anything can be administered. `talks` is one's own setting, `canTalk`
    whether one may say something of one's own here; `unseen` are notices. A portrait is drawn from name and `avatar`.
    """

    name: str | None
    is_guest: bool
    roles: list[RoleName]
    beside: Beside | None
    second_factor: bool
    needs_second_factor: bool
    registration: RegistrationMode
    notice: str | None
    talks: bool
    can_talk: bool
    unseen: int
    avatar: int
    banned: BannedHere | None = None


def me_of(
    account: Account | None,
    beside: Account | None,
    mode: Registration,
    *,
    can_talk: bool,
    unseen: int,
    notice: str | None = None,
) -> Me:
    """What people at one screen are told about themselves."""
    roles = frozenset() if account is None else account.roles
    has_second = account is not None and account.second_factor is not None
    return Me(
        name=None if account is None else account.name,
        is_guest=account is None or account.is_guest,
        roles=[name for role, name in ROLE_NAMES.items() if role in roles],
        beside=None if beside is None else Beside(name=beside.name, avatar=beside.avatar),
        second_factor=has_second,
        needs_second_factor=Role.ADMIN in roles and not has_second,
        registration=MODE_NAMES[mode],
        notice=notice,
        talks=account is None or account.talks,
        can_talk=can_talk,
        unseen=unseen,
        avatar=0 if account is None else account.avatar,
    )


def banned_of(account: Account | None) -> BannedHere | None:
    """What is told of somebody who is banned."""
    if account is None or account.ban is None:
        return None
    return BannedHere(name=account.name, reason=account.ban.reason, until=account.ban.until)


# --- one's own account


class PasswordChangeIn(Message):
    """Set a new password; with `endOthers` all other sessions end."""

    current: PasswordIn
    new: PasswordIn
    end_others: bool = False


class NameChangeIn(Message):
    """Take another name."""

    name: NameIn
    password: PasswordIn


class CloseIn(Message):
    """Close the account for good."""

    password: PasswordIn
    code: CodeIn | None = None


class LinkResetIn(Message):
    """Set a new password with the link of an administrator."""

    token: SecretIn
    password: PasswordIn


class CodeResetIn(Message):
    """Set a new password with a recovery code."""

    name: NameIn
    recovery_code: CodeIn
    password: PasswordIn


def _reset_form(given: object) -> str | None:
    if not isinstance(given, dict):
        return None
    if "token" in given:
        return "link of an administrator"
    return "a recovery code" if given.keys() & {"name", "recoveryCode", "recovery_code"} else None


ResetIn: TypeAlias = Annotated[
    Annotated[LinkResetIn, Tag("link of an administrator")] | Annotated[CodeResetIn, Tag("a recovery code")],
    Discriminator(_reset_form, custom_error_type="reset_form", custom_error_message="neither"),
]
"""Either of the two, by what is in it."""


class Acknowledged(Message):
    """It is done; there is nothing to tell."""


# --- sessions


class SessionOut(Message):
    """Where somebody is logged in: what the browser calls itself, since when, and when it was last seen."""

    id: str
    device: str
    since: Time
    seen: Time
    is_this: bool


class SessionsAnswer(Message):
    """The sessions of an account, the latest first."""

    sessions: list[SessionOut]


class OneSessionEndIn(Message):
    """End this session."""

    id: SecretIn


class OtherSessionsEndIn(Message):
    """End all sessions but this one."""

    others: Literal[True]


def _session_form(given: object) -> str | None:
    if not isinstance(given, dict):
        return None
    return "one session" if "id" in given else "all other sessions" if "others" in given else None


SessionEndIn: TypeAlias = Annotated[
    Annotated[OneSessionEndIn, Tag("one session")] | Annotated[OtherSessionsEndIn, Tag("all other sessions")],
    Discriminator(_session_form, custom_error_type="session_form", custom_error_message="neither"),
]
"""Either of the two, by what is in it."""


def session_out(session: Session, this: str | None) -> SessionOut:
    """A session as its owner sees it; `this` is the id of the one that asks."""
    return SessionOut(
        id=session.session_id,
        device=session.device,
        since=session.created_at,
        seen=session.seen_at,
        is_this=session.session_id == this,
    )


# --- the second factor


class SecondFactorBeginIn(Message):
    """Ask for the secret of a second factor."""

    password: PasswordIn


class SecondFactorOut(Message):
    """The secret of a second factor that is not in force yet, as text and as a link for authenticator apps."""

    secret: str
    uri: str


class SecondFactorConfirmIn(Message):
    """Put the second factor in force: its secret, and a code of it."""

    secret: SecretIn
    code: CodeIn


class SecondFactorCheckIn(Message):
    """Who changes a second factor shows password and code."""

    password: PasswordIn
    code: CodeIn


class RecoveryCodes(Message):
    """Codes to be kept on paper: each lets in once without the second factor, or sets a new password. Shown once."""

    recovery_codes: list[str]


# --- bot tokens


class TokenIn(Message):
    """Make a token for a program."""

    label: Annotated[str, Field(min_length=1, max_length=60)]
    scopes: Annotated[list[ScopeName], Field(min_length=1, max_length=3, fail_fast=True)]
    days: Days = 90

    def asked_scopes(self) -> frozenset[Scope]:
        """What the token is to allow."""
        return frozenset(scope for scope, name in SCOPE_NAMES.items() if name in self.scopes)


class TokenRevokeIn(Message):
    """Make a token worth nothing."""

    id: SecretIn


class TokenOut(Message):
    """A token of a program, without its text."""

    id: str
    label: str
    scopes: list[ScopeName]
    created: Time
    expires: Time
    seen: Time | None


class TokenMade(TokenOut):
    """A new token with its text, which is shown this once."""

    token: str


class TokensAnswer(Message):
    """The tokens of an account, the latest first."""

    tokens: list[TokenOut]


def token_out(token: BotToken) -> TokenOut:
    """A token as its owner sees it."""
    return TokenOut(
        id=token.token_id,
        label=token.label,
        scopes=[name for scope, name in SCOPE_NAMES.items() if scope in token.scopes],
        created=token.created_at,
        expires=token.expires_at,
        seen=token.seen_at,
    )


def token_made(token: BotToken, text: str) -> TokenMade:
    """The same with its text."""
    return TokenMade(**token_out(token).model_dump(), token=text)
