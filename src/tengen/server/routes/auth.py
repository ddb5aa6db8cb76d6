"""The calls of `/api/auth` by which people come in and go out. Their own accounts: `account`."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Body, Request

from tengen.protocol import GuestAnswer, LogInIn, LogOutIn, Me, RegisterIn, banned_of
from tengen.server.entrance import AccountsHere, EntranceHere, OwnFactsHere
from tengen.server.http import ReadRoute, answer_only_to, call_rules, device_cookie_of
from tengen.server.identity import ReaderHere
from tengen.server.routes.responses import refusals

router: Final = APIRouter(prefix="/api/auth", tags=["auth"], route_class=ReadRoute)

_ENTERS: Final = refusals(401, 403, 409, 413, 503)


@router.get("/me", responses=refusals(401, 403, 503))
async def me(caller: ReaderHere, facts: OwnFactsHere, accounts: AccountsHere, request: Request) -> Me:
    """Who is at this screen, and who may register here; and who was put out of this browser by a ban, and why."""
    known = await facts.me(caller.account, caller.beside)
    banned = banned_of(await accounts.banned_here(device_cookie_of(request)))
    return known if banned is None else known.model_copy(update={"banned": banned})


@router.post("/guest", responses=refusals(401, 403, 413, 503))
@call_rules(is_start=True)
async def guest(entrance: EntranceHere, request: Request) -> GuestAnswer:
    """A token for a program that plays as a guest."""
    entered = await entrance.begin_as_guest()
    answer_only_to(request, entered.account.account_id)
    return GuestAnswer(name=entered.account.name, token=entered.token)


@router.post("/register", responses=_ENTERS)
@call_rules(is_start=True, has_secret=True)
async def register(body: RegisterIn, entrance: EntranceHere) -> Me:
    """Make an account and log in; with `beside` as the second person here. Alone, a guest becomes it, seats and all."""
    return await entrance.register(body.name, body.password, body.invite, beside=body.beside)


@router.post("/login", responses=_ENTERS)
@call_rules(has_secret=True)
async def log_in(body: LogInIn, entrance: EntranceHere) -> Me:
    """Log in; with `beside` as the second person at this screen."""
    return await entrance.log_in(body.name, body.password, body.code, beside=body.beside)


@router.post("/logout", responses=refusals(401, 403, 413, 503))
async def log_out(entrance: EntranceHere, body: Annotated[LogOutIn | None, Body()] = None) -> Me:
    """Log out; with a name only this one of the two people at the screen. Who is there then."""
    return await entrance.log_out(None if body is None else body.name)
