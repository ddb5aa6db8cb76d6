"""Counting Othello's tree with the compiled rules of now and of an earlier revision, in one run.

Builds the earlier module in a temporary folder, from `git archive` alone, and prints one line of JSON. Both modules
count in processes of their own, by turns; the figures are leaves in a processor second, the best of the rounds, and
`now_over_before` is their ratio. Without `--rev` the revision is the last one before the native frame was laid.

    .venv/bin/python bench/native_before.py [--rev REVISION] [--depth 11] [--rounds 3] [--jobs 2]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).parents[1]
FRAME = "Lay the native frame"
"""How the subject of the commit begins before which the default revision lies."""

COUNT = """
import json, sys, time
sys.path.insert(0, sys.argv[1])
import _native
began = time.process_time()
leaves = _native.perft("othello", int(sys.argv[2]))
print(json.dumps([leaves, time.process_time() - began]))
"""


def git(*arguments: str) -> bytes:
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


def before_the_frame() -> str:
    """The commit before the native frame."""
    found = git("log", "--format=%H", "--reverse", f"--grep=^{FRAME}").decode().split()
    if not found:
        sys.exit(f'no commit begins with "{FRAME}"; name a revision with --rev')
    return f"{found[0]}^"


def built(rev: str, folder: Path, jobs: int) -> Path:
    """The folder with the module of a revision."""
    source, build = folder / "source", folder / "build"
    with tarfile.open(fileobj=BytesIO(git("archive", rev))) as archive:
        archive.extractall(source, filter="data")
    nanobind = subprocess.run(
        [sys.executable, "-m", "nanobind", "--cmake_dir"], check=True, capture_output=True, text=True
    ).stdout.strip()
    here = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{here}{os.pathsep}{os.environ['PATH']}"}
    options = {
        "CMAKE_BUILD_TYPE": "Release",
        "TENGEN_BINDINGS": "ON",
        "TENGEN_TESTS": "OFF",
        "TENGEN_WEB": "OFF",
        "Python_EXECUTABLE": sys.executable,
        "nanobind_DIR": nanobind,
    }
    settings = [f"-D{name}={value}" for name, value in options.items()]
    for command in (
        ["cmake", "-S", str(source), "-B", str(build), "-G", "Ninja", *settings],
        ["cmake", "--build", str(build), "--target", "_native", "-j", str(jobs)],
    ):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{rev} does not build:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return next(build.rglob("_native*.so")).parent


def counted(module: Path, depth: int) -> tuple[int, float]:
    """The leaves, and the leaves in a processor second."""
    command = [sys.executable, "-c", COUNT, str(module), str(depth)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    leaves, seconds = json.loads(done.stdout)
    return leaves, leaves / seconds


def this_module() -> Path:
    from tengen import _native

    assert _native.__file__ is not None
    return Path(_native.__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rev")
    parser.add_argument("--depth", type=int, default=11)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    rev = git("rev-parse", arguments.rev or before_the_frame()).decode().strip()
    with tempfile.TemporaryDirectory() as temporary:
        before = built(rev, Path(temporary), arguments.jobs)
        rounds = [
            (counted(this_module(), arguments.depth), counted(before, arguments.depth)) for _ in range(arguments.rounds)
        ]
    assert len({leaves for pair in rounds for leaves, _ in pair}) == 1, "the two count differently"
    now, then = (max(rate for _, rate in column) for column in zip(*rounds, strict=True))
    figure = {
        "bench": "native_before",
        "game": "othello",
        "rev": rev[:10],
        "depth": arguments.depth,
        "leaves": rounds[0][0][0],
        "best_of": arguments.rounds,
        "now_leaves_per_s": round(now),
        "before_leaves_per_s": round(then),
        "now_over_before": round(now / then, 2),
    }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
