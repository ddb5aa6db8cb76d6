"""Walking through a record: its main line and variations, comments and marks, by itself or step by step. Draws nothing.

Reads no clock and no file. Where one is, one can do nothing but look.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from tengen.clients.play import Result, View, territory_of
from tengen.clients.records.main_line import MOST_MOMENTS, ReplayPosition, game_title, player_names, positions_of
from tengen.clients.sitting.record_view import record_view
from tengen.clients.sitting.replay import at_position
from tengen.clients.sitting.said import HasWords
from tengen.clients.sitting.table_words import move_text
from tengen.clients.sitting.walk import STEP_MS, Walk
from tengen.core import COLORS, BadRecord, Color, Mark, Outcome, Point, Record, text
from tengen.core.printing import printable
from tengen.match import counted, outcome_status

FASTEST_MS: Final = 50
SLOWEST_MS: Final = 60_000
LONGEST_COMMENT: Final = 4000
"""Of a longer comment the beginning is shown."""

_SIGNS: Final[Mapping[str, str]] = {"triangle": "△", "square": "□", "circle": "○", "cross": "×", "selected": "□"}
_TERRITORY: Final[Mapping[Color, str]] = {color: f"territory_{color.word}" for color in COLORS}
_LETTERS: Final = 26


@dataclass(frozen=True, slots=True)
class Variation:
    """One of the ways on from a position, or of those beside it: its letter and its move in words."""

    letter: str
    node: int
    text: str
    color: Color | None
    is_current: bool


@dataclass(frozen=True, slots=True)
class ReviewMove:
    """A move in the list of the line that is followed, at a place of it; `number` is None for what is no move.

    `has_more` where there is a comment, or another way on.
    """

    place: int
    number: int | None
    color: Color | None
    text: str
    has_more: bool


class Review(Walk):
    """A record and where one is in it: a place of a line from the root to an end, which other variations change."""

    def __init__(self, record: Record, *, step_ms: int = STEP_MS) -> None:
        """At the beginning of the main line, standing still. Raises BadRecord where the rules refuse that line."""
        super().__init__(positions_of(record), min(max(step_ms, FASTEST_MS), SLOWEST_MS))
        self.record = record
        self._children = record.children()
        self._line = record.line()[:MOST_MOMENTS]
        self._main = tuple(self._line)
        self._seen = record_view(record, self._positions[0].state)
        self._refused: tuple[int, BadRecord] | None = None
        """The node with which the line would go on, and why it does not."""

    # --- where one is

    @property
    def is_on_main_line(self) -> bool:
        """Whether the position belongs to the game as it was played."""
        return self._at < len(self._main) and self._line[self._at] == self._main[self._at]

    @property
    def view(self) -> View:
        """The position for a board; its `moves` are those that led there."""
        rules, positions = self.record.ruleset, self._positions[: self._at + 1]
        shown = at_position(self._seen, rules, positions)
        state = positions[-1].state
        outcome = self._outcome()
        if outcome is None:
            return replace(shown, territory=self._marked_territory())
        score = counted(rules, state, outcome)
        return replace(
            shown,
            score=score,
            territory=self._marked_territory() or (None if score is None else territory_of(rules, state)),
            status=outcome_status(outcome),
            result=Result.of(outcome),
        )

    @property
    def comment(self) -> str:
        """What was written about the position; may have several lines."""
        return self._position.node.comment[:LONGEST_COMMENT]

    @property
    def trouble(self) -> HasWords | None:
        """Why the variation that is followed ends where it does, at its end; else None."""
        return self._refused[1] if self._refused is not None and self._at == self.last else None

    def labels(self) -> Mapping[Point, str]:
        """What the record draws on the board, a sign a point; the letters of the ways on where there are several."""
        found: dict[Point, str] = {}
        for mark in self._position.node.marks:
            sign = printable(mark.text).strip()[:1] if mark.kind == "label" else _SIGNS.get(mark.kind, "")
            found |= dict.fromkeys(self._points(mark), sign) if sign else {}
        ways = self._children[self._line[self._at]]
        for index, way in enumerate(ways if len(ways) > 1 else ()):
            point = ReplayPosition(self._position.state, self.record.nodes[way], 0).last
            if point is not None:
                found[point] = letter_of(index)[:1]
        return found

    def place_of(self, point: Point) -> int | None:
        """Where in the line a stone was placed there, at the place that is nearest; None where none was."""
        places = [place for place, position in enumerate(self._positions) if position.last == point]
        return min(places, key=lambda place: abs(place - self._at), default=None)

    # --- moving

    def vary(self, by: int) -> None:
        """To the variation beside this one; where there is none, another way on from here is chosen. Stands still."""
        self._due = None
        beside, ways = self._beside(), self._children[self._line[self._at]]
        if len(beside) > 1:
            place = beside.index(self._line[self._at]) + by
            if 0 <= place < len(beside):
                self._follow(self._at - 1, beside[place])
                self._at = min(self._at, self.last)
        elif len(ways) > 1:
            following = self._following()
            place = (0 if following is None else ways.index(following)) + by
            if 0 <= place < len(ways):
                self._follow(self._at, ways[place])

    def choose(self, variation: Variation) -> None:
        """To the first position of one of `variations`."""
        parent = self.record.nodes[variation.node].parent
        assert parent in (self._line[self._at], self.record.nodes[self._line[self._at]].parent), "it was offered here"
        place = self._line.index(parent)
        self._follow(place, variation.node)
        self.go(place + 1)

    def back_to_main_line(self) -> None:
        """To where this variation leaves the game as it was played, and follow that again."""
        place = 0
        while place < min(self._at, len(self._main) - 1) and self._line[place + 1] == self._main[place + 1]:
            place += 1
        if place + 1 < len(self._main):
            self._follow(place, self._main[place + 1])
        self.go(place)

    def next_spot(self, by: int) -> None:
        """To the next place of the line, or the one before, with a comment or a choice of ways; or to its end."""
        place = self._at + by
        while 0 < place < self.last and not self._has_more(place):
            place += by
        self.go(place)

    def _follow(self, place: int, node: int) -> None:
        """Have the line go on from a place with this child and first children to the end, or to what is refused."""
        del self._line[place + 1 :], self._positions[place + 1 :]
        self._refused = None
        following: int | None = node
        while following is not None and len(self._positions) < MOST_MOMENTS:
            before, child = self._positions[-1], self.record.nodes[following]
            number = before.number + self.record.ruleset.is_numbered(child.action)
            state = self.record.state_of(child, before.state, number)
            if isinstance(state, BadRecord):
                self._refused = (following, state)
                return
            self._line.append(following)
            self._positions.append(ReplayPosition(state, child, number))
            following = next(iter(self._children[following]), None)

    # --- by itself

    def speed(self, factor: float, now: int) -> None:
        """Show each position so many times as long from now on."""
        self.step_ms = min(max(round(self.step_ms * factor), FASTEST_MS), SLOWEST_MS)
        if self._due is not None:
            self._due = now + self.step_ms

    # --- in words

    def title(self, language: str) -> str:
        """The game, the size of its board and its rules."""
        return game_title(self.record.ruleset, language)

    def about(self) -> str:
        """The occasion and the day, as far as they are known."""
        words = (dict(self.record.info).get("event", ""), self.record.created)
        return " · ".join(" ".join(printable(word).split()) for word in words if word)

    def players(self, language: str) -> tuple[str, ...]:
        """Both names with their ranks, Black's first."""
        return tuple(player_names(self.record, language))

    def caption(self, language: str) -> str:
        """Which move it is, and what led there."""
        count = text(language, "replay.move", number=self._position.number, count=self._positions[-1].number)
        words = self._move_words(self._position, language)
        return f"{count} · {words}" if words else count

    def variations(self, language: str) -> tuple[Variation, ...]:
        """The ways on from here where there are several, else those that might have led here; else none."""
        here = self._line[self._at]
        ways = self._children[here]
        current = self._following()
        if len(ways) < 2:
            ways, current = self._beside(), here
        if len(ways) < 2:
            return ()
        found = []
        for index, node in enumerate(ways):
            action = self.record.nodes[node].action
            words = self._move_words(ReplayPosition(self._position.state, self.record.nodes[node], 0), language)
            color = None if action is None else action.player
            found.append(Variation(letter_of(index), node, words, color, node == current))
        return tuple(found)

    @property
    def has_ways_on(self) -> bool:
        """Whether `variations` are ways on from here, and not what might have been played here."""
        return len(self._children[self._line[self._at]]) > 1

    def moves(self, language: str) -> tuple[ReviewMove, ...]:
        """The line that is followed, for a list; the beginning is not in it."""
        found = []
        for place, position in enumerate(self._positions[1:], start=1):
            action = position.node.action
            is_numbered = self.record.ruleset.is_numbered(action)
            found.append(
                ReviewMove(
                    place,
                    position.number if is_numbered else None,
                    None if action is None else action.player,
                    self._move_words(position, language),
                    self._has_more(place),
                )
            )
        return tuple(found)

    # --- inside

    @property
    def _position(self) -> ReplayPosition:
        return self._positions[self._at]

    def _following(self) -> int | None:
        """The node with which the line goes on from here, or would if the rules did not refuse it."""
        if self._at < self.last:
            return self._line[self._at + 1]
        return None if self._refused is None else self._refused[0]

    def _beside(self) -> list[int]:
        return self._children[self._line[self._at - 1]] if self._at else []

    def _has_more(self, place: int) -> bool:
        return bool(self._positions[place].node.comment) or len(self._children[self._line[place]]) > 1

    def _points(self, mark: Mark) -> tuple[Point, ...]:
        """Those of a mark's points that are on the board."""
        board = self._position.state.position.board
        return tuple(point for x, y in mark.points if (point := Point(x, y)) in board)

    def _marked_territory(self) -> Mapping[Color, tuple[Point, ...]] | None:
        """Territory that the record marks at the position; None where it marks none."""
        marks = self._position.node.marks
        found = {
            color: tuple(point for mark in marks if mark.kind == kind for point in self._points(mark))
            for color, kind in _TERRITORY.items()
        }
        return found if any(found.values()) else None

    def _outcome(self) -> Outcome | None:
        """How the game ended, at the end of a line; what the record declares is told of the game as it was played."""
        outcome = self._position.state.outcome
        is_end = self._at == self.last and self.is_on_main_line
        return self.record.result or outcome if is_end else outcome

    def _move_words(self, position: ReplayPosition, language: str) -> str:
        action = position.node.action
        if action is None:
            return text(language, "review.setup") if position.node.setup else ""
        return move_text(self._seen, action, language)


def letter_of(index: int) -> str:
    """A, B, … Z, then numbers."""
    return chr(ord("A") + index) if index < _LETTERS else str(index + 1)
