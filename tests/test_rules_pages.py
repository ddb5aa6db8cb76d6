"""The rules on the page tell the truth: what stands below a picture holds in it, by the rules of the game."""

from __future__ import annotations

import pytest

from tengen.core import LANGUAGES, Changes, ErrorCode, Game, GameKind, kinds, words
from tengen.protocol.rules_pages import PictureIn, begun, has_rules_page, pictures_of, play, rules_page_of
from tests.pictures import legal, refusal
from tests.toygame import KIND as TOY

WITH_PAGE = [kind for kind in kinds() if has_rules_page(kind)]
PICTURES = [
    pytest.param(kind, picture, id=f"{kind.name}-{name}")
    for kind in WITH_PAGE
    for name, picture in pictures_of(kind).items()
    if not picture.of
]


def test_every_game_of_ours_has_a_page_and_a_game_without_one_is_as_good() -> None:
    ours = {kind.name for kind in kinds() if kind.package.startswith("tengen.")}
    assert {kind.name for kind in WITH_PAGE} == ours
    assert rules_page_of(TOY) is None


@pytest.mark.parametrize("kind", WITH_PAGE, ids=lambda kind: kind.name)
def test_both_languages_have_the_same_parts_with_the_same_pictures(kind: GameKind) -> None:
    page = rules_page_of(kind)
    assert page is not None
    shown = {
        language: [[one.picture for one in part.pictures] for part in page.parts[language]] for language in LANGUAGES
    }
    assert shown["en"] == shown["zh"]
    assert {name for part in shown["en"] for name in part} == set(page.pictures)
    for part in (part for language in LANGUAGES for part in page.parts[language]):
        assert part.title
        assert all([*part.text, *(one.caption for one in part.pictures)])


@pytest.mark.parametrize(("kind", "picture"), PICTURES)
def test_what_is_said_of_a_picture_holds_in_it(kind: GameKind, picture: PictureIn) -> None:
    game = begun(kind, picture)
    for claim in picture.claims:
        check_claim(game, claim.removeprefix("then ").split())
    for point in picture.forbidden:
        assert any(claim.startswith(f"{point} ") for claim in picture.claims), f"nothing says why not {point}"
    play(begun(kind, picture), picture.moves)


@pytest.mark.parametrize("kind", WITH_PAGE, ids=lambda kind: kind.name)
def test_points_shown_as_forbidden_after_moves_are_refused_there(kind: GameKind) -> None:
    pictures = pictures_of(kind)
    for picture in pictures.values():
        if picture.of:
            game = begun(kind, pictures[picture.of])
            play(game, pictures[picture.of].moves)
            assert all(refusal(game, point) is not None for point in picture.forbidden)


def test_othello_says_whose_name_it_is() -> None:
    for language in LANGUAGES:
        assert "Othello" in words(language)["othello.notice"]


def check_claim(game: Game, words_: list[str]) -> None:
    """One claim: `d3 KO`, `d3 captures 1`, `d3 flips 1`, `d3 wins [nothing]`, `area 15 10`, `legal 4`, `must pass`."""
    match words_:
        case ["area", black, white]:
            score = game.ruleset.score(game.state)
            komi = game.ruleset.options()["komi"]
            assert score is not None
            assert isinstance(komi, float)
            assert (score.black, score.white - komi) == (float(black), float(white))
        case ["legal", count]:
            assert len(legal(game)) == int(count)
        case ["must", "pass"]:
            assert not game.state.is_over
            assert not legal(game)
        case [point, "captures" | "flips" as what, count]:
            before = game.state.position.board
            play(game, [point])
            changes = Changes.between(before, game.state.position.board)
            assert len(changes.removed if what == "captures" else changes.flipped) == int(count)
        case [point, "wins", *nothing]:
            player = game.state.position.to_move
            play(game, [point])
            outcome = game.state.outcome
            assert outcome is None if nothing else outcome is not None and outcome.winner is player
        case [point, code]:
            assert refusal(game, point) is ErrorCode(code)
        case _:
            pytest.fail(f"this claim cannot be read: {words_}")
