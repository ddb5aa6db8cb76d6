"""The matches of a server: every command goes through here into the log, and from the log to whoever listens.

Commit first, then change the match in memory, then answer: what was answered is on disk. One command at a time is
under way in a match; those of different matches share commits. Nobody owns a match: who loses the race for a number
of the log reads what the winner wrote and decides once more.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeAlias

from tengen.core import (
    COLORS,
    Action,
    Color,
    Conflict,
    ErrorCode,
    GameError,
    Outcome,
    Point,
    Resign,
    Ruleset,
    Setup,
    TimeControl,
    Unavailable,
)
from tengen.match.absence import AbsenceRule
from tengen.match.decide import create
from tengen.match.events import Event
from tengen.match.log import LogRow
from tengen.match.match import Match
from tengen.match.possible_requests import ASKED_OF_PROGRAMS
from tengen.match.requests import Cancel, Claim, Decline, Join, Rename, Request, RequestKind, Unpause
from tengen.match.seats import Seat
from tengen.match.service.ai_seats import Thinker
from tengen.match.service.estimates import estimated
from tengen.match.service.hub import FrameWriter, Missed, Reset, Subscription
from tengen.match.service.identifiers import receipt_of
from tengen.match.service.ledger import Answer, OnEnd, first_append, no_rows
from tengen.match.service.presence import Attendance
from tengen.match.service.proposals import proposed
from tengen.match.service.room import EVENTS_AT_A_STRETCH, MatchLimits, Room
from tengen.match.service.standing import MatchCursor, MatchFilter, MatchPage
from tengen.match.service.store import Append, ExtraRow, MatchStore
from tengen.match.service.timing import SystemTime, Time, Timekeeper
from tengen.match.service.upkeep import Upkeep
from tengen.players import Estimate

_MOST_PRUNED: Final = 100_000
"""So many matches are looked at in one go; the rest waits for the next one."""

SeatCommand: TypeAlias = Action | Request | Decline | Unpause | Claim
"""What a seat may ask of its match. Verdicts and the like are the service's own."""


