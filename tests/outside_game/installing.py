"""Puts the game into a folder as an installer would: the package, and beside it what a wheel says of itself."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent / "src" / "tengen_squares"
_METADATA: Final = "Metadata-Version: 2.1\nName: tengen-squares\nVersion: 1.0\n"
_ENTRY_POINTS: Final = "[tengen.games]\nsquares = tengen_squares:KIND\n"


def install_game(site: Path) -> Path:
    """Install the game into `site`, which is to stand on the path of Python."""
    shutil.copytree(_PACKAGE, site / "tengen_squares", ignore=shutil.ignore_patterns("__pycache__"))
    info = site / "tengen_squares-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(_METADATA, encoding="utf-8")
    (info / "entry_points.txt").write_text(_ENTRY_POINTS, encoding="utf-8")
    return site


def environment_with(site: Path) -> dict[str, str]:
    """The environment of a process that finds what is installed in `site`."""
    others = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([str(site), *([others] if others else [])])
    return {**os.environ, "PYTHONPATH": path, "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "80"}
