"""The schema: the steps lead to what the program expects, once, whoever starts first."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, inspect, make_url, text

from tengen.storage.migrate import NewerSchema, migrate
from tengen.storage.schema import metadata
from tengen.storage.sqlite import open_engine


def open_at(folder: Path) -> Engine:
    return open_engine(make_url(f"sqlite:///{folder / 'tengen.sqlite3'}"))


def test_the_steps_lead_to_the_schema_that_the_program_expects(tmp_path: Path) -> None:
    engine = open_at(tmp_path)
    migrate(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    expected = {index.name: index for table in metadata.tables.values() for index in table.indexes}
    found = [index for table in metadata.tables for index in inspect(engine).get_indexes(table)]
    assert {index["name"] for index in found} == set(expected)
    engine.dispose()


def test_nothing_happens_to_a_database_that_is_up_to_date(tmp_path: Path) -> None:
    engine = open_at(tmp_path)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO downtimes VALUES (1, 2)"))
    migrate(engine)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT until FROM downtimes")) == 2
    engine.dispose()


def test_of_several_programs_that_start_at_once_one_does_it(tmp_path: Path) -> None:
    engines = [open_at(tmp_path) for _ in range(6)]
    failures: list[BaseException] = []

    def start(engine: Engine) -> None:
        try:
            migrate(engine)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=start, args=(engine,)) for engine in engines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with engines[0].connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM alembic_version")) == 1
    for engine in engines:
        engine.dispose()


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    engine = open_at(tmp_path)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerSchema, match="9999"):
        migrate(engine)
    engine.dispose()


def test_steps_that_fail_leave_the_database_as_it_was(tmp_path: Path) -> None:
    engine = open_at(tmp_path)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE sessions (oops INTEGER)"))  # in the way of the last table
    with pytest.raises(Exception, match="sessions"):
        migrate(engine)
    assert inspect(engine).get_table_names() == ["sessions"]
    engine.dispose()
