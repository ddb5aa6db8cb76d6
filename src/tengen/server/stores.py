"""Opening what a server keeps things in, and closing it again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, TypeAlias

import structlog

from tengen.jobs import ENGINE_LANE, MAIN_LANE, ChildProcess, Pool, PoolLimits, server_command
from tengen.match import Event, Match
from tengen.match.service import JobThinker, Matches, MatchLimits, SystemTime
from tengen.people import LevelRatings
from tengen.people.service import ResultsService
from tengen.players import engine_catalogue, insist_on_confinement, use_engines, why_unconfined
from tengen.protocol import Frames
from tengen.server.match_log import log_event
from tengen.server.results import rows_of_ends
from tengen.server.settings import Settings
from tengen.storage import (
    CHALLENGE_TABLES,
    RESULT_TABLES,
    Database,
    Guests,
    SqlMatchStore,
    SqlPeopleStore,
    SqlResultStore,
)

_log: Final = structlog.get_logger("tengen.engines")

OnEvent: TypeAlias = Callable[[Event, Match], None]


@dataclass(frozen=True, slots=True)
class Stores:
    """The matches of a server with their bounds, its people, its guests, results, and the database of all."""

    database: Database
    matches: Matches
    people: SqlPeopleStore
    guests: Guests
    match_limits: MatchLimits
    results: ResultsService


@asynccontextmanager
async def open_stores(settings: Settings, on_event: OnEvent = log_event) -> AsyncIterator[Stores]:
    """Open the database that the settings name, bring it up to date, and go on with all matches.

    `on_event` hears what happens in them, with the match after it.

    Raises BAD_PLAYER for a list of engines that cannot be read.
    """
    use_engines(settings.engines_file, must_be_there=settings.engines is not None)
    insist_on_confinement(insists=not settings.allow_unconfined_engines)
    await asyncio.to_thread(_tell_of_unconfined, settings)
    database = await Database.open(settings.database)
    try:
        limits = MatchLimits(
            open_octets=settings.match_memory_mb << 20,
            ai_pace_ms=settings.ai_pace_ms,
            ai_games_of_owner=settings.ai_games_per_visitor,
            absence=settings.absence,
        )
        thinker = JobThinker(open_pool(settings))
        wall_ms = SystemTime().wall_ms
        people = SqlPeopleStore(database)
        results = ResultsService(SqlResultStore(database), people, _levels(settings), wall_ms)
        matches = Matches(
            SqlMatchStore(database, (*RESULT_TABLES, *CHALLENGE_TABLES)),
            Frames(),
            thinker=thinker,
            limits=limits,
            on_event=on_event,
            on_end=rows_of_ends(results),
        )
        # Not by the time of the matches: that never goes back, and may be ahead for ever after a clock was.
        guests = Guests(database, wall_ms)
        await matches.start()
        await guests.forget_old()
        try:
            yield Stores(database, matches, people, guests, limits, results)
        finally:
            await matches.close()
    finally:
        await database.close()


def _levels(settings: Settings) -> LevelRatings:
    """How strong the levels are. Raises BadLevels for a file that does not say it."""
    return LevelRatings.of_package() if settings.levels is None else LevelRatings.read(settings.levels.read_bytes())


def open_pool(settings: Settings) -> Pool:
    """The processes that think for the AIs of a server; each is started when it is first needed."""
    places = {MAIN_LANE: settings.thinkers, ENGINE_LANE: settings.engines_at_once}
    return Pool(lambda: ChildProcess.start(server_command(settings.thinkers)), PoolLimits(places))


def _tell_of_unconfined(settings: Settings) -> None:
    """Say in the log what becomes of engines that this machine cannot confine; it is tried only where there are any."""
    names = [name for name, spec in engine_catalogue(settings.engines_file).items() if spec.confined]
    reason = why_unconfined() if names else ""
    if reason:
        words = "engines play unconfined" if settings.allow_unconfined_engines else "engines are refused"
        _log.warning(words, reason=reason, engines=names)
