"""What the tests of several formats share: random Othello games, refusals in every language, damaged files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, islice
from random import Random

import pytest
from hypothesis import strategies as st

from tengen.core import LANGUAGES, Action, GameError, Pass, Place, Record, Ruleset, create_rules
from tengen.formats import Format, Notice, Reading
from tests.contract.cases import playout

WIPE_OUT = "e6f4e3f6g5d6e7f5c5"
"""Nine moves after which White has no disc left."""


def rules_of(size: int, *, empties: bool = False) -> Ruleset:
    """Othello of a size."""
    return create_rules("othello", size, {"empties_to_winner": empties})


def _seeds_with_passes(size: int, wanted: int = 3) -> tuple[int, ...]:
    rules = rules_of(size)
    found = (seed for seed in count(1) if any(isinstance(action, Pass) for action in playout(rules, seed).actions))
    return tuple(islice(found, wanted))


PASSES = {size: _seeds_with_passes(size) for size in (4, 6, 8)}
"""Seeds of random games with passes, by size."""


def names(actions: list[Action]) -> str:
    """A line of play as a move string, passes as `--`."""
    return "".join(
        "--" if isinstance(action, Pass) else f"{'abcdefghijklmnop'[action.point.x]}{action.point.y + 1}"
        for action in actions
        if isinstance(action, Place | Pass)
    )


@st.composite
def lines(draw: st.DrawFn, rules: Ruleset) -> tuple[Action, ...]:
    """A random game as far as it went, often one with passes."""
    with_passes = st.sampled_from(PASSES.get(rules.size, (1,)))
    seed = draw(st.one_of(st.integers(1, 30), with_passes))
    actions = playout(rules_of(rules.size), seed).actions
    return actions[: draw(st.one_of(st.just(len(actions)), st.integers(1, len(actions))))]


def without_last_pass(line: tuple[Action, ...]) -> tuple[Action, ...]:
    """The line up to its last disc."""
    return line[:-1] if line and isinstance(line[-1], Pass) else line


def refused(read: Callable[[], object]) -> GameError:
    """The refusal, which every language can say on one line."""
    with pytest.raises(GameError) as caught:
        read()
    for language in LANGUAGES:
        told = caught.value.text(language)
        assert told.encode()
        assert "\n" not in told
    return caught.value


def keys(notices: tuple[Notice, ...]) -> list[str]:
    """The keys of notices, each of which every language can say."""
    for notice in notices:
        for language in LANGUAGES:
            assert notice.text(language).encode()
    return [notice.key for notice in notices]


def legal(reading: Reading) -> Reading:
    """The reading, after its records have been played through."""
    for record in reading.records:
        record.replay()
    return reading


def survives(format_: Format, data: bytes) -> None:
    """Reading gives legal records or one GameError, and forgiving reading forgives no less; nothing else happens."""
    try:
        strict = legal(format_.read(data))
    except GameError as error:
        error.text("zh")
        strict = None
    try:
        kept = legal(format_.read(data, strict=False))
    except GameError as error:
        error.text("zh")
        assert strict is None
    else:
        keys(kept.notices)
        assert strict is None or kept == strict
    format_.recognises(data)


def damaged(data: bytes, seed: int, count: int) -> Iterator[bytes]:
    """So many copies of a file with bytes changed, lost, doubled or moved, or cut short."""
    chance = Random(seed)
    for _ in range(count):
        copy = bytearray(data)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(copy) + 1)
            to = min(len(copy), at + chance.randint(1, 12))
            match chance.randrange(6):
                case 0:
                    copy[at:to] = b""
                case 1:
                    copy[at:at] = copy[at:to] * chance.randint(1, 4)
                case 2:
                    copy[at:at] = bytes([chance.randrange(256)])
                case 3:
                    copy[at:to] = chance.choice(
                        (b"[", b"]", b"(", b"(;", b";)", b"\0", b"\xff", b"/", b",", b"\n", b"9" * 30)
                    )
                case 4:
                    del copy[at:]
                case 5:
                    copy[at:to] = bytes(chance.sample(copy[at:to], len(copy[at:to])))
        yield bytes(copy)


def record_of(line: tuple[Action, ...], rules: Ruleset) -> Record:
    """The record of a line of play, with the result that the rules give."""
    record = Record(rules).with_line(line)
    return Record(rules, nodes=record.nodes, result=record.replay().game.state.outcome)
