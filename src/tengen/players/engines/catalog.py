"""Which engines this program has: the list that the server's settings name, or that of the user of this machine.

Each process reads the list once, when it first needs it. Processes that a server starts are told by the environment
where it is; no command ever travels.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from platformdirs import user_data_path

from tengen.core import GameKind
from tengen.players.engines.spec import EngineSpec, read_engines
from tengen.players.sandbox import insists_on_confinement, why_unconfined

ENGINES_VARIABLE: Final = "TENGEN_ENGINES"
_DATA_VARIABLE: Final = "TENGEN_DATA_DIR"
_FILE: Final = "engines.toml"

_chosen: list[Path] = []
"""The list of this process, when one was chosen."""


def use_engines(path: Path, *, must_be_there: bool = False) -> None:
    """Let this process go by that list from now on. Raises BAD_PLAYER saying what is wrong with it."""
    engine_catalogue.cache_clear()
    if must_be_there:
        read_engines(path, must_be_there=True)
    engine_catalogue(path)
    _chosen[:] = [path]


def engines_file() -> Path:
    """The list of this process: the one chosen, else the one that the environment names, else the user's own."""
    if _chosen:
        return _chosen[0]
    named = os.environ.get(ENGINES_VARIABLE)
    folder = os.environ.get(_DATA_VARIABLE)
    return Path(named) if named else Path(folder or user_data_path("tengen", appauthor=False)) / _FILE


@cache
def engine_catalogue(path: Path) -> Mapping[str, EngineSpec]:
    """The engines of a list, by name. Raises BAD_PLAYER saying what is wrong with it.

    The user's own list need not be there; one that the environment names must.
    """
    named = os.environ.get(ENGINES_VARIABLE)
    return MappingProxyType(read_engines(path, must_be_there=named is not None and Path(named) == path))


def engines() -> Mapping[str, EngineSpec]:
    """The engines of this process, by name. Raises BAD_PLAYER saying what is wrong with the list."""
    return engine_catalogue(engines_file())


def engines_for(kind: GameKind) -> tuple[str, ...]:
    """The names of the engines that play this game and that this process starts, in the order of the list."""
    return tuple(name for name, spec in engines().items() if spec.plays(kind) and not is_refused(spec))


def is_unconfined(spec: EngineSpec) -> bool:
    """Whether an engine is to be confined, and this machine cannot do it."""
    return spec.confined and bool(why_unconfined())


def is_refused(spec: EngineSpec) -> bool:
    """Whether this process does not start an engine, because it insists on confining it and cannot.

    An entry that asks not to be confined has its administrator's word for itself.
    """
    return insists_on_confinement() and is_unconfined(spec)
