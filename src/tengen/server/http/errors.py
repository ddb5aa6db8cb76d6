"""From refusals to HTTP, once for all calls: which status a code has, and what the answer looks like."""

from __future__ import annotations

import math
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Final, TypeAlias

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from tengen.core import ErrorCode, GameError
from tengen.match.service import StoreError
from tengen.people import PeopleCode, PeopleError
from tengen.protocol import LANGUAGE, Refusal, ServerCode, State, in_all_languages, mistake_in, refusal_text, say
from tengen.server.http.leaving import CallerGone
from tengen.server.refusals import ServerRefusal

_log: Final = structlog.get_logger("tengen.server")

Code: TypeAlias = ErrorCode | ServerCode | PeopleCode

STATUS: Final[dict[Code, int]] = {
    ErrorCode.NOT_YOUR_SEAT: HTTPStatus.FORBIDDEN,
    ErrorCode.NO_SUCH_GAME: HTTPStatus.NOT_FOUND,
    ErrorCode.STALE: HTTPStatus.CONFLICT,
    ErrorCode.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    ErrorCode.BAD_BODY: HTTPStatus.UNPROCESSABLE_ENTITY,
    ErrorCode.BAD_NOTATION: HTTPStatus.UNPROCESSABLE_ENTITY,
    ErrorCode.BAD_PLAYER: HTTPStatus.UNPROCESSABLE_ENTITY,
    ErrorCode.NO_SUCH_KIND: HTTPStatus.UNPROCESSABLE_ENTITY,
    ErrorCode.SLOW_DOWN: HTTPStatus.TOO_MANY_REQUESTS,
    ServerCode.BAD_ORIGIN: HTTPStatus.FORBIDDEN,
    ServerCode.BAD_TOKEN: HTTPStatus.UNAUTHORIZED,
    ServerCode.NEEDS_TLS: HTTPStatus.FORBIDDEN,
    ServerCode.NO_SUCH_PAGE: HTTPStatus.NOT_FOUND,
    ServerCode.BAD_METHOD: HTTPStatus.METHOD_NOT_ALLOWED,
    ServerCode.RATED_GAME_RUNNING: HTTPStatus.FORBIDDEN,
    ServerCode.ANALYSIS_BUSY: HTTPStatus.SERVICE_UNAVAILABLE,
    ServerCode.TRY_AGAIN: HTTPStatus.SERVICE_UNAVAILABLE,
    ServerCode.BROKEN: HTTPStatus.INTERNAL_SERVER_ERROR,
    PeopleCode.NAME_TAKEN: HTTPStatus.CONFLICT,
    PeopleCode.BAD_NAME: HTTPStatus.UNPROCESSABLE_ENTITY,
    PeopleCode.BAD_PASSWORD: HTTPStatus.UNPROCESSABLE_ENTITY,
    PeopleCode.BAD_LOGIN: HTTPStatus.UNAUTHORIZED,
    PeopleCode.CODE_NEEDED: HTTPStatus.UNAUTHORIZED,
    PeopleCode.BAD_CODE: HTTPStatus.UNAUTHORIZED,
    PeopleCode.NOT_LOGGED_IN: HTTPStatus.UNAUTHORIZED,
    PeopleCode.ALREADY_HERE: HTTPStatus.CONFLICT,
    PeopleCode.BANNED: HTTPStatus.FORBIDDEN,
    PeopleCode.INVITE_NEEDED: HTTPStatus.FORBIDDEN,
    PeopleCode.BAD_INVITE: HTTPStatus.FORBIDDEN,
    PeopleCode.BAD_RESET: HTTPStatus.UNAUTHORIZED,
    PeopleCode.TOO_MANY_TRIES: HTTPStatus.TOO_MANY_REQUESTS,
    PeopleCode.BUSY: HTTPStatus.SERVICE_UNAVAILABLE,
    PeopleCode.NOT_ALLOWED: HTTPStatus.FORBIDDEN,
    PeopleCode.SECOND_FACTOR_NEEDED: HTTPStatus.FORBIDDEN,
    PeopleCode.BAD_SCOPE: HTTPStatus.FORBIDDEN,
    PeopleCode.LAST_ADMIN: HTTPStatus.CONFLICT,
    PeopleCode.NO_SUCH_USER: HTTPStatus.NOT_FOUND,
    PeopleCode.TOO_MANY: HTTPStatus.CONFLICT,
    PeopleCode.BAD_FIELD: HTTPStatus.UNPROCESSABLE_ENTITY,
    PeopleCode.BAD_IMPORT: HTTPStatus.UNPROCESSABLE_ENTITY,
    PeopleCode.NO_SUCH_RESULT: HTTPStatus.NOT_FOUND,
    PeopleCode.ALREADY_ANNULLED: HTTPStatus.CONFLICT,
    PeopleCode.NO_SUCH_SAVE: HTTPStatus.NOT_FOUND,
    PeopleCode.SAVE_EXISTS: HTTPStatus.CONFLICT,
    PeopleCode.WRONG_PLAYERS: HTTPStatus.FORBIDDEN,
    PeopleCode.BAD_SIGNATURE: HTTPStatus.FORBIDDEN,
    PeopleCode.NO_SUCH_CHALLENGE: HTTPStatus.NOT_FOUND,
    PeopleCode.CHALLENGE_GONE: HTTPStatus.CONFLICT,
    PeopleCode.OWN_CHALLENGE: HTTPStatus.CONFLICT,
    PeopleCode.NOT_IN_RANGE: HTTPStatus.FORBIDDEN,
    PeopleCode.NOT_ACCEPTING: HTTPStatus.FORBIDDEN,
    PeopleCode.TALK_OFF: HTTPStatus.FORBIDDEN,
    PeopleCode.TALK_SILENCED: HTTPStatus.FORBIDDEN,
    PeopleCode.GUESTS_CANNOT_TALK: HTTPStatus.FORBIDDEN,
    PeopleCode.TALK_TOO_FAST: HTTPStatus.TOO_MANY_REQUESTS,
    PeopleCode.TALK_FULL: HTTPStatus.CONFLICT,
    PeopleCode.BAD_TEXT: HTTPStatus.UNPROCESSABLE_ENTITY,
    PeopleCode.BLOCKED: HTTPStatus.FORBIDDEN,
    PeopleCode.NO_SUCH_REPORT: HTTPStatus.NOT_FOUND,
    PeopleCode.REPORT_HANDLED: HTTPStatus.CONFLICT,
}
"""Everything else is a refusal of the rules: 400."""

