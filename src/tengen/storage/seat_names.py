"""Accounts whose seats are called something else than they are, as where no server was there to hear of a new name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, and_, exists, or_, select

from tengen.people import DELETED_PLAYER
from tengen.storage.database import Database
from tengen.storage.schema import accounts, matches

_SEATS: Final = ((matches.c.first_owner, matches.c.first_name), (matches.c.second_owner, matches.c.second_name))


async def misnamed_accounts(database: Database) -> Sequence[str]:
    """Ids of deleted accounts that games still name, and of registered ones of another name in a running game."""
    question = select(accounts.c.id).where(
        or_(
            and_(accounts.c.closed_at.is_not(None), accounts.c.name_key.is_(None), _has_other_name(DELETED_PLAYER)),
            and_(accounts.c.password_hash.is_not(None), _has_other_name(accounts.c.name, ~matches.c.is_over)),
        )
    )
    return await database.read(lambda connection: connection.scalars(question).all())


def _has_other_name(name: str | ColumnElement[str], *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    return or_(*(exists().where(owner == accounts.c.id, called != name, *conditions) for owner, called in _SEATS))
