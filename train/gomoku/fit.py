"""Weights from rows of counts: logistic regression by Newton's method, one for each colour and phase.

    python fit.py OUT --free ROWS... --renju ROWS... [--score-share S] [--ridge R]

Reads what `gomoku-generate` wrote and writes the file of weights that README.md describes. Plays nothing.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.void]

ROW = np.dtype(
    [
        ("own", "<i2", 32),
        ("other", "<i2", 32),
        ("score", "<i2"),
        ("result", "i1"),
        ("mover", "u1"),
        ("stones", "u1"),
        ("unused", "u1", 3),
    ]
)
PHASES = ((0, 10), (10, 20), (20, 40), (40, 256))
WIDER = 3
"""A phase also learns from positions with so many stones more or fewer."""
UNIT = 256
STEPS = 12
FEWEST_ROWS = 200
COUNTS = 32
UNUSED = (0, 15, 16, 23, 24, *range(25, COUNTS))
"""Counts that are no threats: nothing, quiet points, fives (never in a quiet position), and what has no meaning. Fouls
of Black (24) say little by themselves."""
BY_CLASS = (0, 1, 2, 3, 5, 7, 9, 9, 12, 20, 26, 24, 0, 0, 0, 0)
BY_RANK = (0, 0, 0, 60, 8, 160, 0, 0, 0)
TEMPO = 60
"""The weights made by hand, as in native/games/gomoku/evaluation.cpp."""


def features_of(rows: Rows) -> Floats:
    own, other = rows["own"].astype(np.float64), rows["other"].astype(np.float64)
    own[:, UNUSED], other[:, UNUSED] = 0, 0
    return np.concatenate([own, -other, np.ones((len(rows), 1))], axis=1)


def hand_made() -> Floats:
    weights = np.zeros(2 * COUNTS + 1)
    classes, ranks = np.array(BY_CLASS), np.array(BY_RANK)
    weights[: len(classes)] = classes * 5 // 4
    weights[len(classes) : len(classes) + len(ranks)] = ranks * 3
    weights[COUNTS : COUNTS + len(classes)] = classes
    weights[COUNTS + len(classes) : COUNTS + len(classes) + len(ranks)] = ranks
    weights[-1] = TEMPO
    return weights / UNIT


def labels_of(rows: Rows, score_share: float) -> Floats:
    scores = 1 / (1 + np.exp(-rows["score"].astype(np.float64) / UNIT))
    result = (rows["result"].astype(np.float64) + 1) / 2
    return (1 - score_share) * result + score_share * scores


def fit(features: Floats, labels: Floats, held: float) -> Floats:
    """Newton's method, with a ridge around the weights made by hand on everything but the tempo.

    `held` is how firmly: counts go together, and what is fitted freely fits games better and plays worse.
    """
    ridge = np.full(features.shape[1], held)
    ridge[-1] = 1e-3
    begun = hand_made()
    weights = begun.copy()
    for _ in range(STEPS):
        wins = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        slope = features.T @ (wins - labels) + ridge * (weights - begun)
        bend = (features * (wins * (1 - wins) + 1e-6)[:, None]).T @ features + np.diag(ridge)
        weights -= np.linalg.solve(bend, slope)
    return weights


def loss_of(features: Floats, labels: Floats, weights: Floats) -> float:
    wins = np.clip(1 / (1 + np.exp(-np.clip(features @ weights, -30, 30))), 1e-6, 1 - 1e-6)
    return float(-(labels * np.log(wins) + (1 - labels) * np.log(1 - wins)).mean())


def packed(weights: Floats) -> bytes:
    return np.clip(np.rint(weights * UNIT), -32767, 32767).astype("<i2").tobytes()


def fitted(rows: Rows, name: str, score_share: float, ridge: float) -> bytes:
    """The weights of one colour, phase by phase; one with too few rows takes those of the next."""
    parts: dict[int, bytes] = {}
    for phase, (first, last) in enumerate(PHASES):
        stones = rows["stones"].astype(np.int64)
        some = rows[(stones >= first - WIDER) & (stones < last + WIDER)]
        if len(some) < FEWEST_ROWS:
            continue
        held = np.arange(len(some)) % 20 == 0
        features, labels = features_of(some), labels_of(some, score_share)
        weights = fit(features[~held], labels[~held], ridge)
        loss = loss_of(features[held], labels[held], weights)
        print(f"{name}, from {first} stones: {len(some)} rows, held-out loss {loss:.4f}", file=sys.stderr)
        parts[phase] = packed(weights)
    if not parts:
        raise SystemExit(f"there are too few rows of {name} to learn from")
    nearest = [min((abs(other - phase), other) for other in parts)[1] for phase in range(len(PHASES))]
    return b"".join(parts[phase] for phase in nearest)


def read(files: list[Path]) -> Rows:
    return np.concatenate([np.fromfile(file, ROW) for file in files])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--free", type=Path, nargs="+", required=True)
    parser.add_argument("--renju", type=Path, nargs="+", required=True)
    parser.add_argument("--score-share", type=float, default=0.3)
    parser.add_argument("--ridge", type=float, default=30_000.0)
    given = parser.parse_args()
    free, renju = read(given.free), read(given.renju)
    # Without fouls the colours are alike.
    both = fitted(free, "either side", given.score_share, given.ridge)
    black = fitted(renju[renju["mover"] == 1], "Black in Renju", given.score_share, given.ridge)
    white = fitted(renju[renju["mover"] == 2], "White in Renju", given.score_share, given.ridge)
    given.out.write_bytes(b"TGM1" + both + both + black + white)


if __name__ == "__main__":
    main()
