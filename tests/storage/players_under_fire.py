"""A process to be killed: plays several matches at once and says on its output what was acknowledged.

    python -m tests.storage.players_under_fire DATABASE [before|after COMMITS]

Every line is a match's id and the number of an event that was answered and heard. With the last arguments it kills
itself at that commit: just before it, or when it is done and nobody has heard of it. What was in that commit is told
too, behind an exclamation mark.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import Sequence
from typing import Any

from tengen.core import GameError, create_rules
from tengen.match import Match, Request, RequestKind
from tengen.match.service.matches import Matches
from tengen.match.service.room import MatchLimits
from tengen.protocol import Frames
from tengen.storage import Database, SqlMatchStore
from tengen.storage.writer import EngineScribe, Job, Writer
from tests.match.sittings import FISCHER, GUEST

MATCHES = 8


class FatalScribe(EngineScribe):
    """Kills the process at one of its commits."""

    moment = ""
    commits_left = 0

    def commit(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        self.commits_left -= 1
        if self.commits_left:
            return super().commit(jobs)
        for job in jobs:
            for append in job._appends:  # type: ignore[attr-defined]  # nothing else is written here
                os.write(1, f"!{append.match_id} {append.rows[-1].n}\n".encode())
        if self.moment == "before":
            connection = self._connected()
            connection.begin()
            for job in jobs:
                job.write(connection)
        else:
            super().commit(jobs)
        os.kill(os.getpid(), signal.SIGKILL)
        return []


async def play(matches: Matches, match_id: str, seed: int) -> None:
    """Play for ever, and tell what was acknowledged."""
    chance = random.Random(seed)
    listener = await matches.subscribe(match_id)
    match = await matches.snapshot(match_id)
    while True:
        try:
            answer = await matches.act(match_id, command(match, chance))
        except GameError:
            continue
        match = answer.match
        frames = await listener.take()
        assert len(frames) == len(answer.events)
        sys.stdout.write(f"{match_id} {match.number}\n")
        sys.stdout.flush()


def command(match: Match, chance: random.Random) -> Any:
    actions = match.ruleset.legal_actions(match.state)
    player = match.state.position.to_move
    if not actions:
        return Request(RequestKind.RESTART, player)
    return Request(RequestKind.TAKEBACK, player) if chance.random() < 0.1 else chance.choice(actions)


async def main(path: str, moment: str = "", commits: str = "0") -> None:
    database = await Database.open(f"sqlite:///{path}")
    if moment:
        await database.writer.close()
        scribe = FatalScribe(database.engine)
        scribe.moment, scribe.commits_left = moment, int(commits)
        database.writer = Writer(scribe)
    matches = Matches(SqlMatchStore(database), Frames(), limits=MatchLimits(events=10**9))
    await matches.start()
    rules = create_rules("othello", 6)
    begun = [await matches.create(rules, GUEST, GUEST, control=FISCHER) for _ in range(MATCHES)]
    for answer in begun:
        sys.stdout.write(f"{answer.match.match_id} 1\n")
    sys.stdout.flush()
    await asyncio.gather(*[play(matches, answer.match.match_id, seed) for seed, answer in enumerate(begun)])


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
