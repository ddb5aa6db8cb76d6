"""Which sockets a foreign program may make and use. A filter of system calls (seccomp) sees to it, for ever.

Sockets that have a path belong to others: whoever talks to one asks a service of this machine to act. Landlock keeps a
program from those outside its folder from version 9 on only. Before, a program may make Unix sockets, as GPU libraries
do, but connect to nobody; and as datagrams need no connection, there are none. A filter sees no addresses, so that one
that has the network, and therefore connects, makes no Unix sockets at all. Pairs (`socketpair`) are always free.

The launcher loads this file too, and runs without imports of ours: so there are none here.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from typing import Final, NamedTuple

_SET_SECCOMP, _FILTER = 22, 2
_LOAD, _AND, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x54, 0x15, 0x06
_NUMBER_AT, _MACHINE_AT, _FAMILY_AT, _TYPE_AT = 0, 4, 16, 24
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
_ALL_BUT_X32: Final = 0xBFFFFFFF
"""The bit that tells calls of x32 from those of x86-64, which have the same numbers."""
_IO_URING_SETUP: Final = 425
"""Makes sockets, and connects them, past every filter."""
_UNIX, _NETLINK = 1, 16
_STREAM, _PACKETS = 1, 5
_ALL_TYPES: Final = 0xF
"""The others bits of a type say how a socket behaves, not what it is."""


class _Machine(NamedTuple):
    """A machine as the kernel names it, its numbers of calls, and those that hide from a filter what they ask for."""

    name: int
    socket: int
    pair: int
    connect: int
    opaque: tuple[int, ...] = ()


_MACHINES: Final[dict[str, tuple[_Machine, ...]]] = {
    "x86_64": (_Machine(0xC000003E, 41, 53, 42), _Machine(0x40000003, 359, 360, 362, (102,))),
    "aarch64": (_Machine(0xC00000B7, 198, 199, 203), _Machine(0x40000028, 281, 288, 283)),
    "riscv64": (_Machine(0xC00000F3, 198, 199, 203),),
}
"""Those that this kernel runs programs of, by what it calls itself: with 64 bits and with 32."""


def can_filter() -> bool:
    """Whether there is a filter for this machine."""
    return sys.platform == "linux" and os.uname().machine in _MACHINES


def filter_sockets(*, network: bool, unix: bool) -> None:
    """Leave this process and all that come of it no other sockets than these; where there is no filter, do nothing.

    It must have given up new privileges. Without the network netlink stays, which tells of interfaces and reaches
    nobody. Raises OSError.
    """
    if (network and unix) or not can_filter():
        return
    program = b"".join(_program(_MACHINES[os.uname().machine], network=network, unix=unix))
    code = ctypes.create_string_buffer(program, len(program))
    described = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    system = ctypes.CDLL(None, use_errno=True)
    if system.prctl(_SET_SECCOMP, _FILTER, described, 0, 0) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _program(machines: tuple[_Machine, ...], *, network: bool, unix: bool) -> list[bytes]:
    """The filter: a part for each machine, and none for a machine that nobody knows."""
    lines: list[bytes] = []
    for machine in machines:
        lines += [_line(_LOAD, _MACHINE_AT), *_when(machine.name, _part(machine, network=network, unix=unix))]
    return [*lines, _line(_RETURN, _KILL)]


def _part(machine: _Machine, *, network: bool, unix: bool) -> list[bytes]:
    """What becomes of each call on one machine."""
    lines = [_line(_LOAD, _NUMBER_AT), _line(_AND, _ALL_BUT_X32)]
    for number in machine.opaque:
        lines += _when(number, [_REFUSED])
    lines += _when(_IO_URING_SETUP, [_line(_RETURN, _REFUSE | errno.ENOSYS)])
    if not unix:
        lines += _when(machine.pair, _connected_types())
        if not network:
            lines += _when(machine.connect, [_REFUSED])
    named = [_FREE] if unix else [_REFUSED] if network else _connected_types()
    families = [_line(_LOAD, _FAMILY_AT), *_when(_UNIX, named), *_when(_NETLINK, [_FREE])]
    lines += _when(machine.socket, [*families, _FREE if network else _REFUSED])
    return [*lines, _FREE]


def _connected_types() -> list[bytes]:
    """Only such sockets as send nothing before they are connected."""
    free = [line for kind in (_STREAM, _PACKETS) for line in _when(kind, [_FREE])]
    return [_line(_LOAD, _TYPE_AT), _line(_AND, _ALL_TYPES), *free, _REFUSED]


def _when(value: int, lines: list[bytes]) -> list[bytes]:
    """These lines where the last number is this one; else they are jumped over."""
    return [_line(_JUMP_IF_EQUAL, value, otherwise=len(lines)), *lines]


def _line(code: int, value: int, *, otherwise: int = 0) -> bytes:
    """A line of the filter; a comparison that fails jumps over so many."""
    return struct.pack("=HBBI", code, 0, otherwise, value)


_FREE: Final = _line(_RETURN, _ALLOW)
_REFUSED: Final = _line(_RETURN, _REFUSE | errno.EACCES)
