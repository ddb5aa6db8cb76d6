"""Files from disk in review: other formats, a reload, marks; and what is too doubtful to play on from."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tengen.core import Record
from tengen.formats import read
from tests.web.conftest import NewPerson
from tests.web.people import Person
from tests.web.places import act, go_game, load_game
from tests.web.test_records import file, open_file

pytestmark = pytest.mark.long

FOREIGN = """(;FF[4]GM[1]CA[UTF-8]AP[Elsewhere:2]SZ[9]PB[Ann]PW[Ben]KM[6.5]RU[Japanese]
;B[ee]C[The centre. 天元];W[ce](;B[gc]LB[gg:A][cc:1]TR[ee](;W[gg])(;W[cg]C[Or here.]))(;B[cc]SQ[ce];W[cg];B[gg]))"""
"""As another program wrote it: variations within variations, comments, marks, and a label where a variation is."""

KEYS = re.compile(r"\b(game|review|start|page)\.[a-z_]+(\.[a-z_]+)*\b")


def told(path: Path) -> list[str]:
    """What was played and written, node by node, in whichever order."""
    record: Record = read(path.name, path.read_bytes()).records[0]
    return sorted(f"{node.action} {node.comment} {node.marks}" for node in record.nodes)


def a_save(person: Person, moves: str) -> dict[str, Any]:
    """A game of nine lines as its save."""
    answer = person.context.request.get(f"{person.address}/api/game/{go_game(person, moves)}/record.json")
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(("locale", "moves"), [("en-GB", "Moves"), ("zh-CN", "着法")])
def test_agreed_dead_stones_are_reviewed_in_words_and_shift_no_number(
    new_person: NewPerson, locale: str, moves: str
) -> None:
    person = new_person(locale=locale)
    game_id = go_game(person, "E5 C3 C7 G3 G7 pass pass")
    for name in ("mark_dead", "unmark_dead", "mark_dead"):
        act(person, game_id, "BLACK", name, points=[{"x": 2, "y": 6}])
    for player in ("BLACK", "WHITE"):
        act(person, game_id, player, "agree")
    person.opens(f"#/review/{game_id}").arrives()
    page = person.page
    expect(page.get_by_role("list", name=moves, exact=True).get_by_role("button")).to_have_count(7)
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        assert not KEYS.search(page.get_by_role("main").inner_text())
    assert not KEYS.search(page.content())


def test_a_file_is_saved_in_every_format_that_can_hold_it(person: Person, tmp_path: Path) -> None:
    before = tmp_path / "before.sgf"
    before.write_text(FOREIGN, encoding="utf-8")
    table = open_file(person, "game.sgf", FOREIGN)
    table.chooses("Export")
    side = person.page.get_by_role("region", name="Export")
    expect(side).to_contain_text("Cannot hold this game: .ggf .psq .txt .wtb")
    with table.saving(tmp_path) as saved:
        side.get_by_role("button", name="sgf Smart Game Format").click()
    assert told(saved[0]) == told(before)
    with table.saving(tmp_path) as saved:
        side.get_by_role("button", name="json").click()
    assert told(saved[0]) == told(before)
    for name in ("svg", "png", "gif"):
        with table.saving(tmp_path) as saved:
            side.get_by_role("button", name=name).click()
        assert saved[0].stat().st_size > 500


def test_a_reload_keeps_the_file_its_game_and_the_moment(person: Person) -> None:
    page = person.page
    table = open_file(person, "two.sgf", f"(;GM[1]SZ[9]PB[First];B[cc]){FOREIGN}")
    page.get_by_role("list", name="Games of this file").get_by_role("button", name="Ann – Ben").click()
    expect(page.get_by_role("region", name="Players")).to_contain_text("Ann")
    page.get_by_label("Move shown").fill("2")
    page.get_by_role("region", name="Variations").get_by_role("button", name="B C7").click()
    table.sees("C7", "black stone", "last move")
    page.reload()
    table.arrives()
    table.sees("C7", "black stone", "last move")
    expect(page.get_by_label("Move shown")).to_have_value("3")
    expect(page.get_by_role("region", name="Players")).to_contain_text("Ann")

    # Who comes to the page anew finds it as it is at first, and who goes back finds the file.
    page.get_by_role("navigation").get_by_role("link", name="Review").click()
    expect(page.get_by_role("button", name="Open a file")).to_be_visible()
    page.go_back()
    table.sees("C7", "black stone", "last move")


def test_labels_and_variations_are_told_apart_also_on_one_point(person: Person) -> None:
    page = person.page
    table = open_file(person, "game.sgf", FOREIGN)
    page.get_by_label("Move shown").fill("3")
    expect(table.at("G3")).to_have_accessible_name("G3, empty, label A, variation A")
    expect(table.at("C7")).to_have_accessible_name("C7, empty, label 1")
    expect(table.at("C3")).to_have_accessible_name("C3, empty, variation B")
    expect(table.at("E5")).to_have_accessible_name("E5, black stone, triangle")
    discs = page.locator(".board-variation")
    expect(discs).to_have_text(["A", "B"])
    assert discs.first.locator("circle").evaluate("one => getComputedStyle(one).fill") != "none"
    labels = page.locator(".board-writing")
    expect(labels).to_have_text(["A", "1"])
    letter, label = discs.first.bounding_box(), labels.first.bounding_box()
    assert letter is not None
    assert label is not None
    assert letter["x"] + letter["width"] / 2 > label["x"] + label["width"], "beside the label, not over it"


@pytest.mark.parametrize("what", ["board", "move", "illegal"])
def test_a_tampered_save_becomes_no_game(person: Person, what: str) -> None:
    person.forgives("status of 400")
    page = person.page
    save = a_save(person, "E5 C3 C7")
    if what == "board":
        save["board"][0][0] = 1
    else:
        save["move_history"][2] |= {"x": 7, "y": 7} if what == "move" else {"x": 4, "y": 4}
    text = json.dumps(save)
    why = "Move 3 is not possible" if what == "illegal" else "not the one its moves lead to"

    table = person.begins("Go", size="9×9")
    before = page.url
    with page.expect_file_chooser() as asked:
        table.chooses("Load…")
    asked.value.set_files(file("game.json", text))
    table.says(why)
    assert page.url == before

    # It can be looked at; what is wrong is said at once, and no game goes on from what cannot be trusted.
    open_file(person, "game.json", text)
    trouble = page.get_by_role("status").filter(has_text=why)
    expect(trouble).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Play on from here").click()
    side = page.get_by_role("region", name="Play on from here")
    expect(side).to_contain_text(why)
    if what != "illegal":
        expect(side).to_contain_text("no game can continue from it")
        expect(side.get_by_role("button", name="Play", exact=True)).to_have_count(0)
        return
    side.get_by_text("Someone at this screen").click()
    side.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("#/game/"))
    expect(table.moves.get_by_role("button")).to_have_count(2)


def test_what_was_noticed_about_a_file_is_said_where_it_becomes_a_game(person: Person) -> None:
    page = person.page
    person.opens(f"#/game/{load_game(person, '(;GM[1]SZ[9];B[ee])')}")
    table = person.table.arrives()
    table.loads(file("game.sgf", "(;GM[1]SZ[9]RU[Mars];B[ee](;W[cc])(;W[ee]))"))
    noticed = page.get_by_role("region", name=re.compile("Notes on reading this record"))
    expect(noticed).to_contain_text("Mars")
    page.get_by_role("button", name="Close", exact=True).click()
    expect(noticed).to_have_count(0)
