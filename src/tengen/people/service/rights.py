"""Who may keep order here: what every use case for administrators and moderators asks first."""

from __future__ import annotations

from tengen.people.accounts import Account
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.store import HOST


def insist_on_administrator(actor: Account | None) -> None:
    """Raise where somebody may not keep the accounts of others. None is the host, who may do all."""
    if actor is None:
        return
    if not actor.is_admin or actor.is_closed:
        raise PeopleError(PeopleCode.NOT_ALLOWED)
    if actor.second_factor is None:
        raise PeopleError(PeopleCode.SECOND_FACTOR_NEEDED)


def insist_on_moderator(actor: Account | None) -> None:
    """Raise where somebody may not keep order among players: moderators may, and administrators."""
    if actor is not None and (actor.is_admin or not actor.keeps_order or actor.is_closed):
        insist_on_administrator(actor)


def id_of(actor: Account | None) -> str:
    """How the audit log calls who acts."""
    return HOST if actor is None else actor.account_id
