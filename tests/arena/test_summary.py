"""The tables: what is counted, and how it is told in both languages."""

from __future__ import annotations

import json
import re

import pytest

from tengen.arena.documents import Result, StoredFault, Thinking
from tengen.arena.plan import Plan
from tengen.arena.sprt import Sprt, Walk
from tengen.arena.summary import as_json, summarize
from tengen.arena.tables import Words, table
from tengen.core import LANGUAGES
from tests.arena.plans import plan_of

THREE = plan_of("level:3", "level:2", "random", games=2)


def results_of(plan: Plan, points: dict[tuple[int, int], tuple[float, float]], **extra: object) -> list[Result]:
    """Results by what the first of two made of the first and of the second game."""
    results = []
    for bout in plan.bouts():
        key = (min(bout.first, bout.second), max(bout.first, bout.second))
        made = points[key][bout.index % 2]
        seen_from_first = made if bout.first == key[0] else 1 - made
        results.append(Result(bout.index, bout.opening, bout.first, bout.second, seen_from_first, **extra))  # type: ignore[arg-type]  # told by name
    return results


RESULTS = results_of(THREE, {(0, 1): (1, 0.5), (0, 2): (1, 1), (1, 2): (1, 0)})


def test_players_are_listed_by_strength() -> None:
    summary = summarize(THREE, RESULTS)
    assert [(line.name, line.tally.points) for line in summary.players] == [
        ("level:3", 3.5),
        ("level:2", 1.5),
        ("random", 1.0),
    ]


def test_the_order_of_the_results_does_not_matter() -> None:
    assert summarize(THREE, RESULTS) == summarize(THREE, RESULTS[::-1])


def test_pairs_are_seen_from_the_one_who_was_named_first() -> None:
    pair = summarize(THREE, RESULTS).pairs[0]
    assert (pair.tally.wins, pair.tally.draws, pair.tally.losses) == (1, 1, 0)
    assert pair.counts == (0, 0, 0, 1, 0)


def test_thinking_is_told_in_seconds() -> None:
    plan = plan_of("level:3", "random", games=2)
    thinking = (Thinking(10, 2000, 500), Thinking(10, 100, 30))
    results = results_of(plan, {(0, 1): (1, 1)}, thinking=thinking)
    lines = {line.name: line for line in summarize(plan, results).players}
    assert lines["level:3"].mean_s == pytest.approx(2.1 / 20)
    assert lines["random"].longest_s == 0.5, "it was first once"


def test_faults_are_counted_for_who_made_them() -> None:
    plan = plan_of("level:3", "random", games=2)
    fault = StoredFault("first", "arena.fault.flag", {}, "ran out of time")
    lines = {line.name: line for line in summarize(plan, results_of(plan, {(0, 1): (0, 1)}, fault=fault)).players}
    assert (lines["level:3"].faults, lines["random"].faults) == (1, 1)


def test_the_same_player_twice_has_two_names() -> None:
    assert plan_of("level:3", "level:3", "random").names == ("level:3", "level:3 (2)", "random")


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_told_in_both_languages(language: str) -> None:
    fault = StoredFault("second", "arena.fault.crashed", {"reason": "\x1b[2Jboom"}, "")
    results = [
        *RESULTS[:-2],
        Result(4, 0, 1, 2, 0.5, fault=fault, too_long=True),
        Result(5, 0, 2, 1, failed="exit -11"),
    ]
    lines = list(Words(language).lines(summarize(THREE, results, Walk(Sprt(0, 20)))))
    whole = "\n".join(lines)
    for word in ("level:3", "random", "boom", "exit -11", "Elo", "LLR", "SPRT", "·", "2/2"):
        assert word in whole
    assert "\x1b" not in whole
    assert not re.search(r"\{\w+\}", whole)


def test_the_table_in_english() -> None:
    lines = list(Words("en").lines(summarize(THREE, RESULTS)))
    assert lines == [
        "Othello 4x4: 6 of 6 games, no limit, openings random:4, seed 1",
        "",
        "   player   games  points  score       95 %        Elo  s/move  longest  faults",
        "1  level:3      4     3.5  87.5%  39.6-98.7  +227 ±301   0.000     0.00       0",
        "2  level:2      4     1.5  37.5%   9.2-78.1   -77 ±201   0.000     0.00       0",
        "3  random       4       1  25.0%   4.6-69.9  -150 ±245   0.000     0.00       0",
        "",
        "                1      2    3",
        "1  level:3      ·  1.5/2  2/2",
        "2  level:2  0.5/2      ·  1/2",
        "3  random     0/2    1/2    ·",
        "",
        "level:3 - level:2: 1.5-0.5 (+1 =1 -0), Elo +191 (-391 to +773), pairs 0-0-0-1-0",
        "level:3 - random: 2-0 (+2 =0 -0), Elo +∞ (-376 to +∞), pairs 0-0-0-0-1",
        "level:2 - random: 1-1 (+1 =0 -1), Elo +0 (-515 to +515), pairs 0-0-1-0-0",
    ]


def test_the_heading_tells_the_rules_that_are_not_usual() -> None:
    rules: dict[str, object] = {"preset": "japanese", "komi": 5.5}
    heading = Words("en").heading(summarize(plan_of(game="go", size=9, rules=rules), []))
    assert heading.startswith("Go 9x9 (japanese komi=5.5): 0 of 4 games")


def test_columns_stand_straight_in_chinese() -> None:
    assert table([["名", "分"], ["ab", "1"]], name_column=0) == ["名  分", "ab   1"]


def test_as_json_nothing_is_infinite() -> None:
    plan = plan_of("level:3", "random", games=2)
    told = as_json(summarize(plan, results_of(plan, {(0, 1): (1, 1)}), Walk(Sprt(0, 20))))
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert told["pairs"][0]["elo"] is None
    assert told["sprt"]["verdict"] is None
    assert told["players"][0]["player"] == "level:3"


def test_before_the_first_game_there_is_a_table_too() -> None:
    summary = summarize(THREE, [])
    assert all(line.rating is None for line in summary.players)
    assert list(Words("en").lines(summary))
    assert as_json(summary)["played"] == 0
