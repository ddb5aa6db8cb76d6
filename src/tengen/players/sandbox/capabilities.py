"""Takes every capability of Linux from this process, for ever: what root may do beyond its files.

The launcher loads this file too, and runs without imports of ours: so there are none here.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from typing import Final

_READ_BOUNDING, _DROP_BOUNDING, _AMBIENT, _CLEAR_AMBIENT = 23, 24, 47, 4
_MOST: Final = 64
"""Sets are two words of 32 bits; no kernel knows more."""
_VERSION: Final = 0x20080522
_NOTHING: Final = bytes(24)
"""The effective, permitted and inheritable sets, in two halves each."""


def drop_capabilities() -> None:
    """Empty the bounding, ambient, permitted, effective and inheritable sets. Does nothing where there are none.

    A program that root starts gets what is inheritable again, whatever its bounds: so that set must be empty as well.
    Raises OSError where anything is left.
    """
    if sys.platform != "linux":
        return
    system = ctypes.CDLL(None, use_errno=True)
    system.prctl(_AMBIENT, _CLEAR_AMBIENT, 0, 0, 0)
    for number in range(_MOST):
        if system.prctl(_READ_BOUNDING, number, 0, 0, 0) == 1:
            system.prctl(_DROP_BOUNDING, number, 0, 0, 0)
    header = struct.pack("=Ii", _VERSION, 0)
    if system.capset(header, _NOTHING) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    is_root_left = os.getuid() == 0 and any(
        system.prctl(_READ_BOUNDING, number, 0, 0, 0) == 1 for number in range(_MOST)
    )
    if is_root_left:
        raise PermissionError("capabilities cannot be given up")
