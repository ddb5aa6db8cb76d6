"""Fuzzing of the record formats: hostile bytes in, only GameErrors out, and what was read and written is read the same.

    make fuzz                              every format, 60 seconds in all
    make fuzz FUZZ_SECONDS=600 FUZZ_FORMATS=sgf
    build/fuzz/bin/python fuzz/fuzz_formats.py --replay build/fuzz/found/sgf-crash-…

A finding is kept in build/fuzz/found and the program ends with 1. Inputs that reach new code are kept in
build/fuzz/corpus and are where the next run begins.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from dataclasses import fields, replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tengen.core import Node, Record
    from tengen.formats import Format

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "fuzz"
CORPUS = WORK / "corpus"
FOUND = WORK / "found"
LONGEST_BYTES = 4096
SECONDS_AN_INPUT = 10
MEGABYTES = 2048
NO_CHANGES = {"wthor.names_apart"}
"""Notices of writers that tell of nothing lost."""
ALWAYS_TOLD = {"theoretical_score"}
"""Facts that a format (WTHOR) has a number for even where nobody knows it."""

sys.path.insert(0, str(ROOT / "src"))


def check(name: str, data: bytes) -> None:
    """Everything that must hold for any bytes given to a format."""
    from tengen.core import LANGUAGES, GameError
    from tengen.formats import Notice, find_format, formats

    (format_,) = [known for known in formats() if known.name == name]
    format_.recognises(data)
    for strict in (False, True):
        try:
            find_format(f"x{format_.endings[0]}", data)
            reading = format_.read(data, strict=strict)
            told: list[GameError | Notice] = list(reading.notices)
        except GameError as error:
            reading, told = None, [error]
        assert all(tellable.text(language) for tellable in told for language in LANGUAGES)
        if reading:
            _check_round_trip(format_, reading.records)


def _check_round_trip(format_: Format, records: tuple[Record, ...]) -> None:
    """What was read is written and read again: the same games, and from then on the same in every detail.

    The first time spellings may become ours, so that times and properties of other programs are compared only after
    it, a game without a declared result may get the one that its moves lead to, and what a notice tells of may have
    changed.
    """
    from tengen.core import GameError

    assert records, "a reading holds a record"
    for record in records:
        record.replay()
    try:
        once, is_all_told = _read_again(format_, records)
    except GameError:  # of another kind than any that was written
        return
    assert [record.main_actions() for record in records] == [record.main_actions() for record in once]
    if not is_all_told:
        declared = tuple(
            new if old.result else replace(new, result=None) for old, new in zip(records, once, strict=True)
        )
        _assert_same(tuple(map(_bare, records)), tuple(map(_bare, declared)))
    twice, _ = _read_again(format_, once)
    _assert_same(once, twice)


def _read_again(format_: Format, records: tuple[Record, ...]) -> tuple[tuple[Record, ...], bool]:
    """The records after they were written and read, and whether a notice told of changes.

    Raises GameError only when they cannot be written.
    """
    from tengen.core import LANGUAGES, GameError

    writing = format_.write(records)
    assert all(notice.text(language) for notice in writing.notices for language in LANGUAGES)
    companions = format_.companions(records) if hasattr(format_, "companions") else {}
    try:
        reading = format_.read(writing.data, beside=companions.get)
    except GameError as error:
        raise AssertionError(f"what was written is not read: {error}") from error
    return reading.records, any(notice.key not in NO_CHANGES for notice in writing.notices)


def _bare(record: Record) -> Record:
    """The record without what a first writing may change silently."""
    nodes = tuple(replace(node, ms=None, properties=()) for node in record.nodes)
    return replace(record, nodes=nodes, info=tuple(pair for pair in record.info if pair[0] not in ALWAYS_TOLD))


def _assert_same(before: tuple[Record, ...], after: tuple[Record, ...]) -> None:
    assert len(before) == len(after), f"{len(before)} games were written and {len(after)} read"
    for number, (old, new) in enumerate(zip(before, after, strict=True), 1):
        for field in (field for field in fields(old) if field.compare):
            told, read = getattr(old, field.name), getattr(new, field.name)
            assert field.name == "nodes" or told == read, f"game {number}, {field.name}: {told!r} was read as {read!r}"
        for told, read in zip_longest(_walk(old), _walk(new)):
            assert told == read, f"game {number}: {told!r} was read as {read!r}"


def _walk(record: Record) -> Iterator[tuple[int, Node]]:
    """The nodes from the root down, each with its depth: a file may keep them in another order."""
    children = record.children()
    waiting = [(0, 0)]
    while waiting:
        index, depth = waiting.pop()
        yield depth, replace(record.nodes[index], parent=depth - 1)
        waiting += [(child, depth + 1) for child in reversed(children[index])]


def seed_corpus(name: str) -> Path:
    """The folder of inputs to begin with: games of every kind in the format, short ones and long ones."""
    from tengen.core import GameError, Record, Timeline, kinds
    from tengen.formats import formats

    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    (format_,) = [known for known in formats() if known.name == name]
    rng = random.Random(1)
    for kind in kinds():
        for size in {min(kind.rules.SIZES), kind.rules.DEFAULT_SIZE}:
            timeline = Timeline.begin(kind.rules.parse(size))
            for _ in range(30):
                actions = timeline.ruleset.legal_actions(timeline.state)
                if not actions:
                    break
                timeline = timeline.act(rng.choice(actions))
            for count in (1, 6, len(timeline.actions)):
                record = Record(timeline.ruleset).with_line(timeline.actions[:count])
                try:
                    data = format_.write((record,)).data
                except GameError:
                    continue
                (folder / f"seed-{kind.name}-{size}-{count}").write_bytes(data)
    for golden in (ROOT / "tests" / "golden").rglob("*"):
        if golden.suffix in format_.endings and golden.stat().st_size <= 4 * LONGEST_BYTES:
            (folder / f"seed-{golden.name}").write_bytes(golden.read_bytes())
    return folder


def fuzz(name: str, seconds: int) -> None:
    """Fuzz one format in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=["tengen.formats"]):
        import tengen.formats

        tengen.formats.formats()
    folder = seed_corpus(name)
    FOUND.mkdir(parents=True, exist_ok=True)
    arguments = [
        *(sys.argv[0], str(folder), f"-max_total_time={seconds}", f"-max_len={LONGEST_BYTES}"),
        *(f"-timeout={SECONDS_AN_INPUT}", f"-rss_limit_mb={MEGABYTES}", f"-artifact_prefix={FOUND}/{name}-"),
        "-print_final_stats=1",
    ]
    atheris.Setup(arguments, lambda data: check(name, data))
    atheris.Fuzz()


