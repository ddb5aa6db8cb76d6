"""Challenges and seeks as messages show them."""

from __future__ import annotations

from tengen.core import TimeControl
from tengen.protocol import NAMES, ChallengeOut, ClockIn, Person, RatingRange, SeekOut
from tengen.server.lobby.challenge import Challenge
from tengen.server.lobby.pairing import Seek


def challenge_out(challenge: Challenge, by: Person, to: Person | None) -> ChallengeOut:
    """A challenge by one person, to another one or to everybody."""
    terms, ruleset = challenge.terms, challenge.terms.ruleset
    return ChallengeOut(
        challenge_id=challenge.challenge_id,
        by=by,
        to=to,
        game_type=ruleset.KIND.upper(),
        board_size=ruleset.size,
        rules=ruleset.preset,
        options=ruleset.options(),
        komi=ruleset.komi_points(),
        handicap=ruleset.handicap_stones if ruleset.FEATURES.handicap else None,
        clock=None if terms.control is None else _clock(terms.control),
        speed=None if terms.speed is None else terms.speed.value,
        rated=terms.rated,
        color=None if terms.color is None else NAMES[terms.color],
        absence=terms.absence,
        rating_range=None if terms.range is None else RatingRange(below=terms.range.below, above=terms.range.above),
        created=challenge.created_at,
        expires=challenge.expires_at,
    )


def seek_out(seek: Seek, now: int) -> SeekOut:
    """What somebody waits for, as it is now."""
    wait_ms = max(seek.ready_at - now, 0)
    return SeekOut(
        game_type=seek.kind.upper(),
        board_size=seek.size,
        speed=seek.speed.value,
        rated=seek.rated,
        since_ms=max(now - seek.since, 0),
        range=seek.range_at(now),
        wait_ms=wait_ms,
        why="pairing.waits" if wait_ms else None,
    )


def _clock(control: TimeControl) -> ClockIn:
    return ClockIn(
        kind=control.kind.value,
        main_ms=control.main_ms,
        increment_ms=control.increment_ms,
        period_ms=control.period_ms,
        periods=control.periods,
        stones=control.stones,
    )
