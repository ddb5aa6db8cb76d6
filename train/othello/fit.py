"""Weights of patterns from rows of features: least squares by Adam, phase by phase, from the last to the first.

    python fit.py FOLDER OUT [--epochs N] [--score-share S]

Reads what `othello-features` wrote into FOLDER and writes the file of weights that README.md describes. Plays nothing.
"""

from __future__ import annotations

import argparse
import json
import math
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

ROW = np.dtype([("places", "<u2", 46), ("small", "u1", 5), ("result", "i1"), ("score", "<i2")])
NEAR = 2
"""A phase of four discs also learns from the boards of two more and two fewer."""
BATCH = 8_192
SEEN_ENOUGH = 4
"""Weights seen less often stay 0."""
DECAY = 8
MOST_ROWS = 3_000_000
FEWEST_ROWS = 200


@dataclass(frozen=True)
class Layout:
    """How many weights each part has, and where it begins in one long row of them."""

    phases: int
    disc: int
    weight_unit: int
    weights: list[int]
    pattern_of_instance: list[int]
    small: list[int]

    @classmethod
    def read(cls, folder: Path) -> Layout:
        read = json.loads((folder / "layout.json").read_text())
        small = [read["moves"], read["moves"], read["prospects"], read["prospects"], 2]
        return cls(
            read["phases"], read["disc"], read["weight_unit"], read["weights"], read["pattern_of_instance"], small
        )

    @property
    def starts(self) -> npt.NDArray[np.int32]:
        """Where each pattern, then each small table begins; the last is the end."""
        return np.concatenate([[0], np.cumsum(self.weights + self.small)]).astype(np.int32)

    @property
    def offsets(self) -> npt.NDArray[np.int32]:
        """Of every column of a row: the instances, then the small counts."""
        starts = self.starts
        columns = [starts[pattern] for pattern in self.pattern_of_instance]
        columns += [starts[len(self.weights) + index] for index in range(len(self.small))]
        return np.array(columns, np.int32)


def read_rows(folder: Path, name: str, discs: range) -> npt.NDArray[np.void]:
    """The rows of these numbers of discs; of very many a fair share."""
    parts = [np.fromfile(folder / f"{name}-{count:02}.bin", ROW) for count in discs if 4 <= count <= 64]
    rows = np.concatenate(parts)
    if len(rows) > MOST_ROWS:
        rows = rows[:: len(rows) // MOST_ROWS + 1]
    return rows


def columns_of(rows: npt.NDArray[np.void], layout: Layout) -> npt.NDArray[np.int32]:
    return np.concatenate([rows["places"].astype(np.int32), rows["small"].astype(np.int32)], axis=1) + layout.offsets


def labels_of(rows: npt.NDArray[np.void], layout: Layout, score_share: float) -> Floats:
    scores = rows["score"].astype(np.float32) / layout.disc
    return ((1 - score_share) * rows["result"] + score_share * scores).astype(np.float32)


def fit(columns: npt.NDArray[np.int32], labels: Floats, begun: Floats, epochs: int, seed: int) -> Floats:
    """Adam on the squared error; weights seen seldom are drawn to 0."""
    size = len(begun)
    counts = np.bincount(columns.ravel(), minlength=size).astype(np.float32)
    weights = np.where(counts >= SEEN_ENOUGH, begun, 0).astype(np.float32)
    first, second = np.zeros(size, np.float32), np.zeros(size, np.float32)
    rng = np.random.default_rng(seed)
    step = 0
    batches = max(1, len(labels) // BATCH)
    total = epochs * batches
    for _ in range(epochs):
        for batch in np.array_split(rng.permutation(len(labels)), batches):
            step += 1
            rate = 0.15 * 0.5 * (1 + math.cos(math.pi * step / total)) + 0.002
            some = columns[batch]
            errors = weights[some].sum(axis=1) - labels[batch]
            pulls = np.bincount(some.ravel(), np.repeat(errors, some.shape[1]), size).astype(np.float32)
            slope = pulls / np.float32(len(batch)) + weights * (0.02 / (counts + DECAY))
            first += 0.1 * (slope - first)
            second += 0.01 * (slope * slope - second)
            rise = first / (1 - 0.9**step)
            weights -= rate * rise / (np.sqrt(second / (1 - 0.99**step)) + 1e-6)
            weights[counts < SEEN_ENOUGH] = 0
    return weights


def packed(weights: Floats, layout: Layout) -> bytes:
    """A phase as the file has it: the small tables in full, the patterns in bytes with a scale each."""
    fine = layout.disc * layout.weight_unit
    starts = layout.starts
    parts = []
    for index in range(len(layout.small)):
        at = len(layout.weights) + index
        table = np.clip(np.rint(weights[starts[at] : starts[at + 1]] * fine), -32767, 32767)
        parts.append(table.astype("<i2").tobytes())
    for pattern in range(len(layout.weights)):
        table = weights[starts[pattern] : starts[pattern + 1]] * fine
        scale = max(1, int(np.ceil(np.abs(table).max() * 16 / 127)))
        parts.append(struct.pack("<h", scale))
        parts.append(np.clip(np.rint(table * 16 / scale), -127, 127).astype(np.int8).tobytes())
    return b"".join(parts)


def told_of_held(held: npt.NDArray[np.void], weights: Floats, layout: Layout) -> str:
    """How far the weights are off on boards that they were not fitted to."""
    if not len(held):
        return "none held out"
    values = weights[columns_of(held, layout)].sum(axis=1)
    to_result = np.abs(values - held["result"]).mean()
    to_score = np.abs(values - held["score"].astype(np.float32) / layout.disc).mean()
    return f"held out {len(held)}: mean error {to_result:.2f} to the result, {to_score:.2f} to the score"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--score-share", type=float, default=0.0)
    given = parser.parse_args()
    layout = Layout.read(given.folder)
    weights = np.zeros(layout.starts[-1], np.float32)
    phases: dict[int, bytes] = {}
    for phase in reversed(range(layout.phases)):
        lowest = 4 + 4 * phase
        rows = read_rows(given.folder, "rows", range(lowest - NEAR, lowest + 4 + NEAR))
        if len(rows) < FEWEST_ROWS:
            continue
        weights = fit(
            columns_of(rows, layout), labels_of(rows, layout, given.score_share), weights, given.epochs, phase
        )
        said = told_of_held(read_rows(given.folder, "held", range(lowest, lowest + 4)), weights, layout)
        print(f"phase {phase} ({lowest} discs): {len(rows)} rows, {said}", file=sys.stderr, flush=True)
        phases[phase] = packed(weights, layout)
    if not phases:
        sys.exit("there are too few rows to learn from")
    # A phase with too few boards takes the weights of the nearest one that has enough.
    nearest = [min((abs(other - phase), other) for other in phases)[1] for phase in range(layout.phases)]
    given.out.write_bytes(b"TOW1" + b"".join(phases[phase] for phase in nearest))


if __name__ == "__main__":
    main()
