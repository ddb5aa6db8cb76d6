"""Events form a chain of hashes, and the row of a match says what it is about.

Both are made for what is there already: every log is read once, some rows at a time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from alembic import context, op

revision = "0002"
down_revision = "0001"

_AT_ONCE: Final = 2_000
"""So many rows are in memory."""

_PERSON: Final = b"tengen match log"
_WINNERS: Final = {"black": "black", "white": "white", "draw": "draw", None: "none"}
_COLORS: Final = {1: "black", 2: "white"}
_Values: TypeAlias = dict[str, Any]


def upgrade() -> None:
    _add_columns()
    connection = op.get_bind()
    total = connection.scalar(sa.select(sa.func.count()).select_from(_EVENTS)) or 0
    on_progress: Callable[[int, int], None] | None = context.config.attributes.get("on_progress")
    done = 0
    for hashes, told in _read_logs(connection):
        if hashes:
            connection.execute(_SET_HASH, hashes)
        _write_rows(connection, told)
        done += len(hashes)
        if on_progress is not None:
            on_progress(done, total)
    _make_indices()


def _add_columns() -> None:
    op.add_column("events", sa.Column("hash", sa.LargeBinary(16), nullable=False, server_default=""))
    for name in ("first_name", "second_name", "first_player", "second_player"):
        op.add_column("matches", sa.Column(name, sa.Text, nullable=False, server_default=""))
    for name in ("rated", "first_open", "second_open", "swapped"):
        op.add_column("matches", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("size", sa.Integer, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("ended_at", sa.BigInteger))
    op.add_column("matches", sa.Column("margin", sa.Float))
    for name in ("rule_set", "winner", "reason"):
        op.add_column("matches", sa.Column(name, sa.Text))


def _make_indices() -> None:
    order = ["created_at", "watch_id"]
    for column in ("first_owner", "second_owner"):
        present = sa.column(column).is_not(None)
        op.drop_index(f"ix_matches_{column}", "matches")
        op.create_index(
            f"ix_matches_{column}", "matches", [column, *order], sqlite_where=present, postgresql_where=present
        )
    for column in ("kind", "first_name", "second_name"):
        op.create_index(f"ix_matches_{column}", "matches", [column, *order])
    op.create_index("ix_matches_created_at", "matches", order)
    ended = sa.column("ended_at").is_not(None)
    op.create_index("ix_matches_ended_at", "matches", ["ended_at"], sqlite_where=ended, postgresql_where=ended)


_EVENTS: Final = sa.table(
    "events",
    sa.column("match_key", sa.BigInteger),
    sa.column("n", sa.Integer),
    sa.column("body", sa.LargeBinary),
    sa.column("hash", sa.LargeBinary),
)
_SET_HASH: Final = (
    sa.update(_EVENTS)
    .where(_EVENTS.c.match_key == sa.bindparam("of_match"), _EVENTS.c.n == sa.bindparam("of_n"))
    .values(hash=sa.bindparam("made"))
)


def _read_logs(connection: sa.Connection) -> Iterator[tuple[list[_Values], list[_Log]]]:
    """The hashes of the next rows, and the logs that have come to their end among them."""
    log = _Log(-1)
    while found := connection.execute(_rows_after(log)).all():
        hashes: list[_Values] = []
        ended: list[_Log] = []
        for row in found:
            if row.match_key != log.match_key:
                ended.append(log)
                log = _Log(row.match_key)
            hashes.append({"of_match": row.match_key, "of_n": row.n, "made": log.add(row.n, row.body)})
        yield hashes, ended
    yield [], [log]


def _rows_after(log: _Log) -> sa.Select[tuple[int, int, bytes]]:
    key, n = _EVENTS.c.match_key, _EVENTS.c.n
    is_after = sa.tuple_(key, n) > sa.tuple_(log.match_key, log.n)
    return sa.select(key, n, _EVENTS.c.body).where(is_after).order_by(key, n).limit(_AT_ONCE)


class _Log:
    """A log as far as it is read: the hash of its last row, and what it tells of its match."""

    def __init__(self, match_key: int) -> None:
        self.match_key = match_key
        self.n = 0
        self.created: _Values = {}
        self.seats: dict[str, _Values] = {}
        self.ended: _Values | None = None
        self._hash = b""
        self._swapped = [False]  # after each step, those that were taken back too
        self._cursor = 0

    def add(self, n: int, body: bytes) -> bytes:
        """The hash of the next row."""
        self.n = n
        self._hash = blake2b(self._hash + body, digest_size=16, person=_PERSON).digest()
        with suppress(ValueError, KeyError, TypeError):  # what cannot be read tells nothing
            if body.startswith(b'{"type":"moved"') and b'"act":"choose"' not in body:
                self._step(self.swapped)
            else:
                self._hear(json.loads(body))
        return self._hash

    @property
    def swapped(self) -> bool:
        """Whether the players have exchanged colours."""
        return self._swapped[self._cursor]

    def _step(self, swapped: bool) -> None:
        self._cursor += 1
        self._swapped[self._cursor :] = [swapped]

    def _hear(self, event: _Values) -> None:
        match event["type"]:
            case "created":
                self.created = event
                self.seats = {"first": event["first"], "second": event["second"]}
            case "joined":
                is_first = (event["by"] == 1) != self.swapped
                self.seats["first" if is_first else "second"] = event["seat"]
            case "moved":
                chosen = event["choice"]
                takes_color = chosen in _COLORS.values()
                self._step(chosen != _COLORS[event["by"]] if takes_color else self.swapped)
            case "undone":
                self._cursor = max(self._cursor - event.get("count", 1), 0)
            case "redone":
                self._cursor = min(self._cursor + event.get("count", 1), len(self._swapped) - 1)
            case "restarted":
                self._cursor, self._swapped = 0, [False]
            case "ended":
                self.ended = event

    def columns(self, *, is_over: bool) -> _Values:
        """What the row of the match is to say. Raises KeyError where the log does not tell it."""
        ended = self.ended if is_over else None
        outcome = ended["outcome"] if ended else None
        told = {
            "size": self.created["size"],
            "rule_set": self.created["rules"].get("preset"),
            "swapped": self.swapped,
            "ended_at": ended["at"] if ended else None,
            "winner": _WINNERS[outcome["winner"]] if outcome else None,
            "reason": outcome["reason"] if outcome else None,
            "margin": outcome.get("margin") if outcome else None,
        }
        for which, seat in self.seats.items():
            told[f"{which}_name"] = seat["name"]
            told[f"{which}_player"] = seat.get("player", "human")
            told[f"{which}_open"] = seat.get("open", False)
        return told


def _write_rows(connection: sa.Connection, logs: list[_Log]) -> None:
    """Fill the rows of these matches, as far as their logs can be read. Which are over the rows know already."""
    logs_of = {log.match_key: log for log in logs}
    key, is_over = sa.column("key", sa.BigInteger), sa.column("is_over", sa.Boolean)
    over = connection.execute(sa.select(key, is_over).select_from(sa.table("matches")).where(key.in_(logs_of)))
    rows: list[_Values] = []
    for found, ended in over:
        with suppress(KeyError, TypeError, AttributeError):
            rows.append({"of_match": found, **logs_of[found].columns(is_over=ended)})
    if not rows:
        return
    names = [name for name in rows[0] if name != "of_match"]
    matches = sa.table("matches", key, *map(sa.column, names))
    chosen = sa.update(matches).where(matches.c.key == sa.bindparam("of_match"))
    connection.execute(chosen.values({name: sa.bindparam(name) for name in names}), rows)
