"""A board in sentences, for terminals that are read aloud: what was played, and where stones are. Draws nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tengen.clients.console.facts import player_name
from tengen.clients.console.prompts import Prompts
from tengen.clients.console.screen import title
from tengen.clients.play import View, ViewEvent
from tengen.core import COLORS, LANGUAGES, Point, template

_MOST_POINTS: Final = 400


class Speech:
    """Says what is new on the boards of a session; remembers what it has said of each."""

    def __init__(self, prompts: Prompts) -> None:
        self._prompts = prompts
        self._said: dict[str, int] = {}
        self._shown = ""

    def news(self, view: View, number: int) -> list[str]:
        """Which board it is, where that is another one than before, and what people here have played on it since.

        What programs and people elsewhere do is told by whoever waits for them.
        """
        lines = []
        if view.game_id != self._shown:
            names = {color.word: player_name(view, color, self._prompts.language) for color in COLORS}
            game = title(view, self._prompts.language)
            lines.append(self._prompts.say("speak.board_is", number=number, game=game, **names))
            self._shown = view.game_id
        since = self._said.get(view.game_id, 0)
        self._said[view.game_id] = len(view.moves)
        for move in view.moves[since:]:
            if move.player in view.yours and view.seats[move.player].is_person:
                event = ViewEvent(0, "moved", move.player, player_name(view, move.player, self._language), move)
                lines.append(self._prompts.deed(event, view))
        return [line for line in lines if line]

    def question(self, view: View) -> str:
        """Whose turn it is, in few words."""
        color = view.asked
        return self._prompts.say("speak.ask", name="" if color is None else player_name(view, color, self._language))

    def asked(self, line: str, view: View) -> list[str] | None:
        """The answer to a question about the board; None where the line is none."""
        word = line.strip().casefold()
        if word in _words("board"):
            return self._stones(view)
        if word in _words("points"):
            return [self._prompts.say("speak.points_are", points=self._names(view, view.legal))]
        return None

    def _stones(self, view: View) -> list[str]:
        board = view.board
        lines = []
        for color in COLORS:
            points = self._names(view, board.stones(color))
            lines.append(self._prompts.say(f"speak.stones.{color.word}", points=points))
        if view.dead:
            lines.append(self._prompts.say("speak.dead", points=self._names(view, sorted(view.dead))))
        status = view.status
        return [*lines, self._prompts.shared(f"{view.kind}.{status.key}", **status.values)]

    def _names(self, view: View, points: Sequence[Point]) -> str:
        names = [view.spec.name(point) for point in points[:_MOST_POINTS]]
        return ", ".join(names) if names else self._prompts.say("speak.none")

    @property
    def _language(self) -> str:
        return self._prompts.language


def _words(name: str) -> frozenset[str]:
    """The words for a question, in every language."""
    return frozenset(word for language in LANGUAGES for word in template(language, f"console.speak.{name}").split())
