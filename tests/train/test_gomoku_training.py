"""Training Gomoku's weights: every step works, on a run so small that nothing is learned."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = Path(sys.executable).parent
"""cmake and ninja lie beside the Python that the tests run with."""


@pytest.mark.long
def test_a_tiny_training_makes_weights_that_can_be_loaded(tmp_path: Path) -> None:
    script = ROOT / "train" / "gomoku" / "train.py"
    done = subprocess.run(
        [sys.executable, script, "--tiny", "--folder", tmp_path],
        env={"PATH": f"{TOOLS}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "was made" in done.stdout
    loads = "import sys, pathlib; from tengen import _native; "
    loads += "_native.load('gomoku', sys.argv[1], pathlib.Path(sys.argv[1]).read_bytes())"
    subprocess.run([sys.executable, "-c", loads, tmp_path / "gomoku.tgm"], check=True, timeout=60)
