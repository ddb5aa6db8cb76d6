"""What every HTTP call passes: limits, headers, idempotency, origin, errors. Knows no route and no caller's name."""

from tengen.server.http.cached import CachedAnswer
from tengen.server.http.call_rules import BodyKind, CallTable, call_rules
from tengen.server.http.cookies import (
    device_cookie_of,
    drop_session_cookie,
    is_plain,
    session_cookie_of,
    set_device_cookie,
    set_session_cookie,
)
from tengen.server.http.errors import add_error_answers, new_reference, people_refusal, refusal
from tengen.server.http.headers import AnswerHeaders
from tengen.server.http.idempotency import Answers, IdempotentCalls, answer_only_to
from tengen.server.http.json_bodies import ReadRoute
from tengen.server.http.leaving import while_wanted
from tengen.server.http.limits import CallLimits, HandshakeLimits
from tengen.server.http.origin import is_forwarded, is_local, is_near, is_own_screen, is_trusted
from tengen.server.http.protocol import HttpProtocol
from tengen.server.http.provided import provide, provided
from tengen.server.http.rates import Rates, Window, client_key
from tengen.server.http.subpath import SubPath
from tengen.server.http.user_agents import device_name

__all__ = [
    "AnswerHeaders",
    "Answers",
    "BodyKind",
    "CachedAnswer",
    "CallLimits",
    "CallTable",
    "HandshakeLimits",
    "HttpProtocol",
    "IdempotentCalls",
    "Rates",
    "ReadRoute",
    "SubPath",
    "Window",
    "add_error_answers",
    "answer_only_to",
    "call_rules",
    "client_key",
    "device_cookie_of",
    "device_name",
    "drop_session_cookie",
    "is_forwarded",
    "is_local",
    "is_near",
    "is_own_screen",
    "is_plain",
    "is_trusted",
    "new_reference",
    "people_refusal",
    "provide",
    "provided",
    "refusal",
    "session_cookie_of",
    "set_device_cookie",
    "set_session_cookie",
    "while_wanted",
]
