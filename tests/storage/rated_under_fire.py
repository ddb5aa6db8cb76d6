"""Plays rated games for ever, until it is killed: `python -m tests.storage.rated_under_fire DATABASE [MOMENT ENDS]`.

With the last arguments it kills itself when it writes that end of a game: in the middle of it, or when it is committed
and nobody has heard of it. Writes a line for every end that was acknowledged, and one behind an exclamation mark for
each that was in that commit.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any

from sqlalchemy.exc import IntegrityError

from tengen.core import Resign, create_rules
from tengen.match import Seat
from tengen.match.service import Matches, SystemTime
from tengen.people import Account, AddAccount, LevelRatings, name_key
from tengen.people.service import ResultsService
from tengen.protocol import Frames
from tengen.server.results import rows_of_ends
from tengen.storage import RESULT_TABLES, Database, SqlMatchStore, SqlPeopleStore, SqlResultStore
from tengen.storage.writer import EngineScribe, Job, Writer
from tests.match.sittings import FISCHER

NAMES = ("Ann", "Ben", "Cleo", "Dan")
MOVES = 11


class FatalScribe(EngineScribe):
    """Kills the process at one of the ends that it writes."""

    moment = ""
    ends_left = 0

    def commit(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        ending = [job for job in jobs if getattr(job, "_extra", ())]
        if ending and self.moment == "before" and self.ends_left <= 0:
            self._die_writing(ending[0])
        results = super().commit(jobs)
        written = [job for job, result in zip(jobs, results, strict=True) if not isinstance(result, Exception)]
        self.ends_left -= sum(job in ending for job in written)
        if self.moment == "after" and self.ends_left <= 0:
            _tell([job for job in written if job in ending])
            os.kill(os.getpid(), signal.SIGKILL)
        return results

    def _die_writing(self, job: Job[Any]) -> None:
        """Be killed when all of an end is written and nothing committed. One that others came before may not."""
        connection = self._connected()
        with suppress(IntegrityError), connection.begin():
            job.write(connection)
            _tell([job])
            os.kill(os.getpid(), signal.SIGKILL)


def _tell(jobs: Sequence[Job[Any]]) -> None:
    for job in jobs:
        for append in job._appends:  # type: ignore[attr-defined]  # what ends is a unit
            os.write(1, f"!{append.match_id}\n".encode())


async def play(matches: Matches, first: str, second: str, seed: int) -> None:
    """Play one game after another."""
    chance = random.Random(seed)
    rules = create_rules("gomoku", 15)
    seats = [Seat(name, owner=name.lower()) for name in (first, second)]
    while True:
        match = (await matches.create(rules, *seats, control=FISCHER, rated=True)).match
        for _ in range(MOVES):
            action = chance.choice(match.ruleset.legal_actions(match.state))
            match = (await matches.act(match.match_id, action, caller=match.seat(action.player).owner)).match
        if not match.is_over:
            loser = match.state.position.to_move
            match = (await matches.act(match.match_id, Resign(loser), caller=match.seat(loser).owner)).match
        sys.stdout.write(f"{match.match_id}\n")
        sys.stdout.flush()


async def main(path: str, moment: str = "", ends: str = "0") -> None:
    database = await Database.open(f"sqlite:///{path}")
    people, now = SqlPeopleStore(database), SystemTime().wall_ms
    if await people.account(NAMES[0].lower()) is None:
        accounts = [Account(name.lower(), name, 5, name_key(name), "a hash") for name in NAMES]
        await people.commit(*map(AddAccount, accounts))
    if moment:
        await database.writer.close()
        scribe = FatalScribe(database.engine)
        scribe.moment, scribe.ends_left = moment, int(ends)
        database.writer = Writer(scribe)
    results = ResultsService(SqlResultStore(database), people, LevelRatings("none"), now)
    matches = Matches(SqlMatchStore(database, RESULT_TABLES), Frames(), on_end=rows_of_ends(results))
    await matches.start()
    await asyncio.gather(*[play(matches, *pair, seed) for seed, pair in enumerate(combinations(NAMES, 2))])


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
