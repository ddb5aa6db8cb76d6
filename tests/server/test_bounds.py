"""The bounds on what comes in, each by itself and without a server."""

from __future__ import annotations

import pytest

from tengen.server.http.json_bodies import DEEPEST, MOST_PARTS, parse

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
