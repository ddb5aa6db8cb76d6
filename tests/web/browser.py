"""A real Chromium, and what is needed before it can show the page. Knows nothing of what the page shows."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "web" / "dist" / "index.html"
AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
IS_CI: Final = bool(os.environ.get("CI") or os.environ.get("TENGEN_REQUIRE_ALL"))
"""Nothing is left out there for want of a tool."""

FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

PATIENCE_MS: Final = 15_000
"""How long a condition is waited for. The machine may be busy with other tests."""


def chromium() -> str | None:
    """The system's Chromium; Playwright brings none along."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def missing() -> str | None:
    """What is not there, with the remedy; None where the page can be shown."""
    if chromium() is None:
        return "there is no Chromium: scripts/ci-setup installs it"
    if not PAGE.is_file():
        return "the page is not built: make web"
    return None


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser while it is entered.

    Meanwhile an event loop of Playwright runs in this thread, so that `asyncio.run` cannot: enter it for a module at
    most, never for a whole run of tests.
    """
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        try:
            yield launched
        finally:
            launched.close()
