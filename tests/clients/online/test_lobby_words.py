"""What is said of the lobby, in the words of the page."""

from __future__ import annotations

from dataclasses import replace

from tengen.clients.online.lobby_view import ChallengeView, OwnGameView, PersonView, RatingView, SeekTerms, SeekView
from tengen.clients.online.lobby_words import (
    game_line,
    own_turn,
    person_line,
    players_line,
    seek_line,
    terms_line,
    time_left,
    waiting_lines,
)
from tengen.clients.sitting.clocks import CLOCKS, DAY_MS, MINUTE_MS
from tengen.core import BLACK, WHITE, Board, Color, create_rules
from tengen.match import AbsenceRule

ANN = PersonView("Ann", False, RatingView(1432.4, 80, "5k"))
BEN = PersonView("Ben", False, RatingView(1700.6, 60))


def challenge(kind: str = "go", size: int = 19, **rules: object) -> ChallengeView:
    ruleset = create_rules(kind, size, rules)
    options = ruleset.options()
    preset, komi = options.get("preset"), options.get("komi")
    return ChallengeView(
        challenge_id="c",
        by=ANN,
        to=None,
        kind=kind,
        size=size,
        preset=preset if isinstance(preset, str) else None,
        options=options,
        komi=komi if isinstance(komi, float) else None,
        handicap=None,
        clock=CLOCKS["japanese"],
        speed="rapid",
        is_rated=False,
        color=None,
        absence=AbsenceRule.LOSES,
        below=None,
        above=None,
        created_ms=0,
        expires_ms=0,
    )


def own_game(yours: Color = BLACK) -> OwnGameView:
    spec = create_rules("gomoku", 9).board_spec()
    players = {BLACK: ANN, WHITE: PersonView("Guest", True)}
    board = Board(9, 9, bytes(81))
    return OwnGameView("g", "w", "gomoku", 9, spec, board, players, yours, False, None, 3, None, False, None, "")


def test_a_person_has_a_rank_a_rating_or_the_mark_of_a_guest() -> None:
    people = (ANN, BEN, PersonView("Cleo", True), PersonView("Dan", False))
    assert [person_line(person, "en") for person in people] == ["Ann 5 kyu", "Ben 1701", "Cleo guest", "Dan"]
    assert person_line(ANN, "zh") == "Ann 5 级"


def test_a_guest_without_a_name_is_called_one_once() -> None:
    assert person_line(PersonView("Guest", True), "zh").count("游客") == 1


def test_usual_rules_are_not_named() -> None:
    assert terms_line(challenge(), "en", is_own=False) == "10 min, then 3 × 30 s byo-yomi"
    assert terms_line(challenge("othello", 8), "en", is_own=False) == "10 min, then 3 × 30 s byo-yomi"
    japanese = terms_line(challenge(preset="japanese"), "en", is_own=False)
    assert japanese == "10 min, then 3 × 30 s byo-yomi · Japanese", "its own komi goes without saying"


def test_what_is_particular_about_a_challenge_is_said_in_order() -> None:
    particular = replace(
        challenge(preset="japanese", komi=0.5),
        is_rated=True,
        color=BLACK,
        absence=AbsenceRule.WAITS,
        below=100,
        above=200,
    )
    assert terms_line(particular, "en", is_own=False) == (
        "10 min, then 3 × 30 s byo-yomi · rated · Japanese · komi 0.5 · you play White"
        " · Only the clock decides · within ±200"
    )
    assert "you play Black" in terms_line(particular, "en", is_own=True)
    assert terms_line(replace(challenge(), handicap=3), "zh", is_own=False).endswith("让 3 子")


def test_rules_without_a_name_are_the_makers_own() -> None:
    assert "custom rules" in terms_line(replace(challenge(), preset=None), "en", is_own=False)


def test_games_of_days_say_nothing_of_leaving() -> None:
    days = replace(challenge(), clock=None, speed="days", absence=AbsenceRule.CLAIM)
    assert terms_line(days, "en", is_own=False) == "no clock"


def test_a_search_tells_for_what_since_when_and_how_near() -> None:
    terms = SeekTerms("go", 9, "rapid", is_rated=True)
    assert seek_line(terms, "en") == "Go 9×9 · Rapid · rated"
    seek = SeekView(terms, since_at=1000, range=100, ready_at=1000, why=None)
    assert waiting_lines(seek, 71_000, "en") == (
        "Looking for an opponent: Go 9×9 · Rapid · rated  1:10",
        "So far within ±100 of your rating; it widens while you wait.",
    )
    assert waiting_lines(replace(seek, range=None), 71_000, "zh")[1] == "下一位来的就是你的对手。"
    assert "0:30" in waiting_lines(replace(seek, ready_at=101_000, why="pairing.waits"), 71_000, "en")[1]


def test_an_own_game_says_whose_move_it_is_and_how_it_ended() -> None:
    game = own_game()
    assert own_turn(game, "en") == "White to move"
    assert own_turn(replace(game, is_your_move=True), "zh") == "轮到你"
    over = replace(game, is_over=True, reason="line")
    assert [own_turn(replace(over, winner=color), "en") for color in (BLACK, WHITE, None)] == [
        "You won",
        "You lost",
        "The end",
    ]
    assert own_turn(replace(over, reason="cancelled"), "en") == "Cancelled"


def test_an_own_game_of_days_says_how_long_is_left() -> None:
    game = replace(own_game(), deadline_at=DAY_MS + 90 * MINUTE_MS)
    assert time_left(game, 0, "en") == "1 d 1 h left"
    assert time_left(own_game(), 0, "en") == ""
    assert time_left(replace(game, deadline_at=59 * MINUTE_MS), 0, "en") == ""


def test_games_and_players_are_named_in_the_language() -> None:
    assert game_line("gomoku", 15, "zh") == "五子棋 15×15"
    assert players_line(own_game(), "en") == "Ann – Guest"
