"""What tests of engines find ready."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.players import ENGINES_VARIABLE, engine_catalogue
from tengen.players.engines import catalog as engines
from tests.players.engine_room import EngineRoom


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineRoom]:
    """A room for engines, which must be empty at the end."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    room = EngineRoom(tmp_path, temporary)
    yield room
    room.check_empty()


@pytest.fixture
def own_list(room: EngineRoom, monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineRoom]:
    """A room whose list of engines counts here and in other processes, which also use its temporary folder."""
    monkeypatch.setattr(engines, "_chosen", [])
    monkeypatch.setenv(ENGINES_VARIABLE, str(room.list))
    monkeypatch.setenv("TMPDIR", str(room.temporary))
    engine_catalogue.cache_clear()
    yield room
    engine_catalogue.cache_clear()
