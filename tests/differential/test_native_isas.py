"""One thread, one seed and one limit of nodes: the same move, nodes and lines on every instruction set."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.players import native

ROOT = Path(__file__).parents[2]
ISAS = native.isas() if native.available() else []


def answers(isa: str, positions: int) -> dict[str, list[object]]:
    """What the searches answer in a process of their own that uses this instruction set."""
    command = [sys.executable, "-m", "tests.differential.native_answers", str(positions)]
    environment = os.environ | {"TENGEN_ISA": isa}
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    told = json.loads(done.stdout)
    assert told["isa"] == isa
    found: dict[str, list[object]] = told["answers"]
    assert found
    assert all(len(of_kind) >= positions // 2 for of_kind in found.values())
    return found


def test_the_plain_code_answers_as_the_best_does() -> None:
    assert answers(ISAS[0], 2) == answers(ISAS[-1], 2)


@pytest.mark.long
def test_every_instruction_set_of_this_machine_gives_the_same_answers() -> None:
    plain = answers(ISAS[0], 24)
    for isa in ISAS[1:]:
        assert answers(isa, 24) == plain, isa


def test_an_unknown_instruction_set_counts_for_nothing() -> None:
    command = [sys.executable, "-c", "from tengen.players import native; print(native.isa())"]
    done = subprocess.run(command, env=os.environ | {"TENGEN_ISA": "sse9"}, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == ISAS[-1]
