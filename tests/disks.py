"""Disks that are soon full. Whoever runs the tests must be allowed to mount."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

IS_REQUIRED = bool(os.environ.get("CI") or os.environ.get("TENGEN_REQUIRE_ALL"))


@contextmanager
def small_disk(folder: Path, octets: int) -> Iterator[Path]:
    """A disk of this size; the test is skipped where nothing can be mounted, unless everything is required."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={octets}", "tmpfs", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        if IS_REQUIRED:
            raise
        pytest.skip("no disk can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)
