"""The rules as KataGo's and KGS' commands tell them, and what counting makes of them."""

from __future__ import annotations

import json

import pytest
from tests.clients.engine.talk import gtp

from tengen.core import create_rules

OK = "="
PRESETS = ["tromp-taylor", "chinese", "chinese-kgs", "japanese", "korean", "stone-scoring", "aga", "new-zealand", "ing"]


def told(*lines: str, rules: str | None = None) -> dict[str, object]:
    """The rules after some commands, each of which must be obeyed."""
    *answers, rules_told = gtp(*lines, "kata-get-rules", rules=rules)
    assert answers == [OK] * len(lines)
    found = json.loads(rules_told.removeprefix("= "))
    assert isinstance(found, dict)
    return found


def test_the_rules_are_told_as_katago_tells_them() -> None:
    assert told(rules="aga") == {
        "hasButton": False,
        "ko": "SITUATIONAL",
        "scoring": "AREA",
        "suicide": False,
        "tax": "NONE",
        "whiteHandicapBonus": "N-1",
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_set_by_its_name(preset: str) -> None:
    assert told(f"kata-set-rules {preset}") == told(rules=preset)
    assert told(f"kata-set-rules {preset.upper()}") == told(rules=preset)
    assert told(f"kata-set-rules {preset}", "kata-set-rules aga", f"kata-set-rules {preset}") == told(rules=preset)


def test_what_katago_calls_otherwise() -> None:
    assert told("kata-set-rules chinese-ogs") == told(rules="chinese-kgs")
    assert told("kata-set-rules bga") == told(rules="aga")


@pytest.mark.parametrize(
    ("name", "preset"),
    [("chinese", "chinese-kgs"), ("aga", "aga"), ("japanese", "japanese"), ("new_zealand", "new-zealand")],
)
def test_the_names_of_kgs(name: str, preset: str) -> None:
    assert told(f"kgs-rules {name}") == told(rules=preset)


def test_every_axis_by_itself() -> None:
    text = '{"hasButton":true,"ko":"SIMPLE","scoring":"AREA","suicide":true,"tax":"ALL","whiteHandicapBonus":"N"}'
    assert told(f"kata-set-rules {text}") == json.loads(text)
    assert told('kata-set-rules {"ko": "SITUATIONAL", "friendlyPassOk": true}')["ko"] == "SITUATIONAL"
    assert told("kata-set-rule ko SIMPLE")["ko"] == "SIMPLE"
    assert told("kata-set-rule suicide true")["suicide"] is True
    assert told("kata-set-rule hasButton true")["hasButton"] is True
    assert told("kata-set-rule whiteHandicapBonus 0")["whiteHandicapBonus"] == "0"
    assert told("kata-set-rule friendlyPassOk true") == told()


@pytest.mark.parametrize(
    "line",
    [
        "kata-set-rules",
        "kata-set-rules nosuch",
        "kata-set-rules {",
        "kata-set-rules []",
        'kata-set-rules {"ko": "NOSUCH"}',
        'kata-set-rules {"ko": {"a": 1}}',
        'kata-set-rules {"nosuch": true}',
        "kata-set-rules " + '{"ko":' * 5000,
        "kata-set-rule ko",
        "kata-set-rule ko NOSUCH",
        "kata-set-rule nosuch true",
        "kata-set-rule suicide perhaps",
        'kata-set-rules {"scoring": "TERRITORY", "hasButton": true}',
        "kgs-rules",
        "kgs-rules nosuch",
        "kgs-rules japanese aga",
    ],
)
def test_rules_that_there_are_not_change_nothing(line: str) -> None:
    before, refusal, after = gtp("kata-get-rules", line, "kata-get-rules")
    assert refusal.startswith("? ")
    assert before == after


def test_komi_and_moves_stay_when_the_rules_change() -> None:
    lines = ("komi 3.5", "play b C3", "play b B3", "kata-set-rules japanese", "final_score", "undo", "final_score")
    assert gtp(*lines, size=5)[4:] == ["= B+19.5", OK, "= B+20.5"]


def test_rules_under_which_the_game_was_illegal_are_refused() -> None:
    suicide = ("play b A2", "play b B2", "play b C1", "play w A1", "play w B1")
    answers = gtp(*suicide, "kata-set-rule suicide false", "undo", "undo", size=5, rules="new-zealand")
    assert answers[-3:] == ["? the game so far is illegal under these rules", OK, OK]


def test_the_presets_of_the_test_are_those_of_the_game() -> None:
    assert set(PRESETS) | {"aga-button", "classroom"} == set(create_rules("go").PRESETS)
