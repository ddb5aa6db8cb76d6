"""The thread that plays: while one half of the games is evaluated, the other half is played on."""

from __future__ import annotations

import queue
import threading
import time
from collections import Counter
from dataclasses import dataclass

from torch import Tensor
from train.go.net.selfplay.evaluate import Half
from train.go.net.selfplay.field import OUTCOME, Field, Samples

SECONDS_BETWEEN_TAKINGS = 1.0


@dataclass(frozen=True)
class Brought:
    """What finished games left behind."""

    samples: dict[int, Samples]
    records: bytes


class Player:
    """Owns the field while it runs. Its counts may be read at any time."""

    def __init__(self, field: Field, halves: list[Half]) -> None:
        self.evaluations = 0
        self.games = 0
        self.fault: BaseException | None = None
        self._field = field
        self._halves = halves
        self._sides = sorted({group.side for group in field.groups})
        self._brought: queue.SimpleQueue[Brought] = queue.SimpleQueue()
        self._offered: list[Tensor] | None = None
        self._is_stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._waited = 0.0
        self._spent = 0.0
        self._counts: dict[int, Counter[str]] = {}

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Raises what ended the play, if something did."""
        self._is_stopping.set()
        self._thread.join()
        if self.fault is not None:
            raise self.fault

    def offer(self, weights: list[Tensor]) -> None:
        """Weights to play with from the next position on; see Half.replace."""
        self._offered = weights

    def take(self) -> list[Brought]:
        taken = []
        while not self._brought.empty():
            taken.append(self._brought.get())
        return taken

    def waiting_share(self) -> float:
        """How much of its time it waited for the net."""
        return self._waited / max(self._spent, 1e-9)

    def told_outcomes(self) -> dict[int, dict[str, float]]:
        """By size: games, their mean length, and how many of them Black won, were cut, were played out."""
        told = {}
        for side, counts in sorted(self._counts.items()):
            games = counts["games"]
            told[side] = {"games": games, "moves": round(counts["moves"] / games, 1)}
            told[side] |= {name: round(counts[name] / games, 3) for name in ("black", "is_cut", "is_played_out")}
        return told

    def _run(self) -> None:
        try:
            self._play()
        except BaseException as error:  # told to whoever stops it
            self.fault = error

    def _play(self) -> None:
        taken = time.monotonic()
        while not self._is_stopping.is_set():
            for number, half in enumerate(self._halves):
                began = time.monotonic()
                half.wait()
                played = time.monotonic()
                self.evaluations += self._field.play_on(number)
                half.begin()
                self._waited += played - began
                self._spent += time.monotonic() - began
            if time.monotonic() - taken >= SECONDS_BETWEEN_TAKINGS:
                taken = time.monotonic()
                self._bring()
                self._renew()
        for half in self._halves:
            half.wait()
        self._bring()

    def _bring(self) -> None:
        samples = {side: self._field.samples(side) for side in self._sides}
        for outcome in self._field.outcomes().tolist():
            told = dict(zip(OUTCOME, outcome, strict=True))
            counts = self._counts.setdefault(told["side"], Counter())
            counts.update(games=1, moves=told["moves"], black=int(told["winner"] > 0))
            counts.update(is_cut=told["is_cut"], is_played_out=told["is_played_out"])
            self.games += 1
        self._brought.put(Brought(samples, self._field.records()))

    def _renew(self) -> None:
        offered, self._offered = self._offered, None
        if offered is None:
            return
        for half in self._halves:
            half.wait()
        self._halves[0].replace(offered)
