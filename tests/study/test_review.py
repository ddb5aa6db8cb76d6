"""A whole game looked at: every position once, from the end, with values that agree with each other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tengen.core import BadRecord, GameError, Place, Point, Record, Resign, create_rules, parse_position
from tengen.study import Analyst, Course, Effort, judge, review
from tests.contract.cases import playout

ENDGAME = parse_position("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
QUICK = Effort(nodes=200)


def endgame(*moves: str) -> Record:
    """A record that begins with 20 empty cells."""
    rules = create_rules("othello")
    record, spec = Record(rules, ENDGAME), rules.board_spec()
    for written in moves:
        state = record.end()
        record = record.with_line([Place(state.to_move, spec.parse(written))], len(record.nodes) - 1)
    return record


def test_proven_values_agree_from_move_to_move() -> None:
    course = Course.of(endgame("a2", "b1", "c1"))
    with Analyst(course.record.ruleset) as analyst:
        found = dict(review(course, analyst, Effort(exact=True)))
    assert sorted(found) == [0, 1, 2, 3]
    assert [found[at].analysis.margin for at in range(4)] == [38.0] * 4
    assert [found[at].analysis.exact for at in range(2)] == [38, -38]


def test_what_a_move_gives_away_is_the_difference_of_proven_values() -> None:
    course = Course.of(endgame("a6"))
    with Analyst(course.record.ruleset) as analyst:
        found = dict(review(course, analyst, Effort(exact=True)))
    judged = judge(course.action(1), found[0].analysis, found[1].analysis)
    assert judged is not None
    assert found[1].analysis.margin is not None
    assert judged.margin == 38.0 - found[1].analysis.margin > 0


def test_the_last_position_is_looked_at_first() -> None:
    course = Course.of(Record(create_rules("othello", 4)).with_line(playout(create_rules("othello", 4), 1).actions))
    with Analyst(course.record.ruleset) as analyst:
        order = [at for at, _ in review(course, analyst, QUICK)]
    assert order == list(range(len(course) - 1, -1, -1))


def test_an_ended_game_is_worth_its_result() -> None:
    timeline = playout(create_rules("othello", 4), 3)
    outcome = timeline.state.outcome
    assert outcome is not None
    assert outcome.score is not None
    course = Course.of(Record(timeline.ruleset).with_line(timeline.actions))
    with Analyst(timeline.ruleset) as analyst:
        verdict = analyst.look(course.turn(len(course) - 1), QUICK)
    sign = {None: 0, "BLACK": 1, "WHITE": -1}[outcome.winner.name if outcome.winner else None]
    assert verdict.analysis.win == (sign + 1) / 2
    assert verdict.analysis.margin == sign * outcome.score.margin
    assert verdict.analysis.best == ()


def test_a_game_that_was_given_up_is_lost_by_who_did() -> None:
    record = Record(create_rules("othello"))
    mover = record.end().to_move
    course = Course.of(record.with_line([Resign(mover)]))
    with Analyst(record.ruleset) as analyst:
        assert analyst.look(course.turn(1), QUICK).analysis.win == 0.0


def test_a_position_put_on_the_board_begins_the_past_anew() -> None:
    record = Record(create_rules("othello")).with_line(
        [Place(create_rules("othello").initial().position.to_move, Point(3, 2))]
    )
    nodes = (*record.nodes, replace(record.nodes[1], parent=1, action=None, setup=ENDGAME))
    course = Course.of(replace(record, nodes=nodes))
    assert len(course.turn(1).actions) == 1
    assert (course.turn(2).setup, course.turn(2).actions) == (ENDGAME, ())


def test_every_game_can_be_reviewed_that_can_be_won() -> None:
    for kind, size in (("go", 5), ("gomoku", 8), ("corners", 4)):
        timeline = playout(create_rules(kind, size), 2)
        course = Course.of(Record(timeline.ruleset).with_line(timeline.actions[:5]))
        with Analyst(timeline.ruleset) as analyst:
            verdicts = [verdict for _, verdict in review(course, analyst, QUICK)]
        assert all(verdict.analysis.win is not None for verdict in verdicts), kind
        assert all(len(verdict.analysis.best) <= 1 for verdict in verdicts), kind


def test_a_game_that_nobody_wins_has_nothing_to_analyse() -> None:
    with pytest.raises(GameError, match="Nobody can win"):
        Analyst(create_rules("peace"))


def test_an_illegal_record_has_no_course() -> None:
    with pytest.raises(BadRecord):
        Course.of(Record(create_rules("othello")).with_line([Place(ENDGAME.to_move, Point(0, 0))]))
