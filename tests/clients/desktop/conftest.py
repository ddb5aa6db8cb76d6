"""A screen for all tests of a module, and a data folder for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.clients.desktop.xvfb import Screen, xvfb


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    with xvfb() as found:
        yield found


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"
