"""What frames of the lobby make of its view. Pure. Believes nothing that it has not checked.

A server may be newer, broken or hostile: what is of no game that is known here is left out, texts are stripped of what
moves a cursor, and no list grows beyond its bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from tengen.clients.online.lobby_view import (
    DECLINE_REASONS,
    Answered,
    Challenged,
    ChallengeView,
    GlanceView,
    LobbyChange,
    LobbyView,
    Noticed,
    OwnGameView,
    Paired,
    PersonView,
    RatingView,
    SeekTerms,
    SeekView,
)
from tengen.clients.online.notices import notice_of
from tengen.clients.play.remote import has_words, is_id, name_of
from tengen.core import BLACK, COLORS, EMPTY, WHITE, Board, BoardSpec, Color, GameError, Point, find_kind
from tengen.protocol import (
    AnsweredFrame,
    ChallengedFrame,
    ChallengeOut,
    ChangedFrame,
    ColorName,
    GamesChanged,
    Glance,
    GlanceMoved,
    LobbyFrame,
    NoticeFrame,
    OwnFrame,
    OwnGame,
    PairedFrame,
    PeopleChanged,
    Person,
    PersonalFrame,
    SeekingFrame,
    SeekOut,
    color_of,
)

MOST_CHALLENGES: Final = 200
MOST_GAMES: Final = 100
MOST_PEOPLE: Final = 400
MOST_OWN: Final = 400
"""So many are shown of what a server tells."""
_MOST_MS: Final = 10**15
_MOST_RATING: Final = 10_000
_SIGNS: Final[Mapping[str, int]] = {".": EMPTY, "b": BLACK, "w": WHITE}

_T = TypeVar("_T")
_Told = TypeVar("_Told")


class BadLobby(Exception):
    """A frame cannot be about any lobby."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for over this connection: the challenges that were made, and whether an opponent is sought."""

    challenges: frozenset[str] = frozenset()
    seeks: bool = False


def followed(view: LobbyView, frame: LobbyFrame | ChangedFrame | PersonalFrame, now: int, asked: Asked) -> LobbyChange:
    """The lobby after a frame that came at `now`, and what happened to this person. Raises BadLobby."""
    match frame:
        case LobbyFrame() as whole:
            return LobbyChange(_whole(view, whole, now))
        case ChangedFrame() as changed:
            return LobbyChange(_changed(view, changed))
        case OwnFrame(games=games):
            told = _known(games, lambda game: _own_game(game, now))
            own = _renewed(view.own, told, (), lambda game: game.game_id, MOST_OWN)
            return LobbyChange(replace(view, own=own))
        case ChallengedFrame(challenge=told_challenge):
            found = _known([told_challenge], challenge_of)
            challenged = _renewed(view.challenged, found, (), _challenge_id, MOST_CHALLENGES)
            return LobbyChange(replace(view, challenged=challenged), tuple(map(Challenged, found)))
        case AnsweredFrame() as answer:
            return _answered(view, answer, asked)
        case PairedFrame(game_id=game_id, color=color):
            paired = Paired(_id(game_id), color_of(color), asked.seeks)
            return LobbyChange(replace(view, seek=None), (paired,))
        case SeekingFrame(seek=seek):
            return LobbyChange(replace(view, seek=_seek(seek, now)))
        case NoticeFrame(notice=notice):
            told_notice = notice_of(notice)
            news = () if told_notice is None else (Noticed(told_notice),)
            return LobbyChange(replace(view, unseen=view.unseen + 1), news)


def without_challenge(view: LobbyView, challenge_id: str) -> LobbyView:
    """The lobby without a challenge that was answered."""

    def others(challenges: tuple[ChallengeView, ...]) -> tuple[ChallengeView, ...]:
        return tuple(challenge for challenge in challenges if challenge.challenge_id != challenge_id)

    return replace(view, challenges=others(view.challenges), challenged=others(view.challenged), made=others(view.made))


def with_made(view: LobbyView, challenge: ChallengeView) -> LobbyView:
    """The lobby with a challenge that this person has just made."""
    return replace(view, made=_renewed(view.made, (challenge,), (), _challenge_id, MOST_CHALLENGES))


# --- frames


def _whole(view: LobbyView, frame: LobbyFrame, now: int) -> LobbyView:
    return LobbyView(
        connection=view.connection,
        is_known=True,
        me=None if frame.me is None else person_of(frame.me),
        challenges=_known(frame.challenges[:MOST_CHALLENGES], challenge_of),
        challenged=_known(frame.challenged[:MOST_CHALLENGES], challenge_of),
        made=_known(frame.made[:MOST_CHALLENGES], challenge_of),
        games=_known(frame.games[:MOST_GAMES], _glance),
        count=_count(frame.people.count),
        people=tuple(map(person_of, frame.people.here[:MOST_PEOPLE])),
        own=_known(frame.own[:MOST_OWN], lambda game: _own_game(game, now)),
        seek=_seek(frame.seek, now),
        unseen=_count(frame.unseen),
    )


def _changed(view: LobbyView, frame: ChangedFrame) -> LobbyView:
    if frame.challenges is not None:
        new, gone = _known(frame.challenges.new, challenge_of), frame.challenges.gone
        view = replace(
            view,
            challenges=_renewed(view.challenges, new, gone, _challenge_id, MOST_CHALLENGES),
            made=_renewed(view.made, (), gone, _challenge_id, MOST_CHALLENGES),
        )
    if frame.games is not None:
        view = replace(view, games=_games(view.games, frame.games))
    if frame.people is not None:
        view = replace(view, count=_count(frame.people.count), people=_people(view.people, frame.people))
    return view


