"""Anything that may be asked of a match, picked by chance: sense and nonsense for walks and properties."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from tengen.core import COLORS, Action, Agree, Choose, Color, MarkDead, Pass, Place, Point, Resign, Resume
from tengen.match import (
    Abandon,
    Cancel,
    Claim,
    Command,
    Decline,
    Excuse,
    Forfeit,
    Join,
    Match,
    Rename,
    Request,
    RequestKind,
    Tick,
    Unpause,
)

T = TypeVar("T")


class Picker:
    """How one of several is picked: `random.choice`, or a draw of hypothesis."""

    def __init__(self, index_below: Callable[[int], int]) -> None:
        self._index_below = index_below

    def __call__(self, options: Sequence[T]) -> T:
        return options[self._index_below(len(options))]


def any_command(match: Match, pick: Picker) -> Command:
    """A command; most are moves that the rules allow, and requests are often the answer to an open one."""
    return pick((*(legal_action,) * 8, *(request,) * 3, any_action, decline, unpause, rare))(match, pick)


def legal_action(match: Match, pick: Picker) -> Command:
    """A move that the rules allow; time passes where there is none."""
    actions = match.ruleset.legal_actions(match.state)
    return pick(actions) if actions else Tick()


def any_action(match: Match, pick: Picker) -> Action:
    """An action of either side, possible or not."""
    player = color(pick)
    board = match.state.position.board
    point = Point(pick(range(board.columns + 1)), pick(range(board.rows)))
    choice = pick((*match.ruleset.choices(match.state), "purple"))
    actions: tuple[Action, ...] = (
        Place(player, point),
        Pass(player),
        Choose(player, choice),
        MarkDead(player, (point,)),
        Agree(player),
        Resume(player),
        Resign(player),
    )
    return pick(actions)


def request(match: Match, pick: Picker) -> Request:
    """A request of either side; one that waits is often taken up."""
    waiting = [Request(offer.kind, offer.player.other, "m2") for offer in match.offers]
    fresh = Request(pick(tuple(RequestKind)), color(pick), "m2")
    return pick((fresh, *waiting, *waiting))


def decline(match: Match, pick: Picker) -> Decline:
    """A decline or a withdrawal, sometimes of nothing."""
    kinds = [offer.kind for offer in match.offers] or list(RequestKind)
    return Decline(pick(kinds), color(pick))


def unpause(match: Match, pick: Picker) -> Unpause:
    """Let it go on, paused or not."""
    del match
    return Unpause(color(pick))


def rare(match: Match, pick: Picker) -> Command:
    """What happens seldom, so that most matches get somewhere before it."""
    del match
    player = color(pick)
    join = Join(player, "Cid", "cid")
    excuse = Excuse(pick((-1, 0, 500, 10**6)))
    rename = Rename(pick(("ann", "ben", "cid")), pick(("Ann", "Anna")), pick((True, False)))
    verdicts = (Abandon(player), Claim(player), Forfeit(player), Cancel())
    commands: tuple[Command, ...] = (Tick(), Tick(), join, join, excuse, excuse, rename, rename, *verdicts)
    return pick(commands)


def color(pick: Picker) -> Color:
    """Either side."""
    return pick(COLORS)
