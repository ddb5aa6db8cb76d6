"""Which games there are. Finds them in `tengen.games` and in the entry points `tengen.games`; names none."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points

from tengen.core.errors import ErrorCode, GameError
from tengen.core.game import Game
from tengen.core.position import Setup
from tengen.core.ruleset import Ruleset, RulesInput
from tengen.core.words import LANGUAGES, add_words, read_table

GROUP = "tengen.games"


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game as the rest of the program meets it: its name, its rules, where its words are.

    `aliases` are other names people type. A game that cannot be won offers no levels, only random play. `protocols`
    are the languages of engines in which it can be spoken of.
    """

    name: str
    rules: type[Ruleset]
    package: str
    aliases: tuple[str, ...] = ()
    can_be_won: bool = True
    protocols: tuple[str, ...] = ("gtp",)


def register(kind: GameKind) -> GameKind:
    """Make a game known, with its words. A second game of the same name or alias is a mistake."""
    known = _registry()
    names = [name.lower() for name in (kind.name, *kind.aliases)]
    for name in names:
        assert known.get(name) in (None, kind), f"two games are called {name}"
    known.update(dict.fromkeys(names, kind))
    for language in LANGUAGES:
        add_words(kind.name, language, read_table(kind.package, language))
    return kind


@cache
def _registry() -> dict[str, GameKind]:
    return {}


@cache
def _discover() -> None:
    package = importlib.import_module(GROUP)
    for module in pkgutil.iter_modules(package.__path__, f"{GROUP}."):
        if module.ispkg:
            register(importlib.import_module(module.name).KIND)
    for entry in entry_points(group=GROUP):
        register(entry.load())


def kinds() -> tuple[GameKind, ...]:
    """Every game, by name."""
    _discover()
    found = {kind.name: kind for kind in _registry().values()}
    return tuple(found[name] for name in sorted(found))


def foreign_packages() -> tuple[str, ...]:
    """The packages of games from elsewhere: another process may have to be told of them."""
    return tuple(kind.package for kind in kinds() if not kind.package.startswith(f"{GROUP}."))


def find_kind(name: str) -> GameKind:
    """The game of this name or alias, in any case. Raises NO_SUCH_KIND."""
    _discover()
    try:
        return _registry()[name.lower()]
    except KeyError:
        names = ", ".join(kind.name for kind in kinds())
        raise GameError(ErrorCode.NO_SUCH_KIND, name=name[:40], kinds=names) from None


def create_rules(kind: str, size: int | None = None, rules: RulesInput = None) -> Ruleset:
    """The rule set of a game. Raises NO_SUCH_KIND or BAD_RULES."""
    return find_kind(kind).rules.parse(size, rules)


def create_game(kind: str, size: int | None = None, rules: RulesInput = None, setup: Setup | None = None) -> Game:
    """A new game of a kind (factory method): the caller needs no game's class."""
    return Game(create_rules(kind, size, rules), setup)
