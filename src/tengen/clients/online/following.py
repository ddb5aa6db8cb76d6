"""What frames of the lobby make of its view. Pure.

A server may be newer, broken or hostile: what is of no game that is known here is left out, and no list grows beyond
its bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from tengen.clients.online.lobby_values import (
    BadLobby,
    challenge_of,
    checked_count,
    checked_id,
    color_or_none,
    glance_of,
    own_game_of,
    person_of,
    point_on,
    seek_of,
)
from tengen.clients.online.lobby_view import (
    DECLINE_REASONS,
    Answered,
    Challenged,
    ChallengeView,
    GlanceView,
    LobbyChange,
    LobbyView,
    Noticed,
    Paired,
    PersonView,
)
from tengen.clients.online.notices import notice_of
from tengen.clients.play.remote import name_of
from tengen.core import Board, GameError
from tengen.protocol import (
    AnsweredFrame,
    ChallengedFrame,
    ChangedFrame,
    GamesChanged,
    GlanceMoved,
    LobbyFrame,
    NoticeFrame,
    OwnFrame,
    PairedFrame,
    PeopleChanged,
    PersonalFrame,
    SeekingFrame,
    color_of,
)

MOST_CHALLENGES: Final = 200
MOST_GAMES: Final = 100
MOST_PEOPLE: Final = 400
MOST_OWN: Final = 400
"""So many are shown of what a server tells."""

_T = TypeVar("_T")
_Told = TypeVar("_Told")


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
            told = _known(games, lambda game: own_game_of(game, now))
            own = _renewed(view.own, told, (), lambda game: game.game_id, MOST_OWN)
            return LobbyChange(replace(view, own=own))
        case ChallengedFrame(challenge=told_challenge):
            found = _known([told_challenge], challenge_of)
            challenged = _renewed(view.challenged, found, (), _challenge_id, MOST_CHALLENGES)
            return LobbyChange(replace(view, challenged=challenged), tuple(map(Challenged, found)))
        case AnsweredFrame() as answer:
            return _answered(view, answer, asked)
        case PairedFrame(game_id=game_id, color=color):
            paired = Paired(checked_id(game_id), color_of(color), asked.seeks)
            return LobbyChange(replace(view, seek=None), (paired,))
        case SeekingFrame(seek=seek):
            return LobbyChange(replace(view, seek=seek_of(seek, now)))
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
        games=_known(frame.games[:MOST_GAMES], glance_of),
        count=checked_count(frame.people.count),
        people=tuple(map(person_of, frame.people.here[:MOST_PEOPLE])),
        own=_known(frame.own[:MOST_OWN], lambda game: own_game_of(game, now)),
        seek=seek_of(frame.seek, now),
        unseen=checked_count(frame.unseen),
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
        view = replace(view, count=checked_count(frame.people.count), people=_people(view.people, frame.people))
    return view


def _answered(view: LobbyView, frame: AnsweredFrame, asked: Asked) -> LobbyChange:
    """Whoever was challenged is told too, and knows."""
    made = next((one for one in view.made if one.challenge_id == frame.challenge_id), None)
    after = without_challenge(view, frame.challenge_id)
    if made is None:
        return LobbyChange(after)
    reason = next((known for known in DECLINE_REASONS if known == frame.reason), None)
    game_id = None if frame.game_id is None else checked_id(frame.game_id)
    is_asked = made.challenge_id in asked.challenges
    return LobbyChange(after, (Answered(made, frame.answer, reason, game_id, is_asked),))


def _games(games: tuple[GlanceView, ...], changed: GamesChanged) -> tuple[GlanceView, ...]:
    moved = {move.watch_id: move for move in changed.moved}
    after = tuple(_moved(game, moved[game.watch_id]) if game.watch_id in moved else game for game in games)
    return _renewed(after, _known(changed.new, glance_of), changed.gone, lambda game: game.watch_id, MOST_GAMES)


def _moved(game: GlanceView, move: GlanceMoved) -> GlanceView:
    cells = bytearray(game.board.cells)
    for index, cell in move.set:
        if index >= len(cells):
            raise BadLobby
        cells[index] = cell
    return replace(
        game,
        board=Board(game.board.columns, game.board.rows, bytes(cells)),
        last=point_on(move.last, game.spec),
        to_move=color_or_none(move.to_move),
        moves=checked_count(move.moves),
    )


def _people(people: tuple[PersonView, ...], changed: PeopleChanged) -> tuple[PersonView, ...]:
    gone = {(name_of(one.name), one.is_guest) for one in changed.went}
    kept = tuple(person for person in people if (person.name, person.is_guest) not in gone)
    came = tuple(map(person_of, changed.came[:MOST_PEOPLE]))
    return _renewed(kept, came, (), lambda person: f"{person.is_guest} {person.name}", MOST_PEOPLE)


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
