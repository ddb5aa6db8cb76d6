"""A database of the version before people could talk: everybody stays who they were, and talks from now on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import make_url

from tengen import storage
from tengen.people import (
    Account,
    Ban,
    ChatRoom,
    LocalTalkHub,
    NoticeKey,
    RelationKind,
    Role,
    SecondFactor,
    TalkPlace,
)
from tengen.people.service import Notices, Relations, Talk, TalkLimits
from tengen.storage import Database, SqlPeopleStore, SqlTalkStore
from tengen.storage.migrate import ProgressLog
from tengen.storage.sqlite import WRITES, open_engine
from tests.people.service.scene import Clock

BEFORE = "0005"


def make_database(file: Path) -> None:
    """A database of that version, with people of every kind, a session and a match."""
    engine = open_engine(make_url(f"sqlite:///{file}"))
    config = Config()
    config.set_main_option("script_location", str(Path(storage.__file__).parent / "migrations"))
    with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        config.attributes |= {"connection": connection, "on_progress": ProgressLog()}
        command.upgrade(config, BEFORE)
    engine.dispose()
    people = [
        ("ann", "Ann", "ann", "hash", "", None, None, None, None, 3),
        ("boss", "Boss", "boss", "hash", "admin", "SECRET", None, None, None, 7),
        ("bad", "Bad", "bad", "hash", "", None, 5, 9, "rude", 1),
        ("guest", "Guest 1", None, None, "", None, None, None, None, 0),
    ]
    columns = "id, name, name_key, password_hash, roles, totp_secret, banned_at, banned_until, ban_reason, revision"
    match = {"id": "m1", "watch_id": "w1", "kind": "peace", "created_at": 5, "at": 5, "ai_to_move": 0, "is_over": 0}
    with closing(sqlite3.connect(file)) as database, database:
        marks = ", ".join("?" * 10)
        database.executemany(f"INSERT INTO accounts ({columns}, created_at) VALUES ({marks}, 4)", people)  # noqa: S608  # names and marks
        database.execute(
            f"INSERT INTO matches ({', '.join(match)}) VALUES ({', '.join('?' * len(match))})",  # noqa: S608  # names and marks
            tuple(match.values()),
        )


async def test_people_of_the_version_before_stay_who_they_were_and_talk(tmp_path: Path) -> None:
    file = tmp_path / "tengen.sqlite3"
    make_database(file)
    database = await Database.open(f"sqlite:///{file}")
    people, store, clock = SqlPeopleStore(database), SqlTalkStore(database), Clock()
    found = await people.accounts_of(["ann", "boss", "bad", "guest"])
    assert found == {
        "ann": Account("ann", "Ann", 4, "ann", "hash", revision=3),
        "boss": Account("boss", "Boss", 4, "boss", "hash", frozenset({Role.ADMIN}), SecondFactor("SECRET"), revision=7),
        "bad": Account("bad", "Bad", 4, "bad", "hash", ban=Ban(5, 9, "rude"), revision=1),
        "guest": Account("guest", "Guest 1", 4),
    }
    ann = found["ann"]
    assert (ann.silence, ann.talks, ann.avatar) == (None, True, 0)
    talk = Talk(store, people, LocalTalkHub(), clock, limits=TalkLimits(clock))
    line = await talk.say(ann, TalkPlace("m1", ChatRoom.PLAYERS, ("ann",)), text="hello")
    assert await talk.lines(ann, "m1", ChatRoom.PLAYERS) == [line]
    await Relations(store, people, clock).block("guest", "Boss")
    assert [row.kind for row in await store.relations_of("guest")] == [RelationKind.BLOCK]
    assert await Notices(store, people, clock).tell("guest", NoticeKey.UNMUTED)
    await talk.set_own("boss", False)
    assert (await people.accounts_of(["boss"]))["boss"].revision == 8
    await database.close()
