"""What every game promises, tried on every registered one: random games under every preset and every option."""

from __future__ import annotations

import copy
import math
import random
import string
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core import (
    AGREE,
    CHOICE,
    COLORS,
    LANGUAGES,
    BoardSpec,
    Changes,
    Color,
    ErrorCode,
    Game,
    GameError,
    GameKind,
    OptionType,
    Participant,
    Place,
    Point,
    Position,
    Reason,
    Record,
    Resign,
    Ruleset,
    Setup,
    Timeline,
    kinds,
    template,
)
from tengen.core.words import read_table
from tengen.formats import save
from tests.contract.cases import (
    LARGE,
    SEEDS,
    Case,
    actions_to_try,
    all_cases,
    attempt,
    finished,
    moments,
    playout,
    states_of,
    values_to_try,
)

every_case = pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
every_kind = pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)


# --- what a game has is what it declares


@every_case
def test_a_game_has_the_features_that_it_declares_and_no_others(case: Case) -> None:
    rules, features = case.rules, case.rules.FEATURES
    for seed in SEEDS:
        for state in moments(rules, seed):
            assert (rules.score(state) is not None) == features.points
            assert (rules.territory(state) is not None) == features.territory
            assert (rules.surrounded(state) is not None) == features.territory
            assert (rules.territory_outside_seki(state) is not None) == features.territory
            is_chosen_pass = rules.can_pass(state) and bool(rules.legal_points(state))
            assert features.passes or not is_chosen_pass
            assert features.prisoners or not any(state.position.prisoners)
            assert features.dead_stones or state.phase != AGREE
    options = rules.options()
    assert rules.komi_points() == (options["komi"] if features.komi else None)
    stones = options["handicap"] if features.handicap else 0
    assert rules.handicap_stones == (stones if stones != 1 else 0)


@every_kind
def test_a_declared_feature_is_met_somewhere(kind: GameKind) -> None:
    features = kind.rules.FEATURES
    played = [(case.rules, moments(case.rules, seed)) for case in all_cases() if case.kind == kind for seed in SEEDS]
    met = [(rules, state) for rules, states in played for state in states]
    assert features.passes == any(rules.can_pass(state) and rules.legal_points(state) for rules, state in met)
    assert features.prisoners == any(any(state.position.prisoners) for _, state in met)
    assert features.dead_stones == any(state.phase == AGREE for _, state in met)


@every_case
def test_rules_without_choices_ask_nobody_anything(case: Case) -> None:
    rules = case.rules.without_choices()
    assert rules.without_choices() == rules
    assert all(state.phase != CHOICE and not rules.choices(state) for seed in SEEDS for state in moments(rules, seed))
    asks = any(state.phase == CHOICE for seed in SEEDS for state in states_of(playout(case.rules, seed)))
    assert asks == (rules != case.rules)


# --- legal is what is accepted


@every_case
def test_what_is_listed_as_legal_is_accepted_and_all_else_is_refused_with_a_code(case: Case) -> None:
    rules = case.rules
    told: set[ErrorCode] = set()
    for seed in SEEDS:
        for state in moments(rules, seed):
            before = copy.deepcopy(state)
            legal = rules.legal_actions(state)
            assert len(set(legal)) == len(legal), "an action is listed twice"
            for action in legal:
                rules.apply(state, action)
            for action in actions_to_try(rules, state, random.Random(seed)):
                if action in legal:
                    continue
                refused = attempt(rules, state, action)
                assert refused is not None, f"{action} is accepted and not listed"
                assert (refused.code is ErrorCode.GAME_OVER) == state.is_over
                if refused.code not in told:
                    told.add(refused.code)
                    assert all(refused.text(language) for language in LANGUAGES)
            assert state == before, "applying an action changed the state before it"
            assert hash(state) == hash(before)


