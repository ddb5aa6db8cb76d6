"""A room in which tests run engines, and in which nothing may be left behind."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

import pytest

from tengen.core import Action, Game, Point
from tengen.players import Budget, EngineFault, ExternalPlayer, Player, StopToken, Turn
from tengen.players.engines import process as engine_process
from tengen.players.engines.spec import EngineSpec
from tengen.players.sandbox import launch, namespaces

HERE = Path(__file__).parent
PYTHON = (sys.executable, "-I", "-S")
MARK = "ROOM_MARK"

P = TypeVar("P", bound=ExternalPlayer)


class EngineRoom:
    """Makes engines that can be told from all other processes, and finds what is left of them."""

    def __init__(self, folder: Path, temporary: Path) -> None:
        self.folder = folder
        self.temporary = temporary
        self.log = folder / "heard"
        self.log.touch()
        self.list = folder / "engines.toml"
        self._mark = uuid4().hex
        self._scripts = 0

    def spec(self, protocol: str, *argv: str, **values: object) -> EngineSpec:
        """An engine's spec, with the mark of this room."""
        given: dict[str, object] = {"startup_s": 10.0, "margin_s": 1.0, "environment": {MARK: self._mark}} | values
        return EngineSpec(argv[0].rpartition("/")[2], protocol, argv, **given)  # type: ignore[arg-type]

    def script_command(self, script: str) -> list[str]:
        """The command of an engine that plays a script, the same at every start."""
        self._scripts += 1
        path = self.folder / f"script{self._scripts}"
        path.write_text(script.strip("\n") + "\n", encoding="utf-8")
        return [*PYTHON, str(HERE / "scripted_engine.py"), str(path), str(self.log)]

    def scripted(self, player: type[P], script: str, **values: object) -> P:
        """A player whose engine plays a script."""
        protocol = player.__name__.removesuffix("Player").lower()
        return player(self.spec(protocol, *self.script_command(script), writes=(str(self.log),), **values))

    def misbehaving(self, player: type[P], how: str, *args: str, **values: object) -> P:
        """A player whose engine does something that it should not."""
        protocol = player.__name__.removesuffix("Player").lower()
        return player(self.spec(protocol, *PYTHON, str(HERE / "misbehaving_engine.py"), how, *args, **values))

    def write_list(self, *commands: list[str]) -> None:
        """A list of engines for Go that are called a, b and so on."""
        entries = (
            f'[engines.{name}]\nprotocol = "gtp"\ncommand = {json.dumps(command)}\ngames = ["go"]\n'
            f'environment = {{ {MARK} = "{self._mark}" }}\nmargin_s = 0.5\nwrites = ["{self.log}"]\n'
            for name, command in zip("abc", commands, strict=False)
        )
        self.list.write_text("".join(entries), encoding="utf-8")

    def heard(self) -> list[str]:
        """Everything that scripted engines were told."""
        return self.log.read_text(encoding="utf-8").splitlines()

    def processes(self) -> list[int]:
        """What runs and came of this room."""
        mark = f"{MARK}={self._mark}".encode()
        found = []
        for path in Path("/proc").glob("[0-9]*/environ"):
            try:
                if mark in path.read_bytes().split(b"\0"):
                    found.append(int(path.parent.name))
            except OSError:
                continue
        return found

    def check_empty(self, within_s: float = 3.0) -> None:
        """Nothing runs any more and no file is left."""
        until = time.monotonic() + within_s
        while (self.processes() or any(self.temporary.iterdir())) and time.monotonic() < until:
            time.sleep(0.02)
        assert self.processes() == []
        assert list(self.temporary.iterdir()) == []


@asynccontextmanager
async def closing(player: Player) -> AsyncIterator[None]:
    """Close the player at the end, whatever happens."""
    try:
        yield
    finally:
        await player.close()


async def choose(player: Player, game: Game, budget: Budget | None = None) -> Action:
    """What the player chooses now."""
    return await player.choose(Turn.of(game.timeline), budget or Budget(), StopToken())


async def move(player: Player, game: Game, budget: Budget | None = None) -> Action:
    """Let the player choose, and play that."""
    action = await choose(player, game, budget)
    game.act(action)
    return action


async def fault(player: Player, game: Game, budget: Budget | None = None) -> EngineFault:
    """The fault that the player's engine makes instead of choosing."""
    with pytest.raises(EngineFault) as caught:
        await choose(player, game, budget)
    for language in ("en", "zh"):
        assert caught.value.text(language).isprintable()
    return caught.value


def at(game: Game, name: str) -> Point:
    """A point by its name in the game."""
    return game.ruleset.board_spec().parse(name)


NO_FILTER = "syscall_filter.can_filter = lambda: False"
"""On a machine for which there is no filter of system calls."""
NO_WORLD = "namespaces.begin_world = lambda: False"
"""On a system that lets nobody have processes in a world of their own."""


def as_if(room: EngineRoom, monkeypatch: pytest.MonkeyPatch, lines: str) -> None:
    """Use a launcher that was changed by these lines of Python."""
    sandbox = Path(launch.__file__).parent
    path = room.folder / "launcher.py"
    modules = "capabilities, confine, launch, namespaces, syscall_filter"
    path.write_text(f"import sys\nsys.path.append({str(sandbox)!r})\nimport {modules}\n{lines}\nlaunch.main()\n")
    monkeypatch.setattr(engine_process, "_LAUNCHER", path)


def has_world() -> bool:
    """Whether this system lets us have one. Whoever tries has it for good, so somebody else does."""
    pid = os.fork()
    if pid == 0:
        os._exit(0 if namespaces.begin_world() else 1)
    return os.waitpid(pid, 0)[1] == 0
