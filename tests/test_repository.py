"""What must hold for every file of the repository, whatever it is about."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
NOT_OURS = {".git", ".venv", ".hypothesis", "__pycache__", "build", "dist", "node_modules"}
THE_NATIVE_DOOR = ROOT / "src/tengen/players/native.py"

# Written in pieces, so that this file does not find itself.
REGISTRY_HOSTS = (
    "files.python" + "hosted.org",
    "pypi.org/" + "simple",
    "test.pypi" + ".org",
    "registry.npm" + "js.org",
    "registry.yarn" + "pkg.com",
    "npm" + "mirror.com",
    "npm.pkg." + "github.com",
)
INDEX_SETTING = re.compile(r"(index-url|find-links|index_url|registry)['\"]?\s*[=:]?\s*['\"]?(https?|file)" + "://")


@cache
def committed_files() -> tuple[Path, ...]:
    """Files that are committed or would be: git knows them or does not ignore them."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):  # no git here, or an unpacked archive
        return tuple(files_in(ROOT))
    names = [name for name in listing.split("\0") if name]
    return tuple(path for name in names if (path := ROOT / name).is_file())


def files_in(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_file():
            yield path
        elif path.name not in NOT_OURS and not path.name.endswith("cache"):
            yield from files_in(path)


def test_no_file_carries_the_address_of_a_package_registry() -> None:
    found = []
    for path in committed_files():
        text = path.read_bytes().decode("utf-8", errors="ignore")
        if INDEX_SETTING.search(text) or any(host in text for host in REGISTRY_HOSTS):
            found.append(str(path.relative_to(ROOT)))
    assert not found


def test_no_lock_file_of_a_format_that_records_addresses() -> None:
    assert not [path for path in committed_files() if path.name in {"uv.lock", "pylock.toml"}]


def imports(tree: ast.AST) -> Iterator[str]:
    """Every name that is imported, in full: `from a import b` gives a and a.b."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def test_nothing_is_pickled() -> None:
    unsafe = {"pickle", "cPickle", "dill", "cloudpickle", "shelve", "marshal", "joblib"}
    found = [path for path in SOURCES if unsafe & {name.split(".")[0] for name in imports(tree_of(path))}]
    assert not found


def test_no_text_is_run_as_code() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in SOURCES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"eval", "exec"}
    ]
    assert not found


def test_only_the_door_imports_the_compiled_module() -> None:
    # import-linter sees no compiled modules, so this contract is kept here.
    compiled = re.compile(r"(^|\.)_native(\.|$)")
    importers = [path for path in SOURCES if any(compiled.search(name) for name in imports(tree_of(path)))]
    assert importers == [THE_NATIVE_DOOR]


def test_othello_is_called_a_trademark_that_is_not_ours_wherever_people_read_about_it() -> None:
    said = {"README.md": "registered trademark", "docs/rules.md": "registered trademark", "README.zh.md": "注册商标"}
    texts = "src/tengen/games/othello/texts"
    said |= {f"{texts}/en.json": "registered trademark", f"{texts}/zh.json": "注册商标"}
    for name, words in said.items():
        assert words in (ROOT / name).read_text(encoding="utf-8"), name
