"""Brings a database's schema up to this program's, at every start. The steps are in `migrations/versions`."""

from __future__ import annotations

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


class NewerSchema(Exception):
    """The database was written by a newer version of this program."""


def migrate(engine: Engine) -> None:
    """Carry out every step that the database lacks, all or none. Of several programs that start, one does it."""
    with engine.connect() as connection:
        if _version(connection) == _head():
            return
    with engine.connect().execution_options(**{WRITES: True}) as connection:
        wait_longer(connection, _LONGEST_MS)
        with connection.begin():
            _upgrade(connection)
        connection.invalidate()  # nobody else should wait so long


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    version = _version(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if version is not None and version not in known:
        raise NewerSchema(version)
    command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _head() -> str | None:
    return ScriptDirectory(str(_FOLDER)).get_current_head()
