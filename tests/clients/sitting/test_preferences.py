"""What a person has chosen comes back as it was, and whatever a file says, a client begins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tengen.clients.sitting.preferences import Preferences, WindowPlace, read_preferences, write_preferences
from tengen.core import LANGUAGES

_places = st.builds(
    WindowPlace,
    st.integers(1, 10_000),
    st.integers(1, 10_000),
    st.none() | st.integers(-5000, 5000),
    st.none() | st.integers(-5000, 5000),
    st.booleans(),
)
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
_preferences = st.builds(
    Preferences,
    language=st.sampled_from([None, *LANGUAGES]),
    theme=st.sampled_from([None, "wood", "dark"]),
    page=st.sampled_from(["auto", "light", "dark"]),
    sound=st.booleans(),
    coordinates=st.booleans(),
    numbers=st.booleans(),
    show_legal=st.booleans(),
    shortcuts=st.booleans(),
    pace_ms=st.integers(0, 10_000),
    window=st.none() | _places,
    server=st.sampled_from(["", "http://127.0.0.1:8000"]),
    choices=st.dictionaries(st.text(max_size=8), _json, max_size=4),
)
_one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@_one_folder
@given(_preferences)
def test_what_is_kept_comes_back(tmp_path: Path, chosen: Preferences) -> None:
    path = tmp_path / "new" / "preferences.json"
    assert write_preferences(path, chosen) is None
    assert read_preferences(path) == (chosen, None)
    assert [file.name for file in path.parent.iterdir()] == ["preferences.json"]


@_one_folder
@given(st.dictionaries(st.sampled_from([*Preferences.__slots__, "unknown"]), _json))
def test_whatever_stands_in_the_file_a_client_begins(tmp_path: Path, content: dict[str, object]) -> None:
    path = tmp_path / "preferences.json"
    path.write_text(json.dumps(content))
    read, notice = read_preferences(path)
    assert write_preferences(tmp_path / "again.json", read) is None
    assert read_preferences(tmp_path / "again.json") == (read, None)
    if notice is not None:
        assert all(str(path) in notice.text(language) for language in LANGUAGES)


def test_no_file_is_no_trouble(tmp_path: Path) -> None:
    assert read_preferences(tmp_path / "preferences.json") == (Preferences(), None)


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{", b"[]", b"7", b"\xff\xfe", b"[" * 100_000, b" " * (1 << 19)),
        b'{"sound": ' + b"9" * 10_000 + b"}",
    ],
)
def test_a_file_that_cannot_be_read_is_told_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "preferences.json"
    path.write_bytes(content)
    read, notice = read_preferences(path)
    assert read == Preferences()
    assert notice is not None
    assert "as at first" in notice.text("en")
    assert notice.text("zh")
    assert path.read_bytes() == content


def test_only_what_is_bad_is_as_at_first(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    bad = {"language": "zh", "sound": "loud", "pace_ms": -5, "window": {"width": 0}, "theme": "wo\x1bod"}
    path.write_text(json.dumps(bad))
    read, notice = read_preferences(path)
    assert read == Preferences(language="zh")
    assert notice is not None
    for name in ("sound", "pace_ms", "window", "theme"):
        assert name in notice.text("en")
    assert "language" not in notice.text("en")


def test_where_nothing_can_be_written_that_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    notice = write_preferences(tmp_path / "file" / "preferences.json", Preferences())
    assert notice is not None
    assert notice.text("zh")
    (tmp_path / "folder").mkdir()
    assert write_preferences(tmp_path / "folder", Preferences()) is not None
