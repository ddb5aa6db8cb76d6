"""One server a data folder: a second one says who is there, and changes nothing."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.storage import Holder, find_holder
from tests.server.process import ServerProcess, Web
from tests.server.test_lifecycle import run_serve


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("alone") / "data").start()
    yield process
    process.stop()


def test_a_second_server_on_the_same_folder_says_who_holds_it_and_changes_nothing(alone: ServerProcess) -> None:
    assert alone.process is not None
    assert json.loads((alone.data_dir / "server.lock").read_text()) == {
        "pid": alone.process.pid,
        "address": alone.address,
    }
    names = sorted(path.name for path in alone.data_dir.iterdir())
    lock = (alone.data_dir / "server.lock").read_bytes()
    for port in ("0", str(alone.port)):
        refused = run_serve("--port", port, TENGEN_DATA_DIR=str(alone.data_dir))
        said = f"tengen: {alone.data_dir} is in use by the server at {alone.address} (pid {alone.process.pid})\n"
        assert (refused.returncode, refused.stdout, refused.stderr) == (1, "", said)
    assert sorted(path.name for path in alone.data_dir.iterdir()) == names
    assert (alone.data_dir / "server.lock").read_bytes() == lock
    web = Web(alone)
    web.start("PEACE")
    web.close()


def test_servers_with_folders_of_their_own_do_not_share_a_database(alone: ServerProcess, tmp_path: Path) -> None:
    other = run_serve(
        "--port", "0", TENGEN_DATA_DIR=str(tmp_path / "other"), TENGEN_DATABASE_URL=f"sqlite:///{alone.database}"
    )
    assert other.returncode == 1
    assert f"in use by the server at {alone.address}" in other.stderr


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_ended_in_any_way_leaves_the_folder_to_the_next(alone: ServerProcess, by: int) -> None:
    assert alone.process is not None
    assert find_holder(alone.data_dir) == Holder(alone.process.pid, alone.address)
    alone.stop(by=by)
    assert find_holder(alone.data_dir) is None
    alone.start()
    assert find_holder(alone.data_dir) == Holder(alone.process.pid, alone.address)
