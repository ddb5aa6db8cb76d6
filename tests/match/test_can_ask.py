"""What may be asked is what a match would not refuse, whatever has happened in it."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core import COLORS, Color, GameError, create_rules
from tengen.match import Match, Request, RequestKind, Seat, create, decide, evolve
from tengen.match.decide import can_ask
from tests.match.commands import Picker, any_command
from tests.match.sittings import AI, ANN, BEN, GUEST, NOBODY

SEATS = ((GUEST, GUEST), (ANN, BEN), (ANN, AI), (AI, ANN), (AI, AI), (ANN, NOBODY))
GAMES = (("peace", 4, None), ("gomoku", 8, {"opening": "swap2"}), ("go", 5, {"dead_stones": "agree"}))


def is_refused(match: Match, kind: RequestKind, player: Color) -> bool:
    try:
        decide(match, Request(kind, player, "next"), match.at)
    except GameError:
        return True
    return False


@given(st.randoms(use_true_random=False), st.sampled_from(GAMES), st.sampled_from(SEATS), st.booleans())
@settings(max_examples=60, deadline=None)
def test_what_can_be_asked_is_what_is_not_refused(
    rng: random.Random, game: tuple[str, int, dict[str, str] | None], seats: tuple[Seat, Seat], rated: bool
) -> None:
    match, _ = create("m1", create_rules(*game), *seats, 0, rated=rated)
    pick = Picker(rng.randrange)
    for now in range(50):
        for player in COLORS:
            assert can_ask(match, player) == tuple(kind for kind in RequestKind if not is_refused(match, kind, player))
        try:
            events = decide(match, any_command(match, pick), now)
        except GameError:
            continue
        for event in events:
            match = evolve(match, event)
