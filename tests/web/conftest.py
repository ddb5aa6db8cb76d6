"""A browser for each module, one server for all of them, and as many people as a test needs.

Whoever uses the page in a test also watches it: an error in the console, a violation of the policy or a request to
another host fails the test in which it happens.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, expect

from tests.server.process import ServerProcess
from tests.web.accounts import add_keeper
from tests.web.arenas import play_arena
from tests.web.browser import IS_CI, PATIENCE_MS, browser, missing
from tests.web.people import Person

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remembers that a test failed, so that what everybody saw then can be kept."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser; why it cannot be had is a reason to leave the tests out, but not in CI."""
    reason = missing()
    if reason is not None:
        assert not IS_CI, reason
        pytest.skip(reason)
    expect.set_options(timeout=PATIENCE_MS)
    with browser() as launched:
        yield launched


@contextmanager
def serving(data_dir: Path) -> Iterator[ServerProcess]:
    """A server with an arena to show, and an administrator."""
    play_arena(data_dir)
    add_keeper(data_dir)
    process = ServerProcess(data_dir).start()
    yield process
    process.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that every test may use and none may stop."""
    with serving(tmp_path_factory.mktemp("server") / "data") as process:
        yield process


class NewPerson(Protocol):
    """Brings one more person; `device` is how Playwright describes theirs."""

    def __call__(self, *, address: str | None = None, **device: Any) -> Person: ...


@pytest.fixture
def new_person(
    chromium: Browser, server: ServerProcess, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[NewPerson]:
    """As many people as a test needs, each with a browser profile of their own."""
    people: list[Person] = []

    def come(*, address: str | None = None, **device: Any) -> Person:
        usual = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        # What a test says in place of the server would not be heard through the page's service worker.
        usual["service_workers"] = "block"
        context = chromium.new_context(**{**usual, **device})
        context.set_default_timeout(PATIENCE_MS)
        person = Person(context, address or server.address)
        people.append(person)
        return person

    yield come
    if request.node.stash.get(FAILED, False):
        for at, person in enumerate(people):
            picture = tmp_path / f"person-{at}.png"
            person.page.screenshot(path=picture)
            print(f"{person.page.url}: {picture}; {person.complaints}")
    complaints = [said for person in people for said in person.complaints]
    for person in people:
        person.context.close()
    assert complaints == []


@pytest.fixture
def person(new_person: NewPerson) -> Person:
    """One person."""
    return new_person()
