"""What an event tells of an action is all there is to know: every game makes the same state of it as its rules did."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tengen.core import (
    BLACK,
    Changes,
    Effect,
    GameError,
    GameKind,
    Outline,
    Place,
    Point,
    Prisoners,
    Ruleset,
    Setup,
    kinds,
)
from tengen.match import Created, Moved, advance, create, evolve
from tengen.match.log import decode_event, encode_event
from tests.contract.cases import SEEDS, Case, all_cases, finished, moments, playout
from tests.match.sittings import GUEST

every_case = pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
OURS = [kind for kind in kinds() if kind.package.startswith("tengen.")]


def follows(rules: Ruleset) -> bool:
    """Whether the game can follow its events; a game from outside need not."""
    return rules.restore(Outline.of(rules.initial())) is not None


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: kind.name)
def test_our_own_games_follow_their_events(kind: GameKind) -> None:
    assert follows(kind.rules.parse())


@every_case
def test_the_state_after_an_action_follows_from_what_is_told_of_it(case: Case) -> None:
    rules = case.rules
    for seed in SEEDS:
        timeline = finished(playout(rules, seed), seed)
        for (before, after), action in zip(pairwise(timeline.states), timeline.actions, strict=True):
            changes = Changes.between(before.position.board, after.position.board)
            effect = Effect.between(before, action, after, changes)
            followed = rules.follow(before, action, changes, effect)
            assert followed == (after if follows(rules) else None)


@every_case
def test_a_match_read_from_its_log_is_the_match_that_was_played(case: Case) -> None:
    """Also what a position remembers: where it forbids a point, so does the one that was read."""
    rules = case.rules
    for seed in SEEDS[:3]:
        match, events = create("m1", rules, GUEST, GUEST, 5)
        read = evolve(None, decode_event(1, encode_event(events[0])))
        for action in finished(playout(rules, seed), seed).actions:
            match, events = advance(match, action, 5)
            for event in events:
                told = decode_event(event.n, encode_event(event))
                assert told == event
                assert not isinstance(told, Moved) or told.after is None
                read = evolve(read, told)
        assert read == match
        assert (read.state, len(match.timeline.actions)) == rules.apply_all(rules.initial(), match.timeline.actions)


@every_case
def test_a_beginning_follows_from_what_is_told_of_it(case: Case) -> None:
    rules = case.rules
    for state in moments(rules, 1):
        position = state.position
        setup = Setup(position.board, position.to_move, position.prisoners)
        for given in (None, setup):
            try:
                root = rules.initial(given)
                match, events = create("m1", rules, GUEST, GUEST, 5, setup=given)
            except GameError:
                continue
            told = decode_event(1, encode_event(events[0]))
            assert isinstance(told, Created)
            assert told.start == Outline.of(root)
            assert rules.restore(told.start) == (root if follows(rules) else None)
            assert evolve(None, told).timeline == match.timeline


# --- what is usual is part of the log's form


def test_an_ordinary_move_needs_no_more_than_the_side_to_move() -> None:
    for kind in OURS:
        rules = kind.rules.parse()
        before = rules.initial()
        (action, *_) = rules.legal_actions(before)
        after = rules.apply(before, action)
        changes = Changes.between(before.position.board, after.position.board)
        effect = Effect.between(before, action, after, changes)
        assert effect is Effect.usual(after.position.to_move)


def test_a_point_that_is_not_on_the_board_is_refused_and_never_wraps_round() -> None:
    rules = OURS[0].rules.parse()
    state = rules.initial()
    for point in (Point(-1, 0), Point(0, -1), Point(rules.size, 0), Point(0, rules.size)):
        for changes in (Changes(((point, BLACK),)), Changes((), (point,)), Changes((), (), (point,))):
            with pytest.raises(ValueError, match="not on the board"):
                rules.follow(state, Place(BLACK, point), changes, Effect.usual(BLACK))


def test_removed_stones_are_the_other_sides_prisoners_unless_told_otherwise() -> None:
    rules = next(kind for kind in OURS if kind.name == "go").rules.parse(5)
    stones = rules.initial().position.board.with_stone([Point(0, 0), Point(1, 0)], BLACK)
    state = rules.initial(Setup(stones, BLACK, Prisoners(1, 2)))
    gone = Changes((), (Point(0, 0), Point(1, 0)))
    usual = rules.follow(state, Place(BLACK, Point(2, 0)), gone, Effect.usual(BLACK))
    told = rules.follow(state, Place(BLACK, Point(2, 0)), gone, Effect(BLACK, Prisoners(7, 8)))
    assert usual is not None
    assert told is not None
    assert (usual.position.prisoners, told.position.prisoners) == (Prisoners(1, 4), Prisoners(7, 8))
