"""Why a server refuses what the rules would allow."""

from __future__ import annotations

from tengen.protocol import ServerCode


class ServerRefusal(Exception):
    """A refusal that only a server knows. Words: `rest.<name>` where it names any, else those of its code."""

    def __init__(self, code: ServerCode, name: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.name = name