def _answered(view: LobbyView, frame: AnsweredFrame, asked: Asked) -> LobbyChange:
    """Whoever was challenged is told too, and knows."""
    made = next((one for one in view.made if one.challenge_id == frame.challenge_id), None)
    after = without_challenge(view, frame.challenge_id)
    if made is None:
        return LobbyChange(after)
    reason = next((known for known in DECLINE_REASONS if known == frame.reason), None)
    game_id = None if frame.game_id is None else _id(frame.game_id)
    is_asked = made.challenge_id in asked.challenges
    return LobbyChange(after, (Answered(made, frame.answer, reason, game_id, is_asked),))


def _games(games: tuple[GlanceView, ...], changed: GamesChanged) -> tuple[GlanceView, ...]:
    moved = {move.watch_id: move for move in changed.moved}
    after = tuple(_moved(game, moved[game.watch_id]) if game.watch_id in moved else game for game in games)
    return _renewed(after, _known(changed.new, _glance), changed.gone, lambda game: game.watch_id, MOST_GAMES)


def _moved(game: GlanceView, move: GlanceMoved) -> GlanceView:
    cells = bytearray(game.board.cells)
    for index, cell in move.set:
        if index >= len(cells):
            raise BadLobby
        cells[index] = cell
    return replace(
        game,
        board=Board(game.board.columns, game.board.rows, bytes(cells)),
        last=_point(move.last, game.spec),
        to_move=_color(move.to_move),
        moves=_count(move.moves),
    )


def _people(people: tuple[PersonView, ...], changed: PeopleChanged) -> tuple[PersonView, ...]:
    gone = {(name_of(one.name), one.is_guest) for one in changed.went}
    kept = tuple(person for person in people if (person.name, person.is_guest) not in gone)
    came = tuple(map(person_of, changed.came[:MOST_PEOPLE]))
    return _renewed(kept, came, (), lambda person: f"{person.is_guest} {person.name}", MOST_PEOPLE)


# --- values


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
        color=_color(told.color),
        absence=told.absence,
        below=None if wanted is None else wanted.below,
        above=None if wanted is None else wanted.above,
        created_ms=_count(told.created),
        expires_ms=_count(told.expires),
    )


def _glance(told: Glance) -> GlanceView:
    spec, board = _board(told.game_type, told.board_size, told.grid)
    return GlanceView(
        watch_id=_id(told.watch_id),
        kind=find_kind(told.game_type).name,
        size=told.board_size,
        spec=spec,
        board=board,
        players={BLACK: person_of(told.black), WHITE: person_of(told.white)},
        last=_point(told.last, spec),
        to_move=_color(told.to_move),
        moves=_count(told.moves),
        is_rated=told.rated,
        speed=told.speed,
    )


def _own_game(told: OwnGame, now: int) -> OwnGameView:
    spec, board = _board(told.game_type, told.board_size, told.grid)
    winner = next((color for color in COLORS if color.name == told.winner), None)
    return OwnGameView(
        game_id=_id(told.game_id),
        watch_id=_id(told.watch_id),
        kind=find_kind(told.game_type).name,
        size=told.board_size,
        spec=spec,
        board=board,
        players={BLACK: person_of(told.black), WHITE: person_of(told.white)},
        yours=color_of(told.yours),
        is_your_move=told.your_move,
        last=_point(told.last, spec),
        moves=_count(told.moves),
        deadline_at=None if told.deadline_ms is None else now + _count(told.deadline_ms),
        is_over=told.is_over,
        winner=winner,
        reason=name_of(told.reason or ""),
    )


def _seek(told: SeekOut | None, now: int) -> SeekView | None:
    if told is None:
        return None
    try:
        kind = find_kind(told.game_type)
    except GameError:
        return None
    return SeekView(
        terms=SeekTerms(kind.name, told.board_size, told.speed, told.rated),
        since_at=now - _count(told.since_ms),
        range=None if told.range is None else _count(told.range),
        ready_at=now + _count(told.wait_ms),
        why=told.why if told.why is not None and has_words(told.why, {"time": ""}) else None,
    )


def _board(game_type: str, size: int, grid: str) -> tuple[BoardSpec, Board]:
    spec = find_kind(game_type).rules.parse(size, {}).board_spec()
    if len(grid) != spec.rows * spec.columns or not set(grid) <= _SIGNS.keys():
        raise BadLobby
    return spec, Board(spec.columns, spec.rows, bytes(_SIGNS[sign] for sign in grid))


def _point(index: int | None, spec: BoardSpec) -> Point | None:
    if index is None:
        return None
    if index >= spec.rows * spec.columns:
        raise BadLobby
    return Point(index % spec.columns, index // spec.columns)


def _color(name: ColorName | None) -> Color | None:
    return None if name is None else color_of(name)


def _id(told: str) -> str:
    if not is_id(told):
        raise BadLobby
    return told


def _count(told: int) -> int:
    if not 0 <= told <= _MOST_MS:
        raise BadLobby
    return told


def _challenge_id(challenge: ChallengeView) -> str:
    return challenge.challenge_id


def _known(told: Iterable[_Told], made: Callable[[_Told], _T]) -> tuple[_T, ...]:
    """All of these that are of games known here."""
    found = []
    for one in told:
        try:
            found.append(made(one))
        except GameError:
            continue
    return tuple(found)


def _renewed(
    some: Sequence[_T], added: Sequence[_T], gone: Iterable[str], id_of: Callable[[_T], str], most: int
) -> tuple[_T, ...]:
    """A list with some new or renewed, and without those that are gone. What was there keeps its place."""
    renewed = {id_of(one): one for one in added}
    left = set(gone)
    kept = [renewed.get(id_of(one), one) for one in some if id_of(one) not in left]
    known = {id_of(one) for one in some}
    return (*kept, *(one for name, one in renewed.items() if name not in known))[:most]
