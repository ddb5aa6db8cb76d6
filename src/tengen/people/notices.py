"""Notices: what somebody who was away is told on return. Keeps and sends nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

MOST_NOTICES: Final = 100
"""So many of the last notices an account keeps."""

_MOST_VALUES: Final = 8
_LONGEST_VALUE: Final = 200
_LONGEST_PATH: Final = 200

NoticeValue: TypeAlias = str | int


class NoticeKey(StrEnum):
    """What can be told; each is a key of the text tables, with its values in braces there."""

    WARNED = "notice.warned"
    MUTED = "notice.muted"
    MUTED_UNTIL = "notice.muted_until"
    UNMUTED = "notice.unmuted"
    BANNED = "notice.banned"
    BANNED_UNTIL = "notice.banned_until"
    UNBANNED = "notice.unbanned"
    NAME_RESET = "notice.name_reset"
    AVATAR_RESET = "notice.avatar_reset"
    RESULT_ANNULLED = "notice.result_annulled"
    REPORT_HANDLED = "notice.report_handled"
    CHALLENGE = "notice.challenge"
    CHALLENGE_ACCEPTED = "notice.challenge_accepted"
    CHALLENGE_DECLINED = "notice.challenge_declined"
    GAME_ENDED = "notice.game_ended"


@dataclass(frozen=True, slots=True)
class NewNotice:
    """Something to be told to an account, guests too. `path` is the place in the page that it is about, after `#`.

    It gets its number when it is written. ValueError refuses more or longer values than a notice has.
    """

    account_id: str
    at: int
    key: NoticeKey
    values: Mapping[str, NoticeValue] = field(default_factory=dict)
    path: str | None = None

    def __post_init__(self) -> None:
        is_long = any(isinstance(value, str) and len(value) > _LONGEST_VALUE for value in self.values.values())
        if is_long or len(self.values) > _MOST_VALUES or len(self.path or "") > _LONGEST_PATH:
            raise ValueError(f"{self.key} has too much to tell")
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that an account was told, or is to be told on return. Numbers grow with time."""

    notice_id: int
    account_id: str
    at: int
    key: NoticeKey
    values: Mapping[str, NoticeValue]
    path: str | None = None
    seen_at: int | None = None
