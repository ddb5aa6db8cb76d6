"""The games of self-play behind plain arrays: the native library by ctypes. No net, no tensors."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from train.go.net.packs import FEATURE_VERSION, built

PLANES_KEPT = 18
GLOBALS = 12
TARGETS = 16
"""Moves of a policy that are kept."""
WHOLE = 255
"""Parts a policy is divided in."""
HALVES = 2
NO_NET = 2
MOST_SIDE = 19
OUTCOME = ("side", "slot", "winner", "half_lead", "moves", "is_cut", "is_played_out")

Array = NDArray[np.generic]


class FieldError(ValueError):
    """What the library refuses."""


@dataclass(frozen=True)
class Group:
    """So many games of one size, in one of the two halves."""

    half: int
    side: int
    slots: int

    @property
    def points(self) -> int:
        return self.side * self.side

    @property
    def moves(self) -> int:
        return self.points + 1


@dataclass(frozen=True)
class Plan:
    """What games are like and how they are searched; see `Plan` and `Mix` in slot.h and game.h."""

    visits: int = 32
    candidates: int = 16
    has_noise: bool = True
    opening_moves: int = 8
    komi: float = 7
    komi_spread: float = 2
    other_rules_percent: int = 15
    agree_percent: int = 30
    is_match: bool = False


class Desk(NamedTuple):
    """Where the positions of a group are written, and where the net's answers to them are read: a row each."""

    planes: NDArray[np.uint8]
    numbers: NDArray[np.float32]
    nets: NDArray[np.uint8]
    logits: NDArray[np.float32]
    values: NDArray[np.float32]


class _Plan(ctypes.Structure):
    _fields_ = (
        ("seed", ctypes.c_uint64), ("komi", ctypes.c_double), ("komi_spread", ctypes.c_double),
        ("threads", ctypes.c_int32), ("visits", ctypes.c_int32), ("candidates", ctypes.c_int32),
        ("has_noise", ctypes.c_int32), ("opening_moves", ctypes.c_int32), ("other_rules_percent", ctypes.c_int32),
        ("agree_percent", ctypes.c_int32), ("is_match", ctypes.c_int32),
    )  # fmt: skip


class _Group(ctypes.Structure):
    _fields_ = (("half", ctypes.c_int32), ("side", ctypes.c_int32), ("slots", ctypes.c_int32))


@dataclass(frozen=True)
class Samples:
    """Positions of one size, a row each, all from the mover's side; see `Samples` in record.h."""

    planes: NDArray[np.uint8]
    numbers: NDArray[np.float32]
    moves: NDArray[np.uint16]
    shares: NDArray[np.uint8]
    replies: NDArray[np.uint16]
    results: NDArray[np.int8]
    leads: NDArray[np.int16]
    owners: NDArray[np.int8]
    counted: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.replies)


def packed_bytes(side: int) -> int:
    return PLANES_KEPT * ((side * side + 7) // 8)


def no_samples(side: int, count: int) -> Samples:
    return Samples(
        np.zeros((count, packed_bytes(side)), np.uint8),
        np.zeros((count, GLOBALS), np.float32),
        np.zeros((count, TARGETS), np.uint16),
        np.zeros((count, TARGETS), np.uint8),
        np.zeros(count, np.uint16),
        np.zeros(count, np.int8),
        np.zeros(count, np.int16),
        np.zeros((count, side * side), np.int8),
        np.zeros(count, np.uint8),
    )


def build_field(build: Path) -> Path:
    """The library that plays the games, built there where that is needed."""
    return built(build, "go-net-selfplay")


class Field:
    """All games of a run. Everything but `play_on` and `replay` is quick; all calls come from one thread at a time."""

    def __init__(self, library: Path, plan: Plan, groups: list[Group], *, threads: int, seed: int) -> None:
        self.groups = groups
        self._desks: list[Desk] = []
        self._library = ctypes.CDLL(str(library))
        self._library.selfplay_new.restype = ctypes.c_void_p
        self._library.selfplay_fault.restype = ctypes.c_char_p
        self._library.selfplay_record_bytes.restype = ctypes.c_longlong
        if self._library.selfplay_feature_version() != FEATURE_VERSION:
            raise SystemExit("the library sees other features than the training knows")
        assert self._library.selfplay_packed_bytes(MOST_SIDE) == packed_bytes(MOST_SIDE)
        numbers = _Plan(
            seed, plan.komi, plan.komi_spread, threads, plan.visits, plan.candidates, int(plan.has_noise),
            plan.opening_moves, plan.other_rules_percent, plan.agree_percent, int(plan.is_match),
        )  # fmt: skip
        parts = (_Group * len(groups))(*(_Group(group.half, group.side, group.slots) for group in groups))
        made = self._library.selfplay_new(ctypes.byref(numbers), parts, len(groups))
        self._field = ctypes.c_void_p(made)
        if made is None:
            raise FieldError(self._fault())

    def close(self) -> None:
        """Ends its threads; nothing may be asked afterwards."""
        self._library.selfplay_free(self._field)
        self._field = ctypes.c_void_p(None)

    def lend(self, group: int, desk: Desk) -> None:
        slots, moves = self.groups[group].slots, self.groups[group].moves
        assert desk.planes.size == slots * packed_bytes(self.groups[group].side)
        assert [array.size for array in desk[1:]] == [slots * GLOBALS, slots, slots * moves, slots * 2]
        self._desks.append(desk)
        self._library.selfplay_lend(self._field, group, *(_address(array) for array in desk))

    def play_on(self, half: int) -> int:
        """Plays a half on to where it needs the net; how many games do. Other threads run meanwhile."""
        waiting: int = self._library.selfplay_play_on(self._field, half)
        if waiting < 0:
            raise FieldError(self._fault())
        return waiting

    def samples(self, side: int) -> Samples:
        """Those of finished games that were not taken yet."""
        count: int = self._library.selfplay_sample_count(self._field, side)
        samples = no_samples(side, count)
        columns = (ctypes.c_void_p * 9)(*(_address(column) for column in vars(samples).values()))
        self._library.selfplay_take_samples(self._field, side, count, columns)
        return samples

    def outcomes(self) -> NDArray[np.int32]:
        """How games ended that were not told yet: a row each, of the columns OUTCOME."""
        count: int = self._library.selfplay_outcome_count(self._field)
        told = np.zeros((count, len(OUTCOME)), np.int32)
        self._library.selfplay_take_outcomes(self._field, _address(told))
        return told

    def records(self) -> bytes:
        """Finished games that were not taken yet, one after another."""
        count: int = self._library.selfplay_record_bytes(self._field)
        taken = np.zeros(count, np.uint8)
        self._library.selfplay_take_records(self._field, _address(taken))
        return taken.tobytes()

    def replay(self, records: bytes) -> int:
        """Adds the samples of records to those to be taken; how many games that were. Raises FieldError."""
        held = np.frombuffer(records, np.uint8)
        games: int = self._library.selfplay_replay(self._field, _address(held), ctypes.c_longlong(len(held)))
        if games < 0:
            raise FieldError(self._fault())
        return games

    def _fault(self) -> str:
        fault: bytes = self._library.selfplay_fault()
        return fault.decode()


def _address(array: Array) -> ctypes.c_void_p:
    assert array.flags.c_contiguous
    return ctypes.c_void_p(array.ctypes.data)
