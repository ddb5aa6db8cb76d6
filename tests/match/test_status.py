"""The line that says how a match stands: the right key, and words for it in every language."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tengen.core import (
    BLACK,
    COLORS,
    LANGUAGES,
    SHARED_REASONS,
    WHITE,
    Agree,
    Color,
    Outcome,
    Reason,
    RulesInput,
    find_kind,
    kinds,
    template,
    text,
)
from tengen.match import Abandon, Command, Forfeit, Join, Match, Status, Tick, Unpause, outcome_status, status
from tengen.match.status import turn_status
from tests.match.commands import Picker, any_command, legal_action
from tests.match.sittings import (
    ANN,
    DRAW,
    FIVE_IN_A_ROW,
    MINUTE,
    NOBODY,
    PAUSE,
    TAKEBACK,
    Sitting,
    one_screen,
    people,
)

RULES: list[tuple[str, RulesInput]] = [
    *((kind.name, None) for kind in kinds()),
    ("go", {"dead_stones": "agree", "handicap": 2, "handicap_placement": "free"}),
    ("go", {"preset": "japanese", "dead_stones": "cleanup"}),
    ("go", {"preset": "tromp-taylor", "button": True}),
    ("gomoku", {"opening": "pro"}),
    ("gomoku", {"opening": "swap2"}),
]
"""Every game as it comes, and the options that bring further phases."""


def words_for(match: Match, language: str) -> str:
    """The status line in a language: the game's own words where it has them, else the shared ones."""
    now = status(match)
    return text(language, f"{match.ruleset.KIND}.{now.key}", **now.values)


@pytest.mark.parametrize("command", [legal_action, any_command])
@pytest.mark.parametrize(("kind", "rules"), RULES)
def test_every_status_of_a_random_match_has_words_in_every_language(
    kind: str, rules: RulesInput, command: Callable[[Match, Picker], Command]
) -> None:
    size = next(size for size in find_kind(kind).rules.SIZES if size >= 4)
    for seed in range(5):
        pick = Picker(random.Random(f"{kind} {rules} {seed}").randrange)
        sitting = people(kind, size=size, rules=rules, control=MINUTE)
        while not sitting.match.is_over and len(sitting.log) < 100:
            sitting.attempt(command(sitting.match, pick))
            for language in LANGUAGES:
                said = words_for(sitting.match, language)
                assert said
                assert "{" not in said


@pytest.mark.parametrize(
    ("names", "taken"), [("a2 a1 b1", "captured"), ("a2 b5 b2 c5 c1 a1 e5 b1", "suicide")], ids=["captured", "suicide"]
)
def test_a_side_that_takes_stones_and_moves_again_is_told_so(
    monkeypatch: pytest.MonkeyPatch, names: str, taken: str
) -> None:
    sitting = one_screen("go", size=5, rules={"suicide": True})
    sitting.play(names)
    timeline = sitting.match.timeline
    before = timeline.state_after(timeline.cursor - 1)
    mover = before.position.to_move
    usual = turn_status(timeline.ruleset, timeline.state, before)
    assert usual.key == f"status.{taken}.{mover.other.word}"
    monkeypatch.setattr(type(timeline.ruleset), "actors", lambda *_: (mover,))
    again = turn_status(timeline.ruleset, timeline.state, before)
    assert (again.key, again.values) == (f"status.{taken}_again.{mover.word}", usual.values)
    for language in LANGUAGES:
        assert text(language, f"color.{mover.word}") in text(language, again.key, **again.values)


@pytest.mark.parametrize("winner", COLORS)
@pytest.mark.parametrize("reason", SHARED_REASONS)
def test_every_way_to_win_has_words(reason: Reason, winner: Color) -> None:
    for outcome in (Outcome.won(winner, reason), Outcome(winner, reason, margin=2.5)):
        said = outcome_status(outcome)
        for language in LANGUAGES:
            assert text(language, said.key, **said.values)


@pytest.mark.parametrize("reason", SHARED_REASONS)
def test_every_draw_and_every_game_without_result_has_words(reason: Reason) -> None:
    assert outcome_status(Outcome.draw(reason)) == Status("status.draw")
    none = "status.cancelled" if reason is Reason.CANCELLED else "status.no_result"
    assert outcome_status(Outcome(None, reason, no_result=True)) == Status(none)
    for key in ("status.draw", none):
        assert all(template(language, key) for language in LANGUAGES)


