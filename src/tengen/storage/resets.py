"""Ways to an account that administrators open, in SQL: reset links, invitations, and who may register."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select, update

from tengen.core import Conflict
from tengen.people import AddInvite, AddReset, Invite, Registration, Reset, SetRegistration, UseInvite, UseReset
from tengen.storage.schema import invites, resets, site

_REGISTRATION = "registration"
_FIND_REGISTRATION = select(site.c.value).where(site.c.name == _REGISTRATION)


def add_reset(connection: Connection, change: AddReset) -> None:
    """Add a link in place of earlier ones of the account."""
    reset = change.reset
    drop_resets(connection, reset.account_id)
    row = insert(resets).values(
        token_hash=reset.token_hash,
        account_id=reset.account_id,
        made_by=reset.made_by,
        created_at=reset.created_at,
        expires_at=reset.expires_at,
        used_at=reset.used_at,
        ends_second_factor=reset.ends_second_factor,
    )
    connection.execute(row)


def use_reset(connection: Connection, change: UseReset) -> None:
    """Note that a link was used. Raises Conflict where it cannot be."""
    is_meant = resets.c.token_hash == change.token_hash
    is_fresh = resets.c.used_at.is_(None) & (resets.c.expires_at > change.at)
    if connection.execute(update(resets).where(is_meant, is_fresh).values(used_at=change.at)).rowcount != 1:
        raise Conflict("the link is used, too old or unknown")


def drop_resets(connection: Connection, account_id: str) -> None:
    """Delete the links of an account."""
    connection.execute(delete(resets).where(resets.c.account_id == account_id))


def find_reset(connection: Connection, token_hash: bytes) -> Reset | None:
    """The link of this hash."""
    row = connection.execute(select(resets).where(resets.c.token_hash == token_hash)).one_or_none()
    return None if row is None else Reset(*row)


def add_invite(connection: Connection, change: AddInvite) -> None:
    """Add an invitation. Raises Conflict where there are enough; those that are worth nothing any more go."""
    invite = change.invite
    is_over = (invites.c.uses_left <= 0) | (invites.c.expires_at <= invite.created_at)
    connection.execute(delete(invites).where(is_over))
    if (connection.scalar(select(func.count()).select_from(invites)) or 0) >= change.most:
        raise Conflict("too many invitations")
    row = insert(invites).values(
        code_hash=invite.code_hash,
        made_by=invite.made_by,
        created_at=invite.created_at,
        expires_at=invite.expires_at,
        uses_left=invite.uses_left,
    )
    connection.execute(row)


def use_invite(connection: Connection, change: UseInvite) -> None:
    """Take one use of an invitation. Raises Conflict where there is none."""
    is_meant = invites.c.code_hash == change.code_hash
    is_fresh = (invites.c.uses_left > 0) & (invites.c.expires_at > change.at)
    used = update(invites).where(is_meant, is_fresh).values(uses_left=invites.c.uses_left - 1)
    if connection.execute(used).rowcount != 1:
        raise Conflict("the invitation is used up, too old or unknown")


def find_invite(connection: Connection, code_hash: bytes) -> Invite | None:
    """The invitation of this hash."""
    row = connection.execute(select(invites).where(invites.c.code_hash == code_hash)).one_or_none()
    return None if row is None else Invite(*row)


def set_registration(connection: Connection, change: SetRegistration) -> None:
    """Write down who may register."""
    value = str(change.mode)
    if connection.execute(update(site).where(site.c.name == _REGISTRATION).values(value=value)).rowcount == 0:
        connection.execute(insert(site).values(name=_REGISTRATION, value=value))


def find_registration(connection: Connection) -> Registration:
    """Who may register: everybody, where nobody has said anything else."""
    found = connection.scalar(_FIND_REGISTRATION)
    return Registration.OPEN if found is None else Registration(found)
