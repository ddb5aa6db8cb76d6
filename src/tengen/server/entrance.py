"""Coming in and going out at one screen: what accounts decide, and the cookies that follow from it. One a call."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Depends, Request, Response

from tengen.people import advise
from tengen.people.service import Accounts, Entered
from tengen.protocol import Me
from tengen.server.http import client_key, device_cookie_of, device_name, provided
from tengen.server.identity import Caller, CallerHere, Identity, IdentityHere, refuse_exposed
from tengen.server.own_facts import OwnFacts

SHORT_PASSWORD: Final = "notice.short_password"

AccountsHere = Annotated[Accounts, Depends(provided(Accounts))]
OwnFactsHere = Annotated[OwnFacts, Depends(provided(OwnFacts))]


class Entrance:
    """The browser or program that makes this call, on its way in or out. Who comes in gets new tokens every time."""

    def __init__(
        self,
        *,
        accounts: Accounts,
        identity: Identity,
        facts: OwnFacts,
        caller: Caller,
        request: Request,
        response: Response,
    ) -> None:
        self._accounts, self._identity, self._facts = accounts, identity, facts
        self._request, self._response = request, response
        self.caller = caller

    @property
    def address(self) -> str:
        """As whom limits count the caller."""
        return client_key(self._request)

    async def me(self, notice: str | None = None) -> Me:
        """Who is at this screen now."""
        return await self._facts.me(self.caller.account, self.caller.beside, notice)

    async def begin_as_guest(self) -> Entered:
        """A new guest who keeps no cookies, whoever calls. Raises NEEDS_TLS."""
        return await self._identity.begin_as_guest(self.caller, "")

    async def register(self, name: str, password: str, invite: str | None, *, beside: bool) -> Me:
        """Make an account and log in. A guest becomes it; who was logged in is logged out. With `beside` they stay."""
        refuse_exposed(self.caller)
        if beside:
            self._let_in(
                await self._accounts.register_beside(
                    self.caller.token or "",
                    name,
                    password,
                    address=self.address,
                    known_device=device_cookie_of(self._request),
                    invite=invite,
                )
            )
            return await self.me(advice_on(password))
        account = self.caller.account
        guest = self.caller.token if account is not None and account.is_guest else None
        entered = await self._accounts.register(
            name, password, guest=guest, address=self.address, device=self._device(), invite=invite
        )
        if guest is None:
            await self._leave()
        self._let_in(entered)
        return await self.me(advice_on(password))

    async def log_in(self, name: str, password: str, code: str | None, *, beside: bool) -> Me:
        """Log in, alone or as the second person at this screen. Alone, the session of before ends."""
        refuse_exposed(self.caller)
        known = device_cookie_of(self._request)
        if beside:
            entered = await self._accounts.log_in_beside(
                self.caller.token or "", name, password, code=code, address=self.address, known_device=known
            )
        else:
            entered = await self._accounts.log_in(
                name, password, code=code, address=self.address, device=self._device(), known_device=known
            )
            await self._leave()
        self._let_in(entered)
        return await self.me()

    async def log_out(self, name: str | None) -> Me:
        """Log out; with a name only this one of two."""
        entered = None if self.caller.token is None else await self._accounts.log_out(self.caller.token, name)
        if entered is None:
            self.forget()
        else:
            self._let_in(entered)
        return await self.me()

    async def change_password(self, current: str, new: str, *, end_others: bool) -> Me:
        """Set a new password; this session gets a new token."""
        entered = await self._accounts.change_password(
            self.caller.owner or "",
            current,
            new,
            end_others=end_others,
            keep=self.caller.token or "",
            address=self.address,
        )
        self._let_in(entered)
        return await self.me(advice_on(new))

    def forget(self) -> None:
        """The session of this call is over."""
        self.caller = self._identity.let_out(self._response, self._request)

    def _let_in(self, entered: Entered) -> None:
        self.caller = self._identity.let_in(entered, self._response, self._request)

    async def _leave(self) -> None:
        """End the session of before: this browser is somebody else's from now on."""
        if self.caller.token is not None:
            await self._accounts.log_out(self.caller.token)

    def _device(self) -> str:
        return device_name(self._request.headers.get("user-agent", ""))


def advice_on(password: str) -> str | None:
    """The notice for whoever has chosen this password, if any."""
    return SHORT_PASSWORD if advise(password) else None


async def _entrance(
    *,
    accounts: AccountsHere,
    identity: IdentityHere,
    facts: OwnFactsHere,
    caller: CallerHere,
    request: Request,
    response: Response,
) -> Entrance:
    return Entrance(
        accounts=accounts, identity=identity, facts=facts, caller=caller, request=request, response=response
    )


EntranceHere = Annotated[Entrance, Depends(_entrance)]
