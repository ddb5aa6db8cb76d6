"""How far a shallow search is off a deep one: the figures of `native/games/othello/probcut.h`, from `othello-probcut`.

    python fit_probcut.py FILE

For the search and for solving: the standard deviation of the error as a straight line in the discs on the board, the
deep search's depth and the shallow one's. Errors beyond four deviations are left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

DEEPEST_PROBE = 8


def probe_depth(depth: int) -> int:
    """As in probcut.h."""
    third = (depth + 1) // 3
    if (third ^ depth) % 2 == 0:
        return third
    return third - 1 if third % 2 == 1 and third > 1 else third + 1


def read(path: Path) -> list[tuple[int, list[float], int | None]]:
    boards = []
    for line in path.read_text().splitlines():
        values, _, result = line.partition("=")
        discs, *depths = values.split()
        boards.append((int(discs), [float(value) for value in depths], int(result) if result.strip() else None))
    return boards


def fitted(rows: Sequence[tuple[float, float, float, float]]) -> tuple[Floats, Floats]:
    """The coefficients of 1, discs, depth and probe for the standard deviation; and bias and deviation of all."""
    table = np.array(rows)
    basis = np.column_stack([np.ones(len(table)), table[:, :3]])
    kept = np.abs(table[:, 3]) < 4 * np.std(table[:, 3])
    # The mean size of a normal error is sqrt(2 / pi) of its deviation.
    size = np.abs(table[kept, 3]) * np.sqrt(np.pi / 2)
    return np.linalg.lstsq(basis[kept], size, rcond=None)[0], np.array([table[kept, 3].mean(), table[kept, 3].std()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    boards = read(parser.parse_args().file)
    searched, solved = [], []
    for discs, values, result in boards:
        for depth in range(3, len(values)):
            probe = probe_depth(depth)
            searched.append((discs, depth, probe, values[depth] - values[probe]))
        if result is not None:
            for probe in range(1, min(len(values), DEEPEST_PROBE + 1)):
                solved.append((discs, 64 - discs, probe, result - values[probe]))
    for name, rows in (("search", searched), ("solving", solved)):
        line, whole = fitted(rows)
        print(
            f"{name}: {len(rows)} pairs, bias {whole[0]:.2f}, deviation {whole[1]:.2f}; "
            f"{line[0]:.3f} + {line[1]:.4f} discs + {line[2]:.4f} depth + {line[3]:.4f} probe"
        )
        table = np.array(rows)
        for pair in sorted({(row[1], row[2]) for row in rows}):
            some = table[(table[:, 1] == pair[0]) & (table[:, 2] == pair[1])]
            parts = [some[(some[:, 0] >= low) & (some[:, 0] < low + 15), 3] for low in (4, 19, 34, 49)]
            print(
                f"  depth {pair[0]:2} from {pair[1]}: "
                + "  ".join(f"{part.std():.2f} of {len(part)}" if len(part) > 20 else "-" for part in parts)
            )


if __name__ == "__main__":
    main()
