"""How often somebody may try to get in: per account, per address and in all. Memory is fixed; a full table refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_MINUTE_MS: Final = 60_000


@dataclass(frozen=True, slots=True)
class LoginRates:
    """The bounds. After `of_account` tries in `account_ms` each further one waits twice as long as the last."""

    of_account: int = 10
    account_ms: int = 15 * _MINUTE_MS
    first_delay_ms: int = _MINUTE_MS
    longest_delay_ms: int = 15 * _MINUTE_MS
    of_address: int = 100
    address_ms: int = 10 * _MINUTE_MS
    of_device: int = 10
    device_ms: int = 15 * _MINUTE_MS
    hashes_a_second: int = 20
    hashes_at_once: int = 120
    hashes_for_known: int = 30
    slots: int = 1 << 16


class LoginLimits:
    """Counts tries. `now` is in milliseconds and must not go back (`time.monotonic`)."""

    def __init__(self, now: Callable[[], int], rates: LoginRates | None = None) -> None:
        raise NotImplementedError
