"""Lists of which everybody sees the first so many."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tengen.server.lobby.roster import Renewal, Roster


def test_the_first_are_shown_and_the_next_take_the_place_of_who_goes() -> None:
    roster: Roster[str, int] = Roster(2)
    for number, name in enumerate("abc"):
        roster.put(name, number)
    assert roster.shown() == [], "nothing is shown before it is told"
    assert roster.renew() == Renewal([0, 1], [], [])
    roster.drop("a")
    assert roster.renew() == Renewal([2], [], ["a"])
    assert roster.shown() == [1, 2]


def test_what_comes_and_goes_in_between_is_not_told() -> None:
    roster: Roster[str, int] = Roster(2)
    roster.put("a", 1)
    roster.drop("a")
    assert roster.renew() is None
    roster.put("a", 1)
    roster.renew()
    roster.put("a", 2)
    roster.put("a", 1)
    assert roster.renew() is None


def test_what_changes_is_told_with_what_it_was() -> None:
    roster: Roster[str, int] = Roster(1)
    roster.put("a", 1)
    roster.put("b", 1)
    roster.renew()
    roster.put("a", 2)
    roster.put("b", 2)
    assert roster.renew() == Renewal([], [(1, 2)], []), "b is not shown"


STEPS = st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(0, 3)) | st.just(None))


@given(STEPS, st.integers(1, 4))
def test_who_follows_what_is_told_has_what_is_shown(steps: list[tuple[str, int] | None], most: int) -> None:
    """Zero drops an entry; None tells. Whatever fits is shown."""
    roster: Roster[str, tuple[str, int]] = Roster(most)
    entries: dict[str, tuple[str, int]] = {}
    followed: dict[str, tuple[str, int]] = {}
    for step in [*steps, None]:
        if step is None:
            told = roster.renew() or Renewal([], [], [])
            for name in told.gone:
                del followed[name]
            for before, now in told.changed:
                assert followed[now[0]] == before
                followed[now[0]] = now
            for now in told.new:
                assert now[0] not in followed
                followed[now[0]] = now
            assert followed == {entry[0]: entry for entry in roster.shown()}
            assert followed.items() <= entries.items()
            assert len(followed) == min(len(entries), most)
        elif step[1]:
            entries[step[0]] = step
            roster.put(step[0], step)
        else:
            entries.pop(step[0], None)
            roster.drop(step[0])