_RETRIED: Final = (
    ErrorCode.SLOW_DOWN,
    ServerCode.TRY_AGAIN,
    ServerCode.ANALYSIS_BUSY,
    PeopleCode.BUSY,
    PeopleCode.TOO_MANY_TRIES,
    PeopleCode.TALK_TOO_FAST,
)

_GONE: Final = 499
"""What servers note of a call whose caller did not wait."""

_WITH_STATE: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.CONFLICT)
_OF_STATUS: Final[dict[int, ErrorCode | ServerCode]] = {
    HTTPStatus.NOT_FOUND: ServerCode.NO_SUCH_PAGE,
    HTTPStatus.METHOD_NOT_ALLOWED: ServerCode.BAD_METHOD,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ErrorCode.TOO_LARGE,
}


def status_of(code: Code) -> int:
    """The HTTP status of a refusal."""
    return int(STATUS.get(code, HTTPStatus.BAD_REQUEST))


def refusal(
    code: Code,
    detail: str | None = None,
    state: State | None = None,
    words: dict[str, str] | None = None,
    wait_s: int = 1,
) -> Response:
    """The answer that refuses with this code, with the detail of the table unless another is given.

    Who may come again is told after how many seconds.
    """
    detail = say(f"error.{code}") if detail is None else detail
    body = Refusal(error=detail, detail=detail, code=code, state=state, words=words)
    left_out = {"words"} if words is None else None
    headers = {"retry-after": str(wait_s)} if code in _RETRIED else None
    return Response(
        body.model_dump_json(by_alias=True, exclude=left_out),
        status_of(code),
        headers=headers,
        media_type="application/json",
    )


def refusal_of(error: ServerRefusal) -> Response:
    """The answer to a call that only a server refuses."""
    return refusal(error.code, None if error.name is None else say(error.name))


def bad_body(name: str) -> Response:
    """The answer to a body that is wrong as a whole. Words: `rest.wrong.<name>`."""
    return refusal(ErrorCode.BAD_BODY, say("wrong_body", problem=say(f"wrong.{name}")))


def broken(reference: str) -> Response:
    """The answer to a call that failed through our own fault; the log has the rest under this reference."""
    return refusal(ServerCode.BROKEN, say("error.BROKEN", reference=reference))


def new_reference() -> str:
    """A short random name for an entry of the log."""
    return secrets.token_hex(4)


def _game_error_answer(find_state: Callable[[str], Awaitable[State]]) -> Callable[..., Awaitable[Response]]:
    async def on_game_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, GameError)
        state = None
        game_id = request.path_params.get("game_id")
        if game_id is not None and status_of(error.code) in _WITH_STATE:
            with suppress(GameError, StoreError):
                state = await find_state(game_id)
        words = in_all_languages(error) if "accept-language" in request.headers else None
        return refusal(error.code, refusal_text(error), state, words, _wait_s(error))

    return on_game_error


async def _on_server_refusal(_: Request, error: Exception) -> Response:
    assert isinstance(error, ServerRefusal)
    return refusal_of(error)


def people_refusal(error: PeopleError, *, with_words: bool) -> Response:
    """The answer to what people are refused; those who tried too often are told how long to wait."""
    words = in_all_languages(error) if with_words else None
    return refusal(error.code, error.text(LANGUAGE), words=words, wait_s=_wait_s(error))


def _wait_s(error: GameError | PeopleError) -> int:
    """How long whoever may come again must wait."""
    seconds = error.values.get("seconds", 1)
    return max(1, math.ceil(seconds)) if error.code in _RETRIED and isinstance(seconds, int | float) else 1


async def _on_people_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, PeopleError)
    return people_refusal(error, with_words="accept-language" in request.headers)


async def _on_store_error(_: Request, error: Exception) -> Response:
    _log.warning("the store refused", reason=type(error).__name__)
    return refusal(ServerCode.TRY_AGAIN)


async def _on_caller_gone(_: Request, error: Exception) -> Response:
    del error
    return Response(status_code=_GONE)  # which nobody hears


async def _on_bad_body(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return refusal(ErrorCode.BAD_BODY, mistake_in(error.errors(), error.body))


async def _on_http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = refusal(_OF_STATUS.get(error.status_code, ErrorCode.BAD_BODY))
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def add_error_answers(app: FastAPI, find_state: Callable[[str], Awaitable[State]]) -> None:
    """Answer every refusal of this application in one way; `find_state` tells what a game's id stands for now."""
    app.add_exception_handler(GameError, _game_error_answer(find_state))
    app.add_exception_handler(PeopleError, _on_people_error)
    app.add_exception_handler(ServerRefusal, _on_server_refusal)
    app.add_exception_handler(CallerGone, _on_caller_gone)
    app.add_exception_handler(StoreError, _on_store_error)
    app.add_exception_handler(RequestValidationError, _on_bad_body)
    app.add_exception_handler(HTTPException, _on_http_error)
