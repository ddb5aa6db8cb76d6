"""A client follows a match by its frames alone: what it then knows is what it would be told if it asked."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.match import Redone
from tengen.protocol import Frames, View, Viewer, caller_frame, event_frame, position_frame, write_frame
from tests.server.followed import (
    CONTROLS,
    GAMES,
    PAGE_GAMES,
    SEATS,
    VIEWERS,
    Sort,
    beginning,
    games_for_the_page,
    hear,
    is_settled,
    is_stranger,
    plain,
    seen,
)

sorts = st.builds(Sort, st.sampled_from(GAMES), st.sampled_from(SEATS), st.sampled_from(CONTROLS), st.booleans())
chance = st.randoms(use_true_random=False)


@given(chance, sorts)
@settings(max_examples=40, deadline=None)
def test_who_hears_every_frame_knows_what_the_view_says(rng: random.Random, sort: Sort) -> None:
    known: dict[Viewer, View] = {}
    for step in sort.played(rng):
        for viewer in VIEWERS:
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
        for viewer in VIEWERS:
            known = beginning(missed[0].before, viewer)
            for step in missed:
                told = event_frame(step.event, after if step is missed[-1] else None)
                known = hear(known, write_frame(told))
            known = hear(known, position_frame(after))
            known = hear(known, caller_frame(after, viewer.caller, is_watching=viewer.is_watching, invite=None))
            assert plain(known, after) == seen(after, viewer)


def test_the_page_replays_the_games_that_are_played_here() -> None:
    written = PAGE_GAMES.read_text(encoding="utf-8")
    assert written == games_for_the_page(), "run python -m tests.server.followed"
