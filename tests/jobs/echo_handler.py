"""A handler of the tests' own: says what it is told to say."""

from __future__ import annotations

import json

from tengen.jobs import Handler, JobFailed, PublicReason, Tell, register_handler
from tengen.players import StopToken, machine


class Echo(Handler):
    """Answers with what was asked, unless that is `no`, or `threads` or `memory`: how much a search has here."""

    async def answer(self, body: bytes, stop: StopToken, tell: Tell) -> bytes:
        del stop
        said = json.loads(body)["say"]
        tell(b'"on the way"')
        if said == "no":
            raise JobFailed("no", PublicReason("error.TOO_LARGE", {"most": 3}))
        if said == "threads":
            return json.dumps(machine.search_threads()).encode()
        if said == "memory":
            return json.dumps(machine.search_memory_mb()).encode()
        if said == "print":
            print("a word of the handler's own")
        return body


register_handler("echo", Echo)
