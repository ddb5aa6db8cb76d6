"""What of this installation works and what is missing. Looks, reports, repairs nothing."""

from __future__ import annotations

import io
import json
import platform
import sqlite3
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from tengen import __version__
from tengen.core import GameError, kinds
from tengen.players import engine_catalogue, engines_file, native, why_unconfined
from tengen.players.engines import find_program
from tengen.players.sandbox import confinement, landlock_version

_WIDEST: Final = 10_000
OLDEST_PYTHON: Final = (3, 11)
SOUND_SQLITE: Final = (3, 51, 3)
"""Before it, a database in WAL mode could be damaged when two connections wrote and tidied up at the same moment."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked for: what was found, what it is for, and how to get it where it is missing.

    What was found and yet is not there as it should be is a warning.
    """

    name: str
    is_there: bool
    is_required: bool
    found: str
    purpose: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """A program of others that some part can use."""

    name: str
    commands: tuple[str, ...]
    purpose: str
    remedy: str


PROGRAMS: Final = (
    Program("GNU Go", ("gnugo",), "an opponent over GTP", "apt install gnugo"),
    Program("GRhino", ("gtp-rhino",), "an opponent over GTP", "apt install grhino"),
    Program("Node.js", ("node", "nodejs"), "builds the web page", "make node, or apt install nodejs"),
    Program("npm", ("npm",), "builds the web page", "make node, or apt install npm"),
    Program(
        "Chromium", ("chromium", "chromium-browser", "google-chrome"), "tests the web page", "apt install chromium"
    ),
)


def examine(which: Callable[[str], str | None] = find_program, page: Path | None = None) -> tuple[Finding, ...]:
    """Look for everything. `which` finds a program by its command; `page` is the folder of the built web page."""
    programs = (_program(program, which) for program in PROGRAMS)
    weights = (weights_finding(kind) for kind in _weighted())
    own = (sqlite_finding(), _page(page), _window(), chinese_font_finding())
    return (_tengen(), _python(), _native(), *weights, *own, _engines(), _confinement(), *programs)


def report(findings: Sequence[Finding], *, as_json: bool = False, on_terminal: bool = False) -> str:
    """The findings for a person, a line each, or for a program. A terminal gets colours, and long texts wrapped."""
    if as_json:
        healthy = all(finding.is_there or not finding.is_required for finding in findings)
        return json.dumps({"healthy": healthy, "findings": [asdict(finding) for finding in findings]}, indent=2)
    from rich.console import Console
    from rich.table import Column, Table
    from rich.text import Text

    table = Table.grid(Column(no_wrap=True), Column(no_wrap=True), Column(), padding=(0, 1, 0, 0))
    for finding in findings:
        mark, style, said = _mark(finding)
        table.add_row(Text(f"{mark:<9}", style), Text(f"{finding.name} "), Text(said))
    written = io.StringIO()
    Console(file=written, width=None if on_terminal else _WIDEST, force_terminal=on_terminal).print(table)
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines())


def _mark(finding: Finding) -> tuple[str, str, str]:
    """How a finding is marked, the style of the mark, and what is said of it."""
    if finding.is_there:
        return "[ok]", "green", finding.found
    if finding.found:
        return "[warning]", "yellow", f"{finding.found}: {finding.remedy}"
    mark, style = ("[missing]", "red") if finding.is_required else ("[none]", "dim")
    return mark, style, f"{finding.purpose}: {finding.remedy}"


def _tengen() -> Finding:
    names = ", ".join(kind.name for kind in kinds())
    return Finding("Tengen", bool(names), True, f"{__version__}, games: {names}", "the games", "install it again")


def _python() -> Finding:
    wanted = ".".join(map(str, OLDEST_PYTHON))
    is_there = sys.version_info >= OLDEST_PYTHON
    found = f"{platform.python_implementation()} {platform.python_version()}"
    return Finding("Python", is_there, True, found, "runs everything", f"install Python {wanted} or newer")


