"""The JSON of a call: read once, within bounds that keep it cheap, and handed to the route as it is.

What is not JSON is refused, and so is what only looks like it to some programs: NaN, infinite and endless numbers,
halves of characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic_core import from_json
from starlette.types import Scope

DEEPEST: Final = 32
"""So many lists and objects may lie in each other."""
MOST_PARTS: Final = 100_000
"""So many lists and objects may there be in all."""
LARGEST_NUMBER: Final = 2**63

_KEY: Final = "tengen.json"
_OPENING: Final = re.compile(rb'[\[{]|"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_ODD_NUMBER: Final = re.compile(rb"[0-9]{19}|[0-9.][eE]\+?[0-9]{3}")


def parse(body: bytes) -> object:
    """The value of a body. Raises ValueError with the name of what is wrong with it: `rest.wrong.<name>`."""
    openings = body.count(b"[") + body.count(b"{")
    if openings > MOST_PARTS and _count_parts(body) > MOST_PARTS:
        raise ValueError("too_many_parts")
    try:
        value = from_json(body, allow_inf_nan=False)
    except ValueError:
        raise ValueError("not_json") from None
    if openings > DEEPEST or _ODD_NUMBER.search(body):
        _check(value)
    return value


def _count_parts(body: bytes) -> int:
    """How many lists and objects begin in it, counted as far as that matters."""
    count = 0
    for found in _OPENING.finditer(body):
        count += len(found[0]) == 1
        if count > MOST_PARTS:
            break
    return count


def _check(value: object) -> None:
    """Raise ValueError for what is too deep, and for numbers that are too large."""
    level, depth = [value], 0
    while level:
        further: list[object] = []
        for part in level:
            if isinstance(part, dict | list):
                if depth == DEEPEST:
                    raise ValueError("too_deep")
                further.extend(part.values() if isinstance(part, dict) else part)
            elif isinstance(part, int | float) and not abs(part) <= LARGEST_NUMBER:
                raise ValueError("large_number")
        level, depth = further, depth + 1


def keep(scope: Scope, value: object) -> None:
    """Have the route find the value that its body was read as."""
    scope[_KEY] = value


class _ReadRequest(Request):
    """A call whose body was read on its way in."""

    async def json(self) -> Any:
        return self.scope[_KEY] if _KEY in self.scope else await super().json()


class ReadRoute(APIRoute):
    """A route that does not read JSON once more."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler as it is, for a request that knows its value."""
        handle = super().get_route_handler()

        async def handle_read(request: Request) -> Response:
            return await handle(_ReadRequest(request.scope, request.receive))

        return handle_read
