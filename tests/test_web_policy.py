"""The content security policy in a real browser: it lets our page do what it must, and nothing else.

The page here is made for the test. What the real one does is in its own tests.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server.process import ServerProcess

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
IS_REQUIRED = bool(os.environ.get("CI") or os.environ.get("TENGEN_REQUIRE_ALL"))
FLAGS = ("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync")

PAGE = """<!doctype html><html><head><meta charset="utf-8"><link rel="manifest" href="./manifest.webmanifest">
<script type="module" src="./assets/test.js"></script></head>
<body><script>window.inline = true</script><p style="color: red"></p></body></html>"""

SCRIPT = """
const broken = [];
document.addEventListener("securitypolicyviolation", (event) => broken.push(event.effectiveDirective));
const text = document.querySelector("p");
const before = getComputedStyle(text).color;
text.style.color = "rgb(0, 0, 255)";

const body = JSON.stringify({ gameType: "GO", boardSize: 9 });
const headers = { "content-type": "application/json" };
const answer = await fetch("./api/game/start", { method: "POST", headers, body });
const { gameId } = await answer.json();
const address = new URL(`./api/game/${gameId}/ws?since=0`, document.baseURI);
address.protocol = address.protocol.replace("http", "ws");
const socket = new WebSocket(address);
const first = await new Promise((done) => {
  socket.onmessage = (event) => done(JSON.parse(event.data).type);
  socket.onerror = () => done("refused");
});
socket.close();

const picture = new Image();
picture.src = URL.createObjectURL(new Blob(["<svg xmlns='http://www.w3.org/2000/svg'/>"], { type: "image/svg+xml" }));
const drawn = await picture.decode().then(() => true, () => false);
const allowed = broken.length;

const elsewhere = "127.0.0.1:9";
await fetch(`http://${elsewhere}/`).catch(() => undefined);
try { new WebSocket(`ws://${elsewhere}/`); } catch { /* some browsers throw */ }
const frame = document.createElement("iframe");
frame.src = "./";
document.body.append(frame);
await new Promise((done) => setTimeout(done, 200));
const inline = window.inline ?? false;
const after = getComputedStyle(text).color;
document.body.dataset.seen = JSON.stringify({
  first, drawn, allowed, inline, before, after, broken: [...new Set(broken)].sort(),
});
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser, or a reason to leave the test out on a machine without one."""
    if CHROMIUM is None:
        assert not IS_REQUIRED, "Chromium is required here: install the package chromium"
        pytest.skip("Chromium is not installed (Debian: the package chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("page")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text(PAGE)
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "assets" / "test.js").write_text(SCRIPT)
    settings = {"WEB_DIR": str(folder), "ROOT_PATH": "/go"}
    process = ServerProcess(tmp_path_factory.mktemp("server") / "data", settings).start()
    yield process
    process.stop()


@pytest.mark.parametrize("path", ["/", "/go"])
def test_the_policy_lets_the_page_play_and_keeps_everything_else_out(
    browser: Browser, server: ServerProcess, path: str
) -> None:
    page = browser.new_page()
    page.goto(server.address + path)
    # Not wait_for_function: it evaluates a text, which the policy forbids.
    page.wait_for_selector("body[data-seen]", timeout=10_000)
    seen = json.loads(page.get_attribute("body", "data-seen") or "")
    page.close()
    # The socket of the same host, pictures made here, styles set by script.
    assert (seen["first"], seen["drawn"], seen["after"]) == ("created", True, "rgb(0, 0, 255)")
    assert seen["allowed"] == 0
    # No script and no style inside the page, no other host, no frame.
    assert (seen["inline"], seen["before"]) == (False, "rgb(0, 0, 0)")
    assert seen["broken"] == ["connect-src", "frame-src"]
