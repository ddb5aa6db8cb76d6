"""People as others see them beside a board, in the lobby and in talk: a name, a drawn portrait, perhaps a rating."""

from __future__ import annotations

from pydantic import ConfigDict

from tengen.people import Account
from tengen.protocol.base import Message


class PersonRating(Message):
    """How somebody is rated where they are shown, and how uncertain that is; in Go also as kyu or dan."""

    rating: float
    deviation: float
    rank: str | None = None


class Person(Message):
    """Somebody by name. The portrait is drawn from the name and the number `avatar`; nobody uploads one."""

    name: str
    is_guest: bool
    avatar: int = 0
    rating: PersonRating | None = None


class AvatarsOfSides(Message):
    """The numbers from which the portraits of both players are drawn, with their names."""

    model_config = ConfigDict(alias_generator=None)

    BLACK: int
    WHITE: int


def person_of(account: Account, rating: PersonRating | None = None) -> Person:
    """An account as others see it."""
    return Person(name=account.name, is_guest=account.is_guest, avatar=account.avatar, rating=rating)