def _native() -> Finding:
    """The compiled module is not required: everything but the strongest play and the fastest counts works without."""
    found = f"rules of {', '.join(native.kinds())}; instruction set {native.isa()}" if native.available() else ""
    remedy = "make set-up in a checkout, or install it again with a C++20 compiler"
    return Finding("Compiled module", native.available(), False, found, "strong play", remedy)


def _weighted() -> list[str]:
    """The games that play better with weights."""
    return [kind.name for kind in kinds() if native.takes_weights(kind.name)]


def weights_finding(kind: str) -> Finding:
    """The weights of a game. They are not required: without them, or with bad ones, it plays with what it has."""
    fault = native.weights_fault(kind)
    found = "read" if fault is None else "plays with what it has, weaker than it could"
    remedy = f"{fault}; install it again"
    return Finding(f"Weights of {kind}", fault is None, False, found, "strong play", remedy)


def sqlite_finding(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> Finding:
    """The SQLite that this Python uses. An old one works: one server writes, and the fault is very rare."""
    wanted, found = (".".join(map(str, parts)) for parts in (SOUND_SQLITE, version))
    remedy = (
        f"older than {wanted}, which mends a rare fault that can damage a database in use; "
        f"update the system's SQLite or use a Python that brings {wanted} or newer, and keep backups"
    )
    return Finding("SQLite", version >= SOUND_SQLITE, False, found, "keeps games and guests", remedy)


def _page(folder: Path | None) -> Finding:
    """The web page is not required: terminal and API work without."""
    remedy = "make web in a checkout (with Node.js), or set TENGEN_WEB_DIR"
    return Finding("Web page", folder is not None, False, str(folder or ""), "play in a browser", remedy)


def _window() -> Finding:
    """The library that draws the window is not required: page and terminal work without."""
    try:
        found = f"pygame-ce {version('pygame-ce')}"
    except PackageNotFoundError:
        found = ""
    remedy = "make set-up in a checkout, or pip install 'tengen[desktop]'"
    return Finding("Desktop window", bool(found), False, found, "play in a window", remedy)


def chinese_font_finding() -> Finding:
    """A font with Chinese is not required: pictures and the window are in English then."""
    from tengen.render import chinese_font

    file = chinese_font()
    purpose = "Chinese words in the window and in PNG, GIF and PDF pictures, which are in English without"
    remedy = (
        "apt install fonts-noto-cjk (Fedora: google-noto-sans-cjk-fonts, Arch: noto-fonts-cjk), "
        "or put any font with simplified Chinese into the folder of your fonts"
    )
    return Finding("Chinese font", file is not None, False, "" if file is None else str(file.path), purpose, remedy)


def _engines() -> Finding:
    """The list of engines, and whether their programs are there."""
    path = engines_file()
    purpose, remedy = "engines for everybody here", f"name some in {path}"
    try:
        found = engine_catalogue(path)
    except GameError as error:
        return Finding("Engines", False, False, "", purpose, error.text())
    missing = [name for name, spec in found.items() if spec.program is None]
    if missing:
        return Finding("Engines", False, False, "", purpose, f"no program for {', '.join(missing)} of {path}")
    return Finding("Engines", bool(found), False, ", ".join(found), purpose, remedy)


def _confinement() -> Finding:
    """Bounds on memory and time hold everywhere; what an engine may touch only where the system can see to it."""
    reason = why_unconfined()
    purpose = "engines that touch nothing of yours; without, servers refuse them unless allow_unconfined_engines is set"
    remedy = f"{reason}; Linux 5.13 or newer with Landlock, user namespaces and network namespaces can"
    found = "" if reason else f"Landlock {landlock_version()}: {confinement().value}; namespaces"
    return Finding("Confinement", not reason, False, found, purpose, remedy)


def _program(program: Program, which: Callable[[str], str | None]) -> Finding:
    paths = (which(command) for command in program.commands)
    path = next((path for path in paths if path), None)
    return Finding(program.name, path is not None, False, path or "", program.purpose, program.remedy)
