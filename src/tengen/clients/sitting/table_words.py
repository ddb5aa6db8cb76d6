"""What is said of a game beside its board, in a language: how it stands, who plays, what is asked. Decides nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tengen.clients.play import SeatView, View, kind_of, tally
from tengen.clients.sitting.ownership import held_points
from tengen.clients.sitting.possible import missing
from tengen.core import (
    ACTION_NAMES,
    AGREE,
    BLACK,
    COLORS,
    Action,
    Choose,
    Color,
    Pass,
    Place,
    Resume,
    SideTime,
    text,
)
from tengen.core.errors import Value
from tengen.core.printing import printable
from tengen.people import DELETED_PLAYER
from tengen.players import RANDOM

_TO_MOVE: Final = re.compile(r"status\.(play|captured|suicide|passed|choice)\.(black|white)")
_LEVEL: Final = re.compile(r"level:(\d+)")
_ENGINE: Final = "engine:"
_NAMELESS: Final = "Guest"
"""What a server calls people who gave no name."""
_SETTLING: Final = ("mark_dead", "unmark_dead", "agree")


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player beside the board.

    `count` are captures or points in words, empty where nothing is counted. `time` is what is left on the clock at the
    moment of asking; it runs where `is_running`. `presence` says in words that somebody is away.
    """

    color: Color
    name: str
    is_due: bool
    is_program: bool
    is_thinking: bool
    count: str
    time: SideTime | None
    is_running: bool
    presence: str = ""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A move in the list. `number` counts stones and passes from 1; it is None for anything else."""

    number: int | None
    color: Color
    text: str


def game_title(view: View, language: str) -> str:
    """The game and the size of its board."""
    name = text(language, f"{view.kind}.name")
    return f"{name} {text(language, 'game.size', size=view.size)}"


def status_line(view: View, language: str) -> str:
    """How the match stands, said to whoever sits here: "White captured 2. Your move." """
    stands = _standing(view, language)
    resumed = _resumed(view, language)
    return text(language, "game.status.then", first=resumed, rest=stands) if resumed else stands


def _standing(view: View, language: str) -> str:
    mover = _TO_MOVE.fullmatch(view.status.key)
    if mover is None or len(view.yours) != 1:
        return _told(view, language, view.status.key, **view.status.values)
    (own,) = view.yours
    whose = "mine" if mover[2] == own.word else "theirs"
    values = {**view.status.values, "side": _color(own.other, language)}
    return printable(text(language, f"game.status.{mover[1]}.{whose}", **values))


def _resumed(view: View, language: str) -> str:
    """Who went on with the game instead of settling the dead stones, until somebody else has moved."""
    at = max((place for place, move in enumerate(view.moves) if isinstance(move, Resume)), default=None)
    if at is None or view.is_over or any(move.player is not view.moves[at].player for move in view.moves[at + 1 :]):
        return ""
    player = view.moves[at].player
    if view.yours == (player,):
        return text(language, "game.status.resumed.mine")
    before = view.moves[at - 1] if at else None
    is_refusal = before is not None and not isinstance(before, Place | Pass) and before.player is not player
    return text(language, f"game.status.resumed{'.refused' if is_refusal else ''}", side=_color(player, language))


def guidance_line(view: View, language: str) -> str:
    """What is to be done now, where that needs a word more; else empty."""
    if view.asked is None:
        return ""
    if view.can_pass and not view.legal:
        return text(language, "game.guide.must_pass")
    return "" if view.guidance is None else _told(view, language, view.guidance)


def agreement_lines(view: View, language: str) -> tuple[str, ...]:
    """What is to be known while dead stones are settled: the proposal, the score, who has agreed."""
    if view.phase != AGREE or view.is_over:
        return ()
    lines = []
    proposal, score = view.proposal, view.score
    if proposal is not None:
        lines.append(text(language, "game.agree.proposal" if proposal.dead else "game.agree.proposal.none"))
        score = proposal.score or score
    if score is not None:
        lead = score.black - score.white
        side = _color(BLACK if lead > 0 else BLACK.other, language)
        key = f"{'if_' if proposal is not None and proposal.dead else ''}{'score' if lead else 'even'}"
        lines.append(text(language, f"game.agree.{key}", player=side, count=f"{abs(lead):g}"))
    if len(view.yours) == 1:
        others = (color for color in view.agreed if color not in view.yours)
        lines += [text(language, "game.agree.other", player=_color(color, language)) for color in others]
    if view.yours and not missing(view):
        lines.append(text(language, "game.agree.waiting"))
    return tuple(lines)


def estimate_lines(view: View, language: str) -> tuple[str, ...]:
    """Who leads by how much, and how much of the board is whose, as far as that was asked for."""
    found = view.estimate
    if found is None:
        return ()
    side = found.margin and ("black" if found.margin > 0 else "white")
    lead = text(language, f"estimate.{side or 'even'}", margin=f"{abs(found.margin):g}")
    counts = {color.word: len(points) for color, points in held_points(found, view.board).items()}
    open_points = len(view.board.cells) - sum(counts.values())
    return lead, text(language, "estimate.points", **counts, open=open_points)


def result_lines(view: View, language: str) -> tuple[str, ...]:
    """How it ended, and the final score where the board was counted; empty before the end."""
    if view.result is None:
        return ()
    counts = tally(view) if view.result.is_counted else None
    ends = [_told(view, language, view.status.key, **view.status.values)]
    winner = view.result.winner
    if winner is not None:
        ends.insert(0, text(language, "game.end.wins", player=player_name(view.seats[winner], winner, language)))
    if counts is not None:
        ends.append(_told(view, language, counts.key, **counts.values))
    return tuple(ends)


def offer_lines(view: View, language: str) -> tuple[str, ...]:
    """What is asked for and not answered yet."""
    lines = []
    for offer in view.offers:
        name = player_name(view.seats[offer.player], offer.player, language)
        is_own = offer.player in view.yours
        lines.append(text(language, f"game.{'offered' if is_own else 'offer'}.{offer.kind}", player=name))
    return tuple(lines)


def player_lines(view: View, language: str, now: int) -> tuple[PlayerLine, PlayerLine]:
    """Both players, Black first, at this moment of the client's clock."""
    black, white = (_player(view, color, language, now) for color in COLORS)
    return black, white


