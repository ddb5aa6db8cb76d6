"""What a foreign program may touch: where it writes and reads, whom it signals, the network. Landlock sees to it.

Landlock is a part of Linux and can more with every version of its interface (1 and up); each is used as far as it goes.
The launcher loads this file too, and runs without imports of ours: so there are none here.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import struct
import sys
from collections.abc import Iterator
from enum import Enum, IntFlag
from pathlib import Path
from typing import Final, NamedTuple

_CREATE_RULES, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""Calls of the system, the same numbers on every machine that we know."""
_TELL_VERSION: Final = 1
_PATH_BENEATH: Final = 1
_TCP_BIND, _TCP_CONNECT = 1, 2
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1, 2
KNOWS_SOCKETS: Final = 9
"""The version from which on a program is kept from sockets that have a path outside its own folders."""
NO_LANDLOCK: Final = "this system has no Landlock"
NO_NAMESPACES: Final = "this system lets us have no namespaces"
"""Why nobody who insists on it can have a program confined."""


class Right(IntFlag):
    """What may be done with files, as bits. Control of devices (bit 15) is never taken: GPUs live by it."""

    EXECUTE = 1 << 0
    WRITE_FILE = 1 << 1
    READ_FILE = 1 << 2
    READ_DIR = 1 << 3
    REMOVE_DIR = 1 << 4
    REMOVE_FILE = 1 << 5
    MAKE_CHAR = 1 << 6
    MAKE_DIR = 1 << 7
    MAKE_REG = 1 << 8
    MAKE_SOCK = 1 << 9
    MAKE_FIFO = 1 << 10
    MAKE_BLOCK = 1 << 11
    MAKE_SYM = 1 << 12
    REFER = 1 << 13
    TRUNCATE = 1 << 14
    CONNECT_SOCKET = 1 << 16


READING: Final = Right.EXECUTE | Right.READ_FILE | Right.READ_DIR
_MAKING_DEVICES: Final = Right.MAKE_CHAR | Right.MAKE_BLOCK
"""Given nowhere: who makes a device has what is behind it, such as the whole disk."""
WRITING: Final = Right((1 << 13) - 1) & ~READING
"""What the first version knows."""
_OF_FILES: Final = Right.EXECUTE | Right.WRITE_FILE | Right.READ_FILE | Right.TRUNCATE | Right.CONNECT_SOCKET
"""The only rights that mean something for what is not a folder; others are refused there."""

_SYSTEM: Final = ("/usr", "/bin", "/sbin", "/etc", "/opt", "/proc", "/dev", "/sys")
_DEVICES: Final = ("null", "zero", "full", "random", "urandom", "tty", "dri", "kfd", "dxg")
_OWN_THREADS: Final = "/proc/self/task"
"""CUDA gives its threads names there, and does not begin where it cannot."""


class Confinement(Enum):
    """How far this machine can confine a program; each goes further than the one before."""

    NONE = "none"
    FILES = "files"
    NETWORK = "files+network"
    SCOPES = "files+network+signals"
    ALL = "all"


class Freedom(NamedTuple):
    """What is left to a confined program: the paths below which it writes, and reads (everywhere, if None); TCP."""

    writes: tuple[str, ...]
    reads: tuple[str, ...] | None
    network: bool


class HandledAccess(NamedTuple):
    """The accesses that a Landlock ruleset handles: denied unless a rule allows them."""

    files: Right
    network: int
    scopes: int


def landlock_version() -> int:
    """The version of the system's interface; 0 where there is none, or it is switched off."""
    if sys.platform != "linux":
        return 0
    try:
        return _call(_CREATE_RULES, None, 0, _TELL_VERSION)
    except OSError:
        return 0


def confinement() -> Confinement:
    """How far this machine can confine a program."""
    version = landlock_version()
    if version >= KNOWS_SOCKETS:
        return Confinement.ALL
    if version >= 6:
        return Confinement.SCOPES
    if version >= 4:
        return Confinement.NETWORK
    return Confinement.FILES if version else Confinement.NONE


def handled_access(version: int, freedom: Freedom) -> HandledAccess:
    """What this version can take away, less what is free everywhere."""
    files = WRITING
    if version >= 2:  # before, nothing can be moved from folder to folder
        files |= Right.REFER
    if version >= 3:
        files |= Right.TRUNCATE
    if version >= KNOWS_SOCKETS:  # those that the program makes itself stay free
        files |= Right.CONNECT_SOCKET
    if freedom.reads is not None:
        files |= READING
    network = _TCP_BIND | _TCP_CONNECT if version >= 4 and not freedom.network else 0
    scopes = _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS if version >= 6 else 0
    return HandledAccess(files, network, scopes)


def confine(freedom: Freedom) -> None:
    """Leave this process and all that come of it no more than that, for ever; as far as the system can.

    It must have given up new privileges. Raises OSError when a path that was named is not there.
    """
    version = landlock_version()
    if version == 0:
        return
    away = handled_access(version, freedom)
    numbers = away[:1] if version < 4 else away[:2] if version < 6 else away
    wanted = struct.pack(f"={len(numbers)}Q", *numbers)
    rules = _call(_CREATE_RULES, wanted, len(wanted), 0)
    try:
        for path, rights in _usual(freedom):
            with contextlib.suppress(FileNotFoundError, PermissionError):
                _allow(rules, path, rights & away.files)
        for path in freedom.writes:
            _allow(rules, path, away.files & ~_MAKING_DEVICES)
        for path in freedom.reads or ():
            _allow(rules, path, READING)
        _call(_RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)


def _usual(freedom: Freedom) -> Iterator[tuple[str, Right]]:
    """What programs expect everywhere, where it is there."""
    devices = [f"/dev/{name}" for name in _DEVICES]
    for path in (*devices, *map(str, Path("/dev").glob("nvidia*")), _OWN_THREADS):
        yield path, Right.WRITE_FILE | Right.TRUNCATE
    if freedom.reads is not None:
        for path in (*_SYSTEM, *map(str, Path("/").glob("lib*"))):
            yield path, READING


def _allow(rules: int, path: str, rights: Right) -> None:
    """Give rights back for a path and all below it."""
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= _OF_FILES
        _call(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", rights, place), 0)
    finally:
        os.close(place)


def _call(number: int, *arguments: int | bytes | None) -> int:
    """A call of the system that Python has no name for. Raises OSError."""
    system = ctypes.CDLL(None, use_errno=True)
    system.syscall.restype = ctypes.c_long
    words = [ctypes.c_long(value) if isinstance(value, int) else value for value in (number, *arguments)]
    result: int = system.syscall(*words)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
