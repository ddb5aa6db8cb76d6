"""Packed records of Go: what is read of them, and what is refused."""

from __future__ import annotations

import lzma
import struct
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES = ([60, 300, 361, 0], [72], [180, 181])


def packed(games: tuple[list[int], ...]) -> bytes:
    moves = [move for game in games for move in game]
    columns = struct.pack(f"<{len(games)}H", *map(len, games))
    columns += bytes(len(games)) + bytes(2 * len(games))
    columns += struct.pack(f"<{len(moves)}H", *moves)
    return b"TGP1" + struct.pack("<II", len(games), len(moves)) + lzma.compress(columns)


def choose(records: Path, out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "train.go.records", str(out), str(records), *more]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def games_of(path: Path) -> list[list[int]]:
    numbers = struct.unpack(f"<{path.stat().st_size // 2}H", path.read_bytes())
    games: list[list[int]] = []
    place = 0
    while place < len(numbers):
        side, count = numbers[place : place + 2]
        assert side == 19
        games.append(list(numbers[place + 2 : place + 2 + count]))
        place += 2 + count
    return games


def test_all_games_are_read_where_more_are_asked_for(tmp_path: Path) -> None:
    records, out = tmp_path / "some.tgp", tmp_path / "some.games"
    records.write_bytes(packed(GAMES))
    done = choose(records, out)
    assert done.returncode == 0, done.stderr
    assert games_of(out) == list(GAMES)


def test_some_games_are_chosen_the_same_by_each_seed(tmp_path: Path) -> None:
    records, one, two = tmp_path / "some.tgp", tmp_path / "one.games", tmp_path / "two.games"
    records.write_bytes(packed(GAMES))
    for out in (one, two):
        assert choose(records, out, "--games", "2", "--seed", "5").returncode == 0
    assert games_of(one) == games_of(two)
    assert len(games_of(one)) == 2
    assert all(game in GAMES for game in games_of(one))


def test_what_is_no_pack_is_refused_in_one_line_and_nothing_is_written(tmp_path: Path) -> None:
    whole = packed(GAMES)
    damaged = (b"", b"TGP2" + whole[4:], whole[:-3], whole[:8] + struct.pack("<I", 9) + whole[12:])
    for number, wrong in enumerate(damaged):
        records, out = tmp_path / f"{number}.tgp", tmp_path / f"{number}.games"
        records.write_bytes(wrong)
        done = choose(records, out)
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1
        assert str(records) in done.stderr
        assert not out.exists()
