"""What a call may bring and how often it may come: declared beside its route, looked up before the route is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeVar

from starlette.routing import BaseRoute, Route
from starlette.types import Scope

_ATTRIBUTE: Final = "tengen_call_rules"
_GAME_ID: Final = "game_id"

_Endpoint = TypeVar("_Endpoint", bound=Callable[..., object])


class BodyKind(Enum):
    """What the body of a call is, and so how long it may be."""

    SHORT = auto()
    """JSON, up to `body_bytes`."""
    UPLOAD = auto()
    """JSON with something in it that somebody has written down, up to `upload_bytes`."""
    FILE = auto()
    """A file as it is, of whatever format, up to `upload_bytes`. Such a call changes nothing."""


@dataclass(frozen=True, slots=True)
class CallRules:
    """The limits of a call. `is_start`: it makes a game or a guest, and counts for `start_rate`.

    `is_quick`: a script does it again and again and it costs little, so that beyond `request_rate` it may go on at
    `game_rate` in a game that belongs to whoever knows its id. `has_secret`: it brings a password or a code, which is
    checked at some cost, and counts for `login_rate`.
    """

    is_start: bool = False
    is_quick: bool = False
    body: BodyKind = BodyKind.SHORT
    has_secret: bool = False


DEFAULT_RULES: Final = CallRules()


def call_rules(
    *, is_start: bool = False, is_quick: bool = False, body: BodyKind = BodyKind.SHORT, has_secret: bool = False
) -> Callable[[_Endpoint], _Endpoint]:
    """Declare the limits of the route of this function; to stand below the decorator of the route."""

    def declare(endpoint: _Endpoint) -> _Endpoint:
        setattr(endpoint, _ATTRIBUTE, CallRules(is_start, is_quick, body, has_secret))
        return endpoint

    return declare


class CallTable:
    """The limits of all calls, by method and path. What declares none has the usual ones."""

    def __init__(self, routes: Iterable[BaseRoute] = ()) -> None:
        self._declared = [
            (route.methods or set(), route.path_regex, rules)
            for route in routes
            if isinstance(route, Route) and (rules := getattr(route.endpoint, _ATTRIBUTE, None)) is not None
        ]

    def find(self, scope: Scope) -> tuple[CallRules, str | None]:
        """The limits of this call, and the id of the game that it names, if it declares limits and names one."""
        method, path = scope["method"], scope["path"]
        for methods, pattern, rules in self._declared:
            if method in methods and (found := pattern.match(path)) is not None:
                return rules, found.groupdict().get(_GAME_ID)
        return DEFAULT_RULES, None


def rules_of(scope: Scope) -> CallRules:
    """The limits that were found for this call on its way in."""
    rules: CallRules = scope.get(_ATTRIBUTE, DEFAULT_RULES)
    return rules


def keep_rules(scope: Scope, rules: CallRules) -> None:
    """Have those further in find the limits of this call."""
    scope[_ATTRIBUTE] = rules
