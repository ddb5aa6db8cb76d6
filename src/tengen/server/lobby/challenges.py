"""Challenges: somebody makes one, somebody else takes it, and each ends once. What is stored decides who was first."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import structlog

from tengen.core import BLACK, COLORS, Color, Conflict, ErrorCode, GameError, StoreError
from tengen.match import Match
from tengen.match.service import Games, NewGame
from tengen.people import Account, NoticeKey, PeopleCode, PeopleError
from tengen.people.service import Notices
from tengen.protocol import ChallengeOut
from tengen.server.lobby.challenge import Accepting, AnswerKind, Challenge, DeclineReason, expiry_of
from tengen.server.lobby.messages import challenge_out
from tengen.server.lobby.open_challenges import OpenChallenge, OpenChallenges
from tengen.server.lobby.opponents import Opponents, occupant_of, refuse_unwanted
from tengen.server.lobby.persons import Persons
from tengen.server.lobby.store import ChallengeAnswer, ChallengeBounds, ChallengesFull, ChallengeStore
from tengen.server.lobby.terms import ChallengeTerms

_log: Final = structlog.get_logger("tengen.lobby")

MOST_OF_MAKER: Final = 5
MOST_TO_ONE: Final = 20
MOST_OF_GUESTS: Final = 500
MOST_IN_ALL: Final = 1_000
MOST_AN_HOUR: Final = 20
MOST_SHOWN: Final = 200
"""So many open challenges are told at once, the latest."""

_HOUR_MS: Final = 3_600_000
_KEPT_MS: Final = 24 * _HOUR_MS
"""So long a challenge is kept that has its answer."""
_FORGOTTEN_AT_ONCE: Final = 200
_RETRY_S: Final = 5.0

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Accepted:
    """A challenge was taken: the game, and the colour of who took it."""

    match: Match
    color: Color


@dataclass(frozen=True, slots=True)
class ChallengesSeen:
    """What somebody sees: challenges to everybody that they could take, those to them alone, and their own."""

    open: list[ChallengeOut]
    challenged: list[ChallengeOut]
    made: list[ChallengeOut]


class Challenges:
    """The use cases of challenges. `is_here` says whether somebody would hear of something at once; who would not is
    left a notice.

    `start()` comes before all others, `run()` ends what nobody takes, and `close()` waits for what is under way.
    """

    def __init__(
        self,
        store: ChallengeStore,
        games: Games,
        opponents: Opponents,
        opened: OpenChallenges,
        *,
        persons: Persons,
        notices: Notices,
        now: Callable[[], int],
        is_here: Callable[[str], bool] = lambda _account_id: False,
        chance: random.Random | None = None,
    ) -> None:
        self._store = store
        self._games = games
        self._opponents = opponents
        self._persons = persons
        self._notices = notices
        self._opened = opened
        self._now = now
        self._is_here = is_here
        self._chance = chance or random.SystemRandom()
        self._forget_at = 0
        self._left: set[str] = set()
        self._changed: set[str] = set()
        self._look = asyncio.Event()
        self._under_way: set[asyncio.Task[Any]] = set()

    # --- making and answering

    async def make(self, by: Account, terms: ChallengeTerms, to: str | None = None) -> ChallengeOut:
        """Challenge everybody, or the account of this name.

        Raises NO_SUCH_USER, OWN_CHALLENGE, BLOCKED, NOT_ACCEPTING, NOT_IN_RANGE, CANNOT_BE_RATED; TOO_MANY when too
        many are open, and SLOW_DOWN when too many were made of late.
        """
        opponent = None if to is None else await self._opponents.named(to)
        if opponent is not None:
            await self._refuse_opponent(by, opponent, terms)
        await self._opponents.refuse_unrateable(by, opponent, terms)
        now, to_id = self._now(), None if opponent is None else opponent.account_id
        expires_at = expiry_of(terms, to_id, now)
        challenge = Challenge(secrets.token_urlsafe(12), by.account_id, to_id, terms, now, expires_at)
        opened = await self._as_shown(challenge, by, opponent)
        await self._surely(self._open(opened, by_guest=by.is_guest))
        if to_id is not None and not self._is_here(to_id):
            await self._leave_notice(to_id, NoticeKey.CHALLENGE, by.name, "/")
        return opened.shown

    async def accept(self, account: Account, challenge_id: str) -> Accepted:
        """Take a challenge: the game begins.

        Raises NO_SUCH_CHALLENGE, CHALLENGE_GONE where it has ended or somebody was quicker, OWN_CHALLENGE, BLOCKED,
        NOT_IN_RANGE, CANNOT_BE_RATED.
        """
        challenge = await self._standing(challenge_id)
        if challenge.by == account.account_id:
            raise PeopleError(PeopleCode.OWN_CHALLENGE)
        if challenge.to not in (None, account.account_id):
            raise PeopleError(PeopleCode.NO_SUCH_CHALLENGE)
        maker = await self._opponents.find(challenge.by)
        if maker is None:
            raise PeopleError(PeopleCode.CHALLENGE_GONE)
        await self._opponents.refuse_blocked(account, maker)
        await self._opponents.refuse_out_of_range(maker, account, challenge.terms)
        await self._opponents.refuse_unrateable(maker, account, challenge.terms)
        accepted = await self._surely(self._begin(challenge, maker, account))
        if not self._is_here(maker.account_id):
            path = f"/game/{accepted.match.match_id}"
            await self._leave_notice(maker.account_id, NoticeKey.CHALLENGE_ACCEPTED, account.name, path)
        return accepted

    async def withdraw(self, account: Account, challenge_id: str) -> None:
        """Take an own challenge back. Raises NO_SUCH_CHALLENGE, CHALLENGE_GONE."""
        challenge = await self._standing(challenge_id)
        if challenge.by != account.account_id:
            raise PeopleError(PeopleCode.NO_SUCH_CHALLENGE)
        await self._surely(self._end(challenge, AnswerKind.WITHDRAWN, account.account_id))

    async def decline(self, account: Account, challenge_id: str, reason: DeclineReason | None = None) -> None:
        """Say no to a challenge to oneself alone. Raises NO_SUCH_CHALLENGE, CHALLENGE_GONE."""
        challenge = await self._standing(challenge_id)
        if challenge.to != account.account_id:
            raise PeopleError(PeopleCode.NO_SUCH_CHALLENGE)
        await self._surely(self._end(challenge, AnswerKind.DECLINED, account.account_id, reason))
        if not self._is_here(challenge.by):
            await self._leave_notice(challenge.by, NoticeKey.CHALLENGE_DECLINED, account.name, None)

    async def accepting(self, account_id: str) -> Accepting:
        """Whose challenges somebody takes."""
        return await self._store.accepting(account_id)

    async def set_accepting(self, account_id: str, accepting: Accepting) -> None:
        """Say whose challenges one takes; those that are open already stay so."""
        await self._store.set_accepting(account_id, accepting)

    # --- what is open

    async def open_to(self, account: Account | None) -> ChallengesSeen:
        """What somebody sees, the latest first; a stranger sees all that are to everybody."""
        everybody = self._opened.to_everybody()
        if account is None:
            return ChallengesSeen(_shown(everybody[:MOST_SHOWN]), [], [])
        own_id = account.account_id
        unwanted = {own_id, *await self._opponents.blocked_with(own_id)}
        ratings = await self._opponents.ratings(account)
        fitting = [
            opened
            for opened in everybody
            if opened.challenge.by not in unwanted and ratings.are_in_range(opened.challenge.terms, opened.rating)
        ]
        return ChallengesSeen(_shown(fitting[:MOST_SHOWN]), self.made_to(own_id), self.made_by(own_id))

    def made_by(self, account_id: str) -> list[ChallengeOut]:
        """The open challenges that somebody has made, the latest first."""
        return _shown(self._opened.made_by(account_id))

    def made_to(self, account_id: str) -> list[ChallengeOut]:
        """The open challenges to somebody alone, the latest first."""
        return _shown(self._opened.made_to(account_id))

    # --- what happens by itself

    def on_left(self, account_id: str) -> None:
        """Somebody has left the lobby for so long that their challenges to play at once stand no more."""
        self._left.add(account_id)
        self._look.set()

    def on_accounts_changed(self, account_ids: Iterable[str]) -> None:
        """These may have been banned or closed, have blocked somebody, or be called otherwise from now on."""
        self._changed.update(account_ids)
        self._look.set()

    async def start(self) -> None:
        """Show what was open when the server stopped. Nobody has waited for what was to be played at once."""
        for challenge in reversed(await self._store.open()):
            maker = await self._opponents.find(challenge.by)
            taker = None if challenge.to is None else await self._opponents.find(challenge.to)
            is_nobodys = maker is None or (challenge.to is not None and taker is None)
            if is_nobodys or challenge.is_live or challenge.expires_at <= self._now():
                await self._expire(challenge)
            else:
                assert maker is not None, "it is somebody's"
                self._opened.add(await self._as_shown(challenge, maker, taker))

    async def run(self) -> None:
        """End what nobody took in time, for ever."""
        while True:
            self._look.clear()
            try:
                await self.look_after()
                due = self._opened.next_expiry()
                wait_s = None if due is None else max((due - self._now()) / 1000, 0.0)
            except StoreError:
                _log.warning("challenges wait for the store")
                wait_s = _RETRY_S
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._look.wait()

    async def look_after(self) -> None:
        """End what has expired or whose maker has gone, and forget what ended long ago. Raises Unavailable."""
        for challenge in self._opened.overdue(self._now()):
            await self._expire(challenge)
        for account_id in tuple(self._left):
            for opened in self._opened.made_by(account_id):
                if opened.challenge.is_live:
                    await self._expire(opened.challenge)
            self._left.discard(account_id)
        for account_id in tuple(self._changed):
            await self._look_at_maker(account_id)
            self._changed.discard(account_id)
        await self._forget_old()

    async def close(self) -> None:
        """Wait for what is being written."""
        if self._under_way:
            await asyncio.wait(self._under_way)

    async def _forget_old(self) -> None:
        """Drop old challenges with their answers, once an hour and a few at a time."""
        now = self._now()
        if now >= self._forget_at:
            while await self._store.forget(now - _KEPT_MS, _FORGOTTEN_AT_ONCE) == _FORGOTTEN_AT_ONCE:
                pass
            self._forget_at = now + _HOUR_MS

    async def _look_at_maker(self, account_id: str) -> None:
        made = self._opened.made_by(account_id)
        maker = await self._opponents.find(account_id) if made else None
        blocked = await self._opponents.blocked_with(account_id) if made else frozenset()
        for opened in made:
            challenge = opened.challenge
            if maker is None or challenge.to in blocked:
                await self._expire(challenge)
            elif challenge.to is None:
                self._opened.renew(await self._as_shown(challenge, maker, None))

    async def _expire(self, challenge: Challenge) -> None:
        """End a challenge that nobody took; not where somebody just did."""
        try:
            await self._surely(self._end(challenge, AnswerKind.EXPIRED, None))
        except PeopleError:
            return

    # --- the steps

    async def _standing(self, challenge_id: str) -> Challenge:
        """A challenge that has not ended. Raises NO_SUCH_CHALLENGE, CHALLENGE_GONE."""
        found = await self._store.find(challenge_id)
        if found is None:
            raise PeopleError(PeopleCode.NO_SUCH_CHALLENGE)
        challenge, has_answer = found
        if has_answer or challenge.expires_at <= self._now():
            raise PeopleError(PeopleCode.CHALLENGE_GONE)
        return challenge

    async def _refuse_opponent(self, by: Account, opponent: Account, terms: ChallengeTerms) -> None:
        if opponent.account_id == by.account_id:
            raise PeopleError(PeopleCode.OWN_CHALLENGE, "challenge.to_oneself")
        await self._opponents.refuse_blocked(by, opponent)
        refuse_unwanted(by, await self._store.accepting(opponent.account_id))
        await self._opponents.refuse_out_of_range(by, opponent, terms)

    async def _as_shown(self, challenge: Challenge, by: Account, to: Account | None) -> OpenChallenge:
        kind, size = challenge.terms.ruleset.KIND, challenge.terms.ruleset.size
        maker = await self._persons.of_account(by, kind, size)
        opponent = None if to is None else await self._persons.of_account(to, kind, size)
        rating = (await self._opponents.ratings(by)).at(kind, size)
        return OpenChallenge(challenge, challenge_out(challenge, maker, opponent), rating)

    async def _open(self, opened: OpenChallenge, *, by_guest: bool) -> None:
        challenge = opened.challenge
        made_since = challenge.created_at - _HOUR_MS
        bounds = ChallengeBounds(MOST_OF_MAKER, MOST_TO_ONE, MOST_OF_GUESTS, MOST_IN_ALL, MOST_AN_HOUR, made_since)
        try:
            await self._store.add(challenge, bounds, by_guest=by_guest)
        except ChallengesFull as full:
            raise _refusal_of(full) from None
        self._opened.add(opened)
        self._look.set()

    async def _begin(self, challenge: Challenge, maker: Account, taker: Account) -> Accepted:
        terms = challenge.terms
        color = terms.color or self._chance.choice(COLORS)
        first, second = (maker, taker) if color is BLACK else (taker, maker)
        game = NewGame(terms.ruleset, control=terms.control, rated=terms.rated, absence=terms.absence)
        answer = ChallengeAnswer(challenge.challenge_id, AnswerKind.ACCEPTED, taker.account_id, self._now())
        try:
            match = await self._games.start_between(game, occupant_of(first), occupant_of(second), extra=[answer])
        except Conflict:
            self._opened.drop(challenge)
            raise PeopleError(PeopleCode.CHALLENGE_GONE) from None
        self._opened.close(challenge, AnswerKind.ACCEPTED, game_id=match.match_id, taker=taker.account_id)
        return Accepted(match, color.other)

    async def _end(
        self, challenge: Challenge, answer: AnswerKind, by: str | None, reason: DeclineReason | None = None
    ) -> None:
        try:
            await self._store.answer(ChallengeAnswer(challenge.challenge_id, answer, by, self._now(), reason))
        except Conflict:
            self._opened.drop(challenge)
            raise PeopleError(PeopleCode.CHALLENGE_GONE) from None
        self._opened.close(challenge, answer, reason=reason)

    async def _leave_notice(self, account_id: str, key: NoticeKey, name: str, path: str | None) -> None:
        """Tell somebody on their return; what they are told of is so without it."""
        try:
            await self._notices.tell(account_id, key, {"name": name}, path)
        except StoreError:
            _log.warning("a notice was not kept", key=str(key))

    async def _surely(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Do it to its end, also where whoever asked is gone: what is stored and what is shown go together."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)


def _shown(opened: Iterable[OpenChallenge]) -> list[ChallengeOut]:
    return [each.shown for each in opened]


def _refusal_of(full: ChallengesFull) -> GameError | PeopleError:
    if full.bound == "made":
        return GameError(ErrorCode.SLOW_DOWN, "challenge.too_often", most=MOST_AN_HOUR, seconds=_HOUR_MS // 1000)
    words = {"of_maker": "challenge.too_many_own", "to_one": "challenge.too_many_to_one"}
    return PeopleError(PeopleCode.TOO_MANY, words.get(full.bound, "challenge.too_many"), most=MOST_OF_MAKER)
