"""Matches of every sort in which anything happens, and what a client makes of their frames.

`python -m tests.server.followed` writes some of them down for the page, which must make the same of them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

from tengen.core import GameError, RulesInput, TimeControl, create_rules
from tengen.match import Ended, Event, Match, Moved, Seat, create, decide, evolve
from tengen.match.service import colors_of
from tengen.protocol import (
    Done,
    Frames,
    Refused,
    Surroundings,
    View,
    Viewer,
    follow,
    read_outgoing,
    shared_view,
    view_of,
)
from tests.match.commands import Picker, any_command
from tests.match.sittings import AI, ANN, BEN, CONTROLS, GUEST, NOBODY

GAMES: tuple[tuple[str, int, RulesInput], ...] = (
    ("corners", 3, None),
    ("go", 5, {"dead_stones": "agree"}),
    ("go", 5, {"preset": "new-zealand"}),
    ("go", 5, {"preset": "japanese", "dead_stones": "cleanup"}),
    ("go", 9, {"handicap": 3, "handicap_placement": "free"}),
    ("gomoku", 8, {"opening": "swap2"}),
    ("gomoku", 15, "renju"),
    ("othello", 4, None),
    ("othello", 6, {"empties_to_winner": True}),
    ("peace", 4, None),
)
SEATS = ((GUEST, GUEST), (ANN, BEN), (ANN, AI), (AI, ANN), (AI, AI), (ANN, NOBODY))
VIEWERS = (Viewer("m1", ("ann",)), Viewer("m1", ("ben",)), Viewer("m1"), Viewer("w1", is_watching=True))

AVATARS: Final = {"ann": 3, "ben": 0}
"""Whoever joins has the usual one: frames do not tell of another."""


@dataclass(frozen=True)
class Step:
    event: Event
    before: Match
    after: Match


@dataclass(frozen=True)
class Sort:
    """A sort of match: the game, who sits where, the clock, and whether it is for ratings."""

    game: tuple[str, int, RulesInput]
    seats: tuple[Seat, Seat]
    control: TimeControl | None
    rated: bool = False

    def played(self, rng: random.Random, commands: int = 60) -> Iterator[Step]:
        """What happens in such a match while anything is asked, sense and nonsense, after any time and lag."""
        match, _ = create(
            "m1",
            create_rules(*self.game),
            *self.seats,
            0,
            control=self.control,
            rated=self.rated,
            begin_ms=60_000 if self.control else 0,
        )
        pick, now = Picker(rng.randrange), 0
        for _ in range(commands):
            now = max(now, match.at) + _thought_ms(match, rng)
            try:
                events = decide(match, any_command(match, pick), now, rng.choice((0, 0, 500)))
            except GameError:
                continue
            for event in events:
                before, match = match, evolve(match, event)
                yield Step(event, before, match)


def _thought_ms(match: Match, rng: random.Random) -> int:
    """How long nothing happens: mostly a moment, now and then any part of what the running side has, seldom all."""
    deadline = match.clock.deadline() if match.clock else None
    moment = rng.choice((0, 10, 700))
    if deadline is None or rng.randrange(3):
        return moment
    left = max(deadline - match.at, 1)
    return left if not rng.randrange(20) else rng.randrange(left)


def seen(match: Match, viewer: Viewer) -> dict[str, Any]:
    """What the viewer would be told on asking, without what frames leave to those who ask."""
    return plain(view_of(match, viewer, Surroundings(match.at, avatars=AVATARS)), match)


def plain(known: View, match: Match) -> dict[str, Any]:
    """A view without the English line of REST, which is not sent, and with points only where they mean something."""
    view = known.model_dump(by_alias=True)
    state = {**view["state"], "message": ""}
    if not shared_view(match).is_counted:
        state["score"] = view["territory"] = None
    return {**view, "state": state}


def beginning(match: Match, viewer: Viewer, now: int | None = None) -> View:
    """What a client knows that has asked for the view: right after the last event, or later in the turn, at `now`."""
    view = view_of(match, viewer, Surroundings(match.at if now is None else now, avatars=AVATARS))
    if shared_view(match).is_counted:
        return view
    return view.model_copy(update={"territory": None, "state": view.state.model_copy(update={"score": None})})


def hear(known: View, frame: bytes) -> View:
    read = read_outgoing(frame)
    assert not isinstance(read, Done | Refused)
    return follow(known, read)


def is_settled(step: Step) -> bool:
    """Whether nothing is to follow at once: the end of a game comes after the move that ended it."""
    return not step.after.is_over or step.before.is_over or isinstance(step.event, Ended)


def is_stranger(match: Match, viewer: Viewer) -> bool:
    """Whether the viewer is told ids to watch with only."""
    return viewer.is_watching or not colors_of(match, viewer.owners)


# --- for the page

PAGE_GAMES: Final = Path(__file__).parents[2] / "web" / "src" / "sitting" / "followed.json"
_EVERY: Final = 5


def games_for_the_page() -> str:
    """Matches of every sort, as JSON: the first view, and frames with the view after some of them.

    A match of every game from its beginning, and one with each kind of clock from the middle of a turn.
    """
    games = []
    own = (game for game in GAMES if game[0] != "corners")  # the toy game is registered by tests only
    for number, game in enumerate(own):
        control = (None, *CONTROLS)[number % (1 + len(CONTROLS))]
        sort = Sort(game, SEATS[number % len(SEATS)], control, rated=number % 4 == 1)
        viewer = VIEWERS[number % len(VIEWERS)]
        played = next(match for match in _matches(sort, number) if len(match) >= 3 * _EVERY)
        games.append(_for_the_page(f"{game[0]} {number}", played, viewer))
    for control in CONTROLS:
        late = _from_a_long_turn(Sort(("othello", 6, None), (ANN, BEN), control))
        games.append(_for_the_page(f"joined late, {control.kind}", late, VIEWERS[0]))
    return "[\n" + ",\n".join(json.dumps(game, ensure_ascii=False) for game in games) + "\n]\n"


def _for_the_page(name: str, played: Sequence[Step], viewer: Viewer) -> dict[str, Any]:
    """What the viewer is told who comes halfway between the first event and the one before it."""
    told = []
    for number, step in enumerate(played, start=1):
        watching = is_stranger(step.after, viewer)
        frame = json.loads(Frames().event(step.event, step.before, step.after, watching=watching))
        is_shown = is_settled(step) and (number % _EVERY == 0 or number == len(played))
        told.append({"frame": frame, "view": seen(step.after, viewer) if is_shown else None})
    joined = played[0].before
    first = beginning(joined, viewer, (joined.at + played[0].event.at) // 2)
    return {"name": name, "view": plain(first, joined), "told": told}


def _from_a_long_turn(sort: Sort) -> Sequence[Step]:
    """Some of such a match, from a turn on in which somebody thinks long enough to be watched, and then moves."""
    for played in _matches(sort, 0):
        for at, step in enumerate(played[: -3 * _EVERY]):
            if at > _EVERY and isinstance(step.event, Moved) and step.event.at - step.before.at > 5_000:
                return played[at : at + 3 * _EVERY]
    raise AssertionError("there is no end of matches")


def _matches(sort: Sort, seed: int) -> Iterator[list[Step]]:
    return (list(sort.played(random.Random(number), 40)) for number in count(seed))


if __name__ == "__main__":
    PAGE_GAMES.write_text(games_for_the_page(), encoding="utf-8")
