"""Who of the players is at the board, and what follows from being away. Counts time; ends no match and tells nobody."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tengen.core import TimeControl
from tengen.match.absence import AbsenceRule

_HOUR_MS: Final = 3_600_000


class Presence(StrEnum):
    """Where a player is, as far as connections tell. A hidden tab is still connected."""

    HERE = "here"
    AWAY = "away"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class AbsenceLimits:
    """How long a player of a match between people may be away, and what happens then. In this order:

    Leaving is told after `grace_ms`, so that a reconnect is no news. After `gone_ms` the player is gone. After
    `claim_ms` of the own turn the opponent may claim the win, and after `patience_ms` of it the match ends by itself.
    The last two only where the longest time at a stretch is short enough to be played in one sitting: in a
    correspondence game nobody is expected to stay, and nobody is ever called gone. There, too, each side has
    `begin_ms` for its first move, or nobody has begun the match and it is cancelled.
    """

    grace_ms: int = 5_000
    gone_ms: int = 30_000
    claim_ms: int = 60_000
    patience_ms: int = 120_000
    begin_ms: int = 60_000
    longest_main_ms: int = 4 * _HOUR_MS
    longest_period_ms: int = _HOUR_MS

    def apply_to(self, control: TimeControl | None) -> bool:
        """Whether a game with this control is played in one sitting."""
        return (
            control is not None
            and control.main_ms <= self.longest_main_ms
            and max(control.period_ms, control.increment_ms) <= self.longest_period_ms
        )

    def rule_for(self, control: TimeControl | None, rule: AbsenceRule) -> AbsenceRule:
        """Which rule a match has that asks for this one: a correspondence game always waits."""
        return rule if control is None or self.apply_to(control) else AbsenceRule.WAITS

    def begin_ms_of(self, control: TimeControl | None, rule: AbsenceRule) -> int:
        """How long a side has for its first move under this control and this rule; 0: as long as its clock."""
        return self.begin_ms if rule is not AbsenceRule.WAITS and self.apply_to(control) else 0


@dataclass(frozen=True, slots=True)
class Attendance:
    """Where a player is, and if away: when the opponent may claim the win, and when the match ends by itself."""

    presence: Presence
    claim_at: int | None = None
    ends_at: int | None = None

    def claim_ms(self, now: int) -> int | None:
        """In how long the opponent may claim the win; 0: now; None: not at all as things stand."""
        return None if self.claim_at is None else max(self.claim_at - now, 0)

    def ends_ms(self, now: int) -> int | None:
        """In how long the match ends by itself if the player stays away; None: it does not."""
        return None if self.ends_at is None else max(self.ends_at - now, 0)


class Register:
    """Which callers are connected to a match, and since when players who left are not.

    Of who has not been connected while the match was in memory nothing is known, as after a restart: they are away
    once the grace has passed since somebody could wait for them, and never gone. Who left and then acted over calls
    is not gone either: such a player needs no connection.
    """

    __slots__ = ("_counted_from", "_present", "_seen_at", "_waited_from")

    def __init__(self) -> None:
        self._present: Set[str] = frozenset()
        self._seen_at: dict[str, int] = {}  # players who are not connected: when they left, or acted after that
        self._counted_from: dict[str, int] = {}  # those of them whose absence counts
        self._waited_from: int | None = None

    def note(self, present: Set[str], players: Set[str], now: int) -> None:
        """Somebody came or left: these are connected now, and those are the players."""
        for player in (self._present - present) & players:
            self._seen_at[player] = self._counted_from[player] = now
        for player in present & players:
            self._seen_at.pop(player, None)
            self._counted_from.pop(player, None)
        self._present = present
        if self._waited_from is None:
            self._waited_from = now

    def note_act(self, player: str, now: int) -> bool:
        """A player has acted; whether it was one who had left."""
        if player not in self._seen_at:
            return False
        self._seen_at[player] = now
        self._counted_from.pop(player, None)
        return True

    def wait_for_newcomer(self, at: int) -> None:
        """Somebody sat down then, and may need a moment to connect."""
        if self._waited_from is not None:
            self._waited_from = max(self._waited_from, at)

    def wait_anew(self, at: int) -> None:
        """Nobody could act until then: absence counts from then at the earliest."""
        for player, since in self._counted_from.items():
            self._counted_from[player] = max(since, at)

    def absent_since(self, player: str) -> int | None:
        """From when on the absence of a player who left counts; None for all others."""
        return self._counted_from.get(player)

    def presence(self, player: str, now: int, limits: AbsenceLimits, *, can_be_gone: bool) -> Presence | None:
        """Where this player is now; None where nobody can say yet."""
        if player in self._present:
            return Presence.HERE
        seen_at = self._seen_at.get(player)
        since = self._waited_from if seen_at is None else seen_at
        if since is None or now < since + limits.grace_ms:
            return None if seen_at is None else Presence.HERE
        is_gone = can_be_gone and player in self._counted_from and now >= since + limits.gone_ms
        return Presence.GONE if is_gone else Presence.AWAY

    def changes_at(self, player: str, told: Presence | None, limits: AbsenceLimits, *, can_be_gone: bool) -> int | None:
        """When there will be more to say than what was `told`, if the player stays away."""
        if player in self._present or told is Presence.GONE:
            return None
        seen_at = self._seen_at.get(player)
        since = self._waited_from if seen_at is None else seen_at
        if since is None:
            return None
        if told is Presence.AWAY:
            return since + limits.gone_ms if can_be_gone and player in self._counted_from else None
        return since + limits.grace_ms
