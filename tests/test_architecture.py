"""Outside a game's own folder nothing may know which games there are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

import tengen
from tengen.core import kinds

PACKAGE = Path(tengen.__file__).parent

MAY_NAME_GAMES = ("games/*", "formats/*", "texts/*", "clients/console*", "players/native.py")
"""The games themselves, file formats made for one game, and the two boards that the console opens with."""

MAY_NOT_NAME_GAMES = ("formats/sgf/*",)
"""A format for many games: each says in its own folder how it is told."""

FEATURE_WORDS = {"komi", "handicap", "handicap_placement", "dead_stones", "cleanup", "tax", "scoring"}
"""Options and a phase by which one could recognise a game, instead of asking for its features."""

MAY_SAY_FEATURE_WORDS = (
    "games/*",
    "core/features.py",
    "core/record.py",  # what of the rules a record was not told
    "players/__init__.py",  # the name of a function
    "jobs/question.py",  # what a job may be asked for
    "formats/gib.py",
    "formats/save/version0.py",
    "protocol/bodies.py",  # fields of the REST bodies
    "protocol/loading.py",
    "clients/engine/gtp/play.py",  # names of commands
    "clients/engine/gtp/rules.py",
)

OTHER_MEANINGS = {"*nboard*": {"go"}}
"""Words of a protocol that happen to be a game's name."""

ENGLISH = {"go"}
"""Names that are also everyday words: as a quoted word they name a game, inside an identifier they need not."""

OURS = [kind for kind in kinds() if kind.package.startswith("tengen.")]
NAMES = {name.lower() for kind in OURS for name in (kind.name, *kind.aliases)}
GAME_MODULE = re.compile(r"tengen\.games\.\w+")


def sources() -> list[str]:
    paths = (path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
    return sorted(path for path in paths if _matches(path, MAY_NOT_NAME_GAMES) or not _matches(path, MAY_NAME_GAMES))


def _matches(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(path, pattern) for pattern in patterns)


def words_in(identifier: str) -> set[str]:
    """The words of an identifier: `OthelloBoard` and `othello_board` both hold othello."""
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_a-zA-Z]+", identifier)
    return {part.lower() for part in parts}


def identifiers(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name):
            yield from name.split(".")
        case ast.ImportFrom(module=str(name)):
            yield from name.split(".")


def games_named_in(tree: ast.AST) -> Iterator[str]:
    """Each place where the code names a game: a quoted name, a module of a game, a name inside an identifier."""
    for node in ast.walk(tree):
        line = getattr(node, "lineno", "?")
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if text.strip().lower() in NAMES or GAME_MODULE.fullmatch(text):
                yield f"line {line}: {text!r}"
        elif isinstance(node, ast.ImportFrom) and GAME_MODULE.match(node.module or ""):
            yield f"line {line}: from {node.module} import"
        else:
            for identifier in identifiers(node):
                if words_in(identifier) & (NAMES - ENGLISH):
                    yield f"line {line}: {identifier}"


def quoted_word(found: str) -> str:
    return found.partition(": ")[2].strip("'\"").lower()


@pytest.mark.parametrize("path", sources())
def test_no_games_name_outside_its_folder(path: str) -> None:
    assert not (set(path.removesuffix(".py").replace("/", "_").split("_")) & NAMES), "a module is called after a game"
    tree = ast.parse((PACKAGE / path).read_text(encoding="utf-8"))
    allowed = {word for pattern, words in OTHER_MEANINGS.items() if fnmatch(path, pattern) for word in words}
    assert [found for found in games_named_in(tree) if quoted_word(found) not in allowed] == []


def option_free_sources() -> list[str]:
    paths = (path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
    return sorted(path for path in paths if not _matches(path, MAY_SAY_FEATURE_WORDS))


@pytest.mark.parametrize(
    "path", sorted(path.relative_to(PACKAGE).as_posix() for path in (PACKAGE / "core").rglob("*.py"))
)
def test_the_core_names_no_layer_above_it(path: str) -> None:
    layers = [folder.name for folder in PACKAGE.iterdir() if folder.is_dir() and folder.name not in ("core", "games")]
    above = re.compile(rf"tengen\.(?:{'|'.join(layers)})\b")
    tree = ast.parse((PACKAGE / path).read_text(encoding="utf-8"))
    said = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    assert [text for text in said if above.search(text)] == []


@pytest.mark.parametrize("path", option_free_sources())
def test_no_game_is_recognised_by_its_options(path: str) -> None:
    tree = ast.parse((PACKAGE / path).read_text(encoding="utf-8"))
    said = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert said & FEATURE_WORDS == set(), "ask for the features of the rules instead"


@pytest.mark.parametrize(
    "code",
    [
        "if kind == 'go': pass",
        "x = {'gomoku': 1}",
        "match kind:\n    case 'Reversi': pass",
        "from tengen.games.go import KIND",
        "import tengen.games.peace",
        "from tengen.games import othello",
        "load('tengen.games.peace')",
        "class OthelloPlayer: pass",
        "def is_gomoku(kind): pass",
        "play(othello=True)",
        "name = '围棋'",
    ],
)
def test_a_games_name_is_found_wherever_it_hides(code: str) -> None:
    assert list(games_named_in(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        "'''Lets go on with Go.'''",
        "def go_back(): pass",
        "import tengen.games",
        "importlib.import_module('tengen.games')",
        "category = 'gobang champions'",
        "print('go on')",
    ],
)
def test_everyday_words_are_no_games_names(code: str) -> None:
    assert list(games_named_in(ast.parse(code))) == []
