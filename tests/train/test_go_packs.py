"""Packs of games for Go's net: what is read again, what is refused, and their replay as rows of planes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from train.go.net.packs import (
    ANSWERED,
    PLAYED,
    PLY,
    POINTS,
    RESIGNED,
    Pack,
    PackError,
    Replay,
    build_replay,
    read_pack,
    write_pack,
)

PACK = Pack(
    lengths=np.array([2, 3], np.uint16),
    ends=np.array([1, 2 | RESIGNED], np.uint8),
    leads=np.array([7, 0], np.int16),
    moves=np.array([0, 1, 72, 288, 361], np.uint16),
    sha256="",
)


def test_a_pack_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "games.tgp"
    write_pack(path, PACK)
    again = read_pack(path)
    for name in ("lengths", "ends", "leads", "moves"):
        assert (getattr(again, name) == getattr(PACK, name)).all()
    assert again.starts.tolist() == [0, 2]
    assert again.is_counted.tolist() == [True, False]


@pytest.mark.parametrize("harm", ["empty", "other", "short", "damaged"])
def test_what_is_no_pack_is_refused(harm: str, tmp_path: Path) -> None:
    path = tmp_path / "games.tgp"
    write_pack(path, PACK)
    content = path.read_bytes()
    harmed = {
        "empty": b"",
        "other": b"TGP2" + content[4:],
        "short": content[:-9],
        "damaged": content[:4] + b"\7" + content[5:],
    }
    path.write_bytes(harmed[harm])
    with pytest.raises(PackError):
        read_pack(path)


@pytest.mark.long
def test_games_become_a_row_for_every_move(tmp_path: Path) -> None:
    replay = Replay(build_replay(tmp_path / "build"), threads=2, playouts=5)
    pack = replay.games_by_chance(3, seed=1)
    rows = replay.rows(pack, np.arange(3))
    assert rows.failed == 0
    assert len(rows.facts) == pack.lengths.sum()
    assert (rows.facts[:, PLAYED] == pack.moves).all()
    last = np.cumsum(pack.lengths, dtype=np.int64) - 1
    assert (rows.facts[last, ANSWERED] == -1).all()
    assert (rows.facts[np.concatenate([[0], last[:-1] + 1]), PLY] == 0).all()
    bits = np.unpackbits(rows.planes.reshape(len(rows.facts), 18, -1), axis=2, bitorder="little")[:, :, :POINTS]
    stones = bits[:, 0] + bits[:, 1]
    assert stones.max() == 1
    for row in range(len(stones)):
        if rows.facts[row, PLAYED] < POINTS:
            assert stones[row, rows.facts[row, PLAYED]] == 0
    assert np.abs(rows.owners).max() == 127