@every_case
def test_points_and_passes_agree_with_the_list_of_legal_actions(case: Case) -> None:
    rules = case.rules
    for state in moments(rules, 1):
        legal = rules.legal_actions(state)
        points = rules.legal_points(state)
        assert points == sorted(points, key=lambda point: (point.y, point.x)), "points go row by row from the top left"
        placed = {action.point for action in legal if isinstance(action, Place)}
        assert placed == (set(points) if rules.actors(state) else set())
        assert {action.player for action in legal} <= set(rules.actors(state))
        if rules.takes_every_empty(state):
            assert points == state.position.board.empties()
        for point in rules.forbidden_points(state):
            assert point not in points
            assert state.position.board[point] is None
        for row in rules.winning_rows(state):
            assert state.is_over
            assert state.outcome is not None
            assert {state.position.board[point] for point in row} == {state.outcome.winner}


@every_case
def test_a_position_lists_the_moves_it_plays(case: Case) -> None:
    for seed in SEEDS:
        large = case.rules.size >= LARGE
        for state in moments(case.rules, seed) if large else states_of(playout(case.rules, seed)):
            position = state.position
            legal = set(position.legal_moves())
            for move in (*position.board.points(), Point(-1, 0), Point(0, case.rules.size), None):
                assert (position.refusal(move) is None) == (move in legal), move


@every_case
def test_once_a_game_is_over_everything_is_refused_as_that(case: Case) -> None:
    for seed in SEEDS:
        rules, state = case.rules, finished(playout(case.rules, seed), seed).state
        assert state.outcome is not None
        assert rules.actors(state) == ()
        assert rules.legal_actions(state) == []
        assert rules.legal_points(state) == []
        assert rules.choices(state) == ()
        assert not rules.can_pass(state)
        for action in (*actions_to_try(rules, state, random.Random(seed)), *map(Resign, COLORS)):
            assert rules.refusal(state, action) is ErrorCode.GAME_OVER


@every_case
def test_either_side_may_resign_whenever_the_game_runs(case: Case) -> None:
    for state in moments(case.rules, 2):
        if state.is_over:
            continue
        for quitter in COLORS:
            after = case.rules.apply(state, Resign(quitter))
            assert after.outcome is not None
            assert (after.outcome.winner, after.outcome.reason) == (quitter.other, Reason.RESIGN)
            assert after.position == state.position


# --- the past stays as it was


@every_case
def test_undo_leads_to_the_beginning_step_by_step_and_redo_back(case: Case) -> None:
    for seed in SEEDS:
        timeline = finished(playout(case.rules, seed), seed)
        states = copy.deepcopy(states_of(timeline))
        back = timeline
        for state in reversed(states[:-1]):
            back = back.undo()
            assert back.state == state
        assert back.state == case.rules.initial()
        forth = back
        for state in states[1:]:
            forth = forth.redo()
            assert forth.state == state
        assert forth == timeline
        assert timeline.restart() == Timeline.begin(case.rules)


@every_case
def test_the_same_actions_give_the_same_game_and_equal_positions_have_equal_keys(case: Case) -> None:
    keys: dict[Position, bytes] = {}
    for seed in SEEDS:
        timeline = playout(case.rules, seed)
        again = Game(case.rules)
        for action in timeline.actions:
            again.act(action)
        assert again.timeline == timeline
        for one, other in zip(states_of(timeline), states_of(again.timeline), strict=True):
            assert hash(one) == hash(other)
            assert one.position.key == other.position.key
            assert keys.setdefault(one.position, one.position.key) == one.position.key


@every_case
def test_the_changes_between_two_moments_lead_from_one_board_to_the_other(case: Case) -> None:
    for seed in SEEDS:
        states = states_of(playout(case.rules, seed))
        for earlier, later in pairwise(states):
            before, after = earlier.position.board, later.position.board
            changes = Changes.between(before, after)
            stones: dict[Point, Color | None] = dict(changes.placed)
            stones.update(dict.fromkeys(changes.removed))
            for point in changes.flipped:
                stone = before[point]
                assert stone is not None
                stones[point] = stone.other
            assert before.with_stones(stones) == after


# --- written down and read again


def record_of(timeline: Timeline) -> Record:
    return Record.of(timeline, Participant("Ada"), Participant("Bo", "1d", "level:3"), created="2024-05-01T12:00:00Z")


