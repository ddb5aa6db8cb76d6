"""Making weights: every step works, on a run so small that nothing is learned."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "train").glob("*/train.py"))
TOOLS = Path(sys.executable).parent
"""cmake and ninja lie beside the Python that the tests run with."""


@pytest.mark.long
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.parent.name)
def test_a_tiny_training_makes_weights_that_can_be_loaded(script: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, script, "--tiny", "--folder", tmp_path],
        env={"PATH": f"{TOOLS}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    kind = script.parent.name
    weights = {file.suffix for file in (ROOT / "native" / "games" / kind / "weights").iterdir()}
    made = [file for file in sorted(tmp_path.iterdir()) if file.suffix in weights]
    assert made, "nothing was made"
    for file in made:
        loads = "import sys, pathlib; from tengen import _native; "
        loads += "_native.load(sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[2]).read_bytes())"
        subprocess.run([sys.executable, "-c", loads, kind, file], check=True, timeout=60)
