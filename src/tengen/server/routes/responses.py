"""How calls may refuse, for the description of the API."""

from __future__ import annotations

from typing import Any, Final

from tengen.protocol import Refusal

_WORDS: Final = {
    400: "the rules refuse it",
    401: "the token is not valid, or name and password are not",
    403: "not your seat, not allowed, or a foreign page",
    404: "no such game, or nobody of this name",
    409: "the game has moved on, or the name is taken",
    413: "too large",
    422: "the request is not understood",
    429: "too many requests",
    503: "cannot be done now: the store or those who read files are busy",
}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How a call may refuse: what all calls have in common, and these."""
    return {status: {"model": Refusal, "description": _WORDS[status]} for status in sorted({422, 429, *statuses})}
