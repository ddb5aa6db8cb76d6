"""The challenges that are open, as they are shown; tells of each that comes and goes. Decides and stores nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tengen.protocol import AnsweredFrame, ChallengedFrame, ChallengeOut
from tengen.server.lobby.bus import ChallengeClosed, ChallengeOpened, LobbyBus
from tengen.server.lobby.challenge import AnswerKind, Challenge, DeclineReason


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """A challenge, how it is shown, and how strong its maker was thought to be when it was made."""

    challenge: Challenge
    shown: ChallengeOut
    rating: float


class OpenChallenges:
    """All that are open, in memory: there are never many. What is to everybody is published, the rest told."""

    def __init__(self, bus: LobbyBus) -> None:
        self._bus = bus
        self._open: dict[str, OpenChallenge] = {}

    def add(self, opened: OpenChallenge) -> None:
        """A challenge is open."""
        challenge = opened.challenge
        self._open[challenge.challenge_id] = opened
        if challenge.to is None:
            self._bus.publish(ChallengeOpened(opened.shown, challenge.by))
        else:
            self._bus.tell(challenge.to, ChallengedFrame(challenge=opened.shown))

    def close(
        self,
        challenge: Challenge,
        answer: AnswerKind,
        *,
        reason: DeclineReason | None = None,
        game_id: str | None = None,
        taker: str | None = None,
    ) -> None:
        """A challenge is open no more. Whoever made it, was meant or took it is told how it ended."""
        self.drop(challenge)
        frame = AnsweredFrame(
            challenge_id=challenge.challenge_id,
            answer=answer.value,
            reason=None if reason is None else str(reason),
            game_id=game_id,
        )
        for account_id in {challenge.by, challenge.to, taker} - {None}:
            assert account_id is not None, "it was left out"
            self._bus.tell(account_id, frame)

    def renew(self, opened: OpenChallenge) -> None:
        """Show a challenge otherwise, if it is still open."""
        if opened.challenge.challenge_id in self._open:
            self.add(opened)

    def drop(self, challenge: Challenge) -> None:
        """A challenge is open no more, as others have told or will tell."""
        if self._open.pop(challenge.challenge_id, None) is not None and challenge.to is None:
            self._bus.publish(ChallengeClosed(challenge.challenge_id))

    def made_by(self, account_id: str) -> Sequence[OpenChallenge]:
        """Those of one maker, the latest first."""
        return [opened for opened in self._latest() if opened.challenge.by == account_id]

    def made_to(self, account_id: str) -> Sequence[OpenChallenge]:
        """Those to one person alone, the latest first."""
        return [opened for opened in self._latest() if opened.challenge.to == account_id]

    def to_everybody(self) -> Sequence[OpenChallenge]:
        """Those to everybody, the latest first."""
        return [opened for opened in self._latest() if opened.challenge.to is None]

    def overdue(self, now: int) -> Sequence[Challenge]:
        """Those that have expired and are not closed yet."""
        return [opened.challenge for opened in self._open.values() if opened.challenge.expires_at <= now]

    def next_expiry(self) -> int | None:
        """When the next one expires."""
        return min((opened.challenge.expires_at for opened in self._open.values()), default=None)

    def _latest(self) -> list[OpenChallenge]:
        return sorted(self._open.values(), key=lambda opened: opened.challenge.created_at, reverse=True)
