"""The form of a challenge: a game, and what people who are apart agree on."""

from __future__ import annotations

from dataclasses import replace

from tengen.clients.online.challenge_form import ChallengeForm
from tengen.clients.sitting.clocks import CLOCKS, NO_CLOCK, ClockChoice
from tengen.clients.sitting.people import PersonHere
from tengen.clients.sitting.start import StartForm
from tengen.core import WHITE, GameKind
from tengen.match import AbsenceRule


def form(*present: str, kind: str = "go", to: str = "") -> ChallengeForm:
    def offered(kind: GameKind) -> tuple[str, ...]:
        return ("human", kind.name)

    people = [PersonHere(name) for name in present]
    return ChallengeForm.first(StartForm.of({"kind": kind}, offered, people, is_online=True), to)


def words(found: object) -> str:
    assert found is not None
    return found.text("en")  # type: ignore[attr-defined, no-any-return]  # a refusal in words


def test_a_challenge_has_a_clock_at_first() -> None:
    assert form().terms().clock == CLOCKS["quick"]


def test_a_clock_of_before_is_kept() -> None:
    kept = {"clock": ClockChoice("days").kept()}
    game = StartForm.of(kept, lambda _: (), is_online=True)
    assert ChallengeForm.first(game).game.clock.name == "days"


def test_a_rated_game_needs_an_account_a_clock_and_a_winner() -> None:
    assert "account" in words(form().why_not_rated())
    assert "Nobody wins" in words(form("Ann", kind="peace").why_not_rated())
    without = form("Ann").with_game(form("Ann").game.with_clock(ClockChoice(NO_CLOCK)))
    assert "clock" in words(without.why_not_rated())
    assert not replace(without, wants_rated=True).terms().is_rated
    assert replace(form("Ann"), wants_rated=True).terms().is_rated


def test_only_an_open_challenge_of_an_account_has_a_range_of_ratings() -> None:
    assert [replace(one, within=100).terms().below for one in (form("Ann"), form(), form("Ann", to="Ben"))] == [
        100,
        None,
        None,
    ]


def test_terms_say_everything_that_was_chosen() -> None:
    chosen = replace(form("Ann", to="Ben"), color=WHITE, absence=AbsenceRule.CLAIM)
    chosen = chosen.with_game(chosen.game.with_size(13).with_preset("japanese"))
    terms = chosen.terms()
    assert (terms.kind.name, terms.size, terms.rules["preset"]) == ("go", 13, "japanese")
    assert (terms.to, terms.color, terms.absence) == ("Ben", WHITE, "claim")


def test_a_size_that_a_game_does_not_have_is_a_problem() -> None:
    wrong = form().with_game(form().game.with_size(4))
    assert "4" in words(wrong.problem())
