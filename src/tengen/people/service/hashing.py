"""Password hashes: Argon2id in a few threads of its own, with a bounded queue. Knows no accounts."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeVar

import argon2
from argon2.exceptions import InvalidHashError, VerificationError

from tengen.people.errors import PeopleCode, PeopleError

T = TypeVar("T")

_NICENESS: Final = 10


@dataclass(frozen=True, slots=True)
class HashParameters:
    """What a hash costs. Of memory each thread needs that much at a time."""

    memory_kib: int = 19 * 1024
    passes: int = 2
    lanes: int = 1


class PasswordHasher:
    """Hashes and checks passwords. Made anywhere; `hash` and `verify` belong to an event loop.

    A password counts exactly as it was received: nothing is trimmed, folded or cut off.
    """

    def __init__(
        self,
        parameters: HashParameters | None = None,
        *,
        threads: int = 2,
        most_waiting: int = 32,
        waiting_for_known: int = 8,
    ) -> None:
        """Of those who may wait, `waiting_for_known` places are for people who are known."""
        cost = parameters or HashParameters()
        self._argon2 = argon2.PasswordHasher(
            time_cost=cost.passes, memory_cost=cost.memory_kib, parallelism=cost.lanes, type=argon2.Type.ID
        )
        self._most = threads + most_waiting
        self._for_known = waiting_for_known
        self._under_way = 0
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(
            threads, thread_name_prefix="tengen-hasher", initializer=_let_others_go_first
        )
        self._nobodys = self._threads.submit(self._argon2.hash, secrets.token_bytes(32))
        """A hash that no password has. It is first in the queue, so that nobody waits for it for ever."""
        self.computed = 0
        """How many hashes were worked out so far."""

    async def hash(self, password: str, *, is_known: bool = False) -> str:
        """The hash of a password, with a salt and the parameters in it. Raises BUSY where too many wait."""
        return await self._run(lambda: self._argon2.hash(_octets(password)), is_known=is_known)

    async def verify(self, password_hash: str | None, password: str, *, is_known: bool = False) -> bool:
        """Whether this is the password. None, for an account that is not there, costs as much and is never right.

        Whoever is known may still wait where others find too many waiting. Raises BUSY.
        """
        return await self._run(lambda: self._verify(password_hash, password), is_known=is_known)

    def needs_rehash(self, password_hash: str) -> bool:
        """Whether this hash was made with other parameters than are in force now."""
        try:
            return self._argon2.check_needs_rehash(password_hash)
        except InvalidHashError:
            return True

    def close(self) -> None:
        """Let the threads end; who still waits is cancelled."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _verify(self, password_hash: str | None, password: str) -> bool:
        try:
            is_right = self._argon2.verify(password_hash or self._nobodys.result(), _octets(password))
        except (VerificationError, InvalidHashError):
            return False
        return is_right and password_hash is not None

    async def _run(self, work: Callable[[], T], *, is_known: bool) -> T:
        most = self._most if is_known else self._most - self._for_known
        with self._lock:
            if self._under_way >= most:
                raise PeopleError(PeopleCode.BUSY)
            self._under_way += 1
        future = self._threads.submit(self._counted, work)
        future.add_done_callback(self._done)
        return await asyncio.wrap_future(future)

    def _counted(self, work: Callable[[], T]) -> T:
        with self._lock:
            self.computed += 1
        return work()

    def _done(self, _: Future[T]) -> None:
        with self._lock:
            self._under_way -= 1


def _let_others_go_first() -> None:
    """Have this thread yield the processor to whoever plays. Elsewhere than on Linux threads have no niceness."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def _octets(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
