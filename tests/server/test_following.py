"""A client follows a match by its frames alone: what it then knows is what it would be told if it asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core import GameError, RulesInput, TimeControl, create_rules
from tengen.match import Ended, Event, Match, Redone, Seat, create, decide, evolve
from tengen.protocol import (
    Done,
    Frames,
    Refused,
    Surroundings,
    View,
    Viewer,
    caller_frame,
    event_frame,
    follow,
    position_frame,
    read_outgoing,
    shared_view,
    view_of,
    write_frame,
)
from tests.match.commands import Picker, any_command
from tests.match.sittings import AI, ANN, BEN, BYOYOMI, CANADIAN, GUEST, MINUTE, NOBODY

GAMES: tuple[tuple[str, int, RulesInput], ...] = (
    ("corners", 3, None),
    ("go", 5, {"dead_stones": "agree"}),
    ("go", 5, {"preset": "new-zealand"}),
    ("go", 5, {"preset": "japanese", "dead_stones": "cleanup"}),
    ("go", 9, {"handicap": 3, "handicap_placement": "free"}),
    ("gomoku", 8, {"opening": "swap2"}),
    ("gomoku", 15, "renju"),
    ("othello", 4, None),
    ("othello", 6, {"empties_to_winner": True}),
    ("peace", 4, None),
)
SEATS = ((GUEST, GUEST), (ANN, BEN), (ANN, AI), (AI, ANN), (AI, AI), (ANN, NOBODY))
CONTROLS = (None, MINUTE, BYOYOMI, CANADIAN)
VIEWERS = (Viewer("m1", "ann"), Viewer("m1", "ben"), Viewer("m1", None), Viewer("w1", None, is_watching=True))


@dataclass(frozen=True)
class Step:
    event: Event
    before: Match
    after: Match


@dataclass(frozen=True)
class Sort:
    """A sort of match: the game, who sits where, the clock."""

    game: tuple[str, int, RulesInput]
    seats: tuple[Seat, Seat]
    control: TimeControl | None

    def played(self, rng: random.Random) -> Iterator[Step]:
        """What happens in such a match while anything is asked, sense and nonsense."""
        match, _ = create("m1", create_rules(*self.game), *self.seats, 0, control=self.control)
        pick, now = Picker(rng.randrange), 0
        for _ in range(60):
            now += rng.choice((0, 10, 700))
            try:
                events = decide(match, any_command(match, pick), now)
            except GameError:
                continue
            for event in events:
                before, match = match, evolve(match, event)
                yield Step(event, before, match)


def seen(match: Match, viewer: Viewer) -> dict[str, Any]:
    """What the viewer would be told on asking, without what frames leave to those who ask."""
    return plain(view_of(match, viewer, Surroundings(match.at)), match)


def plain(known: View, match: Match) -> dict[str, Any]:
    """A view without the English line of REST, which is not sent, and with points only where they mean something."""
    view = known.model_dump(by_alias=True)
    state = {**view["state"], "message": ""}
    if not shared_view(match).is_counted:
        state["score"] = view["territory"] = None
    return {**view, "state": state}


def beginning(match: Match, viewer: Viewer) -> View:
    """What a client knows that has asked for the view."""
    view = view_of(match, viewer, Surroundings(match.at))
    if shared_view(match).is_counted:
        return view
    return view.model_copy(update={"territory": None, "state": view.state.model_copy(update={"score": None})})


def hear(known: View, frame: bytes) -> View:
    read = read_outgoing(frame)
    assert not isinstance(read, Done | Refused)
    return follow(known, read)


def is_settled(step: Step) -> bool:
    """Whether nothing is to follow at once: the end of a game comes after the move that ended it."""
    return not step.after.is_over or step.before.is_over or isinstance(step.event, Ended)


sorts = st.builds(Sort, st.sampled_from(GAMES), st.sampled_from(SEATS), st.sampled_from(CONTROLS))
chance = st.randoms(use_true_random=False)


def is_stranger(match: Match, viewer: Viewer) -> bool:
    """Whether the viewer is told ids to watch with only."""
    return viewer.is_watching or not match.colors_of(viewer.caller)


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
