"""Brings a database's schema up to this program's, at every start. The steps are in `migrations/versions`."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from tengen.storage.sqlite import WRITES, wait_longer

_FOLDER: Final = Path(__file__).parent / "migrations"
_LONGEST_MS: Final = 60_000
_TOLD_EVERY: Final = 100_000

log = logging.getLogger(__name__)


class NewerSchema(Exception):
    """The database was written by a newer version of this program."""


class ProgressLog:
    """Says in the log now and then how far a long step is; of a short one it says nothing."""

    def __init__(self) -> None:
        self._told = 0

    def __call__(self, done: int, total: int) -> None:
        if done - self._told >= _TOLD_EVERY or (self._told and done == total):
            self._told = done
            log.info("the database is brought up to date: %d of %d events", done, total)


def migrate(engine: Engine, on_progress: Callable[[int, int], None] | None = None) -> None:
    """Carry out every step that the database lacks, all or none. Of several programs that start, one does it.

    `on_progress` hears how many events of how many are done by a step that reads them all; else the log does.
    """
    with engine.connect() as connection:
        if _version(connection) == _head():
            return
    with engine.connect().execution_options(**{WRITES: True}) as connection:
        wait_longer(connection, _LONGEST_MS)
        with connection.begin():
            _upgrade(connection, on_progress or ProgressLog())
        connection.invalidate()  # nobody else should wait so long


def _upgrade(connection: Connection, on_progress: Callable[[int, int], None]) -> None:
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["on_progress"] = on_progress
    version = _version(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if version is not None and version not in known:
        raise NewerSchema(version)
    command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _head() -> str | None:
    return ScriptDirectory(str(_FOLDER)).get_current_head()
