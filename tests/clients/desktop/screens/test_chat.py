"""The chat beside a board, as far as no server is needed: how much of it is drawn."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from tests.clients.desktop.opened import opened

from tengen.clients.desktop.screens.chat import MOST_SHOWN, ChatPane
from tengen.clients.desktop.widgets import Paragraph
from tengen.clients.online.chat import MOST_LINES, Chat, ChatLineView, ChatView
from tengen.clients.sitting.said import Said
from tengen.people import ChatRoom


class LongTalk:
    """A chat that was told as much as one keeps, at times that no calendar has."""

    view = ChatView(
        is_there=True,
        is_known=True,
        lines=tuple(
            ChatLineView(
                number, ChatRoom.WATCHERS, 2**53, "Ann", False, Said("play.said", {"text": f"line {number}"}), False
            )
            for number in range(MOST_LINES)
        ),
    )

    def mark_read(self) -> None:
        """Nobody counts."""


async def test_the_latest_lines_of_a_long_talk_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        pane = ChatPane(hands.app, cast("Chat", LongTalk()))
        said = [one.text for one in pane.build().all() if isinstance(one, Paragraph)]
    assert said[-1] == f"line {MOST_LINES - 1}"
    assert MOST_SHOWN == len([line for line in said if line.startswith("line ")]) < MOST_LINES
