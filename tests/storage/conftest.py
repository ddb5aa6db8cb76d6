"""What every test of a store finds ready."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.storage.stores import OpenStore, opened


@pytest.fixture(params=["memory", "sql"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> OpenStore:
    """Opens a store of either kind."""
    return lambda: opened(request.param, tmp_path)
