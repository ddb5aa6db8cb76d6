"""What a call brings, for those on its way who look at it before others do."""

from __future__ import annotations

from starlette.types import Message, Receive


def given_again(message: Message, receive: Receive) -> Receive:
    """A `receive` that gives this message once, then waits as before."""
    is_given = False

    async def give() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return message

    return give
