"""T47, T48 and T53: guessing passwords: how often, how long it takes to be told no, and what a check costs."""

from __future__ import annotations

import sqlite3
import statistics
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from tests.server.in_process import SITE, Calls, serving
from tests.server.people import LONG_PASSWORD, PASSWORD, Person, code_of, new_name
from tests.server.process import ServerProcess, Web

FULL: Final = {"PASSWORD_MEMORY_KIB": str(19 * 1024), "PASSWORD_PASSES": "2"}
"""What passwords cost in earnest."""
WIDE: Final = {"login_rate": "100000/second", "password_checks_per_second": 1000}
"""Limits that are not those which a test is about."""


async def log_in(calls: Calls, address: str, name: str, password: str, cookie: str = "") -> tuple[str | None, str]:
    """The code of the refusal, and the cookies that came."""
    body, headers = {"name": name, "password": password}, {"cookie": cookie} if cookie else {}
    answer = await calls.post("/api/auth/login", body, address, SITE, **headers)
    if answer.status_code == 429:
        assert int(answer.headers["retry-after"]) >= 1
    return code_of(answer), "; ".join(line.partition(";")[0] for line in answer.headers.get_list("set-cookie"))


async def registered(calls: Calls, password: str = PASSWORD) -> str:
    name = new_name()
    answer = await calls.post("/api/auth/register", {"name": name, "password": password}, "198.51.100.7", SITE)
    assert answer.status_code == 200, answer.text
    return name


async def stuff(calls: Calls, tries: int) -> Counter[str | None]:
    """Guess somebody's password from fifty addresses; how that was answered."""
    victim = await registered(calls)
    home, cookies = await log_in(calls, "198.51.100.1", victim, PASSWORD)
    assert home is None
    device = next(part for part in cookies.split("; ") if "device" in part)
    answers: Counter[str | None] = Counter()
    for number in range(tries):
        code, _ = await log_in(calls, f"203.0.113.{number % 50}", victim, f"guess number {number}")
        answers[code] += 1
    late, _ = await log_in(calls, "203.0.113.77", victim, PASSWORD)
    assert late == "TOO_MANY_TRIES", "a right guess comes too late"
    for address in ("198.51.100.1", "198.51.100.99"):
        assert (await log_in(calls, address, victim, PASSWORD, device))[0] is None, "whose device is known gets in"
    forged = f"{device[:-4]}AAAA"
    assert (await log_in(calls, "203.0.113.78", victim, PASSWORD, forged))[0] == "TOO_MANY_TRIES"
    other = await registered(calls)
    assert (await log_in(calls, "203.0.113.79", other, PASSWORD, device))[0] is None
    return answers


async def test_guesses_from_many_addresses_are_throttled_and_a_known_device_gets_in(tmp_path: Path) -> None:
    async with serving(tmp_path, **WIDE) as calls:
        assert await stuff(calls, 60) == {"BAD_LOGIN": 10, "TOO_MANY_TRIES": 50}


