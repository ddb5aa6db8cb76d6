"""What can be done at a table now, by whoever looks at it: which commands there are, and which of them work."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from tengen.clients.play import View, kind_of
from tengen.clients.sitting.said import HasWords, Said
from tengen.core import AGREE, CHOICE, Color, ErrorCode, GameError
from tengen.match import UNPAUSE, Offer, RequestKind


class TableCommand(StrEnum):
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
    ESTIMATE = "estimate"
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


COMMAND_KEYS: Final[Mapping[TableCommand, str]] = {
    TableCommand.UNDO: "game.undo",
    TableCommand.REDO: "game.redo",
    TableCommand.RESTART: "game.restart",
    TableCommand.PASS: "game.pass",
    TableCommand.RESIGN: "game.resign",
    TableCommand.SAVE: "game.save",
    TableCommand.LOAD: "game.load",
    TableCommand.REPLAY: "sitting.replay",
    TableCommand.HINT: "sitting.hint",
    TableCommand.ESTIMATE: "game.estimate",
    TableCommand.SETTINGS: "sitting.settings",
    TableCommand.NEW: "sitting.new",
    TableCommand.ACCEPT: "game.offer.agree",
    TableCommand.DECLINE: "game.offer.decline",
    TableCommand.AGREE: "game.agree",
    TableCommand.AS_IT_STANDS: "game.agree.as_it_stands",
    TableCommand.RESUME: "game.agree.resume",
    TableCommand.PAUSE: "game.pause",
    TableCommand.UNPAUSE: "game.unpause",
    TableCommand.DRAW: "game.draw",
    TableCommand.REMATCH: "game.rematch",
    TableCommand.CLAIM: "game.absence.yes",
}
"""Where the words of a command are."""

LETTERS: Final[Mapping[str, TableCommand]] = {
    "u": TableCommand.UNDO,
    "r": TableCommand.RESTART,
    "p": TableCommand.PASS,
    "e": TableCommand.ESTIMATE,
    "s": TableCommand.SAVE,
    "l": TableCommand.LOAD,
}
"""The commands that have a letter on the keyboard, the same as on the page."""

_LEVEL: Final = "level:"


def possible(view: View, now: int) -> Mapping[TableCommand, Can]:
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
        TableCommand.UNDO: _usual(RequestKind.TAKEBACK in view.can_ask),
        TableCommand.REDO: _usual(RequestKind.REDO in view.can_ask),
        TableCommand.RESTART: _usual(RequestKind.RESTART in view.can_ask),
        TableCommand.PASS: _usual(is_live and view.asked is not None and view.can_pass),
        TableCommand.RESIGN: _usual(is_live and is_winnable),
        TableCommand.SAVE: Can.YES,
        TableCommand.LOAD: Can.YES,
        TableCommand.REPLAY: _usual(bool(view.moves)),
        TableCommand.HINT: _usual(can_have_hint(view)),
        TableCommand.ESTIMATE: _can_be_estimated(view),
        TableCommand.SETTINGS: Can.YES,
        TableCommand.NEW: Can.YES,
        TableCommand.ACCEPT: _at_moment(asked is not None),
        TableCommand.DECLINE: _at_moment(bool(view.offers) and bool(view.yours)),
        TableCommand.AGREE: _at_moment(is_settling and bool(missing(view))),
        TableCommand.AS_IT_STANDS: _at_moment(is_settling and view.proposal is not None and bool(view.proposal.dead)),
        TableCommand.RESUME: _at_moment(is_settling),
        TableCommand.PAUSE: _at_moment(can_pause and (view.is_between_programs or view.clock is not None)),
        TableCommand.UNPAUSE: _at_moment(can_unpause and not view.is_over),
        TableCommand.DRAW: _at_moment(is_live and is_winnable and are_people and RequestKind.DRAW in view.can_ask),
        TableCommand.REMATCH: _at_moment(view.is_over and view.next_id is None and RequestKind.REMATCH in view.can_ask),
        TableCommand.CLAIM: _at_moment(is_live and may_claim(view, now)),
    }


def why_not(view: View, command: TableCommand) -> HasWords:
    """Why a command that cannot be done now cannot be done."""
    match command:
        case TableCommand.HINT:
            return Said("sitting.hint.none")
        case TableCommand.ACCEPT | TableCommand.DECLINE:
            return GameError(ErrorCode.NO_OFFER)
        case TableCommand.CLAIM:
            return GameError(ErrorCode.NO_CLAIM)
        case TableCommand.UNPAUSE | TableCommand.REPLAY:
            return GameError(ErrorCode.NO_EFFECT)
        case TableCommand.REMATCH if not view.is_over:
            return GameError(ErrorCode.GAME_RUNNING)
    return GameError(_code(view, command))


def _code(view: View, command: TableCommand) -> ErrorCode:
    if not view.yours and not view.is_between_programs:
        return ErrorCode.NOT_YOUR_SEAT
    if view.is_over:
        return ErrorCode.GAME_OVER
    if view.is_paused and command is not TableCommand.ESTIMATE:
        return ErrorCode.PAUSED
    if command in (TableCommand.UNDO, TableCommand.REDO, TableCommand.RESTART) and view.is_rated:
        return ErrorCode.RATED
    if command is TableCommand.ESTIMATE:
        return ErrorCode.RATED if view.is_rated else ErrorCode.NO_EFFECT
    if command is TableCommand.PASS:
        return ErrorCode.NOT_YOUR_TURN if view.asked is None else ErrorCode.NO_PASS
    return _NOTHING_TO.get(command, ErrorCode.WRONG_PHASE)


_NOTHING_TO: Final = {TableCommand.UNDO: ErrorCode.NOTHING_TO_UNDO, TableCommand.REDO: ErrorCode.NOTHING_TO_REDO}


def can_have_hint(view: View) -> bool:
    """Whether the strongest level may be asked: in the person's own turn against a level, if it is not rated."""
    color = view.asked
    if color is None or view.is_rated or view.phase in (AGREE, CHOICE) or not kind_of(view).can_be_won:
        return False
    return view.seats[color.other].player.startswith(_LEVEL)


def _can_be_estimated(view: View) -> Can:
    """Shown in games in which points are surrounded; off where the own question waits for its answer."""
    if not kind_of(view).rules.FEATURES.territory:
        return Can.HIDDEN
    return _usual(RequestKind.ESTIMATE in view.can_ask)


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
