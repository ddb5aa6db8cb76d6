"""Who sits where: the seats of a new match, and for which colour a caller acts when the call does not say."""

from __future__ import annotations

from tengen.core import (
    BLACK,
    COLORS,
    Color,
    ErrorCode,
    GameError,
    Participant,
    Record,
    Ruleset,
    create_rules,
    find_kind,
    program_name,
)
from tengen.match import Match, Seat
from tengen.players import HUMAN, make_player, offered_players
from tengen.protocol import NAMES, NamesIn, SeatsIn, StartIn


def rules_of_start(body: StartIn) -> Ruleset:
    """The rules that were asked for. Raises NO_SUCH_KIND or BAD_RULES."""
    return create_rules(find_kind(body.game_type).name, body.board_size, body.rules_input())


def clean_name(name: str) -> str:
    """A name fit to be shown: no control characters, no direction marks, no space around it."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:40]


def seats_of(body: SeatsIn, kind_name: str, owner: str | None, name: str) -> tuple[Seat, Seat]:
    """The seats that were asked for, with the caller at the own one.

    Raises BAD_PLAYER, or BAD_BODY for a program at the own seat and for a name where no unowned person sits.
    """
    kind = find_kind(kind_name)
    names = body.names or NamesIn()
    seats = []
    for color in COLORS:
        player = body.players.BLACK if color is BLACK else body.players.WHITE
        called = names.BLACK if color is BLACK else names.WHITE
        is_own = body.seat == NAMES[color]
        is_program = make_player(player, kind, 0) is not None
        if called is not None and (is_program or body.seat is not None):
            raise GameError(ErrorCode.BAD_BODY)
        if is_program:
            if is_own:
                raise GameError(ErrorCode.BAD_BODY, "body.seat", color=NAMES[color])
            seats.append(Seat(player, player))
        elif body.seat is None:
            seats.append(Seat(clean_name(called or "")))
        else:
            seats.append(Seat(name, owner=owner) if is_own else Seat("", is_open=True))
    first, second = seats
    return first, second


def seats_of_record(record: Record) -> tuple[Seat, Seat]:
    """The players of a record, at seats that nobody owns. Programs that we do not have become people.

    A program under the name that records give it is called by its player's name again, which clients translate.
    """
    known = offered_players(find_kind(record.ruleset.KIND))

    def seat(participant: Participant) -> Seat:
        player = participant.player if participant.player in known else HUMAN
        is_called_so = player != HUMAN and participant.name == program_name(player)
        return Seat(player if is_called_so else participant.name[:80], player)

    return seat(record.black), seat(record.white)


def asker(match: Match, caller: str | None) -> Color:
    """For which colour a caller acts. Raises NOT_YOUR_SEAT for strangers."""
    color = match.speaker(caller)
    if color is None:
        raise GameError(ErrorCode.NOT_YOUR_SEAT)
    return color
