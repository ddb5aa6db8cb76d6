"""The audit log: what an entry may say, its one form in bytes, and a chain in which every change shows."""

from __future__ import annotations

from contextlib import suppress
from hashlib import blake2b
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.people import AuditAction, AuditEntry, AuditRow, BadAuditEntry, audit_row, verify_audit
from tengen.people.audit import DETAIL_KEYS, HASH_SIZE

AT = 1_785_751_234_567


def entry(number: int = 1, action: AuditAction = AuditAction.LOGIN, **details: Any) -> AuditEntry:
    return AuditEntry(number, AT + number, "a1", action, "a1", details or {"client": "192.0.2.7"})


def log(length: int) -> list[AuditRow]:
    rows: list[AuditRow] = []
    for number in range(1, length + 1):
        rows.append(audit_row(entry(number, client=f"192.0.2.{number}"), rows[-1].hash if rows else b""))
    return rows


# --- what an entry says


def test_an_entry_has_one_form_in_bytes() -> None:
    body = AuditEntry(7, 5, None, AuditAction.BANNED, "a2", {"until_ms": 9, "reason": "spam", "client": None}).encode()
    assert body == (
        b'{"action":"banned","actor":null,"at":5,'
        b'"details":{"client":null,"reason":"spam","until_ms":9},"n":7,"subject":"a2"}'
    )
    same = AuditEntry(7, 5, None, AuditAction.BANNED, "a2", {"client": None, "reason": "spam", "until_ms": 9})
    assert same.encode() == body
    assert AuditEntry.decode(body) == same


@pytest.mark.parametrize("action", AuditAction)
def test_every_action_says_which_details_it_tells(action: AuditAction) -> None:
    told = {key: ("x" if key.endswith(("_id", "name", "reason")) else 3) for key in DETAIL_KEYS[action]}
    made = AuditEntry(1, AT, "a1", action, None, told)
    assert AuditEntry.decode(made.encode()) == made
    with pytest.raises(BadAuditEntry, match="does not tell 'anything'"):
        AuditEntry(1, AT, "a1", action, None, {"anything": 1})


def test_no_action_has_a_place_for_a_secret() -> None:
    keys = {key for keys in DETAIL_KEYS.values() for key in keys}
    assert not {key for key in keys for word in ("password", "secret", "hash", "code", "cookie", "mail") if word in key}
    assert {key for key in keys if "token" in key or "session" in key} == {"token_id", "session_id", "ended_sessions"}
    for secret in ("x" * 43, "0" * 64):
        with pytest.raises(BadAuditEntry):
            entry(action=AuditAction.TOKEN_MADE, token_id=secret)
        with pytest.raises(BadAuditEntry):
            AuditEntry(1, AT, secret, AuditAction.LOGIN)
    with pytest.raises(BadAuditEntry):
        entry(action=AuditAction.LOGIN_FAILED, name="hunter2 typed in the wrong field")


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 0},
        {"number": -1},
        {"number": 2**60},
        {"at_ms": -1},
        {"at_ms": 2**62},
        {"actor": "x" * 37},
        {"subject": "half\ud800"},
        {"details": {"client": "x" * 201}},
        {"details": {"client": "half\udc00"}},
        {"details": {"client": 2**60}},
        {"details": {"client": 0.5}},
        {"details": {"client": ["a"]}},
    ],
    ids=str,
)
def test_an_entry_out_of_bounds_cannot_be_made(wrong: dict[str, Any]) -> None:
    right: dict[str, Any] = {"number": 1, "at_ms": AT, "actor": "a1", "action": AuditAction.LOGIN}
    with pytest.raises(BadAuditEntry):
        AuditEntry(**(right | wrong))


def test_an_entry_does_not_change_with_the_mapping_it_was_made_of() -> None:
    told: dict[str, str | int | bool | None] = {"client": "192.0.2.7"}
    made = AuditEntry(1, AT, "a1", AuditAction.LOGIN, None, told)
    told["client"] = "elsewhere"
    assert made.details["client"] == "192.0.2.7"
    with pytest.raises(TypeError):
        made.details["client"] = "elsewhere"  # type: ignore[index]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'{"action":"login","actor":null,"at":5,"details":{},"n":7}',
        b'{"action":"flew","actor":null,"at":5,"details":{},"n":7,"subject":null}',
        b'{"action":"login","actor":null,"at":5,"details":{},"n":7,"subject":null,"more":1}',
        b'{"action":"login","actor":null,"at":5,"details":{"password":"x"},"n":7,"subject":null}',
        b'{"action":"login","actor":null,"at":5,"details":{},"n":0,"subject":null}',
        b'{"action":"login","actor":null,"at":' + b"9" * 400 + b',"details":{},"n":7,"subject":null}',
    ],
)
def test_bytes_that_are_no_entry_are_called_so(body: bytes) -> None:
    with pytest.raises(BadAuditEntry):
        AuditEntry.decode(body)


@given(body=st.binary(max_size=60))
def test_any_bytes_are_an_entry_or_refused(body: bytes) -> None:
    with suppress(BadAuditEntry):
        AuditEntry.decode(body)


