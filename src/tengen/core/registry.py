"""Which games there are. Finds them in `tengen.games` and in the entry points `tengen.games`; names none."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points

from tengen.core.errors import ErrorCode, GameError
from tengen.core.game import Game
from tengen.core.outcome import Reason
from tengen.core.position import Setup
from tengen.core.ruleset import Ruleset, RulesInput
from tengen.core.sgf_traits import MOST_LINES, SgfTraits
from tengen.core.words import LANGUAGES, add_words, read_table

GROUP = "tengen.games"


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game as the rest of the program meets it: its name, its rules, where its words are.

    `aliases` are other names people type. A game that cannot be won offers no levels, only random play. `protocols`
    are the languages of engines in which it can be spoken of, `default_of` those that speak of it unless another game
    is named. `sgf` is how SGF tells it, None where SGF cannot.
    """

    name: str
    rules: type[Ruleset]
    package: str
    aliases: tuple[str, ...] = ()
    can_be_won: bool = True
    protocols: tuple[str, ...] = ("gtp",)
    default_of: tuple[str, ...] = ()
    sgf: SgfTraits | None = None


def register(kind: GameKind) -> GameKind:
    """Make a game known, with its words. A second game of the same name, alias or number in SGF is a mistake."""
    known = _registry()
    names = [name.lower() for name in (kind.name, *kind.aliases)]
    for name in names:
        assert known.get(name) in (None, kind), f"two games are called {name}"
    tables = {language: read_table(kind.package, language) for language in LANGUAGES}
    _check(kind, set(known.values()), tables)
    known.update(dict.fromkeys(names, kind))
    for language, table in tables.items():
        add_words(kind.name, language, table)
    return kind


def _check(kind: GameKind, others: set[GameKind], tables: Mapping[str, Mapping[str, str]]) -> None:
    """What a game declares must hold together."""
    rules = kind.rules
    missing = rules.FEATURES.missing_options(frozenset(spec.name for spec in rules.OPTIONS))
    assert not missing, f"{kind.name} declares features without their options: {sorted(missing)}"
    assert rules.FEATURES.rates_every_size(rules.SIZES), f"{kind.name} has sizes without a class of ratings"
    for language, table in tables.items():
        untold = [key for reason in rules.REASONS for key in reason.text_keys if key not in table]
        assert not untold, f"{kind.name} has no words ({language}) for {untold}"
    if kind.sgf is None:
        return
    assert max(rules.SIZES) <= MOST_LINES, f"SGF has no letters for the boards of {kind.name}"
    number = kind.sgf.number
    taken = [other.name for other in others if other != kind and other.sgf and other.sgf.number == number]
    assert not taken, f"{kind.name} and {taken[0]} have the same number in SGF"


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


def find_reason(name: str, kind: str | None = None) -> Reason | None:
    """The reason of this name by which a game of this kind may end; of any game here where no kind is given.

    None when there is no such reason. Raises NO_SUCH_KIND.
    """
    found = (other.rules.find_reason(name) for other in ((find_kind(kind),) if kind else kinds()))
    return next((reason for reason in found if reason), None)


def create_rules(kind: str, size: int | None = None, rules: RulesInput = None) -> Ruleset:
    """The rule set of a game. Raises NO_SUCH_KIND or BAD_RULES."""
    return find_kind(kind).rules.parse(size, rules)


def create_game(kind: str, size: int | None = None, rules: RulesInput = None, setup: Setup | None = None) -> Game:
    """A new game of a kind (factory method): the caller needs no game's class."""
    return Game(create_rules(kind, size, rules), setup)
