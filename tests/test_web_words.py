"""The page has words for everything that the platform can tell it, in every language: the lists come from the code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from tengen.core import ACTION_NAMES, LANGUAGES, SHARED_REASONS, Reason
from tengen.match import EVENT_NAMES, RequestKind
from tengen.people import AuditAction

ROOT: Final = Path(__file__).parent.parent

ACTIONS: Final = {
    "place": ["game.spoken.stone"],
    "choose": ["game.spoken.choose"],
}
"""Actions whose own words are in a point's name or in a game's choices; all others have words of their own."""

EVENTS: Final = {
    "created": ["review.start"],
    "joined": ["status.play.black", "status.play.white"],
    "renamed": [],  # the name at the seat is another one: there is nothing to say
    "moved": ["game.spoken.stone"],
    "undone": ["game.spoken.takeback"],
    "redone": ["game.spoken.stone"],
    "restarted": ["game.spoken.restart"],
    "offered": [f"game.{name}.{kind}" for kind in RequestKind for name in ("offer", "offered")],
    "declined": [f"game.declined.{kind}" for kind in RequestKind],
    "paused": ["status.paused"],
    "unpaused": ["status.play.black", "status.play.white"],
    "excused": [],  # time that is charged to nobody: there is nothing to say
    "ended": ["status.draw", "status.no_result", "status.cancelled", "status.won_by.black", "status.won_by.white"],
    "rematched": ["game.next.play", "game.next.watch"],
    "estimated": ["estimate.black", "estimate.white", "estimate.even", "estimate.points", "estimate.none"],
}
"""What the page says when it hears of an event."""


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> dict[str, str]:
    """The texts that the page has itself, in a language."""
    found: dict[str, str] = {}
    for folder in (ROOT / "src" / "tengen" / "texts", ROOT / "web" / "src" / "words"):
        found |= json.loads((folder / f"{request.param}.json").read_text(encoding="utf-8"))
    return found


def missing(words: dict[str, str], keys: list[str]) -> list[str]:
    return [key for key in keys if not words.get(key, "").strip()]


@pytest.mark.parametrize("name", ACTION_NAMES.values())
def test_every_action_has_words_on_the_page(words: dict[str, str], name: str) -> None:
    assert not missing(words, ACTIONS.get(name, [f"game.move.{name}", f"game.spoken.{name}"]))


@pytest.mark.parametrize("name", EVENT_NAMES.values())
def test_every_event_has_words_on_the_page(words: dict[str, str], name: str) -> None:
    assert name in EVENTS, f"what does the page say of {name}?"
    assert not missing(words, EVENTS[name])


@pytest.mark.parametrize("kind", RequestKind)
def test_every_request_has_words_on_the_page(words: dict[str, str], kind: RequestKind) -> None:
    names = ("request", "game.offer", "game.offered", "game.declined")
    assert not missing(words, [f"{name}.{kind}" for name in names])


@pytest.mark.parametrize("reason", SHARED_REASONS)
def test_every_end_has_words_on_the_page(words: dict[str, str], reason: Reason) -> None:
    assert not missing(words, [f"reason.{reason}", *(f"status.won.{reason}.{side}" for side in ("black", "white"))])


@pytest.mark.parametrize("action", AuditAction)
def test_everything_in_the_audit_log_has_words_on_the_page(words: dict[str, str], action: AuditAction) -> None:
    assert not missing(words, [f"admin.action.{action}"])
