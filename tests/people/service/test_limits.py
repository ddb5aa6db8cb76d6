"""Guessing: per account, per address and in all, in tables that never grow, and never a lock that an enemy can set."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core.errors import Value
from tengen.people import PeopleCode, PeopleError
from tengen.people.service import LoginLimits, LoginRates
from tengen.people.service.limits import network_of
from tests.people.service.scene import MINUTE, MORNING, OTHER_PASSWORD, Clock, opened, refused

PLENTY = LoginRates(hashes_a_second=10_000, hashes_at_once=100_000, hashes_for_known=0)
"""A budget of hashes that no test uses up."""


def allowed(count: int, attempt: Callable[[int], None]) -> int:
    """How many of so many tries are let through."""
    through, seconds = 0, list[Value]()
    for number in range(count):
        try:
            attempt(number)
        except PeopleError as error:
            seconds.append(error.values["seconds"])
        else:
            through += 1
    assert all(isinstance(wait, int) and wait >= 1 for wait in seconds)
    return through


def test_an_account_is_tried_ten_times_and_then_after_growing_delays() -> None:
    clock = Clock(0)
    limits = LoginLimits(clock, PLENTY)
    assert allowed(50, lambda n: limits.try_stranger("ann", f"10.0.0.{n}")) == 10
    through: list[int] = []
    for minute in range(1, 121):
        clock.now = minute * MINUTE
        through += [minute] * allowed(5, lambda n: limits.try_stranger("ann", f"10.0.1.{n}"))
    assert through[:6] == [1, 3, 7, 15, 30, 45]
    assert len(through) == 11, "then one every fifteen minutes"


def test_other_accounts_go_on() -> None:
    limits = LoginLimits(Clock(), PLENTY)
    allowed(50, lambda n: limits.try_stranger("ann", f"10.0.0.{n}"))
    assert allowed(20, lambda n: limits.try_stranger(f"ben{n}", f"10.0.2.{n}")) == 20


def test_after_a_quiet_hour_everything_is_as_before() -> None:
    clock = Clock()
    limits = LoginLimits(clock, PLENTY)
    allowed(30, lambda n: limits.try_stranger("ann", f"10.0.0.{n}"))
    clock.now += 60 * MINUTE
    assert allowed(30, lambda n: limits.try_stranger("ann", f"10.0.0.{n}")) == 10


def test_what_is_refused_does_not_lengthen_the_delay() -> None:
    clock = Clock()
    limits = LoginLimits(clock, PLENTY)
    allowed(10, lambda n: limits.try_stranger("ann", f"10.0.0.{n}"))
    for _ in range(59):
        clock.now += 1000
        assert allowed(20, lambda n: limits.try_stranger("ann", f"10.0.1.{n}")) == 0
    clock.now += 1000
    assert allowed(1, lambda n: limits.try_stranger("ann", f"10.0.2.{n}")) == 1


@pytest.mark.parametrize("address", ["192.0.2.{n}", "2001:db8:0:{n:x}::7", "no address {n}"])
def test_an_address_is_tried_from_a_hundred_times_in_ten_minutes(address: str) -> None:
    clock = Clock()
    limits = LoginLimits(clock, PLENTY)
    assert allowed(300, lambda n: limits.try_stranger(f"name{n}", address.format(n=1))) == 100
    assert allowed(10, lambda n: limits.try_stranger(f"other{n}", address.format(n=2))) == 10
    clock.now += 10 * MINUTE
    assert allowed(300, lambda _: limits.try_address(address.format(n=1))) == 100


def test_one_network_of_ipv6_is_one_client() -> None:
    limits = LoginLimits(Clock(), PLENTY)
    assert allowed(300, lambda n: limits.try_stranger(f"name{n}", f"2001:db8:1:2:{n:x}::{n:x}")) == 100


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("local", "local"),
        ("", ""),
    ],
)
def test_what_counts_as_one_client(address: str, network: str) -> None:
    assert network_of(address) == network


def test_in_all_so_many_hashes_a_second_and_some_are_left_to_known_devices() -> None:
    clock = Clock()
    limits = LoginLimits(clock)
    assert allowed(1000, lambda n: limits.try_stranger(f"name{n}", f"10.{n % 256}.{n // 256}.1")) == 90
    assert allowed(100, lambda n: limits.try_known(f"device{n}")) == 30
    clock.now += 3000
    assert allowed(1000, lambda n: limits.try_stranger(f"more{n}", f"11.{n % 256}.{n // 256}.1")) == 30


def test_what_was_right_is_forgiven() -> None:
    limits = LoginLimits(Clock(), PLENTY)
    for _ in range(500):
        limits.try_stranger("ann", "10.0.0.1")
        limits.forgive_stranger("ann", "10.0.0.1")
        limits.try_owner("id")
        limits.forgive_owner("id")
        limits.try_known("device")
        limits.forgive_known("device")
    assert allowed(50, lambda _: limits.try_owner("id")) == 10
    assert allowed(50, lambda _: limits.try_known("device")) == 10


def test_the_tables_never_grow_and_a_full_one_refuses() -> None:
    rates = LoginRates(slots=64, hashes_a_second=10_000, hashes_at_once=10**9, hashes_for_known=0)
    limits = LoginLimits(Clock(), rates)
    size = sum(sys.getsizeof(part) for part in vars(limits._accounts).values())
    through = allowed(50_000, lambda n: limits.try_stranger(f"name{n}", f"10.{n % 256}.{n // 256}.1"))
    assert through <= 64 * 10, "the slots are full, and nobody new gets in"
    assert sum(sys.getsizeof(part) for part in vars(limits._accounts).values()) == size


@given(
    tries=st.lists(
        st.tuples(st.sampled_from(["ann", "ben"]), st.integers(1, 4), st.integers(0, 20 * MINUTE)), max_size=60
    )
)
def test_no_order_of_tries_gets_more_than_the_bounds(tries: list[tuple[str, int, int]]) -> None:
    """In any quarter of an hour an account is tried ten times, and once more for each delay that has passed."""
    clock = Clock(0)
    limits = LoginLimits(clock, PLENTY)
    through: dict[str, list[int]] = {"ann": [], "ben": []}
    for name, host, pause in tries:
        clock.now += pause
        if allowed(1, lambda _, name=name, host=host: limits.try_stranger(name, f"10.0.0.{host}")):  # type: ignore[misc]
            through[name].append(clock.now)
    for times in through.values():
        for start in times:
            within = [at for at in times if start <= at < start + 15 * MINUTE]
            assert len(within) <= 10 + 10 + 4


# --- with the service


async def test_a_thousand_tries_from_fifty_addresses_are_throttled_and_the_known_device_gets_in(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        computed, codes = scene.hasher.computed, set[PeopleCode]()
        for number in range(1000):
            scene.clock.now += 100
            try:
                await scene.log_in("Ann", f"{OTHER_PASSWORD} {number}", address=f"198.51.100.{number % 50}")
            except PeopleError as error:
                codes.add(error.code)
        assert codes == {PeopleCode.BAD_LOGIN, PeopleCode.TOO_MANY_TRIES}
        assert scene.hasher.computed - computed <= 12
        with refused(PeopleCode.TOO_MANY_TRIES):
            await scene.log_in("Ann", address="203.0.113.9")
        again = await scene.log_in("Ann", address="203.0.113.9", known_device=ann.device_token)
        assert again.account.account_id == ann.account.account_id
        assert again.device_token == ann.device_token
        for _ in range(30):
            await scene.log_in("Ann", address="203.0.113.9", known_device=ann.device_token)


async def test_a_device_is_known_to_its_own_account_only_and_not_for_ever(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, _ = await scene.register("Ann"), await scene.register("Ben")
        for number in range(10):
            with refused(PeopleCode.BAD_LOGIN):
                await scene.log_in("Ben", OTHER_PASSWORD, address=f"198.51.100.{number}")
        for device in (ann.device_token, "x" * 43, "", "\ud800", "x" * 10_000_000):
            with refused(PeopleCode.TOO_MANY_TRIES):
                await scene.log_in("Ben", known_device=device)
        for _ in range(10):
            with refused(PeopleCode.BAD_LOGIN):
                await scene.log_in("Ann", OTHER_PASSWORD, known_device=ann.device_token)
        with refused(PeopleCode.TOO_MANY_TRIES):
            await scene.log_in("Ann", known_device=ann.device_token)


async def test_a_browser_that_two_people_use_stays_known_to_both(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, _ = await scene.register("Ann"), await scene.register("Ben")
        ben = await scene.log_in("Ben", known_device=ann.device_token)
        assert ben.device_token == ann.device_token
        stranger = await scene.log_in("Ben", known_device="chosen by an enemy, and never given out by us")
        assert stranger.device_token not in (ann.device_token, "chosen by an enemy, and never given out by us")


async def test_a_name_that_is_not_there_costs_the_same_work_as_one_that_is(tmp_path: Path) -> None:
    async with opened(tmp_path, rates=PLENTY) as scene:
        ann = await scene.register("Ann")
        await scene.add_second_factor(ann)
        told = []
        for name in ("Ann", "Nobody Here", "nobody", "Ann?"):
            computed, entries = scene.hasher.computed, len(await scene.told())
            with refused(PeopleCode.BAD_LOGIN):
                await scene.log_in(name, OTHER_PASSWORD, address="198.51.100.1", known_device=ann.device_token)
            with refused(PeopleCode.BAD_RESET):
                await scene.accounts.reset_with_recovery_code(name, "AAAA-BBBB", OTHER_PASSWORD, address="198.51.100.2")
            told.append((scene.hasher.computed - computed, len(await scene.told()) - entries))
        assert told == [(2, 2)] * 4


async def test_tries_against_a_name_that_is_not_there_are_throttled_alike(tmp_path: Path) -> None:
    async with opened(tmp_path, rates=PLENTY) as scene:
        await scene.register("Ann")
        told = []
        for name in ("Ann", "Nobody"):
            codes = []
            for number in range(14):
                with pytest.raises(PeopleError) as error:
                    await scene.log_in(name, OTHER_PASSWORD, address=f"198.51.100.{number}")
                codes.append((error.value.code, error.value.values))
            told.append(codes)
        assert told[0] == told[1]
        assert scene.clock.now == MORNING


async def test_somebody_who_is_logged_in_may_not_guess_the_password_either(tmp_path: Path) -> None:
    async with opened(tmp_path, rates=PLENTY) as scene:
        ann = await scene.register("Ann")
        for _ in range(10):
            with refused(PeopleCode.BAD_LOGIN):
                await scene.accounts.close(ann.account.account_id, OTHER_PASSWORD, None)
        with refused(PeopleCode.TOO_MANY_TRIES):
            await scene.accounts.close(ann.account.account_id, OTHER_PASSWORD, None)
        assert (await scene.log_in("Ann")).account.name == "Ann", "that keeps nobody from logging in"
