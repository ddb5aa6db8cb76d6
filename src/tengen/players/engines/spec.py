"""What an engine is: an entry of `engines.toml`, the administrator's list, or a command of this machine's user."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tomllib
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from tengen.core import ErrorCode, GameError, GameKind, find_kind
from tengen.core.errors import shown
from tengen.players.time_policy import TimePolicy

_Seconds = Annotated[float, msgspec.Meta(gt=0, le=3_600)]
_Bound = Annotated[int, msgspec.Meta(ge=0, le=2**31)]

Protocol: TypeAlias = Literal["gtp", "gomocup", "nboard"]
PROTOCOLS: Final[tuple[Protocol, ...]] = get_args(Protocol)
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_LARGEST_LIST: Final = 256 * 1024
_TOO_DEEP: Final = "nested too deeply"
_ALSO_IN: Final = ("/usr/local/games", "/usr/games")
"""Where Debian puts games, though root and services do not look there."""


def find_program(name: str) -> str | None:
    """Where a program lies that is called by its name or its path; None if it is not there."""
    return shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", os.defpath), *_ALSO_IN)))


class EngineSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An engine: what to run, how to talk to it, which games it plays, and its bounds.

    `games` and `rules` are the games and the presets it knows, all if there are none. `depth` is how deep it shall
    search, where its protocol can say so. `startup_s` is for the first answer, `margin_s` for how much later than
    planned an answer may come. A bound of 0 is none. One that is `confined` writes below its own folder and `writes`
    only, and reads everywhere unless there are `reads`; it makes `unix_sockets` where it is kept to its own, or may.
    """

    name: str
    protocol: Protocol
    argv: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    games: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    depth: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    folder: str | None = None
    environment: dict[str, str] = msgspec.field(default_factory=dict)
    startup_s: _Seconds = 30.0
    margin_s: _Seconds = 2.0
    memory_mb: _Bound = 4_096
    cpu_s: _Bound = 7_200
    file_mb: _Bound = 64
    folder_mb: _Bound = 256
    files: _Bound = 256
    processes: _Bound = 64
    niceness: Annotated[int, msgspec.Meta(ge=0, le=19)] = 5
    network: bool = False
    unix_sockets: bool = False
    confined: bool = True
    writes: tuple[str, ...] = ()
    reads: tuple[str, ...] | None = None

    def bounds(self) -> dict[str, int]:
        """What the launcher enforces."""
        names = ("memory_mb", "cpu_s", "file_mb", "folder_mb", "files", "processes", "niceness", "network")
        return {name: int(getattr(self, name)) for name in names}

    @property
    def time_policy(self) -> TimePolicy:
        """How long its answers may take: it has to be started first, and plans its clock by itself."""
        return TimePolicy(self.startup_s, self.margin_s, plans_itself=True)

    @property
    def program(self) -> str | None:
        """Where the program lies, if it is there."""
        return find_program(self.argv[0])

    def plays(self, kind: GameKind) -> bool:
        """Whether it plays this game: its protocol can speak of it, and the list does not say otherwise."""
        return self.protocol in kind.protocols and (not self.games or kind.name in self.games)


def engine_of_command(protocol: Protocol, command: str) -> EngineSpec:
    """The engine of `gtp:CMD` and the like: runs where its user is, as its user, and may take what it needs.

    Raises BAD_PLAYER for a command that cannot be read.
    """
    try:
        argv = tuple(shlex.split(command))
    except ValueError as error:
        raise GameError(ErrorCode.BAD_PLAYER, "engine.bad_command", reason=str(error)) from error
    if not argv or not argv[0] or "\0" in command:
        raise GameError(ErrorCode.BAD_PLAYER, "engine.bad_command", reason="no program")
    return EngineSpec(
        Path(argv[0]).name,
        protocol,
        argv,
        folder=str(Path.cwd()),
        environment={name: value for name, value in os.environ.items() if not name.startswith("TENGEN_")},
        memory_mb=0,
        cpu_s=0,
        file_mb=0,
        folder_mb=0,
        files=0,
        processes=0,
        niceness=0,
        network=True,
        confined=False,
    )


def read_engines(path: Path, *, must_be_there: bool = False) -> dict[str, EngineSpec]:
    """The engines of a list, by name; none where there is no such file, unless it must be there.

    Raises BAD_PLAYER saying what is wrong.

    [engines.gnugo]
    protocol = "gtp"
    command = ["gnugo", "--mode", "gtp"]
    games = ["go"]
    """
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST_LIST + 1)
    except FileNotFoundError as error:
        if must_be_there:
            raise GameError(ErrorCode.BAD_PLAYER, "engine.no_list", path=str(path)) from error
        return {}
    except (OSError, ValueError) as error:  # also a name that cannot be one
        raise _bad(path, getattr(error, "strerror", None) or str(error)) from error
    if len(data) > _LARGEST_LIST:
        raise _bad(path, "too large")
    try:
        table = tomllib.loads(data.decode())
    except ValueError as error:  # no TOML, no UTF-8, a number longer than Python reads
        raise _bad(path, str(error)) from error
    except RecursionError as error:
        raise _bad(path, _TOO_DEEP) from error
    found = table.get("engines", {})
    if set(table) - {"engines"} or not isinstance(found, dict):
        raise _bad(path, "only [engines.NAME] tables are known")
    return {name: _engine(path, name, entry) for name, entry in found.items()}


def _engine(path: Path, name: str, entry: object) -> EngineSpec:
    try:
        return _checked(name, entry)
    except (msgspec.ValidationError, ValueError, GameError) as error:
        raise _bad(path, f"engines.{name}: {error}") from error
    except RecursionError as error:
        raise _bad(path, f"engines.{name}: {_TOO_DEEP}") from error


def _checked(name: str, entry: object) -> EngineSpec:
    """The engine of an entry. Raises ValueError, ValidationError or GameError."""
    if not NAME.fullmatch(name):
        raise ValueError("a name has letters, digits, dots and dashes")
    table = dict(msgspec.convert(entry, dict[str, object]))
    command = msgspec.convert(table.pop("command", None), list[str] | str)
    argv = shlex.split(command) if isinstance(command, str) else command
    games = [find_kind(game) for game in msgspec.convert(table.get("games"), list[str])]
    if {"name", "argv"} & set(table):
        raise ValueError("what is to be run is the command")
    spec = msgspec.convert(table | {"name": name, "argv": argv, "games": [kind.name for kind in games]}, EngineSpec)
    paths = (*spec.writes, *(spec.reads or ()))
    words = (*spec.argv, spec.folder or "", *spec.environment, *spec.environment.values(), *paths)
    if not spec.argv[0] or any("\0" in word for word in words) or any("=" in key for key in spec.environment):
        raise ValueError("no program can be started like this")
    for path in paths:
        if not Path(path).is_absolute():
            raise ValueError(f"{path!r} is not an absolute path, as writes and reads have them")
    if not games or not all(spec.plays(kind) for kind in games):
        raise ValueError("it plays a game that its protocol can speak of")
    for preset in spec.rules:
        if not any(preset in kind.rules.PRESETS for kind in games):
            known = ", ".join(name for kind in games for name in kind.rules.PRESETS) or "none"
            raise ValueError(f"rules: {shown(preset)!r} is no preset of its games; there are: {known}")
    return spec


def _bad(path: Path, reason: str) -> GameError:
    return GameError(ErrorCode.BAD_PLAYER, "engine.bad_list", path=path.name, reason=reason)
