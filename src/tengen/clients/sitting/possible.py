"""What can be done at a table now, by whoever looks at it: which commands there are, and which of them work."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from tengen.clients.play import View, kind_of
from tengen.clients.sitting.said import HasWords, Said
from tengen.core import AGREE, CHOICE, Color, ErrorCode, GameError
from tengen.match import UNPAUSE, Offer, RequestKind


class Command(StrEnum):
    """What can be asked for beside the board, in the order of the buttons; the last ones only at their moments."""

    UNDO = "undo"
    REDO = "redo"
    RESTART = "restart"
    PASS = "pass"
    RESIGN = "resign"
    SAVE = "save"
    LOAD = "load"
    REPLAY = "replay"
    HINT = "hint"
    SETTINGS = "settings"
    NEW = "new"
    ACCEPT = "accept"
    DECLINE = "decline"
    AGREE = "agree"
    AS_IT_STANDS = "as_it_stands"
    RESUME = "resume"
    PAUSE = "pause"
    UNPAUSE = "unpause"
    DRAW = "draw"
    REMATCH = "rematch"
    CLAIM = "claim"


class Can(StrEnum):
    """Whether a command can be done: `OFF` is shown, but not possible at this moment."""

    YES = "yes"
    OFF = "off"
    HIDDEN = "hidden"


COMMAND_KEYS: Final[Mapping[Command, str]] = {
    Command.UNDO: "game.undo",
    Command.REDO: "game.redo",
    Command.RESTART: "game.restart",
    Command.PASS: "game.pass",
    Command.RESIGN: "game.resign",
    Command.SAVE: "game.save",
    Command.LOAD: "game.load",
    Command.REPLAY: "sitting.replay",
    Command.HINT: "sitting.hint",
    Command.SETTINGS: "sitting.settings",
    Command.NEW: "sitting.new",
    Command.ACCEPT: "game.offer.agree",
    Command.DECLINE: "game.offer.decline",
    Command.AGREE: "game.agree",
    Command.AS_IT_STANDS: "game.agree.as_it_stands",
    Command.RESUME: "game.agree.resume",
    Command.PAUSE: "game.pause",
    Command.UNPAUSE: "game.unpause",
    Command.DRAW: "game.draw",
    Command.REMATCH: "game.rematch",
    Command.CLAIM: "game.absence.yes",
}
"""Where the words of a command are."""

_LEVEL: Final = "level:"


def possible(view: View, now: int) -> Mapping[Command, Can]:
    """Every command, and whether it can be done at this moment of the client's clock."""
    is_running = bool(view.yours) and not view.is_over
    is_live = is_running and not view.is_paused and not view.is_waiting
    is_winnable = kind_of(view).can_be_won
    are_people = all(seat.is_person for seat in view.seats.values())
    asked = asked_of(view)
    can_pause = RequestKind.PAUSE in view.can_ask and not view.is_paused and not view.is_over
    can_unpause = view.is_paused and (UNPAUSE in view.can_ask or view.is_between_programs)
    is_settling = is_live and view.phase == AGREE
    return {
        Command.UNDO: _usual(RequestKind.TAKEBACK in view.can_ask),
        Command.REDO: _usual(RequestKind.REDO in view.can_ask),
        Command.RESTART: _usual(RequestKind.RESTART in view.can_ask),
        Command.PASS: _usual(is_live and view.asked is not None and view.can_pass),
        Command.RESIGN: _usual(is_live and is_winnable),
        Command.SAVE: Can.YES,
        Command.LOAD: Can.YES,
        Command.REPLAY: _usual(bool(view.moves)),
        Command.HINT: _usual(can_have_hint(view)),
        Command.SETTINGS: Can.YES,
        Command.NEW: Can.YES,
        Command.ACCEPT: _at_moment(asked is not None),
        Command.DECLINE: _at_moment(bool(view.offers) and bool(view.yours)),
        Command.AGREE: _at_moment(is_settling and bool(missing(view))),
        Command.AS_IT_STANDS: _at_moment(is_settling and view.proposal is not None and bool(view.proposal.dead)),
        Command.RESUME: _at_moment(is_settling),
        Command.PAUSE: _at_moment(can_pause and (view.is_between_programs or view.clock is not None)),
        Command.UNPAUSE: _at_moment(can_unpause and not view.is_over),
        Command.DRAW: _at_moment(is_live and is_winnable and are_people and RequestKind.DRAW in view.can_ask),
        Command.REMATCH: _at_moment(view.is_over and view.next_id is None and RequestKind.REMATCH in view.can_ask),
        Command.CLAIM: _at_moment(is_live and may_claim(view, now)),
    }


def why_not(view: View, command: Command) -> HasWords:
    """Why a command that cannot be done now cannot be done."""
    match command:
        case Command.HINT:
            return Said("sitting.hint.none")
        case Command.ACCEPT | Command.DECLINE:
            return GameError(ErrorCode.NO_OFFER)
        case Command.CLAIM:
            return GameError(ErrorCode.NO_CLAIM)
        case Command.UNPAUSE | Command.REPLAY:
            return GameError(ErrorCode.NO_EFFECT)
        case Command.REMATCH if not view.is_over:
            return GameError(ErrorCode.GAME_RUNNING)
    return GameError(_code(view, command))


def _code(view: View, command: Command) -> ErrorCode:
    if not view.yours and not view.is_between_programs:
        return ErrorCode.NOT_YOUR_SEAT
    if view.is_over:
        return ErrorCode.GAME_OVER
    if view.is_paused:
        return ErrorCode.PAUSED
    if command in (Command.UNDO, Command.REDO, Command.RESTART) and view.is_rated:
        return ErrorCode.RATED
    if command is Command.PASS:
        return ErrorCode.NOT_YOUR_TURN if view.asked is None else ErrorCode.NO_PASS
    return _NOTHING_TO.get(command, ErrorCode.WRONG_PHASE)


_NOTHING_TO: Final = {Command.UNDO: ErrorCode.NOTHING_TO_UNDO, Command.REDO: ErrorCode.NOTHING_TO_REDO}


def can_have_hint(view: View) -> bool:
    """Whether the strongest level may be asked: in the person's own turn against a level, if it is not rated."""
    color = view.asked
    if color is None or view.is_rated or view.phase in (AGREE, CHOICE) or not kind_of(view).can_be_won:
        return False
    return view.seats[color.other].player.startswith(_LEVEL)


def asked_of(view: View) -> Offer | None:
    """What the other side asks for and waits for an answer to."""
    return next((offer for offer in view.offers if view.yours and offer.player not in view.yours), None)


def missing(view: View) -> tuple[Color, ...]:
    """Those of this client's colours that have not agreed on the dead stones yet."""
    return tuple(color for color in view.yours if color not in view.agreed)


def may_claim(view: View, now: int) -> bool:
    """Whether the opponent has been gone for long enough."""
    others = (there for color, there in view.presence.items() if color not in view.yours)
    return any(there.claim_ms is not None and now >= there.at + there.claim_ms for there in others)


def _usual(is_possible: bool) -> Can:
    return Can.YES if is_possible else Can.OFF


def _at_moment(is_possible: bool) -> Can:
    return Can.YES if is_possible else Can.HIDDEN