class Matches:
    """All matches: those in memory, and through the store those that are not.

    Refusals are GameErrors: NO_SUCH_GAME, NOT_YOUR_SEAT, STALE, TOO_LARGE for a log that is full, SLOW_DOWN when
    memory is, and whatever the match or the rules refuse. `Unavailable` means that nothing was promised and the
    same message may be sent again. `on_event` hears what happens to matches after they were created. `on_end` gives
    the rows that are written with the end of a match, all or nothing; one that is over when it is loaded does not end.
    """

    def __init__(
        self,
        store: MatchStore,
        frames: FrameWriter,
        *,
        thinker: Thinker | None = None,
        time: Time | None = None,
        new_id: Callable[[], str] = lambda: secrets.token_urlsafe(16),
        limits: MatchLimits | None = None,
        on_event: Callable[[Event, Match], None] = lambda _event, _after: None,
        on_end: OnEnd = no_rows,
    ) -> None:
        self._store = store
        self._new_id = new_id
        self._limits = limits or MatchLimits()
        self._keeper = Timekeeper(time or SystemTime())
        self._upkeep = Upkeep(store, frames, thinker, self._keeper, self._limits, on_event=on_event, on_end=on_end)
        self._rooms, self._ledger = self._upkeep.rooms, self._upkeep.ledger

    async def start(self) -> None:
        """Go on with every match that waits for a clock or an AI. Without this, nothing happens by itself."""
        await self._upkeep.start()

    async def close(self) -> None:
        """Take no more commands, finish those under way, and send listeners away. The store stays open."""
        await self._upkeep.close()

    def now(self) -> int:
        """The time of this service, in milliseconds; for showing clocks."""
        return self._keeper.now()

    @property
    def open_count(self) -> int:
        """How many matches are in memory."""
        return len(self._rooms)

    def most_actions(self, ruleset: Ruleset) -> int:
        """With how many actions a match may begin under these rules."""
        return self._limits.most_actions(ruleset)

    # --- what callers may ask

    async def create(
        self,
        ruleset: Ruleset,
        first: Seat,
        second: Seat,
        *,
        setup: Setup | None = None,
        control: TimeControl | None = None,
        actions: Sequence[Action] = (),
        outcome: Outcome | None = None,
        rated: bool = False,
        one_screen: bool = False,
        listed: bool = False,
        absence: AbsenceRule = AbsenceRule.LOSES,
        extra: Sequence[ExtraRow] = (),
        caller: str | None = None,
        message_id: str | None = None,
        creator: str | None = None,
    ) -> Answer:
        """A new match, with `first` at Black. Raises BAD_RECORD for a set-up that cannot stand.

        `creator` is for whom its AIs think: of matches of two AIs everybody may have only so many played at once, and
        SLOW_DOWN refuses the next.

        `actions` have been played already, as in a game that is loaded, and `outcome` is what ended it where the rules
        do not say so. TOO_LARGE refuses more actions than a log takes; many are played beside the event loop. The same
        caller's same message id creates one match, however often it is sent.

        `absence` is the rule that was asked for; a correspondence game always waits. `extra` rows are written in the
        same unit, all or nothing: Conflict where one of them is there already.
        """
        self._ledger.refuse_when_closed()
        if len(actions) > (most := self._limits.most_actions(ruleset)):
            raise GameError(ErrorCode.TOO_LARGE, "format.too_many_actions", count=len(actions), most=most)
        match_id, now = self._new_id(), self._keeper.now()
        limits = self._limits.absence
        rule = limits.rule_for(control, absence)
        key = None if message_id is None else receipt_of(caller, message_id)
        if creator is not None and not (first.is_human or second.is_human):
            try:
                self._upkeep.ai_games.refuse_when_full(creator)
            except GameError:
                if (answer := await self._created_before(key)) is None:
                    raise
                return answer

        def drafted() -> tuple[Match, tuple[Event, ...], Append]:
            match, events = create(
                match_id,
                ruleset,
                first,
                second,
                now,
                setup=setup,
                control=control,
                actions=actions,
                outcome=outcome,
                rated=rated,
                one_screen=one_screen,
                listed=listed,
                absence=rule,
                begin_ms=limits.begin_ms_of(control, rule),
            )
            return match, events, first_append(match, events, key)

        is_long = len(actions) > EVENTS_AT_A_STRETCH
        match, events, append = await asyncio.to_thread(drafted) if is_long else drafted()
        commit = self._store.commit(append, extra=extra)
        try:
            await commit
        except Conflict:
            if (answer := await self._created_before(key)) is None:
                raise
            return answer
        finally:
            if commit.done() and commit.exception() is None:  # also where whoever asked is gone
                self._rooms.add(match, events, append)
                self._upkeep.begin_with(match, creator)
        return Answer(match, events)

    async def _created_before(self, key: bytes | None) -> Answer | None:
        """The answer to the message of this key, where it has created a match before."""
        existing = None if key is None else await self._store.find_created(key)
        if key is None or existing is None:
            return None
        return await self._ledger.repeat(await self._rooms.open(existing), key)

    async def join(
        self,
        match_id: str,
        player: Color,
        name: str,
        *,
        caller: str,
        is_guest: bool = False,
        message_id: str | None = None,
    ) -> Answer:
        """Take an open seat. Raises NOT_YOUR_SEAT when it is taken, by whomever."""

        def check(match: Match) -> None:
            self._limits.refuse_when_full(match, is_talk=True)

        receipt = None if message_id is None else receipt_of(caller, message_id)
        return await self._ask(match_id, Join(player, name, caller, is_guest), check, caller, receipt)

    async def rename(self, match_id: str, owner: str, name: str) -> None:
        """Whoever has an account and owns seats in a match is called so there. Raises NO_SUCH_GAME and TOO_LARGE."""

        def check(match: Match) -> None:
            if not match.is_over:
                self._limits.refuse_when_full(match, is_talk=True)

        await self._ask(match_id, Rename(owner, name), check, None, None)

    async def cancel_waiting(self, begun_before: int) -> AsyncIterator[str]:
        """Cancel matches that began before then and in which a seat is still open; the id of each.

        Raises Unavailable, with each of them done or not.
        """

        def check(match: Match) -> None:
            if not match.is_waiting:
                raise GameError(ErrorCode.NO_EFFECT)

        wanted = MatchFilter(is_open=True, is_over=False, begun_until=begun_before)
        page = await self._store.find_matches(wanted)
        while True:
            for row in page.rows:
                with suppress(GameError):  # somebody has just come, or ended it
                    await self._ask(row.match_id, Cancel(), check, None, None)
                    yield row.match_id
            if page.after is None:
                return
            page = await self._store.find_matches(wanted, page.after)

    async def act(
        self,
        match_id: str,
        command: SeatCommand,
        *,
        caller: str | None = None,
        sender: str | None = None,
        revision: int | None = None,
        message_id: str | None = None,
        rtt_ms: float = 0.0,
        needs_match: bool = True,
    ) -> Answer:
        """Carry out what a seat asks.

        Raises NOT_YOUR_SEAT when the caller may not ask it for its colour, and STALE when the game has another
        `revision` than the caller had seen. NO_CLAIM refuses a claim unless the opponent has been gone for long
        enough; who comes back or moves first keeps the game. `rtt_ms` is the round trip that the server measured on
        the connection; in the own turn so much is not charged to the clock, within limits. A message id that was
        carried out before, by the same caller, gets the first answer again; without `needs_match` its events with
        today's match. `sender` is whose message it is where a screen has two people, of whom `caller` acts: the same
        message may act for the other one when it comes again.
        """
        if isinstance(command, Request) and command.kind is RequestKind.REMATCH:
            command = replace(command, next_id=self._new_id())
        is_talk = not isinstance(command, Action)

        def check(match: Match) -> None:
            if not _may_ask(match, caller, command):
                raise GameError(ErrorCode.NOT_YOUR_SEAT)
            if revision is not None and revision != match.revision:
                raise GameError(ErrorCode.STALE)
            room = self._rooms.find(match_id)
            assert room is not None, "whoever asks holds it"
            if isinstance(command, Claim):
                room.refuse_claim(command.player, self._keeper.now())
            elif not isinstance(command, Resign):
                self._limits.refuse_when_full(match, is_talk=is_talk)
                if isinstance(command, Request) and command.kind is RequestKind.ESTIMATE:
                    self._upkeep.estimates.refuse_when_busy(room)

        receipt = None if message_id is None else receipt_of(sender or caller, message_id)
        return await self._ask(match_id, command, check, caller, receipt, rtt_ms=rtt_ms, needs_match=needs_match)

    async def snapshot(self, match_id: str) -> Match:
        """The match as it stands. Raises NO_SUCH_GAME."""
        return (await self._current_room(match_id)).match

    def find(self, match_id: str) -> Match | None:
        """The match if it is in memory, as it was last written; asks nobody."""
        room = self._rooms.find(match_id)
        return None if room is None else room.match

    def proposed_dead(self, match_id: str) -> frozenset[Point] | None:
        """The stones that look dead while the players are to settle that; None where nobody is asked, or not yet."""
        room = self._rooms.find(match_id)
        if room is None:
            return None
        self._upkeep.propose(room)  # nobody has asked since a restart
        return proposed(room)

    def estimate(self, match_id: str) -> Estimate | None:
        """How the match stands as a player has asked; None where nobody has, or it is not worked out yet.

        For those alone who may see it.
        """
        room = self._rooms.find(match_id)
        if room is None:
            return None
        self._upkeep.propose(room)
        return estimated(room)

    def attendance(self, match_id: str) -> dict[Color, Attendance]:
        """Where the players of a match in memory are, those left out of whom nobody can say; times as of `now()`."""
        room, now = self._rooms.find(match_id), self._keeper.now()
        if room is None:
            return {}
        found = {color: room.attendance(color, now) for color in COLORS}
        return {color: attendance for color, attendance in found.items() if attendance is not None}

    async def watched(self, watch_id: str) -> str:
        """The id of the match with this watch id; for watching only, so never to be told. Raises NO_SUCH_GAME."""
        match_id = await self._store.find_watched(watch_id)
        if match_id is None:
            raise GameError(ErrorCode.NO_SUCH_GAME)
        return match_id

    async def find_matches(self, wanted: MatchFilter, after: MatchCursor | None = None, limit: int = 50) -> MatchPage:
        """Rows of matches as they were last written, the latest begun first. ValueError refuses too many at once."""
        return await self._store.find_matches(wanted, after, limit)

    async def log(self, match_id: str) -> Sequence[LogRow]:
        """The whole log of a match as it is stored, without opening the match; empty where there is none."""
        return await self._store.load(match_id)

    async def subscribe(
        self, match_id: str, since: int | None = None, *, owners: tuple[str, ...] = (), watching: bool = False
    ) -> Subscription:
        """Listen to a match from event number `since` on; None: from now on, beginning with the match itself.

        A listener who is ahead of the log, or too far behind it, begins with the match too. `owners` are the people
        at the listener's screen. `watching` is for those who know only the watch id.
        """
        room = await self._current_room(match_id)
        room.users += 1
        try:
            events = await self._rooms.missed(room, since)
            self._ledger.refuse_when_closed()
            beginning = Reset(room.match) if events is None else Missed(events, room.match)
            self._upkeep.propose(room)
            return room.hub.add(beginning, owners, watching)
        finally:
            room.users -= 1

    async def refresh(self, match_id: str) -> None:
        """Another service has written to this match: read it, if it is in memory here."""
        await self._upkeep.refresh(match_id)

    async def prune(self, ended_before: int, *, at_once: int) -> AsyncIterator[int]:
        """Delete matches that were over by then, a few `at_once`; tells how many after each step.

        Those with a seat of a registered account stay, and so do those in memory: somebody may be looking at one.
        Raises Unavailable, with each step done or not.
        """
        found = await self._store.prunable(ended_before, _MOST_PRUNED)
        for first in range(0, len(found), at_once):
            self._ledger.refuse_when_closed()
            with self._rooms.withheld(found[first : first + at_once]) as match_ids:
                count = await self._store.prune(match_ids, ended_before) if match_ids else 0
            yield count

    # --- the way of a command

    async def _ask(
        self,
        match_id: str,
        command: SeatCommand | Join | Rename | Cancel,
        check: Callable[[Match], None],
        caller: str | None,
        receipt: bytes | None,
        *,
        rtt_ms: float = 0.0,
        needs_match: bool = True,
    ) -> Answer:
        self._ledger.refuse_when_closed()
        room = self._rooms.find(match_id) or await self._rooms.open(match_id)
        room.users += 1
        try:
            async with room.lock:
                if receipt is not None and receipt in room.refusals:
                    raise room.refusals[receipt].with_traceback(None)
                answer = await self._ledger.carry_out(room, command, check, receipt, rtt_ms, needs_match=needs_match)
                if caller is not None and room.register.note_act(caller, self._keeper.now()):
                    self._upkeep.keep_up(room)
                return answer
        except GameError as error:
            if receipt is not None:
                room.refuse(receipt, error)
            raise
        finally:
            room.users -= 1

    async def _current_room(self, match_id: str) -> Room:
        """The match in memory, with what others may have written and its clock as it is to be shown."""
        self._ledger.refuse_when_closed()
        room = await self._rooms.open(match_id)
        if self._limits.heartbeat.is_shared or self._ledger.needs_care(room):
            with suppress(Unavailable):  # what is known can be shown though nothing can be written
                async with self._rooms.held(match_id) as room:
                    await self._ledger.prepare(room)
                    if self._limits.heartbeat.is_shared:
                        await self._ledger.read_on(room)
        self._upkeep.look(room)
        return room


def _may_ask(match: Match, caller: str | None, command: SeatCommand) -> bool:
    """Whether this caller may ask this. Of two programs whoever holds the match may, as nobody has a seat."""
    is_free = isinstance(command, Unpause) or (isinstance(command, Request) and command.kind in ASKED_OF_PROGRAMS)
    return match.may_act(caller, command.player) or (is_free and match.is_between_programs)
