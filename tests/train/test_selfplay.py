"""Self-play of Go's net without the net: whole games with answers made of numpy, and what is kept of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from train.go.net.played import Answers
from train.go.net.selfplay.compare import compare
from train.go.net.selfplay.field import GLOBALS, WHOLE, Desk, Field, FieldError, Group, Plan, build_field, packed_bytes
from train.go.net.selfplay.records import RecordFile
from train.go.net.selfplay.score import Score, score_of

ROOT = Path(__file__).parents[2]
GROUPS = [Group(0, 7, 6), Group(1, 7, 3), Group(1, 9, 3)]
PLAN = Plan(visits=6, candidates=4, other_rules_percent=60)


@pytest.fixture(scope="module")
def library() -> Path:
    return build_field(ROOT / "build" / "train-tools" / "go-net")


class Table:
    """Answers that depend on the position alone."""

    def __init__(self, field: Field) -> None:
        self._desks: list[Desk] = []
        for number, group in enumerate(field.groups):
            desk = Desk(
                np.zeros((group.slots, packed_bytes(group.side)), np.uint8),
                np.zeros((group.slots, GLOBALS), np.float32),
                np.zeros(group.slots, np.uint8),
                np.zeros((group.slots, group.moves), np.float32),
                np.zeros((group.slots, 2), np.float32),
            )
            field.lend(number, desk)
            self._desks.append(desk)

    def answer(self) -> None:
        for planes, _, _, logits, values in self._desks:
            seen = planes.astype(np.int64) @ np.arange(1, planes.shape[1] + 1)
            for row, number in enumerate(seen):
                chance = np.random.default_rng(int(number))
                logits[row] = chance.random(logits.shape[1], np.float32) * 2
                values[row] = chance.random(2, np.float32) - 0.5


def played(library: Path, *, threads: int, seed: int, rounds: int = 1500) -> Field:
    field = Field(library, PLAN, GROUPS, threads=threads, seed=seed)
    table = Table(field)
    for _ in range(rounds):
        for half in range(2):
            assert field.play_on(half) == 6
            table.answer()
    return field


@pytest.mark.long
def test_games_of_self_play_depend_on_their_seed_alone(library: Path) -> None:
    records = [played(library, threads=threads, seed=seed).records() for threads, seed in ((1, 1), (3, 1), (1, 2))]
    assert records[0]
    assert records[0] == records[1]
    assert records[0] != records[2]


@pytest.mark.long
def test_samples_are_whole_and_come_again_from_their_records(library: Path, tmp_path: Path) -> None:
    field = played(library, threads=2, seed=3)
    kept = RecordFile()
    kept.add(field.records())
    kept.write(tmp_path)
    again = Field(library, PLAN, GROUPS[:1], threads=2, seed=9)
    games = sum(again.replay(chunk) for chunk in RecordFile.read(sorted(tmp_path.glob("window-*.bin"))))
    assert games == len(field.outcomes())
    for side in (7, 9):
        samples, others = field.samples(side), again.samples(side)
        assert len(samples) > 0
        for name, column in vars(samples).items():
            assert np.array_equal(column, getattr(others, name)), name
        assert (samples.shares.sum(axis=1, dtype=int) == WHOLE).all()
        assert (np.sign(samples.leads) == samples.results).all()
        assert np.isin(samples.owners, (-1, 0, 1)).all()


@pytest.mark.long
def test_a_field_refuses_what_it_cannot_play(library: Path) -> None:
    with pytest.raises(FieldError, match="size"):
        Field(library, PLAN, [Group(0, 30, 1)], threads=1, seed=1)
    field = Field(library, PLAN, GROUPS, threads=1, seed=1)
    with pytest.raises(FieldError, match="record"):
        field.replay(b"no record")
    assert len(field.samples(7)) == 0


class Uniform:
    """Finds every move as likely as the others, and every game even."""

    def ask(self, side: int, rows: NDArray[np.uint8], numbers: NDArray[np.float32]) -> Answers:  # noqa: ARG002
        count, points = len(rows), side * side
        even = np.full(count, 0.5, np.float32)
        none = np.zeros(count, np.float32)
        policy = np.full((count, points + 1), 1 / (points + 1), np.float32)
        return Answers(policy, even, none, none, none, np.zeros((count, points), np.float32), 0.0)


@pytest.mark.long
def test_a_net_against_itself_wins_one_game_of_each_opening(library: Path) -> None:
    nets = [Uniform(), Uniform()]
    score = compare(nets, library, Group(0, 7, 6), visits=2, seconds=300, seed=1)
    assert score == Score(3, 0, 3, 0)
    assert score.share == 0.5


def test_a_score_counts_the_games_of_one_size_and_tells_those_without_end() -> None:
    outcomes = np.array([[9, 0, 1, 3, 80, 0, 0], [9, 1, -1, -3, 80, 0, 0], [19, 0, 1, 9, 300, 0, 0]], np.int32)
    assert score_of(outcomes, 9, 4) == Score(1, 0, 1, 2)
    assert score_of(outcomes, 19, 1).share == 1.0


def test_the_newest_games_are_kept_in_their_order(tmp_path: Path) -> None:
    chance = np.random.default_rng(1)
    chunks = [chance.bytes(1000) for _ in range(30)]
    kept = RecordFile(most_bytes=10_000)
    for chunk in chunks:
        kept.add(chunk)
    kept.write(tmp_path)
    files = sorted(tmp_path.glob("window-*.bin"))
    assert all(file.stat().st_size <= 10_000 for file in files)
    read = list(RecordFile.read(files))
    assert len(read) > 15
    assert read == chunks[-len(read) :]


def test_a_file_that_is_no_file_of_games_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "window-0.bin"
    for content in (b"", b"what", b"TGW1\xff\xff", b"TGW1\x04\x00\x00\x00abcd"):
        file.write_bytes(content)
        with pytest.raises(SystemExit, match="window-0"):
            list(RecordFile.read([file]))
