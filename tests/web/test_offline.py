"""The shell of the page opens without a network and says so. Nothing that the server says about games is kept."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.process import ServerProcess
from tests.web.browser import PAGE
from tests.web.conftest import NewPerson
from tests.web.people import Person
from tests.web.words import LANGUAGES, Language, Words

pytestmark = pytest.mark.long

KEPT = """async () => {
  const kept = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
  return (await Promise.all(kept)).flat().map(({ url }) => url);
}"""
LOST = ("Failed to load resource", "WebSocket", "ERR_")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server below a path that may be stopped, with a page that may be changed."""
    shutil.copytree(PAGE.parent, tmp_path / "page")
    process = ServerProcess(tmp_path / "data", {"ROOT_PATH": "/go/club", "WEB_DIR": str(tmp_path / "page")}).start()
    yield process
    process.stop()


def is_kept(page: Page) -> None:
    """The browser has kept the shell, and the page is under its care."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shell_opens_offline_says_so_and_goes_on_when_the_network_is_back(
    new_person: NewPerson, language: Language
) -> None:
    t = Words(language)
    person = new_person(locale={"en": "en-GB", "zh": "zh-CN"}[language], service_workers="allow")
    person.forgives(*LOST)
    page = person.page
    person.opens()
    is_kept(page)
    person.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("status").filter(has_text=t("page.offline"))).to_be_visible()
    expect(page.get_by_role("link", name=t("page.review"), exact=True)).to_be_visible()
    expect(page.get_by_role("button", name=t("start.play"), exact=True)).to_have_count(0)
    person.context.set_offline(False)
    expect(page.get_by_role("button", name=t("start.play"), exact=True)).to_be_visible()
    expect(page.get_by_text(t("page.offline"))).to_have_count(0)
    assert [url for url in page.evaluate(KEPT) if "/api/" in url or "healthz" in url] == []


def test_the_shell_opens_while_the_server_is_away_and_a_new_build_replaces_it(
    new_person: NewPerson, own_server: ServerProcess, tmp_path: Path
) -> None:
    address = f"{own_server.address}/go/club"
    person = new_person(address=address, service_workers="allow")
    person.forgives(*LOST)
    page = person.page
    person.opens()
    is_kept(page)
    assert all(url.startswith(f"{address}/") for url in page.evaluate(KEPT))
    own_server.stop()
    page.reload()
    expect(page.get_by_role("button", name="Reload")).to_be_visible()

    # Another build: seen at the next visit, and nothing of the first one is left.
    own_server.start()
    index, worker = tmp_path / "page" / "index.html", tmp_path / "page" / "sw.js"
    index.write_text(index.read_text().replace("<title>", "<meta name='build' content='second'><title>"))
    worker.write_text(re.sub(r'VERSION = "\w+"', 'VERSION = "second"', worker.read_text()))
    page.reload()
    expect(page.locator("meta[name=build]")).to_have_attribute("content", "second")
    for _ in range(100):
        if all(name.endswith(" second") for name in page.evaluate("() => caches.keys()")):
            break
        page.wait_for_timeout(100)
    own_server.stop()
    page.reload()
    expect(page.locator("meta[name=build]")).to_have_attribute("content", "second")


def test_the_worker_is_asked_for_anew_and_keeps_no_answers_about_games(person: Person) -> None:
    answer = person.context.request.get(f"{person.address}/sw.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")
    listed = re.search(r"FILES = (\[.*?\]);", answer.text(), re.DOTALL)
    assert listed is not None
    assert "api" not in listed[1]
    assert "assets/index-" in listed[1]
