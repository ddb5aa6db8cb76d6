"""How often somebody may try to get in: per account, per address, per known device and in all. Knows no accounts.

Tries are counted in tables of a fixed size: a key goes to a slot by a keyed hash, so that memory never grows and nobody
can choose whose slot they fill. Two keys that share a slot share its tries: a full table refuses more, never less.
"""

from __future__ import annotations

import ipaddress
import secrets
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from tengen.people.errors import PeopleCode, PeopleError

_MINUTE_MS: Final = 60_000


@dataclass(frozen=True, slots=True)
class LoginRates:
    """The bounds. After `of_account` tries in `account_ms` each further one waits twice as long as the one before.

    Of the hashes that may be asked for, `hashes_for_known` are left to known devices and to people who are logged in.
    """

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
    """Counts tries. `now` is in milliseconds and should not go back (`time.monotonic`).

    A try counts before it is made, so that many at once are no way around; `forgive` takes one back that was right.
    """

    def __init__(self, now: Callable[[], int], rates: LoginRates | None = None) -> None:
        self._now = now
        self._rates = bounds = rates or LoginRates()
        key = secrets.token_bytes(32)
        self._accounts = _DelayTable(key, bounds)
        self._addresses = WindowTable(key, bounds.slots, bounds.of_address, bounds.address_ms)
        self._devices = WindowTable(key, bounds.slots, bounds.of_device, bounds.device_ms)
        self._budget = float(bounds.hashes_at_once)
        self._counted_at = now()

    def try_stranger(self, name_key: str, address: str) -> None:
        """Count a try to get into an account from an address. Raises TOO_MANY_TRIES, and then counts nothing."""
        now, account, network = self._now(), f"name {name_key}", network_of(address)
        self._refuse(max(self._accounts.wait_ms(account, now), self._addresses.wait_ms(network, now)))
        self._spend(self._rates.hashes_for_known, now)
        self._accounts.count(account, now)
        self._addresses.count(network, now)

    def try_known(self, device: str) -> None:
        """Count a try from a device that is known to the account; others cannot use it up. Raises TOO_MANY_TRIES."""
        now = self._now()
        self._refuse(self._devices.wait_ms(device, now))
        self._spend(0, now)
        self._devices.count(device, now)

    def try_owner(self, account_id: str) -> None:
        """Count a try of somebody who is logged in and gives the password once more. Raises TOO_MANY_TRIES."""
        now, account = self._now(), f"id {account_id}"
        self._refuse(self._accounts.wait_ms(account, now))
        self._spend(0, now)
        self._accounts.count(account, now)

    def try_address(self, address: str) -> None:
        """Count a try that names no account: registering, a reset link. Raises TOO_MANY_TRIES."""
        now, network = self._now(), network_of(address)
        self._refuse(self._addresses.wait_ms(network, now))
        self._spend(self._rates.hashes_for_known, now)
        self._addresses.count(network, now)

    def forgive_stranger(self, name_key: str, address: str) -> None:
        """Take back a try of `try_stranger` that was right."""
        self._accounts.uncount(f"name {name_key}")
        self._addresses.uncount(network_of(address))

    def forgive_known(self, device: str) -> None:
        """Take back a try of `try_known` that was right."""
        self._devices.uncount(device)

    def forgive_owner(self, account_id: str) -> None:
        """Take back a try of `try_owner` that was right."""
        self._accounts.uncount(f"id {account_id}")

    @staticmethod
    def _refuse(wait_ms: int) -> None:
        if wait_ms > 0:
            raise PeopleError(PeopleCode.TOO_MANY_TRIES, seconds=-(-wait_ms // 1000))

    def _spend(self, left_alone: int, now: int) -> None:
        """Take one hash from the budget of all, unless only what is left for others is there."""
        rates = self._rates
        passed, self._counted_at = max(now - self._counted_at, 0), now
        self._budget = min(self._budget + passed * rates.hashes_a_second / 1000, rates.hashes_at_once)
        if self._budget < left_alone + 1:
            raise PeopleError(PeopleCode.TOO_MANY_TRIES, seconds=1)
        self._budget -= 1


def network_of(address: str) -> str:
    """What counts as one client: an IPv4 address, or a whole /64 of IPv6. Any other text stands for itself."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.IPv6Network((parsed, 64), strict=False))
    return str(parsed)


class _Slots:
    """A number of slots, each found by a keyed hash of its text."""

    def __init__(self, key: bytes, slots: int) -> None:
        self._key = key
        self._slots = slots

    def slot(self, text: str) -> int:
        digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8, key=self._key).digest()
        return int.from_bytes(digest) % self._slots


class WindowTable(_Slots):
    """So many tries in so many milliseconds, which begin with the first."""

    def __init__(self, key: bytes, slots: int, most: int, window_ms: int) -> None:
        super().__init__(key, slots)
        self._most = most
        self._window_ms = window_ms
        self._counts = array("L", bytes(slots * array("L").itemsize))
        self._since = array("q", bytes(slots * 8))

    def wait_ms(self, text: str, now: int) -> int:
        """How long until the next try; 0 where it may be made now."""
        slot = self.slot(text)
        left = self._since[slot] + self._window_ms - now
        return left if self._counts[slot] >= self._most and left > 0 else 0

    def count(self, text: str, now: int) -> None:
        slot = self.slot(text)
        if now - self._since[slot] >= self._window_ms or not self._counts[slot]:
            self._counts[slot], self._since[slot] = 0, now
        self._counts[slot] += 1

    def uncount(self, text: str) -> None:
        slot = self.slot(text)
        self._counts[slot] = max(self._counts[slot] - 1, 0)


class _DelayTable(_Slots):
    """So many tries in so many milliseconds, then one after each delay, which doubles; after twice the longest, afresh.

    What is refused does not count, so that nobody can be kept out for longer than the longest delay at a time.
    """

    def __init__(self, key: bytes, rates: LoginRates) -> None:
        super().__init__(key, rates.slots)
        self._most = rates.of_account
        self._window_ms = rates.account_ms
        self._first_ms = rates.first_delay_ms
        self._longest_ms = rates.longest_delay_ms
        self._counts = array("L", bytes(rates.slots * array("L").itemsize))
        self._since = array("q", bytes(rates.slots * 8))
        self._last = array("q", bytes(rates.slots * 8))

    def wait_ms(self, text: str, now: int) -> int:
        """How long until the next try; 0 where it may be made now."""
        slot = self.slot(text)
        if self._counts[slot] < self._most or self._is_afresh(slot, now):
            return 0
        steps = min(self._counts[slot] - self._most, 32)
        return max(self._last[slot] + min(self._first_ms << steps, self._longest_ms) - now, 0)

    def count(self, text: str, now: int) -> None:
        slot = self.slot(text)
        if self._is_afresh(slot, now):
            self._counts[slot], self._since[slot] = 0, now
        self._counts[slot] += 1
        self._last[slot] = now

    def uncount(self, text: str) -> None:
        slot = self.slot(text)
        self._counts[slot] = max(self._counts[slot] - 1, 0)

    def _is_afresh(self, slot: int, now: int) -> bool:
        count = self._counts[slot]
        if count < self._most:
            return count == 0 or now - self._since[slot] >= self._window_ms
        return now - self._last[slot] >= 2 * self._longest_ms
