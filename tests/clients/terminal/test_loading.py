"""Whoever needs no screen does not wait for Textual to load."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.clients.command import ENGLISH

ENDED = """
import sys
import tengen.cli
sys.argv = ["tengen", *sys.argv[1:]]
try:
    tengen.cli.main()
except SystemExit as end:
    assert not end.code, end.code
assert not [name for name in sys.modules if name.partition(".")[0] == "textual"], "it was loaded"
"""


@pytest.mark.parametrize(
    "arguments", [["--help"], ["play", "--help"], ["play"], pytest.param(["play", "--plain"], marks=pytest.mark.long)]
)
def test_help_and_the_lines_of_a_pipe_do_without_textual(arguments: list[str]) -> None:
    command = [sys.executable, "-c", ENDED, *arguments]
    done = subprocess.run(command, input=b"A\nB\nquit\n", capture_output=True, timeout=60, check=False, env=ENGLISH)
    assert done.returncode == 0, done.stderr.decode()
