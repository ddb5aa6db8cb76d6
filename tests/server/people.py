"""People with accounts, for tests: made before a server starts, or over its calls; with browsers and second factors."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Any, Final

import httpx2
import pyotp

from tengen.people import Role
from tengen.people.service import Administration, HashParameters, PasswordHasher
from tengen.storage import Database, SqlPeopleStore
from tests.server.process import ServerProcess, Web

PASSWORD: Final = "correct horse battery"
LONG_PASSWORD: Final = "".join(chr(0x4E00 + 37 * number) for number in range(256))
"""As long as a password may be, in Chinese characters."""
PUPILS: Final = tuple(f"Pupil {number:02}" for number in range(80))
_numbers: Final = count(1)


def new_name(what: str = "player") -> str:
    """A name that nobody in this process has asked for."""
    return f"{what} {next(_numbers)} x"


def add_accounts(data_dir: Path, people: Iterable[tuple[str, Role | None]]) -> None:
    """Make accounts on the host, as an administrator at the machine does; for a folder that no server has now."""

    async def add() -> None:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        database = await Database.open(f"sqlite:///{(data_dir / 'tengen.db').as_posix()}")
        hasher = PasswordHasher(HashParameters(memory_kib=64, passes=1))
        try:
            host = Administration(SqlPeopleStore(database), hasher, lambda: time.time_ns() // 1_000_000)
            for name, role in people:
                await host.add(None, name, PASSWORD, role)
        finally:
            hasher.close()
            await database.close()

    asyncio.run(add())


class Authenticator:
    """An app with the secret of a second factor, and the paper with recovery codes. No code is given out twice."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.recovery_codes: list[str] = []
        self._last_step = self._this_step() - 2

    def code(self) -> str:
        """A code that was not used yet: of the app while it has one that counts, else from the paper."""
        step = max(self._last_step + 1, self._this_step() - 1)
        if step > self._this_step() + 1:
            return self.recovery_codes.pop()
        self._last_step = step
        return pyotp.TOTP(self.secret).generate_otp(step)

    @staticmethod
    def _this_step() -> int:
        return int(time.time()) // 30


class Person(Web):
    """Somebody with a browser of their own, who may have an account."""

    def __init__(self, server: ServerProcess, name: str | None = None, *, origin: str | None = "own") -> None:
        super().__init__(server, origin=origin)
        self.name = name or new_name()
        self.password = PASSWORD
        self.authenticator: Authenticator | None = None
        self._elsewhere: list[Person] = []

    def close(self) -> None:
        """Close all browsers of this person."""
        super().close()
        for other in self._elsewhere:
            other.close()

    def call(self, what: str, body: Any = None, **headers: str) -> httpx2.Response:
        """A call of `/api/auth`."""
        return self.post(f"/api/auth/{what}", {} if body is None else body, **headers)

    def must(self, what: str, body: Any = None, **headers: str) -> Any:
        """The answer of a call that succeeds."""
        answer = self.call(what, body, **headers)
        assert answer.status_code == 200, (what, answer.text)
        return answer.json()

    def register(self, **more: Any) -> Person:
        self.must("register", {"name": self.name, "password": self.password, **more})
        return self

    def log_in(self, **more: Any) -> Person:
        code = {} if self.authenticator is None else {"code": self.code()}
        self.must("login", {"name": self.name, "password": self.password, **code, **more})
        return self

    @property
    def me(self) -> dict[str, Any]:
        answer = self.get("/api/auth/me")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    @property
    def cookie(self) -> str:
        """All cookies, as a header."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    @property
    def token(self) -> str:
        """The token of the session."""
        return next(cookie.value or "" for cookie in self.http.cookies.jar if cookie.name.endswith("tengen_session"))

    def elsewhere(self) -> Person:
        """The same person at another browser, not logged in there; it is closed with this one."""
        other = Person(self.server, self.name)
        self._elsewhere.append(other)
        other.password, other.authenticator = self.password, self.authenticator
        return other

    # --- the second factor

    def add_second_factor(self) -> Person:
        offer = self.must("second-factor/begin", {"password": self.password})
        self.authenticator = Authenticator(offer["secret"])
        answer = self.must("second-factor/confirm", {"secret": offer["secret"], "code": self.code()})
        self.authenticator.recovery_codes = answer["recoveryCodes"]
        return self

    def code(self) -> str:
        """A code of the second factor that was not used yet."""
        assert self.authenticator is not None
        return self.authenticator.code()

    @property
    def recovery_codes(self) -> list[str]:
        """Those that are left."""
        return [] if self.authenticator is None else self.authenticator.recovery_codes

    @property
    def secret(self) -> str | None:
        """The secret of the second factor."""
        return None if self.authenticator is None else self.authenticator.secret

    # --- programs

    def bot(self, *scopes: str, days: int = 1) -> str:
        """The text of a new bot token."""
        token: str = self.must("tokens", {"label": "a program", "scopes": list(scopes), "days": days})["token"]
        return token


def code_of(answer: httpx2.Response) -> str | None:
    """The code of a refusal; None where it is none."""
    if answer.headers.get("content-type") != "application/json":
        return None
    found = json.loads(answer.content)
    code: str | None = found.get("code") if isinstance(found, dict) and answer.status_code != 200 else None
    return code
