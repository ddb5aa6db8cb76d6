"""The queue before the pool: urgent first, owners in turn, and nothing that costs more when many wait."""

from __future__ import annotations

import time
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from tengen.jobs import FairQueue, Priority

PERSON, LIVE, PROGRAMS, BACKGROUND = Priority


def queue_of(*entries: tuple[str, Priority]) -> FairQueue[str]:
    """A queue in which these wait; an entry is its owner's letter and its number."""
    queue: FairQueue[str] = FairQueue()
    for number, (owner, priority) in enumerate(entries):
        queue.add(f"{owner}{number}", owner, priority)
    return queue


def all_of(queue: FairQueue[str]) -> list[str]:
    taken = []
    while (entry := queue.take()) is not None:
        taken.append(entry)
    return taken


def test_owners_take_turns() -> None:
    queue = queue_of(*[("a", PROGRAMS)] * 4, ("b", PROGRAMS), ("c", PROGRAMS), ("b", PROGRAMS))
    assert all_of(queue) == ["a0", "b4", "c5", "a1", "b6", "a2", "a3"]


def test_what_is_urgent_comes_first_whoever_waited_longer() -> None:
    queue = queue_of(("a", BACKGROUND), ("a", PROGRAMS), ("b", LIVE), ("c", PERSON), ("a", PERSON))
    assert all_of(queue) == ["c3", "a4", "b2", "a1", "a0"]


def test_an_owner_who_comes_later_is_served_before_the_first_ones_second() -> None:
    queue = queue_of(*[("a", PROGRAMS)] * 3)
    assert queue.take() == "a0"
    queue.add("b", "b", PROGRAMS)
    assert all_of(queue) == ["a1", "b", "a2"]


def test_who_gives_up_is_gone_and_the_owner_keeps_the_turn_with_the_rest() -> None:
    queue = queue_of(("a", PROGRAMS), ("a", PROGRAMS), ("b", PROGRAMS))
    assert queue.remove("a0", "a", PROGRAMS)
    assert not queue.remove("a0", "a", PROGRAMS)
    assert not queue.remove("a1", "a", LIVE)
    assert (len(queue), queue.count_of("a"), queue.count_of("z")) == (2, 1, 0)
    assert all_of(queue) == ["a1", "b2"]


def test_what_was_broken_off_goes_on_before_all_others_of_its_urgency() -> None:
    queue = queue_of(("a", PROGRAMS), ("b", PROGRAMS), ("c", LIVE))
    queue.add("b", "b", PROGRAMS, at_front=True)
    assert all_of(queue) == ["c2", "b", "a0", "b1"]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(Priority)), max_size=20))
def test_the_order_that_is_told_is_the_order_of_service(entries: list[tuple[str, Priority]]) -> None:
    queue = queue_of(*entries)
    assert list(queue.in_order()) == all_of(queue)
    assert len(queue) == 0


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(Priority)), max_size=20),
    st.sampled_from("abcd"),
    st.sampled_from(Priority),
)
def test_the_place_that_is_told_at_once_is_never_too_near_and_right_for_an_owners_first(
    entries: list[tuple[str, Priority]], owner: str, priority: Priority
) -> None:
    queue = queue_of(*entries)
    told = queue.ahead_of_next(owner, priority)
    is_first = (owner, priority) not in entries
    queue.add("new", owner, priority)
    ahead = list(queue.in_order()).index("new")
    assert told == ahead if is_first else told >= ahead


def test_emptied_it_gives_back_all_that_waited() -> None:
    queue = queue_of(("a", PROGRAMS), ("b", LIVE))
    assert sorted(queue.clear()) == ["a0", "b1"]
    assert (len(queue), queue.take(), queue.count_of("a")) == (0, None, 0)


def test_nothing_costs_more_when_many_wait() -> None:
    """With 200,000 waiting a turn costs about what it costs with 200; each of 2,000 is far below a millisecond."""
    queue: FairQueue[int] = FairQueue()
    for number in range(200_000):
        queue.add(number, f"owner {number % 50_000}", PROGRAMS)
    began = time.process_time()
    for number in range(2_000):
        assert queue.remove(100_000 + number, f"owner {(100_000 + number) % 50_000}", PROGRAMS)
        queue.add(-number, f"owner {number}", PERSON)
        assert queue.take() == -number
        assert queue.take() is not None
        assert queue.ahead_of_next("new", PROGRAMS) >= 0
        assert len(list(islice(queue.in_order(), 4))) == 4
    assert time.process_time() - began < 1.0
