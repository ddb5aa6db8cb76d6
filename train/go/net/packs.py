"""Packs of games and their replay by the native library, as plain numbers. No tensors, no net."""

from __future__ import annotations

import ctypes
import hashlib
import lzma
import shutil
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[3]
SIDE = 19
POINTS = SIDE * SIDE
PASS = POINTS
MAGIC = b"TGP1"
HEADER = struct.Struct("<4sII")
BLACK_WON, WHITE_WON, RESIGNED = 1, 2, 4
FEATURE_VERSION = 1

PLAYED, ANSWERED, PLY, PRISONERS = range(4)
"""The facts of a row: the move, the next, how many were before, and the mover's prisoners less the other's."""


class PackError(ValueError):
    """A file that is no pack of games."""


@dataclass(frozen=True)
class Pack:
    """Games, Black first: how many moves each has, how it ended, Black's lead in half points, all moves in a row."""

    lengths: NDArray[np.uint16]
    ends: NDArray[np.uint8]
    leads: NDArray[np.int16]
    moves: NDArray[np.uint16]
    sha256: str

    @property
    def starts(self) -> NDArray[np.int64]:
        return np.concatenate([[0], np.cumsum(self.lengths[:-1], dtype=np.int64)])

    @property
    def is_counted(self) -> NDArray[np.bool_]:
        return (self.ends & RESIGNED) == 0


def read_pack(path: Path) -> Pack:
    """Raises PackError."""
    raw = path.read_bytes()
    if len(raw) < HEADER.size or raw[:4] != MAGIC:
        raise PackError(f"{path} is no pack of games")
    _, games, moves = HEADER.unpack_from(raw)
    try:
        columns = lzma.decompress(raw[HEADER.size :])
    except lzma.LZMAError as error:
        raise PackError(f"{path} is damaged: {error}") from error
    if len(columns) != games * 5 + moves * 2:
        raise PackError(f"{path} does not hold what it says")
    lengths = np.frombuffer(columns, "<u2", games)
    ends = np.frombuffer(columns, np.uint8, games, games * 2)
    leads = np.frombuffer(columns, "<i2", games, games * 3)
    played = np.frombuffer(columns, "<u2", moves, games * 5)
    if int(lengths.sum(dtype=np.int64)) != moves:
        raise PackError(f"{path} does not hold what it says")
    return Pack(lengths, ends, leads, played, hashlib.sha256(raw).hexdigest())


def write_pack(path: Path, pack: Pack) -> None:
    columns = b"".join(
        column.astype(kind).tobytes()
        for column, kind in ((pack.lengths, "<u2"), (pack.ends, "u1"), (pack.leads, "<i2"), (pack.moves, "<u2"))
    )
    path.write_bytes(HEADER.pack(MAGIC, len(pack.lengths), len(pack.moves)) + lzma.compress(columns))


def build_replay(build: Path) -> Path:
    """The library that replays games, built there where that is needed."""
    return built(build, "go-net-replay")


def built(build: Path, target: str) -> Path:
    """A shared library of the training."""
    cmake = shutil.which("cmake")
    if cmake is None:
        raise SystemExit("cmake is not on PATH: run `make set-up` and put .venv/bin on PATH")
    configure = [
        cmake,
        "-S",
        str(ROOT),
        "-B",
        str(build),
        "-DTENGEN_TRAIN=ON",
        "-DTENGEN_TESTS=OFF",
        "-DTENGEN_WERROR=OFF",
    ]
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    subprocess.run([*configure, *generator], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(
        [cmake, "--build", str(build), "--target", target, "--parallel", "4"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return next(build.glob(f"*{target}.so"))


class Replay:
    """The native library behind its plain functions."""

    def __init__(self, library: Path, threads: int, playouts: int = 200) -> None:
        self.threads = threads
        self.playouts = playouts
        self._library = ctypes.CDLL(str(library))
        self._library.net_replay.restype = ctypes.c_longlong
        if self._library.net_feature_version() != FEATURE_VERSION:
            raise SystemExit("the library sees other features than the training knows")
        self.row_bytes: int = self._library.net_row_bytes()
        self.fact_count: int = self._library.net_fact_count()

    def rows(self, pack: Pack, games: NDArray[np.int64]) -> Replayed:
        """What the net sees in all positions of these games, in their order. Other threads run meanwhile."""
        lengths = np.ascontiguousarray(pack.lengths[games], np.int32)
        starts = np.ascontiguousarray(pack.starts[games], np.int64)
        is_counted = np.ascontiguousarray(pack.is_counted[games], np.uint8)
        total = int(lengths.sum(dtype=np.int64))
        planes = np.empty((total, self.row_bytes), np.uint8)
        facts = np.empty((total, self.fact_count), np.int16)
        owners = np.zeros((len(games), POINTS), np.int8)
        failed: int = self._library.net_replay(
            _address(pack.moves), _address(starts), _address(lengths), _address(is_counted),
            ctypes.c_longlong(len(games)), self.threads, self.playouts,
            _address(planes), _address(facts), _address(owners),
        )  # fmt: skip
        return Replayed(planes, facts, owners, failed)

    def games_by_chance(self, count: int, seed: int, most_moves: int = 600) -> Pack:
        """Games of chance to their end, to try a training on: no records are needed for these."""
        moves = np.zeros(count * most_moves, np.uint16)
        lengths = np.zeros(count, np.uint16)
        leads = np.zeros(count, np.int16)
        self._library.net_games_by_chance(
            count, ctypes.c_ulonglong(seed), most_moves, _address(moves), _address(lengths), _address(leads)
        )
        played = [moves[game * most_moves : game * most_moves + length] for game, length in enumerate(lengths)]
        ends = np.where(leads > 0, BLACK_WON, WHITE_WON).astype(np.uint8)
        return Pack(lengths, ends, leads, np.concatenate(played), "")


@dataclass(frozen=True)
class Replayed:
    """Rows of planes in bits, the facts of each row, who owned what at the end of each game that was counted.

    Of `failed` games a move could not be played: from there on their facts are -1.
    """

    planes: NDArray[np.uint8]
    facts: NDArray[np.int16]
    owners: NDArray[np.int8]
    failed: int


def _address(array: NDArray[np.generic]) -> ctypes.c_void_p:
    assert array.flags.c_contiguous
    return ctypes.c_void_p(array.ctypes.data)