def player_name(seat: SeatView, color: Color, language: str) -> str:
    """What a player is called: by name, a program by what it is, else by the colour."""
    if not seat.is_person and seat.name in ("", seat.player):
        return program_name(seat.player, language)
    if seat.name == DELETED_PLAYER:
        return text(language, "console.people.deleted_player")
    if seat.name == _NAMELESS:
        return text(language, "settings.name.none")
    return printable(seat.name) or _color(color, language)


def program_name(player: str, language: str) -> str:
    """What a program is called: `level:4` is "Level 4"."""
    if level := _LEVEL.fullmatch(player):
        return text(language, "game.level", level=level[1])
    return text(language, "game.random") if player == RANDOM else printable(player.removeprefix(_ENGINE))


def move_lines(view: View, language: str) -> tuple[MoveLine, ...]:
    """The moves worth listing: how dead stones were settled is left out."""
    found, number = [], 0
    for move in view.moves:
        is_played = isinstance(move, Place | Pass)
        number += is_played
        if ACTION_NAMES[type(move)] not in _SETTLING:
            found.append(MoveLine(number if is_played else None, move.player, move_text(view, move, language)))
    return tuple(found)


def move_text(view: View, move: Action, language: str) -> str:
    """A move in a few letters: "D4", "pass"."""
    match move:
        case Place(point=point):
            return view.spec.name(point)
        case Choose(choice=choice):
            return _told(view, language, f"choice.{choice}")
        case _:
            return text(language, f"game.move.{ACTION_NAMES[type(move)]}")


def move_number(view: View) -> int:
    """Which move is to be played, counted from 1; at the end, how many there were."""
    played = sum(isinstance(move, Place | Pass) for move in view.moves)
    return played if view.is_over else played + 1


def _player(view: View, color: Color, language: str, now: int) -> PlayerLine:
    seat, there = view.seats[color], view.presence.get(color)
    is_away = there is not None and color not in view.yours and there.where != "here"
    clock = view.clock
    return PlayerLine(
        color,
        player_name(seat, color, language),
        color in view.due,
        not seat.is_person,
        view.program_due is color and not view.is_paused,
        _count(view, color, language),
        None if clock is None else clock.left(color, now),
        clock is not None and clock.running is color,
        text(language, f"game.presence.{there.where}") if is_away and there is not None else "",
    )


def _count(view: View, color: Color, language: str) -> str:
    if view.score is not None:
        key = "game.points" if view.prisoners is not None else "game.discs"
        return text(language, key, count=f"{view.score.black if color is BLACK else view.score.white:g}")
    if view.prisoners is not None:
        return text(language, "game.captured", count=view.prisoners.of(color))
    return ""


def _color(color: Color, language: str) -> str:
    return text(language, f"color.{color.word}")


def _told(view: View, language: str, key: str, **values: Value) -> str:
    """A line in the game's own words where it has some."""
    return printable(text(language, f"{kind_of(view).name}.{key}", **values))
