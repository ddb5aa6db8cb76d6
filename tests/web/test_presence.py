"""Whether the opponent is here, away or gone: said in words, with the time that is left and the claim at its end."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.process import ServerProcess
from tests.web.conftest import NewPerson
from tests.web.people import Person, Table, play

pytestmark = pytest.mark.long

CLOCK = "5 min + 3 s a move"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that waits for nobody for long."""
    short = {"ABSENCE_AWAY_S": "1", "ABSENCE_GONE_S": "2", "ABSENCE_CLAIM_S": "4", "ABSENCE_END_S": "90"}
    process = ServerProcess(tmp_path_factory.mktemp("hasty") / "data", short).start()
    yield process
    process.stop()


def sit_down(
    new_person: NewPerson, server: ServerProcess, clock: str | None = CLOCK
) -> tuple[tuple[Person, Table], tuple[Person, Table]]:
    """Ann, who is Black, and Bob, whose turn it is; both have begun."""
    ann, bob = (new_person(address=server.address) for _ in range(2))
    bob.has_set(name="Bob")
    more = None if clock is None else {"Clock": clock}
    black = ann.begins("Gomoku", whom="A friend, by link", size="9×9", name="Ann", more=more)
    white = bob.opens(black.invitation).arrives()
    expect(black.player("White")).to_contain_text("is here")
    play(black, white, "E5 A1 E6")
    return (ann, black), (bob, white)


def spoken(table: Table, words: str) -> None:
    """Those who listen hear this."""
    expect(table.now.get_by_role("status").filter(has_text=re.compile(f"^{re.escape(words)}$"))).to_have_count(1)


def test_who_closes_the_page_is_away_then_gone_and_the_win_may_be_claimed(
    new_person: NewPerson, hasty: ServerProcess
) -> None:
    (_, black), (bob, _) = sit_down(new_person, hasty)
    bob.page.close()
    bar = black.player("White")
    expect(bar).to_contain_text("away")
    spoken(black, "Bob is away.")
    expect(bar).to_contain_text("gone")
    expect(black.now).to_contain_text(re.compile(r"Bob is gone\. You may claim the win in 0:0[12]\."))
    claim = black.now.get_by_role("button", name="Claim the win")
    expect(claim).to_be_visible()
    spoken(black, "Bob is gone. You may claim the win.")
    expect(black.now).to_contain_text(re.compile(r"Bob is gone\. The game ends automatically in 1:\d\d\."))
    claim.focus()
    black.page.keyboard.press("Enter")
    black.says("Black wins because the opponent left.")
    expect(black.end).to_contain_text("You won")
    expect(claim).to_have_count(0)


def test_who_comes_back_is_there_again_and_the_words_go_away(new_person: NewPerson, hasty: ServerProcess) -> None:
    (ann, black), (bob, white) = sit_down(new_person, hasty)
    address = white.page.url
    bob.page.goto("about:blank")
    expect(black.now.get_by_role("button", name="Claim the win")).to_be_visible()
    # Who looks at the page anew is told the same.
    ann.opens(black.page.url)
    expect(black.player("White")).to_contain_text("gone")
    expect(black.now.get_by_role("button", name="Claim the win")).to_be_visible()
    bob.opens(address).arrives()
    expect(black.now.get_by_role("button", name="Claim the win")).to_have_count(0)
    expect(black.player("White")).to_contain_text("is here")
    spoken(black, "Bob is back.")
    bob.table.plays("D4")
    black.sees("D4", "last move")


def test_a_page_that_is_loaded_again_is_no_absence(new_person: NewPerson, hasty: ServerProcess) -> None:
    (_, black), (bob, white) = sit_down(new_person, hasty)
    black.page.evaluate(
        """() => { window.seen = []; new MutationObserver(() => window.seen.push(document.body.innerText))
           .observe(document.body, { childList: true, subtree: true, characterData: true }); }"""
    )
    bob.page.reload()
    white.arrives().plays("D4")
    black.sees("D4", "last move")
    said = "\n".join(black.page.evaluate("window.seen"))
    assert not re.search(r"\b(away|gone|is back)\b", said)


def test_without_a_clock_one_sees_who_is_gone_and_nothing_can_be_claimed(
    new_person: NewPerson, hasty: ServerProcess
) -> None:
    (_, black), (bob, _) = sit_down(new_person, hasty, None)
    bob.page.close()
    expect(black.player("White")).to_contain_text("gone")
    black.page.wait_for_timeout(3_000)
    expect(black.now.get_by_role("button", name="Claim the win")).to_have_count(0)
    expect(black.now).not_to_contain_text("claim")


def test_who_watches_sees_who_is_gone_and_may_claim_nothing(new_person: NewPerson, hasty: ServerProcess) -> None:
    (_, black), (bob, _) = sit_down(new_person, hasty)
    watch_id = black.page.evaluate(
        "async (id) => (await (await fetch(`api/game/${id}/view`)).json()).watchId", black.id
    )
    eve = new_person(address=hasty.address).opens(f"#/game/{watch_id}").arrives()
    expect(eve.player("Black")).to_contain_text("is here")
    bob.page.close()
    expect(eve.now).to_contain_text(re.compile(r"Bob is gone\. The game ends automatically in 1:\d\d\."))
    expect(eve.now.get_by_role("button")).to_have_count(0)
