"""Worlds of their own for processes: without others, without a network. Only Linux has them, and may refuse them."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import sys
from pathlib import Path

_NEW_MOUNTS, _NEW_USER_NAMES, _NEW_PROCESSES, _NEW_NETWORK = 0x20000, 0x10000000, 0x20000000, 0x40000000
_PRIVATE_MOUNTS, _MOUNT_SAFELY = 0x44000, 0xE


def control(option: int, value: int) -> None:
    """Ask the system for something that only Linux has."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def is_linux(*version: int) -> bool:
    """Whether the system is Linux, of this version or a later one."""
    found = re.match(r"(\d+)\.(\d+)", os.uname().release)
    return sys.platform == "linux" and found is not None and (int(found[1]), int(found[2])) >= version


def begin_world() -> bool:
    """Let every child of this process live in a world of its own, of which the first is the beginning and the end.

    Not every system lets everybody. Users other than root need names of their own for it, which cannot be given back:
    so it is tried first by somebody else.
    """
    try:
        system = ctypes.CDLL(None)
        if os.getuid() == 0:
            return bool(system.unshare(_NEW_PROCESSES) == 0)
        probe = os.fork()
        if probe == 0:
            os._exit(0 if _take_names(_NEW_PROCESSES) else 1)
        return os.waitpid(probe, 0)[1] == 0 and _take_names(_NEW_PROCESSES)
    except (OSError, AttributeError):
        return False


def _take_names(also: int) -> bool:
    """Have names of users of one's own, the same as before, and with them the right to something else that is new."""
    user, group = os.getuid(), os.getgid()
    with contextlib.suppress(OSError, AttributeError):
        if ctypes.CDLL(None).unshare(_NEW_USER_NAMES | also) == 0:
            Path("/proc/self/setgroups").write_text("deny")
            Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
            Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
            return True
    return False


def see_own_processes() -> None:
    """Show this world's processes in /proc by their own numbers, where that is allowed."""
    with contextlib.suppress(OSError, AttributeError):
        system = ctypes.CDLL(None)
        has_own_mounts = os.getpid() == 1 and system.unshare(_NEW_MOUNTS) == 0
        if has_own_mounts and system.mount(b"none", b"/", None, _PRIVATE_MOUNTS, None) == 0:  # else others would see it
            system.mount(b"proc", b"/proc", b"proc", _MOUNT_SAFELY, None)


def leave_network() -> bool:
    """Go where there is no network. Not every system lets everybody: whether this one did."""
    with contextlib.suppress(OSError, AttributeError):
        if os.getuid() == 0:
            return bool(ctypes.CDLL(None).unshare(_NEW_NETWORK) == 0)
        return _take_names(_NEW_NETWORK)
    return False
