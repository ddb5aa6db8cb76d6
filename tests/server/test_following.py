"""A client follows a match by its frames alone: what it then knows is what it would be told if it asked."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core import BLACK, ClockKind, Place, Point, TimeControl, create_rules
from tengen.match import Ended, Joined, Redone, Renamed, advance, create
from tengen.protocol import AvatarsOfSides, Frames, View, Viewer, caller_frame, event_frame, position_frame, write_frame
from tests.match.sittings import ANN, BEN, BYOYOMI, CONTROLS
from tests.server.followed import (
    GAMES,
    PAGE_GAMES,
    SEATS,
    VIEWERS,
    Sort,
    Step,
    beginning,
    games_for_the_page,
    hear,
    is_settled,
    is_stranger,
    plain,
    seen,
)

sorts = st.builds(
    Sort, st.sampled_from(GAMES), st.sampled_from(SEATS), st.sampled_from((None, *CONTROLS)), st.booleans()
)
chance = st.randoms(use_true_random=False)
SIDE_BY_SIDE = Viewer("m1", ("ann", "ben"))


@given(chance, sorts)
@settings(max_examples=40, deadline=None)
def test_who_hears_every_frame_knows_what_the_view_says(rng: random.Random, sort: Sort) -> None:
    known: dict[Viewer, View] = {}
    for step in sort.played(rng):
        for viewer in (*VIEWERS, SIDE_BY_SIDE):
            before = known.get(viewer) or beginning(step.before, viewer)
            watching = is_stranger(step.after, viewer)
            event = Frames().event(step.event, step.before, step.after, watching=watching)
            known[viewer] = hear(before, event)
            if is_settled(step):
                assert plain(known[viewer], step.after) == seen(step.after, viewer), step.event


@given(chance, sorts, st.integers(1, 12))
@settings(max_examples=30, deadline=None)
def test_who_missed_events_is_told_them_and_how_the_match_stands(rng: random.Random, sort: Sort, stretch: int) -> None:
    played = list(sort.played(rng))
    for at in range(0, len(played), stretch):
        missed = played[at : at + stretch]
        if not is_settled(missed[-1]) or any(isinstance(step.event, Redone) for step in missed):
            continue  # it is one unit with the next event; or they get the whole match
        after = missed[-1].after
        for viewer in (*VIEWERS, SIDE_BY_SIDE):
            known = beginning(missed[0].before, viewer)
            for step in missed:
                told = event_frame(step.event, after if step is missed[-1] else None)
                known = hear(known, write_frame(told))
            known = hear(known, position_frame(after))
            known = hear(known, caller_frame(after, viewer.owners, is_watching=viewer.is_watching, invite=None))
            expected = seen(after, viewer)
            if is_seated_and_exchanged(missed):  # whose portrait is which the next view says
                known = known.model_copy(update={"avatars": AvatarsOfSides(**expected["avatars"])})
            assert plain(known, after) == expected


def is_seated_and_exchanged(missed: Sequence[Step]) -> bool:
    """Whether somebody sat down or was renamed, and colours were exchanged, in one stretch that a client missed."""
    is_exchanged = any(step.before.state.swapped != step.after.state.swapped for step in missed)
    return is_exchanged and any(isinstance(step.event, Joined | Renamed) for step in missed)


TIMED = (
    *CONTROLS,
    TimeControl(ClockKind.BYOYOMI, period_ms=2_000, periods=4),
    TimeControl(ClockKind.CANADIAN, period_ms=9_000, stones=3),
    TimeControl(ClockKind.PER_MOVE, main_ms=3_000, period_ms=2_000),
)


def test_every_kind_of_clock_is_followed_here() -> None:
    assert {control.kind for control in TIMED} == set(ClockKind)


@pytest.mark.parametrize("control", TIMED, ids=lambda control: f"{control.kind} after {control.main_ms}")
def test_who_came_in_the_middle_of_a_turn_knows_what_who_was_there_before_knows(control: TimeControl) -> None:
    for seed, game in enumerate(GAMES):
        rng = random.Random(seed)
        known: list[tuple[Viewer, View]] = []
        for step in Sort(game, rng.choice(SEATS), control).played(rng, 40):
            is_second_half = isinstance(step.event, Ended) and step.before.is_over
            if not is_second_half and len(known) < 5 and not rng.randrange(3):
                viewer = rng.choice(VIEWERS)
                now = rng.randint(step.before.at, step.event.at)
                known.append((viewer, beginning(step.before, viewer, now)))
            heard = {
                watching: Frames().event(step.event, step.before, step.after, watching=watching)
                for watching in (False, True)
            }
            known = [(viewer, hear(view, heard[is_stranger(step.after, viewer)])) for viewer, view in known]
            if is_settled(step):
                for viewer, view in known:
                    assert plain(view, step.after) == seen(step.after, viewer), step.event


def test_main_time_that_seemed_used_up_is_there_again_where_lag_is_not_charged() -> None:
    match, _ = create("m1", create_rules("go", 5), ANN, BEN, 0, control=BYOYOMI)
    viewer = VIEWERS[0]
    known = beginning(match, viewer, 10_200)
    assert known.state.clock is not None
    assert known.state.clock.BLACK.period_ms == 29_800
    moved, (event,) = advance(match, Place(BLACK, Point(0, 0)), 10_300, 500)
    known = hear(known, Frames().event(event, match, moved, watching=False))
    assert plain(known, moved) == seen(moved, viewer)
    assert known.state.clock is not None
    assert known.state.clock.BLACK.model_dump() == {"main_ms": 200, "period_ms": 30_000, "periods": 3, "stones": 0}


def test_the_page_replays_the_games_that_are_played_here() -> None:
    written = PAGE_GAMES.read_text(encoding="utf-8")
    assert written == games_for_the_page(), "run python -m tests.server.followed"