@pytest.mark.long
async def test_a_thousand_guesses_from_fifty_addresses_try_a_handful_of_passwords(tmp_path: Path) -> None:
    async with serving(tmp_path, **WIDE) as calls:
        begin = time.monotonic()
        answers = await stuff(calls, 1_000)
        assert answers["BAD_LOGIN"] <= 10 + int((time.monotonic() - begin) // 60)
        assert answers["BAD_LOGIN"] + answers["TOO_MANY_TRIES"] == 1_000


async def test_one_address_is_throttled_over_all_accounts_and_others_are_not(tmp_path: Path) -> None:
    async with serving(tmp_path, login_tries_per_address=20, **WIDE) as calls:
        name = await registered(calls)
        codes = [(await log_in(calls, "203.0.113.5", new_name(), PASSWORD))[0] for _ in range(25)]
        assert codes == 20 * ["BAD_LOGIN"] + 5 * ["TOO_MANY_TRIES"]
        assert (await log_in(calls, "203.0.113.5", name, PASSWORD))[0] == "TOO_MANY_TRIES"
        assert (await log_in(calls, "203.0.113.6", name, PASSWORD))[0] is None
        same = "2001:db8:1:2::"
        codes = [(await log_in(calls, f"{same}{number:x}", new_name(), PASSWORD))[0] for number in range(1, 24)]
        assert codes == 20 * ["BAD_LOGIN"] + 3 * ["TOO_MANY_TRIES"], "a /64 is one address"


async def test_calls_with_passwords_are_limited_before_anything_is_looked_up(tmp_path: Path) -> None:
    async with serving(tmp_path, login_rate="5/minute", start_rate="1000/second") as calls:
        codes = [(await log_in(calls, "203.0.113.5", new_name(), PASSWORD))[0] for _ in range(7)]
        assert codes == 5 * ["BAD_LOGIN"] + 2 * ["SLOW_DOWN"]
        body = {"token": "x", "password": PASSWORD}
        assert code_of(await calls.post("/api/auth/reset", body, "203.0.113.5", SITE)) == "SLOW_DOWN"
        assert code_of(await calls.post("/api/auth/reset", body, "203.0.113.6", SITE)) == "BAD_RESET"
        assert (await calls.call("GET", "/api/auth/me", None, "203.0.113.5", SITE)).status_code == 200


# --- how long no takes


def timed(web: Web, path: str, body: dict[str, str]) -> float:
    begin = time.perf_counter()
    answer = web.post(path, body)
    assert answer.status_code == 401, answer.text
    return 1000 * (time.perf_counter() - begin)


def superiority(some: list[float], others: list[float]) -> float:
    """How often one of the first is greater than one of the second (Mann-Whitney's U over all pairs): 0.5 if alike."""
    greater = sum((one > other) + 0.5 * (one == other) for one in some for other in others)
    return greater / len(some) / len(others)


@pytest.mark.long
@pytest.mark.alone
@pytest.mark.parametrize("call", ["login", "reset"])
def test_a_known_and_an_unknown_name_cannot_be_told_apart_by_time(tmp_path: Path, call: str) -> None:
    server = ServerProcess(tmp_path / "data", FULL).start()
    try:
        people = [Person(server).register() for _ in range(5)]
        web = Web(server)

        def body(name: str) -> dict[str, str]:
            if call == "login":
                return {"name": name, "password": "not the password"}
            return {"name": name, "recoveryCode": "AAAA-AAAA-AAAA", "password": "a fine new password"}

        for _ in range(40):  # the audit log notes so many failures a minute and counts the rest
            timed(web, f"/api/auth/{call}", body(new_name()))
        known, unknown = [], []
        for number in range(500):  # in turn, so that whatever else the machine does falls on both
            known.append(timed(web, f"/api/auth/{call}", body(people[number % 5].name)))
            unknown.append(timed(web, f"/api/auth/{call}", body(new_name())))
        gap = statistics.fmean(known) - statistics.fmean(unknown)
        print(f"{call}: mean gap {gap:.2f} ms, superiority {superiority(known, unknown):.3f}")
        assert abs(gap) <= 5.0
        assert abs(statistics.median(known) - statistics.median(unknown)) <= 2.5
        assert 0.4 <= superiority(known, unknown) <= 0.6
        for person in people:
            person.close()
        web.close()
    finally:
        server.stop()


@pytest.mark.long
@pytest.mark.alone
def test_a_storm_of_log_ins_is_refused_in_time_and_whoever_plays_does_not_notice(tmp_path: Path) -> None:
    slow = {"PASSWORD_MEMORY_KIB": str(64 * 1024), "PASSWORD_PASSES": "6"}
    server = ServerProcess(tmp_path / "data", slow).start()
    codes: Counter[str | None] = Counter()

    def one() -> None:
        web = Web(server)
        answer = web.post("/api/auth/login", {"name": new_name(), "password": "a wrong password"})
        assert answer.status_code != 503 or answer.headers["retry-after"] == "1"
        codes[code_of(answer)] += 1
        web.close()

    try:
        ann = Person(server).register()
        game = ann.start("GO", 19)
        threads = [threading.Thread(target=one) for _ in range(120)]
        for thread in threads:
            thread.start()
        taken = []
        for number in range(20):
            begin = time.monotonic()
            game.move(number % 19, number // 19)
            taken.append(time.monotonic() - begin)
        for thread in threads:
            thread.join()
        assert codes.keys() == {"BUSY", "BAD_LOGIN"}
        assert statistics.median(taken) < 0.5
        ann.close()
    finally:
        server.stop()


# --- what is kept of a password


def kept_hash(data_dir: Path, name: str) -> str:
    with closing(sqlite3.connect(data_dir / "tengen.db")) as connection:
        found: str = connection.execute("SELECT password_hash FROM accounts WHERE name = ?", (name,)).fetchone()[0]
    return found


async def test_a_password_is_hashed_anew_by_the_parameters_of_today_when_it_is_used(tmp_path: Path) -> None:
    async with serving(tmp_path) as calls:
        name = await registered(calls, LONG_PASSWORD)
    assert kept_hash(tmp_path, name).startswith("$argon2id$v=19$m=64,t=1,p=1$")
    async with serving(tmp_path, password_memory_kib=128, password_passes=2) as calls:
        assert (await log_in(calls, "203.0.113.5", name, "not it"))[0] == "BAD_LOGIN"
        assert "m=64,t=1" in kept_hash(tmp_path, name)
        assert (await log_in(calls, "203.0.113.5", name, LONG_PASSWORD))[0] is None
        upgraded = kept_hash(tmp_path, name)
        assert upgraded.startswith("$argon2id$v=19$m=128,t=2,p=1$")
        assert (await log_in(calls, "203.0.113.5", name, LONG_PASSWORD))[0] is None
        assert kept_hash(tmp_path, name) == upgraded


async def test_by_default_a_check_costs_what_is_promised(tmp_path: Path) -> None:
    costs: dict[str, Any] = {"password_memory_kib": 19 * 1024, "password_passes": 2}
    async with serving(tmp_path, **costs) as calls:
        assert kept_hash(tmp_path, await registered(calls)).startswith("$argon2id$v=19$m=19456,t=2,p=1$")
        default = type(calls.settings)(data_dir=tmp_path)
        assert {name: getattr(default, name) for name in costs} == costs
