"""The wiring of a server: opens its stores, makes its services, runs what goes on in the background. No use cases.

Only the application holds it; routes, middlewares and sockets are given the few services that they need.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from tengen.match import Match
from tengen.match.service import Games, Invitations, MatchLimits, SystemTime
from tengen.people import SaveSigner, SessionsEnded
from tengen.people.service import (
    Accounts,
    Administration,
    Conduct,
    HashParameters,
    LoginLimits,
    LoginRates,
    Notices,
    PasswordHasher,
    Relations,
    ResultsService,
    Saves,
)
from tengen.server.arenas import Arenas
from tengen.server.control import ControlServer, HostServices
from tengen.server.files import FileLimits, FileService, UploadLimits
from tengen.server.game_archive import GameArchive
from tengen.server.health import StoreHealth
from tengen.server.http import Answers, Rates
from tengen.server.identity import Identity
from tengen.server.lobby_services import LobbyServices
from tengen.server.match_log import log_begin
from tengen.server.metrics import Metrics
from tengen.server.pruning import Pruning
from tengen.server.results import check_rated_by, reading_ends
from tengen.server.save_slots import SaveSlots
from tengen.server.session_endings import SessionEndings
from tengen.server.settings import Settings
from tengen.server.stores import Stores, open_stores
from tengen.server.ws import OpenSockets
from tengen.storage import Database, SqlSaveStore, SqlTalkStore, read_secret


class Container:
    """Everything one server has; what needs the store is there between `running()` and its end."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.rates = Rates(settings)
        self.metrics = Metrics()
        self.arenas = Arenas(settings.arenas_folder)
        self.sockets = OpenSockets()
        self.answers = Answers()
        self.endings = SessionEndings(self.sockets.end_sessions, self._forget_answers, self._tell_lobby)
        self.accounts: Accounts
        self.administration: Administration
        self.games: Games
        self.identity: Identity
        self.files: FileService
        self.health: StoreHealth
        self.database: Database
        self.signer: SaveSigner
        self.save_slots: SaveSlots
        self.results: ResultsService
        self.archive: GameArchive
        self.lobby: LobbyServices

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the store and go on with all matches; at the end finish what is being written."""
        settings = self.settings
        secret = read_secret(settings.secret, settings.prepare_data_dir())
        invitations, self.signer = Invitations(secret), SaveSigner(secret)
        async with open_stores(settings) as stores:
            matches, people, now = stores.matches, stores.people, SystemTime().wall_ms
            self.database, self.results = stores.database, stores.results
            hasher = PasswordHasher(HashParameters(settings.password_memory_kib, settings.password_passes))
            limits, tell = LoginLimits(_monotonic_ms, _login_rates(settings)), self.endings.tell
            saves = Saves(SqlSaveStore(stores.database), people, now)
            exporters = [self.results.export, saves.export]
            self.accounts = Accounts(people, hasher, limits, now, on_sessions_ended=tell, exporters=exporters)
            self.administration = Administration(people, hasher, now, on_sessions_ended=tell, exporters=exporters)
            await self.accounts.prepare()
            self.games = Games(matches, invitations, self._note_begin, check_rated_by(self.results))
            self.lobby = self._make_lobby(stores, now)
            self.identity = Identity(self.accounts, self.rates, now)
            self.files = _file_service(settings, stores.match_limits)
            self.archive = GameArchive(matches, self.results, self.files)
            self.health = StoreHealth(stores.database.check_writable)
            self.save_slots = SaveSlots(saves, self.games, self.files, self.signer)
            pruning = Pruning(settings, matches, stores.guests, now)
            watching = self.sockets.watch(settings.write_timeout_s)
            host = HostServices(self.administration, self.results, reading_ends(matches.log))
            control = ControlServer(host, settings.data_dir)
            tasks = [asyncio.create_task(work) for work in (watching, pruning.run())]
            try:
                async with self.lobby.running(), control.listening():
                    yield
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)
                await self.files.close()
                await asyncio.to_thread(hasher.close)

    def _make_lobby(self, stores: Stores, now: Callable[[], int]) -> LobbyServices:
        people, talk = stores.people, SqlTalkStore(stores.database)
        return LobbyServices(
            stores.database,
            people,
            self.games,
            self.results,
            relations=Relations(talk, people, now),
            notices=Notices(talk, people, now),
            conduct=Conduct(talk, now, self.results.games_of),
            now=now,
        )

    def _tell_lobby(self, ended: SessionsEnded) -> None:
        self.lobby.on_sessions_ended(ended)

    def _forget_answers(self, ended: SessionsEnded) -> None:
        self.answers.forget(ended.account_ids)

    def _note_begin(self, match: Match, is_loaded: bool) -> None:
        log_begin(match, is_loaded=is_loaded)
        self.metrics.started.labels(match.ruleset.KIND).inc()


def _login_rates(settings: Settings) -> LoginRates:
    return LoginRates(
        of_account=settings.login_tries_per_account,
        of_address=settings.login_tries_per_address,
        hashes_a_second=settings.password_checks_per_second,
    )


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _file_service(settings: Settings, match_limits: MatchLimits) -> FileService:
    most, per_point = match_limits.events - 1, match_limits.events_per_point
    uploads = UploadLimits(settings.upload_nodes, settings.upload_points, most, per_point)
    limits = FileLimits(settings.file_processes, settings.file_cpu_s, settings.file_memory_mb)
    return FileService(uploads, limits)
