"""Arenas: found from the page for watching, read as tables, followed while they are played."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.process import ServerProcess
from tests.web.arenas import PLAYED, running_arena
from tests.web.people import Person

pytestmark = pytest.mark.long

NAMES = {"Random moves", "Level 1", "Level 2"}


def cells(table: Locator) -> list[list[str]]:
    """The rows below the heads of a table, as they are shown."""
    rows = table.get_by_role("row").all()[1:]
    return [row.locator("th, td").all_inner_texts() for row in rows]


def heads(table: Locator) -> list[str]:
    """The columns as they are read out."""
    return [head.inner_text() for head in table.locator("thead th > .tg-unseen, thead th:not(:has(*))").all()]


def test_an_arena_is_found_and_its_tables_say_who_won_how_much(person: Person) -> None:
    page = person.page
    person.opens("#/watch")
    link = page.get_by_role("link", name=re.compile(re.escape(PLAYED)))
    expect(link).to_contain_text("Othello 4×4")
    expect(link).to_contain_text("12 of 12 games · Ended")
    link.click()
    expect(page.get_by_role("heading", level=1, name=PLAYED)).to_be_visible()
    expect(page).to_have_title(re.compile(re.escape(PLAYED)))
    expect(page.get_by_text("Othello 4×4 · no limit")).to_be_visible()
    expect(page.get_by_role("progressbar", name="12 of 12 games")).to_have_attribute("value", "12")

    table = page.get_by_role("table", name="Table", exact=True)
    expect(table.get_by_role("rowheader")).to_have_count(3)
    assert heads(table) == [
        "#",
        "player",
        "games",
        "score",
        "95 % interval of the score",
        "Elo ±",
        "Won, drawn, lost",
        "s/move",
    ]
    rows = cells(table)
    assert {row[1] for row in rows} == NAMES
    assert [row[2] for row in rows] == ["8", "8", "8"]
    record = [[int(number) for number in row[6].split()] for row in rows]
    assert all(sum(counts) == 8 for counts in record)
    assert sum(won for won, _, _ in record) == sum(lost for _, _, lost in record)
    for row, (won, drawn, _) in zip(rows, record, strict=True):
        assert row[3] == f"{100 * (won + drawn / 2) / 8:.1f} %"

    # What one makes against another is what that one leaves; the columns stand in the order of the rows.
    cross = page.get_by_role("table", name="Everybody against everybody")
    players = [row[1] for row in rows]
    assert heads(cross) == ["#", "player", *players]
    assert [row[1] for row in cells(cross)] == players
    points = [[share(cell) for cell in row[2:]] for row in cells(cross)]
    for one in range(3):
        assert points[one][one] is None
        for other in range(one):
            mine, theirs = points[one][other], points[other][one]
            assert mine is not None
            assert theirs is not None
            assert mine + theirs == 4

    page.get_by_role("link", name="All arenas").click()
    expect(page.get_by_role("heading", level=1, name="Arenas")).to_be_visible()


def test_a_game_of_an_arena_is_looked_at_and_left_again(person: Person) -> None:
    page = person.page
    person.opens(f"#/arena/{PLAYED}")
    games = page.get_by_role("table", name="Games", exact=True)
    expect(games.get_by_role("rowheader")).to_have_count(12)
    first = cells(games)[0]
    games.get_by_role("link", name=f"Look at it {first[0]}", exact=True).click()
    expect(page).to_have_url(re.compile(rf"#/arena/{re.escape(PLAYED)}/{first[0]}$"))
    for name in first[1].split("\n"):
        expect(page.get_by_text(name, exact=True).first).to_be_visible()
    moves = int(first[2].rpartition("\n")[2].removesuffix(" moves"))
    expect(page.get_by_text(f"0 / {moves}")).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_text(f"{moves} / {moves}")).to_be_visible()
    page.get_by_role("link", name=f"To the arena {PLAYED}").click()
    expect(page.get_by_role("heading", level=1, name=PLAYED)).to_be_visible()


def test_a_game_that_is_not_there_says_so(person: Person) -> None:
    person.forgives("status of 404")
    person.opens(f"#/arena/{PLAYED}/999")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("There is no such game")


def share(cell: str) -> Fraction | None:
    """The points of "2.5/4", of four games; None where nobody is met."""
    if "/" not in cell:
        return None
    points, _, games = cell.partition("/")
    assert games == "4"
    return Fraction(points)


def done(page: Page) -> int:
    """How many games have been played, as the page says it."""
    value = page.get_by_role("progressbar").get_attribute("value")
    assert value is not None
    return int(value)


def test_an_arena_that_is_played_is_followed_to_its_end_without_a_reload(person: Person, server: ServerProcess) -> None:
    page, name = person.page, "live"
    words = ["random", "level:10", "--game", "othello", "--games", "10", "--time", "0.1"]
    with running_arena(server.data_dir, name, *words):
        person.opens("#/arena")
        link = page.get_by_role("link", name=re.compile(rf"^{name}\b"))
        expect(link).to_contain_text("Being played")
        link.click()
        page.evaluate("window.isSame = true")
        expect(page.get_by_text("Being played", exact=True)).to_be_visible()
        board = page.get_by_role("img", name=re.compile(r"Game \d+: .* \(Black\) against .* \(White\), move \d+"))
        expect(board).to_be_visible()
        label, first = board.get_attribute("aria-label"), done(page)
        assert first < 10
        page.wait_for_function("(first) => document.querySelector('progress').value > first", arg=first)
        expect(board).not_to_have_attribute("aria-label", str(label))
        expect(page.get_by_text("Ended", exact=True)).to_be_visible(timeout=60_000)
        assert done(page) == 10
        expect(board).to_have_count(0)
        rows = cells(page.get_by_role("table", name="Table", exact=True))
        assert [(row[1], row[2]) for row in rows] == [("Level 10", "10"), ("Random moves", "10")]
        assert page.evaluate("window.isSame") is True
