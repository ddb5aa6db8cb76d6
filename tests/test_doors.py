"""One public door per package: its `__init__` lists in `__all__` what others may use, and they use nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import tengen

ROOT: Final = Path(tengen.__file__).parent

WITHOUT_DOOR: Final = frozenset(
    {
        "tengen",
        "tengen.clients",
        "tengen.clients.engine.gomocup",
        "tengen.clients.engine.gtp",
        "tengen.clients.engine.nboard",
        "tengen.clients.records",
        "tengen.games",
        "tengen.match.service",
        "tengen.players.builtin",
        "tengen.players.engines",
        "tengen.players.sandbox",
    }
)
"""Packages whose `__init__` lists nothing yet. Only ever to get fewer."""

REACHED_INTO: Final = frozenset(
    {
        "tengen.arena.archive",
        "tengen.arena.documents",
        "tengen.arena.sprt",
        "tengen.arena.summary",
        "tengen.arena.tables",
        "tengen.clients.console.streams",
        "tengen.clients.console.symbols",
        "tengen.clients.doctor",
        "tengen.clients.engine.gomocup.engine",
        "tengen.clients.engine.gtp.context",
        "tengen.clients.engine.gtp.engine",
        "tengen.clients.engine.nboard.engine",
        "tengen.clients.language",
        "tengen.clients.records.convert",
        "tengen.clients.records.files",
        "tengen.clients.records.render",
        "tengen.clients.records.replay",
        "tengen.core.boardspec",
        "tengen.core.errors",
        "tengen.core.options",
        "tengen.core.printing",
        "tengen.core.record",
        "tengen.formats.json_fields",
        "tengen.formats.sgf.charset",
        "tengen.formats.sgf.result",
        "tengen.formats.sgf.rules",
        "tengen.formats.values",
        "tengen.jobs.action_codec",
        "tengen.match.events",
        "tengen.match.service.games",
        "tengen.match.service.gc_tuning",
        "tengen.match.service.hub",
        "tengen.match.service.identifiers",
        "tengen.match.service.invitations",
        "tengen.match.service.job_thinker",
        "tengen.match.service.lag",
        "tengen.match.service.matches",
        "tengen.match.service.presence",
        "tengen.match.service.room",
        "tengen.match.service.seating",
        "tengen.match.service.store",
        "tengen.match.service.timing",
        "tengen.players.builtin.candidates",
        "tengen.players.builtin.ending",
        "tengen.players.builtin.hint_player",
        "tengen.players.builtin.life",
        "tengen.players.builtin.mcts",
        "tengen.players.builtin.random_player",
        "tengen.players.engines.catalog",
        "tengen.players.engines.external",
        "tengen.players.engines.gomocup",
        "tengen.players.engines.gtp",
        "tengen.players.engines.gtp_words",
        "tengen.players.engines.nboard",
        "tengen.players.engines.process",
        "tengen.players.engines.spec",
        "tengen.players.levels",
        "tengen.players.native",
        "tengen.players.sandbox.assurance",
        "tengen.players.sandbox.confine",
    }
)
"""Modules that others still import past the door of their package. Only ever to get fewer."""


def module_name(path: Path) -> str:
    """The dotted name of a file of the package; a folder's is that of its `__init__`."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


PACKAGES: Final = {module_name(path): path for path in ROOT.rglob("__init__.py")}
MODULES: Final = {module_name(path): path for path in ROOT.rglob("*.py")}


def listed_in(source: str) -> set[str] | None:
    """What `__all__` lists; None where there is none."""
    for node in ast.parse(source).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            assert isinstance(node, ast.Assign)
            names: list[str] = ast.literal_eval(node.value)
            return set(names)
    return None


DOORS: Final = {name: listed_in(path.read_text(encoding="utf-8")) for name, path in PACKAGES.items()}


def imports_of(source: str) -> Iterator[tuple[str, str | None]]:
    """Every module that is imported, with the name that is taken from it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, None
        elif isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield (whole, None) if whole in MODULES else (node.module, alias.name)


def breaches(importer: str, source: str) -> Iterator[str]:
    """What this module takes from packages that it is not in, other than what their doors offer."""
    for module, name in imports_of(source):
        package = module if module in PACKAGES else module.rpartition(".")[0]
        is_outside = module in MODULES and not f"{importer}.".startswith(f"{package}.")
        if not is_outside or package == "tengen":
            continue
        if module not in PACKAGES:
            door = DOORS[package]
            if not (name is None and door is not None and module.rpartition(".")[2] in door):
                yield module
        elif name is not None and (door := DOORS[module]) is not None and name not in door:
            yield f"{module}: {name}"


def test_every_package_lists_what_others_may_use() -> None:
    assert {name for name, door in DOORS.items() if door is None} == WITHOUT_DOOR


def test_modules_outside_a_package_import_only_through_its_door() -> None:
    found = {breach for name, path in MODULES.items() for breach in breaches(name, path.read_text(encoding="utf-8"))}
    assert sorted(found - REACHED_INTO) == [], "import it from its package, or list it there"
    assert sorted(REACHED_INTO - found) == [], "nobody needs these any more: take them off the list"


def test_what_a_door_does_not_list_is_noticed() -> None:
    for line in (
        "from tengen.server.http.rates import Rates",
        "import tengen.server.http.rates",
        "from tengen.server.http import rates",
        "from tengen.server.http import CallRules",
        "def late():\n    from tengen.server.ws.peer import Peer",
    ):
        assert list(breaches("tengen.cli.games", line)), line
    for line in ("from tengen.server.http import Rates", "from tengen.server.http import rates"):
        assert not list(breaches("tengen.server.http.limits", line)), line
    assert not list(breaches("tengen.cli.games", "from tengen.server.http import Rates"))
