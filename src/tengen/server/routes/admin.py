"""The calls of `/api/admin`: keeping the accounts of others. For administrators who logged in with a second factor."""

from __future__ import annotations

import json
from typing import Annotated, Final

from fastapi import APIRouter, Body, Depends, Path, Query
from starlette.responses import Response

from tengen.people import Account, PeopleCode, PeopleError
from tengen.people.service import Administration
from tengen.protocol import (
    MODE_NAMES,
    Acknowledged,
    AuditAnswer,
    BanIn,
    InviteIn,
    InviteOut,
    RegistrationIn,
    RegistrationOut,
    ResetLinkIn,
    ResetLinkOut,
    RoleIn,
    UserOut,
    UsersAnswer,
    audit_answer,
    user_out,
)
from tengen.server.http import ReadRoute, call_rules, provided
from tengen.server.identity import MemberHere
from tengen.server.routes.media import json_file
from tengen.server.routes.responses import refusals

router: Final = APIRouter(prefix="/api/admin", tags=["admin"], route_class=ReadRoute)

_READS: Final = refusals(401, 403, 404, 503)
_CHANGES: Final = refusals(401, 403, 404, 409, 413, 503)


async def _administrator(member: MemberHere) -> Account:
    """Whoever calls, if they may administer: refused here, before anything is looked up. Raises NOT_ALLOWED."""
    if not member.account.is_admin:
        raise PeopleError(PeopleCode.NOT_ALLOWED)
    if member.account.second_factor is None:
        raise PeopleError(PeopleCode.SECOND_FACTOR_NEEDED)
    return member.account


AdminHere = Annotated[Account, Depends(_administrator)]
AdministrationHere = Annotated[Administration, Depends(provided(Administration))]
UserName = Annotated[str, Path(min_length=1, max_length=80)]
Search = Annotated[str, Query(max_length=80, description="a part of the name")]
After = Annotated[str | None, Query(max_length=200, description="where the page before said the next one begins")]
AfterNumber = Annotated[int | None, Query(ge=1, le=2**53, description="where the page before said the next one begins")]


@router.get("/users", responses=_READS)
async def users(
    admin: AdminHere, administration: AdministrationHere, search: Search = "", after: After = None
) -> UsersAnswer:
    """Accounts in the order of their names, a page at a time."""
    page = await administration.accounts(admin, search, after)
    return UsersAnswer(users=[user_out(account) for account in page.accounts], after=page.after)


@router.post("/users/{name}/role", responses=_CHANGES)
async def set_role(name: UserName, body: RoleIn, admin: AdminHere, administration: AdministrationHere) -> UserOut:
    """Give an account a role, or none. Its sessions end."""
    return user_out(await administration.set_role(admin, name, body.asked_role()))


@router.post("/users/{name}/ban", responses=_CHANGES)
async def ban(name: UserName, body: BanIn, admin: AdminHere, administration: AdministrationHere) -> UserOut:
    """Keep somebody out until then, or for good. Their sessions end."""
    return user_out(await administration.ban(admin, name, body.until, body.reason))


@router.post("/users/{name}/unban", responses=_CHANGES)
async def unban(name: UserName, admin: AdminHere, administration: AdministrationHere) -> UserOut:
    """Let somebody in again."""
    return user_out(await administration.unban(admin, name))


@router.post("/users/{name}/reset", responses=_CHANGES)
@call_rules(is_start=True)
async def reset(
    name: UserName,
    admin: AdminHere,
    administration: AdministrationHere,
    body: Annotated[ResetLinkIn | None, Body()] = None,
) -> ResetLinkOut:
    """A link with which somebody may set a new password, once, within 30 minutes; shown this once."""
    ends = body is not None and body.ends_second_factor
    link = await administration.make_reset_link(admin, name, ends_second_factor=ends)
    return ResetLinkOut(token=link.token, expires=link.expires_at)


@router.post("/users/{name}/end-sessions", responses=_CHANGES)
async def end_sessions(name: UserName, admin: AdminHere, administration: AdministrationHere) -> Acknowledged:
    """Log somebody out everywhere."""
    await administration.end_sessions(admin, name)
    return Acknowledged()


@router.post("/users/{name}/delete", responses=_CHANGES)
async def delete(name: UserName, admin: AdminHere, administration: AdministrationHere) -> Acknowledged:
    """Delete an account. Its games stay, as those of a deleted player."""
    await administration.delete(admin, name)
    return Acknowledged()


@router.post(
    "/users/{name}/export",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}}, **_CHANGES},
)
async def export(name: UserName, admin: AdminHere, administration: AdministrationHere) -> Response:
    """Everything that is kept of an account, as a file. No secrets."""
    found = await administration.export(admin, name)
    return json_file(json.dumps(found, ensure_ascii=False), "tengen-account.json")


@router.get("/audit", responses=_READS)
async def audit(admin: AdminHere, administration: AdministrationHere, after: AfterNumber = None) -> AuditAnswer:
    """The audit log, the latest entries first, a page at a time."""
    return audit_answer(await administration.audit(admin, after))


@router.post("/invites", responses=_CHANGES)
@call_rules(is_start=True)
async def make_invite(body: InviteIn, admin: AdminHere, administration: AdministrationHere) -> InviteOut:
    """A code with which so many people may register; shown this once."""
    invite, code = await administration.make_invite(admin, body.uses, body.days)
    return InviteOut(code=code, uses=invite.uses_left, expires=invite.expires_at)


@router.post("/registration", responses=_CHANGES)
async def set_registration(
    body: RegistrationIn, admin: AdminHere, administration: AdministrationHere
) -> RegistrationOut:
    """Say who may register from now on."""
    await administration.set_registration(admin, body.asked_mode())
    return RegistrationOut(mode=MODE_NAMES[body.asked_mode()])
