"""What all callers see alike of a match at one moment, by its rules: worked out once, and only what is asked for.

Who the caller is, what time it is and who is at the board are not known here: `view` and `frames` put those around it.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from tengen.core import CHOICE, COLORS, Color, Pass, Place, Point, Prisoners, Score
from tengen.match import Match, Offer, Status, counted, requests_of, status
from tengen.match.service import watch_id_of

OVER: Final = "over"
PAUSED: Final = "paused"

_Found = TypeVar("_Found")


class cached(Generic[_Found]):  # noqa: N801  # a decorator
    """A property that is worked out once. Unlike the library's it takes no lock, which would cost more than most."""

    def __init__(self, work_out: Callable[[Any], _Found]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, shown: SharedView, owner: type) -> _Found:
        found = shown.__dict__[self._name] = self._work_out(shown)
        return found


LastMove: TypeAlias = Point | Literal["PASS"] | None
Territory: TypeAlias = dict[Color, Sequence[Point]]
Requests: TypeAlias = dict[Color, tuple[str, ...]]


class SharedView:
    """A match as everybody sees it. Ask `shared_view` for it; whoever asks holds the match."""

    def __init__(self, match: Match) -> None:
        self._match = weakref.ref(match)  # not the match itself: it would never leave memory

    @property
    def match(self) -> Match:
        """The match it is about."""
        match = self._match()
        assert match is not None, "whoever asks holds it"
        return match

    @cached
    def actors(self) -> tuple[Color, ...]:
        """The colours that may act now."""
        return self.match.actors()

    @property
    def next_stone(self) -> Color:
        """The colour of the next stone, whoever places it."""
        return self.match.state.position.to_move

    @cached
    def current(self) -> Color:
        """Who is to act by the rules; the side to move where both are or nobody is."""
        actors = self.match.ruleset.actors(self.match.state)
        return actors[0] if len(actors) == 1 else self.next_stone

    @cached
    def phase(self) -> str:
        """The phase of the game, or that it is over or paused."""
        match = self.match
        return OVER if match.is_over else PAUSED if match.is_paused else match.state.phase

    @property
    def is_playable(self) -> bool:
        """Whether anything may be played now."""
        return self.phase not in (OVER, PAUSED)

    @cached
    def legal(self) -> list[Point]:
        """Where a stone may be placed now."""
        return self.match.ruleset.legal_points(self.match.state) if self.is_playable else []

    @cached
    def can_pass(self) -> bool:
        """Whether a pass is possible now."""
        return self.is_playable and self.match.ruleset.can_pass(self.match.state)

    @cached
    def last_move(self) -> LastMove:
        """The latest stone or pass that stands."""
        timeline = self.match.timeline
        for place in reversed(range(timeline.cursor)):
            match timeline.steps[place].action:
                case Place(point=point):
                    return point
                case Pass():
                    return "PASS"
        return None

    @property
    def prisoners(self) -> Prisoners:
        """The stones that each side has taken."""
        return self.match.state.position.prisoners

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What one side asked for and the other has not answered."""
        return self.match.offers

    @cached
    def status(self) -> Status:
        """The one line that says how it stands."""
        return status(self.match)

    @cached
    def guidance(self) -> str | None:
        """The text key of what this moment asks of the player."""
        match = self.match
        return None if match.is_over else match.ruleset.guidance(match.state)

    @cached
    def choices(self) -> tuple[str, ...]:
        """The answers that the opening offers now."""
        match = self.match
        return match.ruleset.choices(match.state) if self.actors and match.state.phase == CHOICE else ()

    @property
    def dead(self) -> list[Point]:
        """The stones that were called dead."""
        return sorted(self.match.state.dead)

    @property
    def agreed(self) -> list[Color]:
        """Who has agreed to them."""
        return [color for color in COLORS if color in self.match.state.agreed]

    @cached
    def forbidden(self) -> list[Point]:
        """Empty points that the rules forbid the side to move by name."""
        match = self.match
        return match.ruleset.forbidden_points(match.state) if self.actors else []

    @cached
    def won(self) -> list[tuple[Point, ...]]:
        """The rows of stones that have won."""
        return self.match.ruleset.winning_rows(self.match.state)

    @cached
    def score(self) -> Score | None:
        """How the game stands in points as the board is now, whether that means something or not."""
        match = self.match
        return match.outcome.score if match.outcome and match.outcome.score else match.ruleset.score(match.state)

    @cached
    def is_counted(self) -> bool:
        """Whether points mean something now."""
        match = self.match
        return counted(match.ruleset, match.state, match.outcome) is not None

    @cached
    def territory(self) -> Territory | None:
        """The empty points that would count for each side as the board is now; None where none ever do."""
        return self._territory(self.match.state.dead)

    def without(self, dead: Set[Point]) -> tuple[Score | None, Territory | None]:
        """Points and territory as they would be if these stones were dead."""
        state = replace(self.match.state, dead=frozenset(dead))
        return self.match.ruleset.score(state), self._territory(frozenset(dead))

    def _territory(self, dead: frozenset[Point]) -> Territory | None:
        match = self.match
        found = match.ruleset.territory(replace(match.state, dead=dead))
        return None if found is None else {color: found[color] for color in COLORS}

    def keep_requests(self, before: SharedView) -> None:
        """What may be asked is the same as before: do not look again."""
        self.__dict__["can_ask"] = before.can_ask
        self.__dict__["can_all_take_back"] = before.can_all_take_back

    @cached
    def can_all_take_back(self) -> bool:
        """Whether everybody who may ask for anything may ask for a takeback, as in the course of a game."""
        return all("takeback" in asked for asked in self.can_ask.values() if asked)

    @cached
    def can_ask(self) -> Requests:
        """What the person of each colour could ask for, or agree to. Two programs can be halted by whoever holds them.

        Who plays both colours may ask the same for either.
        """
        return {color: requests_of(self.match, color) for color in COLORS}


_views: Final[dict[int, tuple[weakref.ref[Match], SharedView]]] = {}


def shared_view(match: Match) -> SharedView:
    """What all see of this match. The same one for all who ask, for as long as somebody holds the match."""
    known = _views.get(id(match))
    if known is not None and known[0]() is match:
        return known[1]
    name, found = id(match), SharedView(match)
    _views[name] = (weakref.ref(match, lambda _: _views.pop(name, None)), found)
    return found


def is_person(match: Match, color: Color) -> bool:
    """Whether somebody sits at this colour."""
    seat = match.seat(color)
    return seat.is_human and not seat.is_open


def next_id_for(match: Match, *, is_player: bool) -> str | None:
    """The id of the match that follows: to play it, or else to watch it."""
    return match.next_id if is_player or match.next_id is None else watch_id_of(match.next_id)