@every_case
def test_the_record_of_a_game_replays_to_the_same_state(case: Case) -> None:
    for seed in SEEDS:
        timeline = finished(playout(case.rules, seed), seed)
        replay = record_of(timeline).replay()
        assert replay.game.timeline == timeline
        assert replay.declared == timeline.state.outcome
        assert not replay.disagrees


@every_case
def test_a_saved_game_is_read_back_as_it_was(case: Case) -> None:
    for seed in SEEDS:
        timeline = playout(case.rules, seed)
        for saved in (timeline.restart(), timeline, finished(timeline, seed)):
            record = record_of(saved)
            again = save.loads(save.dumps(record))
            assert again == record
            assert again.replay().game.timeline == saved


@every_case
def test_a_saved_game_keeps_its_set_up_and_its_variations(case: Case) -> None:
    rules = case.rules
    position = states_of(playout(rules, 1))[:6][-1].position
    setup = Setup(position.board, position.to_move, position.prisoners)
    timeline = Timeline.begin(rules, setup)
    for action in rules.legal_actions(timeline.state)[:1]:
        timeline = timeline.act(action)
    record = record_of(timeline).with_line(rules.legal_actions(timeline.root)[1:2])
    again = save.loads(save.dumps(record))
    assert again == record
    assert again.setup == setup


@every_case
def test_a_game_begins_from_any_position_that_can_stand(case: Case) -> None:
    rules = case.rules
    refusals: set[ErrorCode] = set()
    for state in moments(rules, 1):
        position = state.position
        setup = Setup(position.board, position.to_move, position.prisoners)
        try:
            begun = rules.initial(setup)
        except GameError as error:
            refusals.add(error.code)
            continue
        assert (begun.position.board, begun.position.to_move) == (position.board, position.to_move)
        assert begun.position.prisoners == position.prisoners
        for action in rules.legal_actions(begun)[:20]:
            rules.apply(begun, action)
        assert Timeline.begin(rules, setup).restart().state == begun
    assert refusals <= {ErrorCode.BAD_RECORD}


@every_case
def test_options_written_out_give_the_same_rules_again(case: Case) -> None:
    options = case.rules.options()
    assert type(case.rules).parse(case.rules.size, options) == case.rules
    assert all(type(value) in (str, int, float, bool) for value in options.values())
    assert {name for name in options if name != "preset"} == {spec.name for spec in case.rules.OPTIONS}
    assert hash(case.rules) == hash(type(case.rules).parse(case.rules.size, options))


# --- names of points


def check_names(spec: BoardSpec) -> None:
    seen = set()
    for y in range(spec.rows):
        for x in range(spec.columns):
            name = spec.name(Point(x, y))
            seen.add(name)
            turned = name[1:] + name[0]
            for text in (name, name.lower(), name.upper(), turned, turned.lower(), turned.upper()):
                assert spec.parse(text) == Point(x, y)
    assert len(seen) == spec.rows * spec.columns


@every_kind
def test_every_point_has_a_name_that_reads_back(kind: GameKind) -> None:
    for size in kind.rules.SIZES:
        spec = kind.rules.parse(size).board_spec()
        board = kind.rules.parse(size).initial().position.board
        assert (spec.columns, spec.rows) == (board.columns, board.rows)
        assert (len(spec.column_labels), len(spec.row_labels)) == (spec.columns, spec.rows)
        assert all(point in board for point in spec.stars) or spec.style == "cells"
        check_names(spec)


# --- advice and points


@every_case
def test_hints_and_points_are_numbers(case: Case) -> None:
    rules = case.rules
    for state in moments(rules, 1):
        score = rules.score(state)
        assert score is None or all(math.isfinite(points) for points in score)
        for point in rules.legal_points(state)[:8]:
            assert not math.isnan(rules.hint(state, point))
            assert isinstance(rules.is_sensible(state, point), bool)
        if rules.can_pass(state):
            assert not math.isnan(rules.hint(state, None))


