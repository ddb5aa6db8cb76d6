"""Talk at the board: say something, read what was said. Knows no matches: whoever calls says where somebody talks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tengen.people.accounts import Account
from tengen.people.chat import ChatLine, ChatRoom, TalkPlace, check_said
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.service.committing import Unbroken, again_after_conflict
from tengen.people.service.parts import time_in_words
from tengen.people.service.talk_limits import TalkLimits
from tengen.people.store import ChangeAccount, PeopleStore
from tengen.people.talk_hub import TalkHub
from tengen.people.talk_store import NewLine, TalkBlocked, TalkFull, TalkStore


@dataclass(frozen=True, slots=True)
class TalkSettings:
    """Whether people may talk on this server, and guests, too."""

    is_on: bool = True
    guests: bool = False


class Talk:
    """What people say to each other. Every refusal is a `PeopleError`; `StoreError`s come through.

    `now` is the machine's own clock in milliseconds since 1970. A line is told to those who listen when it is safe.
    """

    def __init__(
        self,
        store: TalkStore,
        people: PeopleStore,
        hub: TalkHub,
        now: Callable[[], int],
        settings: TalkSettings | None = None,
        *,
        limits: TalkLimits,
    ) -> None:
        self._store = store
        self._people = people
        self._hub = hub
        self._now = now
        self._settings = settings or TalkSettings()
        self._limits = limits
        self._unbroken = Unbroken()

    async def say(
        self, speaker: Account, place: TalkPlace, *, text: str | None = None, word: str | None = None
    ) -> ChatLine:
        """Say a text or a quick word; the line as it is kept. What is known of the speaker is read again.

        Raises what `why_not` gives, TALK_TOO_FAST, BAD_TEXT, TALK_FULL and BUSY.
        """
        self._limits.count(speaker.account_id)
        said = check_said(text, word)

        async def attempt() -> ChatLine:
            account = await self._people.account(speaker.account_id)
            refusal = await self._refusal(account, place)
            if refusal is not None or account is None:
                raise refusal or PeopleError(PeopleCode.NOT_LOGGED_IN)
            line = ChatLine(
                place.match_id,
                0,
                place.room,
                account.account_id,
                account.name,
                account.is_guest,
                self._now(),
                said,
                word,
                account.avatar,
            )
            new = NewLine(line, account.revision, place.others(account.account_id))
            try:
                return await self._unbroken.finish(self._add(new))
            except TalkFull:
                raise PeopleError(PeopleCode.TALK_FULL) from None
            except TalkBlocked:
                raise PeopleError(PeopleCode.BLOCKED) from None

        return await again_after_conflict(attempt)

    async def _add(self, new: NewLine) -> ChatLine:
        line = await self._store.add_line(new)
        self._hub.publish(line)
        return line

    async def why_not(self, speaker: Account | None, place: TalkPlace | None = None) -> PeopleError | None:
        """Why somebody may not talk, anywhere or at this place; None where they may. Counts nothing.

        TALK_OFF, NOT_LOGGED_IN, GUESTS_CANNOT_TALK, TALK_SILENCED, NOT_ALLOWED for a stranger among players, BLOCKED.
        """
        account = None if speaker is None else await self._people.account(speaker.account_id)
        return await self._refusal(account, place)

    async def _refusal(self, account: Account | None, place: TalkPlace | None) -> PeopleError | None:
        if not self._settings.is_on:
            return PeopleError(PeopleCode.TALK_OFF)
        if not self._settings.guests and (account is None or account.is_guest):
            return PeopleError(PeopleCode.GUESTS_CANNOT_TALK)
        now = self._now()
        if account is None or account.is_closed or account.is_banned(now):
            return PeopleError(PeopleCode.NOT_LOGGED_IN)
        if account.is_silenced(now):
            return _silenced(account)
        if not account.talks:
            return PeopleError(PeopleCode.TALK_OFF, "talk.own_off")
        if place is None:
            return None
        if place.room is ChatRoom.PLAYERS and account.account_id not in place.players:
            return PeopleError(PeopleCode.NOT_ALLOWED)
        others = place.others(account.account_id)
        if others and not (await self._store.blocked_with(account.account_id)).isdisjoint(others):
            return PeopleError(PeopleCode.BLOCKED)
        return None

    async def lines(self, reader: Account | None, match_id: str, room: ChatRoom, after: int = 0) -> Sequence[ChatLine]:
        """The lines of a room after a number, in order, but those of people whom the reader does not hear.

        Nothing for whoever has talk off, and where the server has. Whether somebody may read a room is not asked here.
        """
        if not self._settings.is_on or (reader is not None and not reader.talks):
            return ()
        hidden = await self.hidden_from(reader)
        return [line for line in await self._store.lines(match_id, room, after) if line.author not in hidden]

    async def hidden_from(self, reader: Account | None) -> frozenset[str]:
        """The accounts whom somebody does not hear: those whom they mute, and all blocks, both ways."""
        return frozenset() if reader is None else await self._store.hidden_from(reader.account_id)

    async def set_own(self, account_id: str, is_on: bool) -> None:
        """Somebody wants to talk, or not to. Raises NOT_LOGGED_IN and BUSY."""

        async def attempt() -> None:
            account = await self._people.account(account_id)
            if account is None or account.is_closed:
                raise PeopleError(PeopleCode.NOT_LOGGED_IN)
            if account.talks != is_on:
                await self._people.commit(ChangeAccount(replace(account, talks=is_on)))

        await again_after_conflict(attempt)


def _silenced(account: Account) -> PeopleError:
    """The refusal of somebody whom a moderator keeps from talking, with the reason and the end."""
    assert account.silence is not None, "it is in force"
    silence = account.silence
    if silence.until is None:
        return PeopleError(PeopleCode.TALK_SILENCED, reason=silence.reason)
    until = time_in_words(silence.until)
    return PeopleError(PeopleCode.TALK_SILENCED, "talk.silenced_until", until=until, reason=silence.reason)
