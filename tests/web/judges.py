"""What can be judged of any place of the page: whether everybody can use it, its width, its language."""

from __future__ import annotations

import re
from typing import Any, Final

from playwright.sync_api import Page

from tests.web.browser import AXE

NARROW_PX: Final = 320
"""The narrowest phone."""

READ_ALL: Final = """
() => {
  const said = [document.title];
  const isOurs = (element) => element.closest("script, style, kbd, textarea, .tg-comment, [lang]:not(html)") === null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (isOurs(walker.currentNode.parentElement)) said.push(walker.currentNode.nodeValue);
  }
  for (const element of document.body.querySelectorAll("*")) {
    for (const name of ["aria-label", "title", "placeholder", "aria-valuetext", "alt"]) {
      if (isOurs(element)) said.push(element.getAttribute(name) ?? "");
    }
  }
  const links = [...document.links].map(({ href }) => href).join(" ");
  return said.map((text) => text.trim()).filter((text) => text !== "" && !links.includes(`/${text}`));
}
"""

ANSWERS_OVERTAKE: Final = """
{
  const ask = fetch;
  window.fetch = async (...what) => {
    await new Promise((go) => setTimeout(go, 200 * Math.random()));
    return ask(...what);
  };
}
"""
"""A bad line, on which the page has the later answers before the earlier ones."""

KEEP_ALL: Final = f"""
{{
  const kept = new Set();
  const read = {READ_ALL.strip()};
  window.allSaid = () => [...kept];
  const keep = () => {{ for (const text of read()) kept.add(text); }};
  addEventListener("DOMContentLoaded", () => new MutationObserver(keep).observe(
    document, {{ subtree: true, childList: true, characterData: true, attributes: true }}));
}}
"""
"""Everything that a page says from its first moment on, not only what it says in the end."""

NAMES: Final = {
    "Tengen",
    "Ann",
    "Ben",
    "Bob",
    "Cleo",
    "Eve",
    "Player",
    "Tromp",
    "Taylor",
    "SGF",
    "GGF",
    "GIB",
    "OBF",
    "WTHOR",
    "Piskvork",
    "AGA",
    "KGS",
    "Elo",
    "Othello",
    "UTC",
}
"""What has the same name in every language: people, formats, associations, a trademark, a time. Ids of games too."""
ENDINGS: Final = {"json", "sgf", "ggf", "wtb", "psq", "txt", "svg", "png", "gif", "http", "https", "game"}
COMMANDS: Final = {"tengen", "arena", "out", "serve", "host", "port"}


def english(page: Page) -> list[str]:
    """What a page in Chinese says in words of Latin letters, shown or read aloud."""
    return _english(page.evaluate(READ_ALL))


def ever_english(page: Page) -> list[str]:
    """The same of all that it has said since it was opened. The person must have come with KEEP_ALL."""
    return _english(page.evaluate("allSaid()"))


def _english(said: list[str]) -> list[str]:
    return sorted({text for text in said if set(re.findall("[A-Za-z]{3,}", text)) - NAMES - ENDINGS - COMMANDS})


def sideways(page: Page) -> int:
    """By how many pixels the page must be scrolled sideways on the narrowest phone. Leaves it that narrow."""
    page.set_viewport_size({"width": NARROW_PX, "height": 640})
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width - NARROW_PX


def barriers(page: Page) -> list[str]:
    """What axe finds that keeps people out: serious and critical findings, with where they are."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{finding['id']}: {node['html'][:120]} ({node['failureSummary'][:200]})"
        for finding in found["violations"]
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"][:3]
    ]
