"""A net's file as it plays, asked through the native library. No tensors."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from train.go.net.packs import built


@dataclass(frozen=True)
class Answers:
    """What a net says of some positions, for their movers; the policy's last place is the pass."""

    policy: NDArray[np.float32]
    won: NDArray[np.float32]
    drawn: NDArray[np.float32]
    lead: NDArray[np.float32]
    spread: NDArray[np.float32]
    ownership: NDArray[np.float32]
    cpu_seconds: float


class Played:
    """A net with one kernel. Raises ValueError for bytes that are none."""

    def __init__(self, library: Path, file: bytes, kernel: str) -> None:
        self._library = ctypes.CDLL(str(library))
        self._library.net_open.restype = ctypes.c_void_p
        self._library.net_ask.restype = ctypes.c_double
        names = kernels(library)
        opened = self._library.net_open(file, ctypes.c_longlong(len(file)), names.index(kernel))
        if not opened:
            raise ValueError("this is no net")
        self._opened = ctypes.c_void_p(opened)

    def ask(self, side: int, rows: NDArray[np.uint8], numbers: NDArray[np.float32]) -> Answers:
        """Rows are planes in bits without the ones, as packs.Replay writes them."""
        points = side * side
        rows = np.ascontiguousarray(rows)
        numbers = np.ascontiguousarray(numbers, np.float32)
        found = np.empty((len(rows), 2 * points + 6), np.float32)
        seconds: float = self._library.net_ask(
            self._opened, side, ctypes.c_longlong(len(rows)),
            ctypes.c_void_p(rows.ctypes.data), ctypes.c_void_p(numbers.ctypes.data), ctypes.c_void_p(found.ctypes.data),
        )  # fmt: skip
        policy, told, ownership = np.split(found, [points + 1, points + 6], axis=1)
        return Answers(policy, told[:, 0], told[:, 1], told[:, 3], told[:, 4], ownership, seconds)

    def close(self) -> None:
        self._library.net_close(self._opened)


def kernels(library: Path) -> list[str]:
    """The instruction sets that this machine can run, the best last."""
    door = ctypes.CDLL(str(library)).net_kernels
    door.restype = ctypes.c_char_p
    names: bytes = door()
    return names.decode().split()


def build_played(build: Path) -> Path:
    """The library, built there where that is needed."""
    return built(build, "go-net-ask")
