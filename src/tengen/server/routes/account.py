"""The calls of `/api/auth` about one's own account: password, name, sessions, second factor, tokens, a copy of it."""

from __future__ import annotations

import json
from typing import Final

from fastapi import APIRouter
from starlette.responses import Response

from tengen.protocol import (
    Acknowledged,
    CloseIn,
    LinkResetIn,
    Me,
    NameChangeIn,
    OneSessionEndIn,
    PasswordChangeIn,
    RecoveryCodes,
    ResetIn,
    SecondFactorBeginIn,
    SecondFactorCheckIn,
    SecondFactorConfirmIn,
    SecondFactorOut,
    SessionEndIn,
    SessionsAnswer,
    TokenIn,
    TokenMade,
    TokenRevokeIn,
    TokensAnswer,
    session_out,
    token_made,
    token_out,
)
from tengen.server.entrance import AccountsHere, EntranceHere, OwnFactsHere
from tengen.server.http import ReadRoute, call_rules
from tengen.server.identity import MemberHere, refuse_exposed
from tengen.server.routes.dependencies import EndingsHere
from tengen.server.routes.media import json_file
from tengen.server.routes.responses import refusals

router: Final = APIRouter(prefix="/api/auth", tags=["account"], route_class=ReadRoute)

_READS: Final = refusals(401, 403, 503)
_CHANGES: Final = refusals(401, 403, 409, 413, 503)


@router.post("/password", responses=_CHANGES)
@call_rules(has_secret=True)
async def change_password(body: PasswordChangeIn, member: MemberHere, entrance: EntranceHere) -> Me:
    """Set a new password. This session goes on under a new token; the others end if that is asked for."""
    del member
    return await entrance.change_password(body.current, body.new, end_others=body.end_others)


@router.post("/name", responses=_CHANGES)
@call_rules(has_secret=True)
async def change_name(body: NameChangeIn, member: MemberHere, accounts: AccountsHere, facts: OwnFactsHere) -> Me:
    """Take another name."""
    account = await accounts.change_name(member.account_id, body.name, body.password)
    return await facts.me(account, member.beside)


@router.post("/close", responses=_CHANGES)
@call_rules(has_secret=True)
async def close(body: CloseIn, member: MemberHere, accounts: AccountsHere, entrance: EntranceHere) -> Me:
    """Close the account for good. Its games stay."""
    await accounts.close(member.account_id, body.password, body.code)
    entrance.forget()
    return await entrance.me()


@router.post("/reset", responses=_CHANGES)
@call_rules(has_secret=True)
async def reset(body: ResetIn, accounts: AccountsHere, entrance: EntranceHere) -> Acknowledged:
    """Set a new password with the link of an administrator or with a recovery code. All sessions end."""
    refuse_exposed(entrance.caller)
    if isinstance(body, LinkResetIn):
        await accounts.reset_with_link(body.token, body.password, address=entrance.address)
    else:
        await accounts.reset_with_recovery_code(body.name, body.recovery_code, body.password, address=entrance.address)
    return Acknowledged()


@router.get("/export", response_class=Response, responses={200: {"content": {"application/json": {}}}, **_READS})
async def export(member: MemberHere, accounts: AccountsHere) -> Response:
    """Everything that is kept of this account, as a file. No secrets."""
    return json_file(json.dumps(await accounts.export(member.account_id), ensure_ascii=False), "tengen-account.json")


# --- sessions


@router.get("/sessions", responses=_READS)
async def sessions(member: MemberHere, accounts: AccountsHere) -> SessionsAnswer:
    """Where this account is logged in."""
    found = await accounts.sessions(member.account_id)
    return SessionsAnswer(sessions=[session_out(session, member.session_id) for session in found])


@router.post("/sessions/end", responses=_CHANGES)
async def end_sessions(
    body: SessionEndIn, member: MemberHere, accounts: AccountsHere, entrance: EntranceHere
) -> Acknowledged:
    """Log out elsewhere: in one session, or in all but this one."""
    if isinstance(body, OneSessionEndIn):
        await accounts.end_session(member.account_id, body.id)
        if body.id == member.session_id:
            entrance.forget()
    else:
        await accounts.end_other_sessions(member.account_id, member.token)
    return Acknowledged()


# --- the second factor


@router.post("/second-factor/begin", responses=_CHANGES)
@call_rules(has_secret=True)
async def begin_second_factor(body: SecondFactorBeginIn, member: MemberHere, accounts: AccountsHere) -> SecondFactorOut:
    """Ask for the secret of a second factor, to be put into an authenticator app."""
    offer = await accounts.begin_second_factor(member.account_id, body.password)
    return SecondFactorOut(secret=offer.secret, uri=offer.uri)


@router.post("/second-factor/confirm", responses=_CHANGES)
@call_rules(has_secret=True)
async def confirm_second_factor(
    body: SecondFactorConfirmIn, member: MemberHere, accounts: AccountsHere
) -> RecoveryCodes:
    """Put the second factor in force with a code of it. All other sessions end."""
    codes = await accounts.confirm_second_factor(member.account_id, body.secret, body.code, keep=member.token)
    return RecoveryCodes(recovery_codes=codes)


@router.post("/second-factor/off", responses=_CHANGES)
@call_rules(has_secret=True)
async def end_second_factor(body: SecondFactorCheckIn, member: MemberHere, accounts: AccountsHere) -> Acknowledged:
    """Do without a second factor again."""
    await accounts.end_second_factor(member.account_id, body.password, body.code)
    return Acknowledged()


@router.post("/second-factor/codes", responses=_CHANGES)
@call_rules(has_secret=True)
async def new_recovery_codes(body: SecondFactorCheckIn, member: MemberHere, accounts: AccountsHere) -> RecoveryCodes:
    """New recovery codes; the earlier ones are worth nothing."""
    codes = await accounts.new_recovery_codes(member.account_id, body.password, body.code)
    return RecoveryCodes(recovery_codes=codes)


# --- bot tokens


@router.get("/tokens", responses=_READS)
async def tokens(member: MemberHere, accounts: AccountsHere) -> TokensAnswer:
    """The tokens of this account for programs, without their texts."""
    return TokensAnswer(tokens=[token_out(token) for token in await accounts.bot_tokens(member.account_id)])


@router.post("/tokens", responses=_CHANGES)
@call_rules(is_start=True)
async def make_token(body: TokenIn, member: MemberHere, accounts: AccountsHere) -> TokenMade:
    """A token with which a program may act for this account; its text is shown this once."""
    token, text = await accounts.make_bot_token(member.account_id, body.label, body.asked_scopes(), body.days)
    return token_made(token, text)


@router.post("/tokens/revoke", responses=_CHANGES)
async def revoke_token(
    body: TokenRevokeIn, member: MemberHere, accounts: AccountsHere, endings: EndingsHere
) -> Acknowledged:
    """Make a token worth nothing."""
    await accounts.revoke_bot_token(member.account_id, body.id)
    endings.tell_of_bots(member.account_id)
    return Acknowledged()
