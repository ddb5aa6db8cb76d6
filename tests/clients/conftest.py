"""One server for all tests of clients that play on one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.process import ServerProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that every test may use and none may stop."""
    quick = {"AI_PACE_MS": "30", "ABSENCE_AWAY_S": "1", "ABSENCE_GONE_S": "2"}
    process = ServerProcess(tmp_path_factory.mktemp("play") / "data", quick).start()
    yield process
    process.stop()