# --- words


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@every_kind
def test_a_games_words_are_the_same_in_every_language(kind: GameKind) -> None:
    english, *others = (read_table(kind.package, language) for language in LANGUAGES)
    for other in others:
        assert other.keys() == english.keys()
        for key in english:
            assert placeholders(other[key]) == placeholders(english[key]), key
            assert other[key].strip()
            assert english[key].strip()


@every_kind
@pytest.mark.parametrize("language", LANGUAGES)
def test_name_options_values_and_presets_have_words(kind: GameKind, language: str) -> None:
    keys = ["name", "about", *(f"preset.{preset}" for preset in kind.rules.PRESETS)]
    for spec in kind.rules.OPTIONS:
        keys.append(spec.text_key)
        keys.extend(f"{spec.text_key}.{choice}" for choice in spec.choices)
    table = read_table(kind.package, language)
    assert [key for key in keys if key not in table] == []
    assert all(template(language, f"{kind.name}.{key}") == table[key] for key in keys)


@every_case
def test_phases_choices_and_reasons_that_come_up_have_words(case: Case) -> None:
    for seed in SEEDS:
        for state in states_of(finished(playout(case.rules, seed), seed)):
            keys = [f"phase.{state.phase}", *(f"choice.{choice}" for choice in case.rules.choices(state))]
            if state.outcome is not None:
                keys.append(f"reason.{state.outcome.reason}")
            for language in LANGUAGES:
                assert all(template(language, f"{case.kind.name}.{key}") for key in keys)


# --- what a game says of itself


@every_kind
def test_sizes_presets_and_options_are_well_formed(kind: GameKind) -> None:
    rules = kind.rules
    assert kind.name == rules.KIND
    assert rules.DEFAULT_SIZE in rules.SIZES
    assert list(rules.SIZES) == sorted(set(rules.SIZES))
    names = [spec.name for spec in rules.OPTIONS]
    assert len(set(names)) == len(names)
    assert "preset" not in names
    for spec in rules.OPTIONS:
        assert spec.check(spec.default) == spec.default
        assert all(spec.check(value) == value for value in values_to_try(spec))
        assert spec.type is not OptionType.CHOICE or spec.choices
        assert all(other in names for other, _ in spec.shown_when)
    for preset, values in rules.PRESETS.items():
        assert set(values) <= set(names)
        assert rules.parse(None, preset) == rules.parse(None, {"preset": preset, **values})
    first_preset = next(iter(rules.PRESETS), None)
    assert rules.parse().preset == first_preset


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=10),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.none(), max_size=1),
)


def options_near(rules: type[Ruleset]) -> st.SearchStrategy[object]:
    """Options as people send them: right names with right and wrong values, wrong names, and no options at all."""
    known = st.sampled_from(["preset", *(spec.name for spec in rules.OPTIONS)])
    right = st.sampled_from([*rules.PRESETS, *(value for spec in rules.OPTIONS for value in values_to_try(spec)), None])
    numbers = st.integers(-20, 20) | st.integers(-40, 40).map(lambda half: half / 2)
    values = right | numbers | ANYTHING
    return st.one_of(
        st.dictionaries(known, values, max_size=4),
        st.dictionaries(known | st.text(max_size=8) | st.integers(), values, max_size=4),
        ANYTHING,
    )


@every_kind
@settings(max_examples=150)
@given(data=st.data())
def test_any_options_are_a_rule_set_or_bad_rules(kind: GameKind, data: st.DataObject) -> None:
    size = data.draw(st.sampled_from([None, *kind.rules.SIZES]) | ANYTHING)
    options = data.draw(options_near(kind.rules))
    refused = None
    try:
        rules = kind.rules.parse(size, options)  # type: ignore[arg-type]  # as they come from outside
    except GameError as error:
        refused = error
    if refused is None:
        assert kind.rules.parse(rules.size, rules.options()) == rules
        assert not rules.initial().is_over
    else:
        assert refused.code is ErrorCode.BAD_RULES
        assert all(refused.text(language) for language in LANGUAGES)
