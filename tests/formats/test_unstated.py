"""Rules and komi that nobody has told: a record remembers that, through SGF and through saves."""

from __future__ import annotations

import pytest

from tengen.formats import save
from tengen.formats.sgf import FORMAT
from tests.formats.sgf_texts import noted, read


@pytest.mark.parametrize(
    ("text", "unstated"),
    [
        ("(;GM[1]FF[4]SZ[19]PB[Shusaku]DT[1846-09-11];B[qd];W[dc])", {"rules", "komi"}),
        ("(;GM[1]SZ[19]KM[6.5];B[qd])", {"rules"}),
        ("(;GM[1]SZ[19]RU[Japanese];B[qd])", {"komi"}),
        ("(;GM[1]SZ[19]RU[Japanese]KM[0];B[qd])", set()),
        ("(;GM[4]SZ[15];B[hh])", {"rules"}),
        ("(;GM[2]SZ[8];B[dc])", set()),
    ],
)
def test_rules_and_komi_that_nobody_told_stay_untold(text: str, unstated: set[str]) -> None:
    record = read(text)
    assert record.unstated == unstated
    saved = save.loads(save.dumps(record))
    assert saved == record
    for again in (record, saved):
        data = FORMAT.write([again]).data
        assert {name for name in ("RU", "KM") if f"{name}[".encode() in data} == {
            name for name in ("RU", "KM") if f"{name}[" in text
        }
        assert FORMAT.read(data).records == (record,)


def test_rules_that_only_the_moves_tell_are_not_written_either() -> None:
    moves = (
        ";B[dd];W[bc];B[be];W[ec];B[cd];W[ea];B[ac];W[ce];B[ee];W[bb];B[aa];W[ae];B[db];W[bd];B[ad];W[eb]"
        ";B[dc];W[cc];B[da];W[cb];B[ca];W[ab];B[ba];W[de];B[be];W[ce]"
    )
    record, _ = noted(f"(;SZ[5]{moves})")
    data = FORMAT.write([record]).data
    assert not any(name in data for name in (b"RU[", b"KM[", b"TENGEN["))
    assert FORMAT.read(data).records == (record,)
