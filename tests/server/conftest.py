"""One server for most tests of this folder, and fresh clients for each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Protocol

import pytest

from tengen.people import Role
from tests.server.people import PUPILS, Person, add_accounts
from tests.server.process import ServerProcess, Web


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that every test may use and none may stop. It has an administrator, a moderator and some pupils."""
    folder = tmp_path_factory.mktemp("server") / "data"
    add_accounts(folder, [("The Keeper", Role.ADMIN), ("Wu", Role.MODERATOR), *[(name, None) for name in PUPILS]])
    process = ServerProcess(folder).start()
    yield process
    process.stop()


@pytest.fixture(scope="session")
def keeper(server: ServerProcess) -> Iterator[Person]:
    """The administrator, with a second factor."""
    found = Person(server, "The Keeper").log_in().add_second_factor()
    yield found
    found.close()


class NewWeb(Protocol):
    """Makes one more client."""

    def __call__(self, *, origin: str | None = "own", token: str | None = None) -> Web: ...


@pytest.fixture
def new_web(server: ServerProcess) -> Iterator[NewWeb]:
    """As many browsers or programs as a test needs, each with its own cookies."""
    with ExitStack() as clients:

        def make(*, origin: str | None = "own", token: str | None = None) -> Web:
            client = Web(server, origin=origin, token=token)
            clients.callback(client.close)
            return client

        yield make


@pytest.fixture
def web(new_web: NewWeb) -> Web:
    """A browser's view of the server."""
    return new_web()
