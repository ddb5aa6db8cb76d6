"""Values of the lobby from what a server tells. Believes nothing that it has not checked.

What is of no game known here raises GameError, what cannot be at all BadLobby; texts are stripped of what moves a
cursor.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tengen.clients.online.lobby_view import (
    ChallengeView,
    GlanceView,
    OwnGameView,
    PersonView,
    RatingView,
    SeekTerms,
    SeekView,
)
from tengen.clients.play.remote import has_words, is_id, name_of
from tengen.core import BLACK, COLORS, EMPTY, WHITE, Board, BoardSpec, Color, GameError, Point, find_kind
from tengen.protocol import ChallengeOut, ColorName, Glance, OwnGame, Person, SeekOut, color_of

_MOST_COUNT: Final = 10**15
_MOST_RATING: Final = 10_000
_SIGNS: Final[Mapping[str, int]] = {".": EMPTY, "b": BLACK, "w": WHITE}


class BadLobby(Exception):
    """What a server tells cannot be about any lobby."""


def person_of(person: Person) -> PersonView:
    """Somebody, fit to be shown."""
    rating = person.rating
    if rating is None:
        return PersonView(name_of(person.name), person.is_guest)
    if not all(abs(number) <= _MOST_RATING for number in (rating.rating, rating.deviation)):
        raise BadLobby
    told = RatingView(rating.rating, rating.deviation, name_of(rating.rank or ""))
    return PersonView(name_of(person.name), person.is_guest, told)


def challenge_of(told: ChallengeOut) -> ChallengeView:
    """A challenge. Raises GameError where its game, or its rules, are not known here."""
    kind = find_kind(told.game_type)
    ruleset = kind.rules.parse(told.board_size, told.options)
    wanted = told.rating_range
    return ChallengeView(
        challenge_id=told.challenge_id,
        by=person_of(told.by),
        to=None if told.to is None else person_of(told.to),
        kind=kind.name,
        size=ruleset.size,
        preset=ruleset.preset,
        options=ruleset.options(),
        komi=ruleset.komi_points(),
        handicap=ruleset.handicap_stones if ruleset.FEATURES.handicap else None,
        clock=None if told.clock is None else told.clock.control(),
        speed=told.speed,
        is_rated=told.rated,
        color=color_or_none(told.color),
        absence=told.absence,
        below=None if wanted is None else wanted.below,
        above=None if wanted is None else wanted.above,
        created_ms=checked_count(told.created),
        expires_ms=checked_count(told.expires),
    )


def glance_of(told: Glance) -> GlanceView:
    """A game being played."""
    spec, board = _board(told.game_type, told.board_size, told.grid)
    return GlanceView(
        watch_id=checked_id(told.watch_id),
        kind=find_kind(told.game_type).name,
        size=told.board_size,
        spec=spec,
        board=board,
        players={BLACK: person_of(told.black), WHITE: person_of(told.white)},
        last=point_on(told.last, spec),
        to_move=color_or_none(told.to_move),
        moves=checked_count(told.moves),
        is_rated=told.rated,
        speed=told.speed,
    )


def own_game_of(told: OwnGame, now: int) -> OwnGameView:
    """A game of one's own, heard of at `now`."""
    spec, board = _board(told.game_type, told.board_size, told.grid)
    winner = next((color for color in COLORS if color.name == told.winner), None)
    return OwnGameView(
        game_id=checked_id(told.game_id),
        watch_id=checked_id(told.watch_id),
        kind=find_kind(told.game_type).name,
        size=told.board_size,
        spec=spec,
        board=board,
        players={BLACK: person_of(told.black), WHITE: person_of(told.white)},
        yours=color_of(told.yours),
        is_your_move=told.your_move,
        last=point_on(told.last, spec),
        moves=checked_count(told.moves),
        deadline_at=None if told.deadline_ms is None else now + checked_count(told.deadline_ms),
        is_over=told.is_over,
        winner=winner,
        reason=name_of(told.reason or ""),
    )


def seek_of(told: SeekOut | None, now: int) -> SeekView | None:
    """What one waits for, heard of at `now`; None where that is nothing, or no game that is known here."""
    if told is None:
        return None
    try:
        kind = find_kind(told.game_type)
    except GameError:
        return None
    return SeekView(
        terms=SeekTerms(kind.name, told.board_size, told.speed, told.rated),
        since_at=now - checked_count(told.since_ms),
        range=None if told.range is None else checked_count(told.range),
        ready_at=now + checked_count(told.wait_ms),
        why=told.why if told.why is not None and has_words(told.why, {"time": ""}) else None,
    )


def _board(game_type: str, size: int, grid: str) -> tuple[BoardSpec, Board]:
    spec = find_kind(game_type).rules.parse(size, {}).board_spec()
    if len(grid) != spec.rows * spec.columns or not set(grid) <= _SIGNS.keys():
        raise BadLobby
    return spec, Board(spec.columns, spec.rows, bytes(_SIGNS[sign] for sign in grid))


def point_on(index: int | None, spec: BoardSpec) -> Point | None:
    """The point of this number, row by row; None for none."""
    if index is None:
        return None
    if index >= spec.rows * spec.columns:
        raise BadLobby
    return Point(index % spec.columns, index // spec.columns)


def color_or_none(name: ColorName | None) -> Color | None:
    """A colour by its name."""
    return None if name is None else color_of(name)


def checked_id(told: str) -> str:
    """The id of a game."""
    if not is_id(told):
        raise BadLobby
    return told


def checked_count(told: int) -> int:
    """A number or a time that can be."""
    if not 0 <= told <= _MOST_COUNT:
        raise BadLobby
    return told
