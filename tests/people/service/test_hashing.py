"""Password hashes: bounded work, exact passwords, better parameters at the next log-in."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.people import PeopleCode
from tengen.people.service import HashParameters, PasswordHasher
from tests.people.service.scene import CHEAP, OTHER_PASSWORD, PASSWORD, opened, refused


async def test_the_parameters_of_a_server_are_at_least_those_of_the_standard() -> None:
    hasher = PasswordHasher()
    made = await hasher.hash(PASSWORD)
    hasher.close()
    assert made.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere threads have no niceness")
async def test_hashing_lets_those_who_play_go_first() -> None:
    hasher = PasswordHasher(CHEAP)
    await hasher.hash(PASSWORD)
    asked = hasher._threads.submit(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
    assert asked.result() >= 10 > os.getpriority(os.PRIO_PROCESS, 0)
    hasher.close()


async def test_a_hash_of_old_parameters_is_made_anew_at_log_in(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
    better = HashParameters(memory_kib=16, passes=2)
    async with opened(tmp_path, hasher=PasswordHasher(better)) as scene:
        with refused(PeopleCode.BAD_LOGIN):
            await scene.log_in("Ann", OTHER_PASSWORD)
        before = await scene.store.account(ann.account.account_id)
        assert before is not None
        assert before.password_hash == ann.account.password_hash, "only whoever knows the password changes the hash"
        again = await scene.log_in("Ann")
        after = await scene.store.account(ann.account.account_id)
        assert after is not None
        assert after == again.account
        assert after.password_hash is not None
        assert "m=16,t=2" in after.password_hash
        await scene.log_in("Ann")
        assert await scene.store.account(ann.account.account_id) == after, "once is enough"


async def test_a_password_of_ten_megabytes_costs_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        _, recovery = await scene.add_second_factor(ann)
        link = await scene.administration.make_reset_link(None, "Ann")
        computed, endless, account_id = scene.hasher.computed, "x" * 10_000_000, ann.account.account_id
        began = time.perf_counter()
        accounts = scene.accounts
        for work in (
            scene.register("Ben", endless),
            scene.log_in("Ann", endless),
            scene.log_in_beside(ann.token, "Ann", endless),
            accounts.change_password(account_id, PASSWORD, endless, end_others=False, keep=ann.token, address="::1"),
            accounts.change_password(account_id, endless, PASSWORD, end_others=False, keep=ann.token, address="::1"),
            accounts.change_name(account_id, "Anna", endless),
            accounts.close(account_id, endless, None),
            accounts.reset_with_link(link.token, endless, address="::1"),
            accounts.reset_with_recovery_code("Ann", recovery[0], endless, address="::1"),
            accounts.begin_second_factor(account_id, endless),
        ):
            with refused(PeopleCode.BAD_PASSWORD) as error:
                await work
            assert error.error.key == "password.too_long"
        assert time.perf_counter() - began < 1
        assert scene.hasher.computed == computed


LONGEST = "".join(chr(0x20000 + 7 * number) for number in range(256))
"""As many characters as a password may have, four bytes each."""


@pytest.mark.parametrize(
    "password", [LONGEST, " \t ångström ñ 天元  ", "cafe\u0301 au lait", "ﬁne ﬀ words", "Correct-Horse 1 "]
)
async def test_any_unicode_is_a_password_and_counts_exactly_as_received(tmp_path: Path, password: str) -> None:
    async with opened(tmp_path) as scene:
        await scene.register("Ann", password)
        assert (await scene.log_in("Ann", password)).account.name == "Ann"
        changed = {password[:-1], password[1:], password.upper(), unicodedata.normalize("NFKC", password)}
        changed |= {password.strip(), (password + " ")[-256:]}
        for other in changed - {password}:
            with refused(PeopleCode.BAD_LOGIN):
                await scene.log_in("Ann", other)


@settings(max_examples=30)
@given(one=st.text(max_size=40), other=st.text(max_size=40))
async def test_one_password_is_right_and_no_other(one: str, other: str) -> None:
    hasher = PasswordHasher(CHEAP)
    made = await hasher.hash(one)
    assert await hasher.verify(made, one)
    assert await hasher.verify(made, other) == (one == other)
    assert not await hasher.verify(None, one)
    hasher.close()


async def test_a_hash_that_cannot_be_read_is_nobodys() -> None:
    hasher = PasswordHasher(CHEAP)
    for broken in ("", "x", "$argon2id$v=19$m=8,t=1,p=1$", "$2b$12$abcdefghijklmnopqrstuv"):
        assert not await hasher.verify(broken, PASSWORD)
        assert hasher.needs_rehash(broken)
    hasher.close()


class Gate:
    """Keeps the threads of a hasher busy until it is opened."""

    def __init__(self, hasher: PasswordHasher, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open = threading.Event()
        hasher._nobodys.result()
        counted = hasher._counted

        def wait(work: Any) -> Any:
            assert self.open.wait(30)
            return counted(work)

        monkeypatch.setattr(hasher, "_counted", wait)


async def test_two_hash_and_thirty_two_wait_and_the_next_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    hasher = PasswordHasher(CHEAP)
    gate = Gate(hasher, monkeypatch)
    waiting = [asyncio.create_task(hasher.hash(PASSWORD, is_known=True)) for _ in range(34)]
    await asyncio.sleep(0)
    for _ in range(100):
        with refused(PeopleCode.BUSY):
            await hasher.verify(None, PASSWORD, is_known=True)
    gate.open.set()
    assert len(set(await asyncio.gather(*waiting))) == 34
    assert await hasher.hash(PASSWORD), "then there is room again"
    hasher.close()


async def test_some_places_are_left_to_those_who_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    hasher = PasswordHasher(CHEAP)
    gate = Gate(hasher, monkeypatch)
    strangers = [asyncio.create_task(hasher.verify(None, PASSWORD)) for _ in range(200)]
    await asyncio.sleep(0)
    known = asyncio.create_task(hasher.hash(PASSWORD, is_known=True))
    await asyncio.sleep(0)
    assert not known.done()
    gate.open.set()
    results = await asyncio.gather(*strangers, return_exceptions=True)
    assert sum(isinstance(result, Exception) for result in results) == 200 - 26
    assert (await known).startswith("$argon2id$")
    hasher.close()


async def test_who_stops_waiting_gives_the_place_back(monkeypatch: pytest.MonkeyPatch) -> None:
    hasher = PasswordHasher(CHEAP)
    gate = Gate(hasher, monkeypatch)
    waiting = [asyncio.create_task(hasher.hash(PASSWORD, is_known=True)) for _ in range(34)]
    await asyncio.sleep(0.05)
    for task in waiting[10:]:
        task.cancel()
    await asyncio.sleep(0.05)
    more = [asyncio.create_task(hasher.hash(PASSWORD, is_known=True)) for _ in range(20)]
    await asyncio.sleep(0)
    gate.open.set()
    assert len(await asyncio.gather(*more)) == 20
    assert len(await asyncio.gather(*waiting[:10])) == 10
    hasher.close()
