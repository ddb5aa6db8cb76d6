"""One public door per package: its `__init__` lists in `__all__` what others may use, and they use nothing else.

What is listed are names, or modules whose names are all for others: those that are imported only when they are needed,
and small libraries such as `core.printing`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import tengen

ROOT: Final = Path(tengen.__file__).parent

WITHOUT_DOOR: Final = frozenset({"tengen", "tengen.games"})
"""The program itself, and the folder in which the registry finds games."""


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
            if module.rpartition(".")[2] not in (DOORS[package] or ()):
                yield module
        elif name is not None and (door := DOORS[module]) is not None and name not in door:
            yield f"{module}: {name}"


def test_every_package_lists_what_others_may_use() -> None:
    assert {name for name, door in DOORS.items() if door is None} == WITHOUT_DOOR


def test_modules_outside_a_package_import_only_through_its_door() -> None:
    found = {breach for name, path in MODULES.items() for breach in breaches(name, path.read_text(encoding="utf-8"))}
    assert sorted(found) == [], "import it from its package, or list it there"


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
