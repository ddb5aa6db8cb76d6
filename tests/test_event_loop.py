"""Tests that are coroutine functions are run, and fail as others do."""

from __future__ import annotations

import asyncio

import pytest

from tests.event_loop import run

pytest_plugins = ["pytester"]

HOOK = "from tests.conftest import pytest_pyfunc_call"


def outcomes(pytester: pytest.Pytester, test: str) -> dict[str, int]:
    pytester.makeconftest(HOOK)
    pytester.makepyfile(f"import asyncio, pytest\nfrom hypothesis import given, strategies as st\n{test}")
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", "-p", "no:xdist").parseoutcomes()


@pytest.mark.parametrize(
    ("test", "outcome"),
    [
        ("async def test(tmp_path): await asyncio.sleep(0); assert tmp_path.exists()", "passed"),
        ("async def test(): await asyncio.sleep(0); assert False", "failed"),
        ("@pytest.mark.parametrize('n', [3])\nasync def test(n): assert n == 4", "failed"),
        ("@given(st.just(3))\nasync def test(n): await asyncio.sleep(0); assert n == 3", "passed"),
        ("@given(st.integers())\nasync def test(n): await asyncio.sleep(0); assert n < 10", "failed"),
        ("async def test():\n    global task\n    task = asyncio.create_task(asyncio.sleep(9))", "failed"),
        ("async def test(): await asyncio.gather(asyncio.create_task(asyncio.sleep(0)))", "passed"),
    ],
    ids=["passes", "fails", "fails for a parameter", "holds", "has a counterexample", "leaves a task", "ends its task"],
)
def test_a_coroutine_test_is_run_to_its_end(pytester: pytest.Pytester, test: str, outcome: str) -> None:
    assert outcomes(pytester, test) == {outcome: 1}


def test_a_coroutine_that_does_not_end_is_given_up() -> None:
    with pytest.raises(TimeoutError):
        run(asyncio.sleep(60), timeout_s=0.01)


def test_a_task_left_running_is_a_mistake() -> None:
    async def leave() -> asyncio.Task[None]:
        return asyncio.create_task(asyncio.sleep(60))

    with pytest.raises(AssertionError, match="still running"):
        run(leave())
