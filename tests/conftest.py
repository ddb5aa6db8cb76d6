"""What every test finds ready: the game of the tests, examples that are the same on every run, and an event loop."""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from inspect import iscoroutinefunction
from typing import Any

import pytest
from hypothesis import settings

from tengen.core import register
from tests.event_loop import LONG_TIMEOUT_S, TIMEOUT_S, run
from tests.toygame import KIND

register(KIND)

settings.register_profile("tengen", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("tengen")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine function on an event loop of its own; with `@given`, each example on one."""
    timeout_s = LONG_TIMEOUT_S if pyfuncitem.get_closest_marker("long") else TIMEOUT_S
    test = pyfuncitem.obj
    of_hypothesis = getattr(test, "hypothesis", None)
    if of_hypothesis is not None and iscoroutinefunction(of_hypothesis.inner_test):
        of_hypothesis.inner_test = _on_a_loop(of_hypothesis.inner_test, timeout_s)
        return None
    if not iscoroutinefunction(test):
        return None
    _on_a_loop(test, timeout_s)(**{name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames})
    return True


def _on_a_loop(test: Callable[..., Coroutine[Any, Any, None]], timeout_s: float) -> Callable[..., None]:
    @functools.wraps(test)
    def run_test(*args: object, **kwargs: object) -> None:
        run(test(*args, **kwargs), timeout_s)

    return run_test
