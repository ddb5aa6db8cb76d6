"""The bounds on what comes in, each by itself and without a server."""

from __future__ import annotations

import asyncio
import sys

import pytest

from tengen.protocol import ServerCode
from tengen.server.files.turns import Turns
from tengen.server.http.json_bodies import DEEPEST, MOST_PARTS, parse
from tengen.server.refusals import ServerRefusal

# --- JSON


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "too_deep"),
        (b'{"a":' * (DEEPEST + 1) + b"1" + b"}" * (DEEPEST + 1), "too_deep"),
        (b"[" + b"[]," * MOST_PARTS + b"0]", "too_many_parts"),
        (b"[" + b"{}," * MOST_PARTS + b"0]", "too_many_parts"),
        (b"1e400", "large_number"),
        (b'[[{"a":-1e999}]]', "large_number"),
        (b"9223372036854775809", "large_number"),
        (b"NaN", "not_json"),
        (b"[Infinity]", "not_json"),
        (b'"\\ud800"', "not_json"),
        (b"\xff", "not_json"),
        (b"1" * 5_000, "not_json"),
        (b"", "not_json"),
        (b"[" * 100_000, "not_json"),
    ],
)
def test_json_beyond_the_bounds_is_refused_by_name(body: bytes, name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name}$"):
        parse(body)


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b"[" * DEEPEST + b"]" * DEEPEST, None),
        (b'"' + b"[{" * MOST_PARTS + b'"', "[{" * MOST_PARTS),
        (b'["\\"[[", "\\\\", "1e9999", "' + b"[" * MOST_PARTS + b'"]', ['"[[', "\\", "1e9999", "[" * MOST_PARTS]),
        (b"9223372036854775808", 2**63),
        (b"[1e3, true, null]", [1000.0, True, None]),
    ],
)
def test_json_within_the_bounds_is_read(body: bytes, value: object) -> None:
    assert value is None or parse(body) == value
    parse(body)


# --- turns


async def test_turns_let_a_few_begin_and_a_few_wait_and_refuse_the_others() -> None:
    turns = Turns(2, 3)
    first, second = await turns.take(), await turns.take()
    waiting = [asyncio.create_task(turns.take()) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(ServerRefusal) as refused:
        await turns.take()
    assert refused.value.code is ServerCode.TRY_AGAIN
    assert not any(task.done() for task in waiting)
    first.give_back()
    first.give_back()  # counts once
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert sum(task.done() for task in waiting) == 1
    waiting[2].cancel()  # who waits no more gives up the place
    await asyncio.sleep(0)
    fourth = asyncio.create_task(turns.take())
    await asyncio.sleep(0)
    second.give_back()
    (await waiting[0]).give_back()
    (await waiting[1]).give_back()
    (await fourth).give_back()
    usual_s = sys.getswitchinterval()
    async with turns.turn(), turns.turn():
        assert sys.getswitchinterval() < usual_s / 2
    assert sys.getswitchinterval() == usual_s