# --- as a line


def test_a_line_says_when_what_and_who() -> None:
    made = AuditEntry(
        17, AT, "a1", AuditAction.TOKEN_MADE, None, {"token_id": "t9", "scopes": "play read", "label": ""}
    )
    assert made.line() == '2026-08-03T10:00:34.567Z #17 token_made actor=a1 label="" scopes="play read" token_id=t9'


def test_a_line_stays_one_line_whatever_somebody_is_called() -> None:
    evil = 'x\r\n2030-01-01 #18 role_changed actor=root "\x1b[2J\u202e\u2028\\\U000e0041'
    line = entry(action=AuditAction.NAME_CHANGED, old_name="Ann", new_name=evil).line()
    assert len(line.splitlines()) == 1
    assert line.isprintable()
    assert r'new_name="x\u000d\u000a2030-01-01 #18 role_changed actor=root \"\u001b[2J\u202e\u2028\\\U000e0041"' in line


@given(
    name=st.text(st.characters(codec="utf-8"), max_size=60), subject=st.text(st.characters(codec="utf-8"), max_size=30)
)
def test_any_line_is_fit_for_a_terminal(name: str, subject: str) -> None:
    line = AuditEntry(1, AT, None, AuditAction.REGISTER, subject, {"name": name}).line()
    assert line.isprintable()


def test_the_last_moment_can_be_told_too() -> None:
    assert AuditEntry(1, 0, None, AuditAction.LOGOUT).line() == "1970-01-01T00:00:00.000Z #1 logout"
    assert AuditEntry(1, 253_402_300_799_999, None, AuditAction.LOGOUT).line().startswith("9999-12-31T23:59:59.999Z")


# --- the chain


def test_a_hash_covers_the_entry_and_all_before_it() -> None:
    first, second, *_ = log(2)
    person = b"tengen audit log"
    assert first.hash == blake2b(first.body, digest_size=HASH_SIZE, person=person).digest()
    assert second.hash == blake2b(first.hash + second.body, digest_size=HASH_SIZE, person=person).digest()


def test_a_log_as_it_was_written_is_sound() -> None:
    rows = log(9)
    assert verify_audit([]) is None
    assert verify_audit(rows) is None
    assert verify_audit(rows[4:], after=rows[3]) is None
    assert verify_audit(rows[:-2]) is None, "what is cut off at the end does not show: the last hash is kept elsewhere"


@pytest.mark.parametrize("at", range(9))
def test_the_row_that_was_altered_is_named(at: int) -> None:
    rows = log(9)
    number, body, hashed = rows[at]
    another = entry(number, client="203.0.113.1").encode()
    for wrong in (
        AuditRow(number, another, hashed),
        AuditRow(number, body.replace(b"login", b"logout"), hashed),
        AuditRow(number, body, bytes(HASH_SIZE)),
        AuditRow(number, body, b""),
        AuditRow(number, b"", hashed),
    ):
        assert verify_audit([*rows[:at], wrong, *rows[at + 1 :]]) == number


@pytest.mark.parametrize("at", range(8))
def test_a_row_that_is_missing_added_or_swapped_is_named(at: int) -> None:
    rows = log(9)
    number = rows[at].number
    assert verify_audit(rows[:at] + rows[at + 1 :]) == number, "missing"
    assert verify_audit([*rows[:at], rows[at], *rows[at:]]) == number, "twice"
    swapped = [*rows[:at], rows[at + 1], rows[at], *rows[at + 2 :]]
    assert verify_audit(swapped) == number, "in each other's place"
    renumbered = [row._replace(number=place) for place, row in enumerate(swapped, start=1)]
    assert verify_audit(renumbered) == number, "with each other's contents"


def test_a_row_made_anew_with_its_own_hash_betrays_the_next() -> None:
    rows = log(9)
    forged = audit_row(entry(5, client="203.0.113.1"), rows[3].hash)
    assert verify_audit([*rows[:4], forged, *rows[5:]]) == 6


def test_a_row_whose_entry_has_another_number_is_named() -> None:
    rows = log(2)
    body = entry(5).encode()
    wrong = AuditRow(3, body, blake2b(rows[1].hash + body, digest_size=HASH_SIZE, person=b"tengen audit log").digest())
    assert verify_audit([*rows, wrong]) == 3


def test_a_log_that_does_not_follow_the_row_it_should_is_named() -> None:
    rows = log(9)
    assert verify_audit(rows[5:], after=rows[3]) == 5
    assert verify_audit(rows[4:], after=AuditRow(4, rows[3].body, bytes(HASH_SIZE))) == 5


@given(length=st.integers(1, 12), data=st.data())
def test_no_byte_of_a_log_can_change_unseen(length: int, data: st.DataObject) -> None:
    rows = log(length)
    at = data.draw(st.integers(0, length - 1))
    row = rows[at]
    place = data.draw(st.integers(0, len(row.body) - 1))
    body = bytearray(row.body)
    body[place] ^= data.draw(st.integers(1, 255))
    rows[at] = row._replace(body=bytes(body))
    assert verify_audit(rows) == row.number