def _finding(output: str) -> str:
    """What went wrong, and where the input is that it went wrong with."""
    _, marker, trace = output.partition(" === Uncaught Python exception: ===")
    kept = [line[:200] for line in output.splitlines() if "Test unit written to" in line or line.startswith("SUMMARY")]
    return "\n".join([marker, *trace.splitlines()[1:30], *kept]) if marker else output[-4000:]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("formats", nargs="*", help="names of formats; all of them unless given")
    parser.add_argument("--seconds", type=int, default=60, help="for all of them together")
    parser.add_argument("--only", help="fuzz this format in this process")
    parser.add_argument("--replay", type=Path, help="check a finding once more")
    arguments = parser.parse_args()
    if arguments.replay:
        check(arguments.replay.name.partition("-")[0], arguments.replay.read_bytes())
        return 0
    if arguments.only:
        fuzz(arguments.only, arguments.seconds)
    from tengen.formats import formats

    names = arguments.formats or [format_.name for format_ in formats()]
    failed = []
    for name in names:
        command = [sys.executable, __file__, "--only", name, "--seconds", str(max(arguments.seconds // len(names), 1))]
        done = subprocess.run(command, check=False, capture_output=True, text=True, errors="replace")
        tail = [line for line in done.stderr.splitlines() if line.startswith("stat::")][:2]
        print(f"{name}: {'ok' if done.returncode == 0 else 'FOUND SOMETHING'}", *tail)
        if done.returncode:
            failed.append(name)
            print(_finding(done.stdout + done.stderr))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
