"""SGF there and back: every record that the format holds comes out as it went in."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tengen.core import Participant, Record
from tengen.formats.sgf import FORMAT
from tests.contract.cases import SEEDS, Case, all_cases, playout
from tests.formats.sgf_records import records

CASES = [case for case in all_cases() if case.kind.name in ("go", "gomoku", "othello")]


@settings(max_examples=250)
@given(records())
def test_a_record_written_and_read_is_the_same(record: Record) -> None:
    written = FORMAT.write([record])
    assert [notice.key for notice in written.notices] == []
    reading = FORMAT.read(written.data)
    assert reading.records == (record,)
    assert FORMAT.write(reading.records).data == written.data


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_game_that_can_be_played_is_read_with_the_same_board(case: Case) -> None:
    for seed in SEEDS[:3]:
        timeline = playout(case.rules, seed)
        record = Record.of(timeline, Participant("Ada", player="level:2"), Participant("Bo"), "2024-05-01")
        reading = FORMAT.read(FORMAT.write([record]).data)
        (again,) = reading.records
        assert again.replay().game.state.position.board == timeline.state.position.board
        assert (again.black, again.created, again.result) == (record.black, "2024-05-01", record.result)
