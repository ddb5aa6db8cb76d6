"""The page below a path of a site. That a proxy may take the path away as well is shown without a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.process import ServerProcess
from tests.web.conftest import NewPerson
from tests.web.people import play

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server below /go/club."""
    process = ServerProcess(tmp_path_factory.mktemp("below") / "data", {"ROOT_PATH": "/go/club"}).start()
    yield process
    process.stop()


def test_everything_works_below_a_path(below: ServerProcess, new_person: NewPerson) -> None:
    address = f"{below.address}/go/club"
    ann, bob = new_person(address=address), new_person(address=address)
    asked: list[str] = []
    for person in (ann, bob):
        person.page.on("request", lambda request: asked.append(request.url))
        person.page.on("websocket", lambda socket: asked.append(socket.url.replace("ws://", "http://")))

    black = ann.begins("Go", whom="A friend, by link", size="9×9")
    assert black.invitation.startswith(f"{address}/#/join/")
    white = bob.opens(black.invitation).arrives()
    play(black, white, "E5 C3")
    black.page.reload()
    black.sees("C3", "white stone")
    black.chooses("Share")
    assert ann.page.get_by_label("To watch").input_value().startswith(f"{address}/#/game/")
    white.page.goto(f"{address}/#/review/{white.id}")
    expect(bob.page.get_by_label("Move shown")).to_be_visible()
    assert [url for url in asked if not url.startswith((f"{address}/", "about:", "blob:", "data:"))] == []


def test_the_path_without_its_last_stroke_leads_there_too(below: ServerProcess, new_person: NewPerson) -> None:
    person = new_person(address=below.address)
    person.opens("go/club")
    expect(person.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert person.page.url.startswith(f"{below.address}/go/club/")
