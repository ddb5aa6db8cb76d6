"""Whether this machine can confine engines, and whether this process insists on it, as servers do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

LAUNCHER: Final = Path(__file__).with_name("launch.py")
_LONGEST_TRY_S: Final = 20.0
_NOTHING: Final = ("memory_mb", "cpu_s", "file_mb", "folder_mb", "files", "processes", "niceness", "network")

_insistence: list[bool] = []
"""What was decided for this process, when something was."""


def insist_on_confinement(*, insists: bool) -> None:
    """Let this process start engines of the list only where they can be confined, or wherever it is."""
    _insistence[:] = [insists]


def insists_on_confinement() -> bool:
    """Whether engines are started only where they can be confined. Not so on the command line."""
    return bool(_insistence and _insistence[0])


@cache
def why_unconfined() -> str:
    """Why this machine cannot confine engines; empty where it can.

    The launcher tries it with a program that does nothing, once for this process: only a try tells what a system, or
    whatever this program runs in, lets us do.
    """
    if sys.platform != "linux":
        return f"{sys.platform} is not Linux"
    with tempfile.TemporaryDirectory(prefix="tengen-try-", ignore_cleanup_errors=True) as folder:
        own = Path(folder) / "own"
        own.mkdir()
        orders = {
            "parent": os.getpid(),
            "short": 71,
            "folder": str(own),
            "bounds": dict.fromkeys(_NOTHING, 0),
            "confined": True,
            "insists": True,
            "unix_sockets": False,
            "writes": [],
            "reads": None,
        }
        python = (sys.executable, "-I", "-S")
        with suppress(OSError, subprocess.TimeoutExpired):
            done = subprocess.run(
                [*python, str(LAUNCHER), json.dumps(orders), *python, "-c", ""],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env={"PATH": os.defpath, "LANG": "C.UTF-8"},
                cwd=folder,
                timeout=_LONGEST_TRY_S,
                check=False,
            )
            lines = done.stderr.decode(errors="replace").splitlines()
            return "" if done.returncode == 0 else next((line for line in lines if line.strip()), "it ended")[:200]
    return "a program that does nothing could not be tried"