# --- what is said when


def test_who_is_to_move() -> None:
    sitting = one_screen("othello")
    assert status(sitting.match) == Status("status.play.black")
    sitting.play("d3")
    assert status(sitting.match) == Status("status.play.white")


def test_how_many_stones_were_captured() -> None:
    sitting = one_screen("go", size=5)
    sitting.play("a2 a1 b1")
    assert status(sitting.match) == Status("status.captured.white", {"count": 1})
    sitting.play("c3")
    assert status(sitting.match) == Status("status.play.black")


def test_only_the_latest_capture_is_told() -> None:
    sitting = one_screen("go", size=5)
    sitting.play("a2 a1 b1 e1 e2 c3 d1")
    assert sitting.match.state.position.prisoners.black == 2
    assert status(sitting.match) == Status("status.captured.white", {"count": 1})


def test_stones_that_their_own_side_gave_up_were_not_captured_by_it() -> None:
    sitting = one_screen("go", size=5, rules="tromp-taylor")
    sitting.play("a2 a1 b2 e5 c1 b1")  # White takes the own last liberty of a1 and b1
    assert sitting.match.state.position.prisoners.black == 2
    assert status(sitting.match) == Status("status.suicide.black", {"count": 2})
    assert words_for(sitting.match, "en") == "White removed 2 of their own stones. Black to move."
    assert words_for(sitting.match, "zh") == "白方自提 2 子，轮到黑方。"
    sitting.play("d4")
    assert status(sitting.match) == Status("status.play.white")


def test_after_a_takeback_the_status_is_that_of_the_moment_before() -> None:
    sitting = one_screen("go", size=5)
    sitting.play("a2 a1 b1 c3")
    sitting.ask(TAKEBACK)
    assert status(sitting.match) == Status("status.captured.white", {"count": 1})


def test_that_somebody_passed() -> None:
    sitting = one_screen("go", size=5)
    sitting.play("pass")
    assert status(sitting.match) == Status("status.passed.white")
    sitting.play("a1")
    assert status(sitting.match) == Status("status.play.black")


def test_what_an_opening_asks_and_of_whom() -> None:
    sitting = people("gomoku", rules={"opening": "swap2"})
    assert status(sitting.match) == Status("status.opening.black")
    sitting.play("h8 h9 h10")
    assert status(sitting.match) == Status("status.choice.white")
    sitting.play("place_two")
    assert status(sitting.match) == Status("status.opening.white")
    sitting.play("j8 j9")
    assert status(sitting.match) == Status("status.choice.black")


def test_that_both_settle_the_dead_stones() -> None:
    sitting = people("go", size=5, rules={"dead_stones": "agree"})
    sitting.play("pass pass")
    assert status(sitting.match) == Status("status.agree.both")
    sitting.do(Agree(WHITE))
    assert status(sitting.match) == Status("status.agree.both")


def test_that_the_match_waits_for_somebody() -> None:
    sitting = Sitting("peace", ANN, NOBODY)
    assert status(sitting.match) == Status("status.waiting")
    sitting.do(Join(WHITE, "Ben", "ben"))
    assert status(sitting.match) == Status("status.play.black")


def test_that_the_match_is_paused() -> None:
    sitting = people()
    sitting.agree_on(PAUSE)
    assert status(sitting.match) == Status("status.paused")
    sitting.do(Unpause(BLACK))
    assert status(sitting.match) == Status("status.play.black")


def test_how_the_match_ended() -> None:
    line, time, left, crashed, draw, unbegun = (people("gomoku", control=MINUTE) for _ in range(6))
    line.play(FIVE_IN_A_ROW)
    time.play("a1 a2")
    time.wait(60_000).do(Tick())
    unbegun.wait(60_000).do(Tick())
    left.do(Abandon(BLACK))
    crashed.do(Forfeit(WHITE))
    draw.agree_on(DRAW)
    score = people("go", size=5)
    score.play("pass pass")
    assert status(line.match) == Status("status.won.line.black")
    assert status(time.match) == Status("status.won.time.white")
    assert status(left.match) == Status("status.won.abandoned.white")
    assert status(crashed.match) == Status("status.won.forfeit.black")
    assert status(draw.match) == Status("status.draw")
    assert status(unbegun.match) == Status("status.cancelled")
    assert status(score.match) == Status("status.won_by.white", {"margin": "7.5"})
