"""What every test finds ready: the game of the tests, and examples that are the same on every run."""

from __future__ import annotations

from hypothesis import settings

from tengen.core import register
from tests.toygame import KIND

register(KIND)

settings.register_profile("tengen", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("tengen")
