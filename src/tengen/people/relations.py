"""What one person wants of another: not to see what they say, or to have nothing to do with them. Keeps nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tengen.people.accounts import Account

MOST_RELATIONS: Final = 500
"""So many others may an account mute and block, together."""


class RelationKind(StrEnum):
    """MUTE: I do not see what they say. BLOCK: no challenges, no chat, no pairing, both ways."""

    MUTE = "mute"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Relation:
    """An account has muted or blocked another one."""

    account_id: str
    other_id: str
    kind: RelationKind
    at: int


@dataclass(frozen=True, slots=True)
class OwnRelations:
    """Whom somebody has muted and blocked, the latest first."""

    muted: tuple[Account, ...] = ()
    blocked: tuple[Account, ...] = ()
