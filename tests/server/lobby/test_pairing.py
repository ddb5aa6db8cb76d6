"""Who plays whom of those who would play anyone now: examples, and what holds whoever comes and goes."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tengen.server.lobby import Speed
from tengen.server.lobby.pairing import (
    ANYONE_AFTER_MS,
    FIRST_RANGE,
    POINTS_A_SECOND,
    PairingPool,
    Seek,
    fits_at,
)

START = 1_000_000


def seek(account_id: str, rating: float = 1500, since: int = START, **more: Any) -> Seek:
    """Somebody who would play Go on 9 lines."""
    given: dict[str, Any] = {"kind": "go", "size": 9, "speed": Speed.BLITZ, "rated": True, "ready_at": since, **more}
    return Seek(account_id=account_id, rating=rating, since=since, **given)


def pool_of(*seeks: Seek) -> PairingPool:
    pool = PairingPool()
    for each in seeks:
        pool.add(each)
    return pool


def names(pairs: Any) -> list[set[str]]:
    return [{one.account_id, other.account_id} for one, other in pairs]


# --- examples


def test_two_of_like_strength_are_paired_at_once() -> None:
    pool = pool_of(seek("ann", 1500), seek("ben", 1600))
    assert names(pool.due(START)) == [{"ann", "ben"}]
    assert len(pool) == 0


def test_the_range_widens_by_ten_points_a_second() -> None:
    pool = pool_of(seek("ann", 1500), seek("ben", 1650))
    assert pool.due(START) == []
    assert pool.next_at(START) == START + 5_000
    assert pool.due(START + 4_999) == []
    assert names(pool.due(START + 5_000)) == [{"ann", "ben"}]


def test_after_a_minute_anyone_will_do() -> None:
    pool = pool_of(seek("ann", 400), seek("ben", 2900))
    assert pool.due(START + ANYONE_AFTER_MS - 1) == []
    assert pool.next_at(START) == START + ANYONE_AFTER_MS
    assert names(pool.due(START + ANYONE_AFTER_MS)) == [{"ann", "ben"}]


def test_both_ranges_must_fit() -> None:
    late = START + 30_000
    pool = pool_of(seek("ann", 1500), seek("ben", 1700, since=late))
    assert pool.due(late) == []
    assert pool.next_at(late) == late + 10_000


def test_the_longest_waiting_chooses_first_and_takes_the_nearest() -> None:
    pool = pool_of(
        seek("cat", 1500, since=START + 2), seek("ann", 1540, since=START), seek("ben", 1460, since=START + 1)
    )
    assert names(pool.due(START + 2)) == [{"ann", "cat"}]
    assert pool.find("ben") is not None


def test_only_the_same_game_fits() -> None:
    for other in ({"kind": "othello"}, {"size": 13}, {"speed": Speed.DAYS}, {"rated": False}):
        assert fits_at(seek("ann"), seek("ben", **other)) is None


def test_whom_somebody_has_blocked_they_do_not_meet_either_way() -> None:
    nobody: frozenset[str] = frozenset()
    for by_ann, by_ben in ((frozenset({"ben"}), nobody), (nobody, frozenset({"ann"}))):
        pool = pool_of(seek("ann", refuses=by_ann), seek("ben", refuses=by_ben))
        assert pool.due(START + ANYONE_AFTER_MS) == []
        assert pool.next_at(START + ANYONE_AFTER_MS) is None


def test_who_has_left_games_is_paired_only_when_their_time_has_come() -> None:
    pool = pool_of(seek("ann", ready_at=START + 90_000), seek("ben"))
    assert pool.next_at(START) == START + 90_000
    assert pool.due(START + 89_999) == []
    assert names(pool.due(START + 90_000)) == [{"ann", "ben"}]


def test_nobody_is_paired_with_themselves_however_often_they_ask() -> None:
    pool = pool_of(seek("ann"), seek("ann", size=13), seek("ann"))
    assert len(pool) == 1
    assert pool.due(START + ANYONE_AFTER_MS) == []


def test_what_a_seek_says_of_its_range_is_what_fits() -> None:
    waiting = seek("ann", 1500)
    for after_ms in (0, 999, 1_000, 30_500, ANYONE_AFTER_MS - 1):
        width = waiting.range_at(START + after_ms)
        assert width is not None
        assert width == FIRST_RANGE + POINTS_A_SECOND * after_ms // 1000
        assert waiting.takes_at(1500 + width) <= START + after_ms
    assert waiting.range_at(START + ANYONE_AFTER_MS) is None


# --- what always holds

ACCOUNTS = st.sampled_from([f"a{number}" for number in range(12)])
RATINGS = st.integers(100, 3000).map(float)


class Waiting(RuleBasedStateMachine):
    """People come, go and wait, and after each of these everybody is paired who can be."""

    def __init__(self) -> None:
        super().__init__()
        self.pool = PairingPool()
        self.now = START
        self.model: dict[str, Seek] = {}

    @rule(
        account=ACCOUNTS,
        rating=RATINGS,
        size=st.sampled_from([9, 19]),
        wait_ms=st.sampled_from([0, 0, 30_000, 600_000]),
        refuses=st.frozensets(ACCOUNTS, max_size=4),
    )
    def come(self, account: str, rating: float, size: int, wait_ms: int, refuses: frozenset[str]) -> None:
        new = seek(account, rating, self.now, size=size, ready_at=self.now + wait_ms, refuses=refuses)
        self.pool.add(new)
        self.model[account] = new
        self.pair()

    @rule(account=ACCOUNTS)
    def leave(self, account: str) -> None:
        assert self.pool.remove(account) == self.model.pop(account, None)
        self.pair()

    @rule(ms=st.integers(0, 30_000))
    def wait(self, ms: int) -> None:
        self.now += ms
        self.pair()

    @rule()
    def wait_until_something_may_happen(self) -> None:
        before, at = len(self.pool), self.pool.next_at(self.now)
        if at is None:
            self.now += 10 * ANYONE_AFTER_MS
            self.pair()
            assert len(self.pool) == before, "who was told that nothing would happen waits on"
        else:
            assert at > self.now, "nothing is due that was not done"
            assert copy_of(self.pool).due(at - 1) == [], "nothing happens before"
            self.now = at
            self.pair()

    def pair(self) -> None:
        for one, other in self.pool.due(self.now):
            assert self.model.pop(one.account_id) == one, "a pair is made once, of those who wait"
            assert self.model.pop(other.account_id) == other
            time = fits_at(one, other)
            assert time is not None
            assert time <= self.now

    @invariant()
    def nobody_waits_while_a_fitting_partner_waits(self) -> None:
        for one, other in combinations(self.model.values(), 2):
            time = fits_at(one, other)
            assert time is None or time > self.now

    @invariant()
    def those_wait_who_came_and_neither_left_nor_were_paired(self) -> None:
        assert {each.account_id: each for each in self.pool.seeks()} == self.model
        assert len(self.pool) == len(self.model)


def copy_of(pool: PairingPool) -> PairingPool:
    return pool_of(*pool.seeks())


TestWaiting = Waiting.TestCase
TestWaiting.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
