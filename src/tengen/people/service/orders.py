"""What is told to people whom somebody keeps out or silences. Decides nothing."""

from __future__ import annotations

from tengen.people.accounts import Ban, Silence
from tengen.people.notices import NewNotice, NoticeKey
from tengen.people.service.parts import time_in_words


def notice_of_ban(account_id: str, ban: Ban) -> NewNotice:
    """That somebody may not log in, until when and why."""
    return _notice(account_id, ban, NoticeKey.BANNED, NoticeKey.BANNED_UNTIL)


def notice_of_silence(account_id: str, silence: Silence) -> NewNotice:
    """That somebody may not talk, until when and why."""
    return _notice(account_id, silence, NoticeKey.MUTED, NoticeKey.MUTED_UNTIL)


def _notice(account_id: str, order: Ban | Silence, for_good: NoticeKey, for_a_time: NoticeKey) -> NewNotice:
    if order.until is None:
        return NewNotice(account_id, order.at, for_good, {"reason": order.reason})
    values = {"reason": order.reason, "until": time_in_words(order.until)}
    return NewNotice(account_id, order.at, for_a_time, values)
