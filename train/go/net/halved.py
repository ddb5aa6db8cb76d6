"""The weights of a net in half the room, for a later run to go on from.

    python -m train.go.net.halved EMA.npz OUT.npz

Weights of two axes and more become bf16, kept as the upper halves of their floats; what is told of each channel stays
as it is. `read_weights` reads both kinds of files.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Weights: TypeAlias = dict[str, NDArray[np.float32]]


def read_weights(path: Path) -> Weights:
    """Precondition: the file was written by `train`, by self-play or by `write_halved`."""
    with np.load(path) as file:
        return {name: _whole(file[name]) for name in file.files}


def write_halved(weights: Weights, path: Path) -> None:
    halved: dict[str, Any] = {name: _half(value) if value.ndim > 1 else value for name, value in weights.items()}
    np.savez_compressed(path, **halved)


def _half(value: NDArray[np.float32]) -> NDArray[np.uint16]:
    """The nearest bf16, ties to even. Precondition: all values are finite and not at the end of their range."""
    bits = value.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def _whole(value: NDArray[np.uint16] | NDArray[np.float32]) -> NDArray[np.float32]:
    if value.dtype == np.uint16:
        return (value.astype(np.uint32) << 16).view(np.float32)
    return value.astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("net", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    write_halved(read_weights(given.net), given.out)


if __name__ == "__main__":
    main()
