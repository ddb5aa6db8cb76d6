"""The sounds of a board, made here and now: no files. A machine without a loudspeaker is silent."""

from __future__ import annotations

import array
import math
import random
from asyncio import Handle
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

import pygame

RATE: Final = 44_100
REST_S: Final = 5.0
"""After so long a silence the loudspeaker is let go: while it is open, something must fill it, be it with silence."""
_GAP_MS: Final = 60
"""Many at once are heard as one."""

Later: TypeAlias = Callable[[float, Callable[[], None]], Handle]


@dataclass(frozen=True, slots=True)
class _Knock:
    """Stone on wood: its pitch, how loud, how long, and when it begins."""

    hertz: float
    loud: float
    seconds: float
    after: float = 0.0


_KNOCKS: Final[Mapping[str, tuple[_Knock, ...]]] = {
    "stone": (_Knock(1150, 0.5, 0.07),),
    "capture": (_Knock(620, 0.5, 0.1), _Knock(480, 0.35, 0.12, 0.07)),
    "challenge": (_Knock(880, 0.4, 0.09), _Knock(1320, 0.4, 0.12, 0.12)),
}
_TONES: Final = ((523.25, 0.0), (392.0, 0.22))
NAMES: Final = (*_KNOCKS, "end")
"""Every sound."""


class Sound:
    """Plays by name. The loudspeaker is opened when a sound is wanted, and let go after a silence."""

    def __init__(self, later: Later, *, is_on: bool = True) -> None:
        """`later` does something once, after so many seconds."""
        self.is_on = is_on
        self._later = later
        self._resting: Handle | None = None
        self._samples: dict[str, array.array[int]] = {}
        self._made: dict[str, pygame.mixer.Sound] | None = None
        self._heard_at: dict[str, int] = {}

    def play(self, name: str) -> bool:
        """Let a sound of NAMES be heard, if sounds are wanted; whether it is."""
        assert name in NAMES, name
        if not self.is_on:
            return False
        now = pygame.time.get_ticks()
        if now - self._heard_at.get(name, -_GAP_MS) < _GAP_MS:
            return False
        self._heard_at[name] = now
        sound = self._sounds().get(name)
        if sound is None:
            return False
        sound.play()
        if self._resting is not None:
            self._resting.cancel()
        self._resting = self._later(REST_S, self._rest)
        return True

    def _sounds(self) -> dict[str, pygame.mixer.Sound]:
        if self._made is None:
            self._made = {}
            self._samples = self._samples or {name: samples(name) for name in NAMES}
            with suppress(pygame.error):
                pygame.mixer.init(RATE, -16, 1, 512)
                self._made = {name: pygame.mixer.Sound(buffer=wave) for name, wave in self._samples.items()}
        return self._made

    def _rest(self) -> None:
        """Let the loudspeaker go until the next sound."""
        self._resting = None
        self._made = None
        pygame.mixer.quit()

    def close(self) -> None:
        """Let the loudspeaker go for good."""
        if self._resting is not None:
            self._resting.cancel()
        self._made = {}
        if pygame.mixer.get_init() is not None:
            pygame.mixer.quit()


def samples(name: str) -> array.array[int]:
    """A sound of NAMES as it goes to the loudspeaker: 16 bits, one channel, RATE a second."""
    if name == "end":
        waves = [_tone(hertz, after) for hertz, after in _TONES]
    else:
        waves = [_knock(knock) for knock in _KNOCKS[name]]
    length = max(start + len(wave) for start, wave in waves)
    mixed = [0.0] * length
    for start, wave in waves:
        for index, value in enumerate(wave):
            mixed[start + index] += value
    return array.array("h", (round(32767 * min(max(value, -1.0), 1.0)) for value in mixed))


def _knock(knock: _Knock) -> tuple[int, list[float]]:
    """A puff of noise and a short ring of the board, both in the same pitch."""
    chance = random.Random(1)
    count = round(knock.seconds * RATE)
    puff = _resonance((chance.uniform(-1, 1) for _ in range(count)), knock.hertz * 1.6)
    wave, turn = [], 0.0
    for index, noise in enumerate(puff):
        part = index / count
        turn += 2 * math.pi * knock.hertz * 0.7**part / RATE
        wave.append(knock.loud * (noise * _fade(2 * part) + 0.6 * math.sin(turn) * _fade(part)))
    return round(knock.after * RATE), wave


def _resonance(noise: Iterable[float], hertz: float) -> list[float]:
    """Noise through a filter that lets one pitch pass, as wide as wood does."""
    angle = 2 * math.pi * hertz / RATE
    width = math.sin(angle) / (2 * 1.2)
    scale = 1 + width
    found: list[float] = []
    before, earlier, first, second = 0.0, 0.0, 0.0, 0.0
    for value in noise:
        now = (width * (value - earlier) + 2 * math.cos(angle) * first - (1 - width) * second) / scale
        before, earlier = value, before
        first, second = now, first
        found.append(now)
    return found


def _tone(hertz: float, after: float) -> tuple[int, list[float]]:
    count = round(0.65 * RATE)
    rise = 0.03 * RATE
    wave = [
        0.16 * math.sin(2 * math.pi * hertz * index / RATE) * min(index / rise, 1) * _fade(index / count)
        for index in range(count)
    ]
    return round(after * RATE), wave


def _fade(part: float) -> float:
    """How loud it still is after this part of its length: it dies away as in the page."""
    return 0.0 if part >= 1 else math.exp(-6.5 * part)
