"""The tables, as SQLAlchemy describes them for every database. How they came about is in `migrations`."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    and_,
    false,
    true,
)

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

KEY: Final = BigInteger().with_variant(Integer, "sqlite")
"""A number that the database gives out."""

matches: Final = Table(
    "matches",
    metadata,
    Column("key", KEY, primary_key=True),
    Column("id", Text, nullable=False),
    Column("watch_id", Text, nullable=False),
    Column("created_by", LargeBinary(16)),
    Column("kind", Text, nullable=False),
    Column("first_owner", Text),
    Column("second_owner", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("deadline_at", BigInteger),
    Column("ai_to_move", Boolean, nullable=False),
    Column("is_over", Boolean, nullable=False),
    Column("size", Integer, nullable=False, server_default="0"),
    Column("rule_set", Text),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("first_name", Text, nullable=False, server_default=""),
    Column("second_name", Text, nullable=False, server_default=""),
    Column("first_player", Text, nullable=False, server_default=""),
    Column("second_player", Text, nullable=False, server_default=""),
    Column("first_open", Boolean, nullable=False, server_default=false()),
    Column("second_open", Boolean, nullable=False, server_default=false()),
    Column("swapped", Boolean, nullable=False, server_default=false()),
    Column("ended_at", BigInteger),
    Column("winner", Text),
    Column("reason", Text),
    Column("margin", Float),
    Column("listed", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("id"),
    UniqueConstraint("watch_id"),
    UniqueConstraint("created_by"),
)
"""One row a match: what must be known without its log. Times are milliseconds since 1970.

`created_by` is the receipt of the message that began it, `at` when the row was last written. `winner` is `black`,
`white`, `draw`, or `none` for a game without result. Defaults are for rows of earlier versions; every row has values.
"""

for _column in (matches.c.deadline_at, matches.c.ended_at):
    Index(None, _column, sqlite_where=_column.is_not(None), postgresql_where=_column.is_not(None))
for _column in (matches.c.first_owner, matches.c.second_owner):
    _ordered = (_column, matches.c.created_at, matches.c.watch_id)
    Index(None, *_ordered, sqlite_where=_column.is_not(None), postgresql_where=_column.is_not(None))
for _column in (matches.c.kind, matches.c.first_name, matches.c.second_name):
    Index(None, _column, matches.c.created_at, matches.c.watch_id)
Index(None, matches.c.created_at, matches.c.watch_id)
_is_played = and_(matches.c.listed == true(), matches.c.is_over == false())
_ordered = (matches.c.listed, matches.c.created_at, matches.c.watch_id)
Index(None, *_ordered, sqlite_where=_is_played, postgresql_where=_is_played)
Index(None, matches.c.ai_to_move, sqlite_where=matches.c.ai_to_move, postgresql_where=matches.c.ai_to_move)

events: Final = Table(
    "events",
    metadata,
    Column("match_key", KEY, ForeignKey(matches.c.key), nullable=False),
    Column("n", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("receipt", LargeBinary(16)),
    Column("hash", LargeBinary(16), nullable=False, server_default=""),
    PrimaryKeyConstraint("match_key", "n"),
)
"""The logs. A row is never changed. `hash` covers its body and the hash of the row before it."""

pulse: Final = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)
"""One row: when a service last said that it was running."""

downtimes: Final = Table(
    "downtimes",
    metadata,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)
"""When no service was running."""

accounts: Final = Table(
    "accounts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("password_hash", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("name_key", Text),
    Column("roles", Text, nullable=False, server_default=""),
    Column("totp_secret", Text),
    Column("totp_step", BigInteger, nullable=False, server_default="0"),
    Column("banned_at", BigInteger),
    Column("banned_until", BigInteger),
    Column("ban_reason", Text),
    Column("closed_at", BigInteger),
    Column("revision", Integer, nullable=False, server_default="0"),
    Column("silenced_at", BigInteger),
    Column("silenced_until", BigInteger),
    Column("silence_reason", Text),
    Column("talks", Boolean, nullable=False, server_default=true()),
    Column("avatar", Integer, nullable=False, server_default="0"),
)
"""People. A guest is an account without a password that is not closed; a deleted player is a closed one without a name.

`name_key` is the name as it is compared, for those who have registered; `totp_step` the last one-time code used.
"""

Index(None, accounts.c.name_key, unique=True)
Index(None, accounts.c.roles, sqlite_where=accounts.c.roles != "", postgresql_where=accounts.c.roles != "")

sessions: Final = Table(
    "sessions",
    metadata,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("account_id", Text, ForeignKey(accounts.c.id), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("session_id", Text, nullable=False, server_default=""),
    Column("beside_id", Text),
    Column("beside_at", BigInteger),
    Column("device", Text, nullable=False, server_default=""),
)
"""Who is logged in. Of a token only its SHA-256 is kept. `beside_id` is a second account at the same screen."""

Index(None, sessions.c.account_id)
Index(None, sessions.c.session_id, unique=True)
Index(
    None,
    sessions.c.beside_id,
    sqlite_where=sessions.c.beside_id.is_not(None),
    postgresql_where=sessions.c.beside_id.is_not(None),
)

recovery_codes: Final = Table(
    "recovery_codes",
    metadata,
    Column("account_id", Text, ForeignKey(accounts.c.id), nullable=False),
    Column("code_hash", LargeBinary(32), nullable=False),
    PrimaryKeyConstraint("account_id", "code_hash"),
)
"""What gets somebody in who has lost the second factor. A code that was used is deleted."""

devices: Final = Table(
    "devices",
    metadata,
    Column("account_id", Text, ForeignKey(accounts.c.id), nullable=False),
    Column("device_hash", LargeBinary(32), nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("account_id", "device_hash"),
)
"""Browsers in which somebody has logged in."""

Index(None, devices.c.device_hash)

bot_tokens: Final = Table(
    "bot_tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("account_id", Text, ForeignKey(accounts.c.id), nullable=False),
    Column("label", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("token_hash", LargeBinary(32), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger),
    UniqueConstraint("token_hash"),
)
"""With what programs act for an account. One that was revoked is deleted."""

Index(None, bot_tokens.c.account_id)

resets: Final = Table(
    "resets",
    metadata,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("account_id", Text, ForeignKey(accounts.c.id), nullable=False),
    Column("made_by", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
    Column("ends_second_factor", Boolean, nullable=False, server_default=false()),
)
"""Links with which a new password can be set, once."""

Index(None, resets.c.account_id)

invites: Final = Table(
    "invites",
    metadata,
    Column("code_hash", LargeBinary(32), primary_key=True),
    Column("made_by", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("uses_left", Integer, nullable=False),
)
"""Codes with which people may register."""

site: Final = Table(
    "site",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What administrators have set while the server runs: `registration`."""

audit: Final = Table(
    "audit",
    metadata,
    Column("n", BigInteger, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", LargeBinary(32), nullable=False),
    Column("subject", Text),
)
"""Who did what to whom. A row is never changed. `hash` covers its body and the hash of the row before it.

`subject` repeats what the body says, to be looked up by.
"""

Index(None, audit.c.subject)

results: Final = Table(
    "results",
    metadata,
    Column("key", KEY, primary_key=True),
    Column("match_id", Text, nullable=False),
    Column("watch_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("rule_set", Text),
    Column("first_account", Text, ForeignKey(accounts.c.id)),
    Column("second_account", Text, ForeignKey(accounts.c.id)),
    Column("first_player", Text, nullable=False),
    Column("second_player", Text, nullable=False),
    Column("first_name", Text, nullable=False),
    Column("second_name", Text, nullable=False),
    Column("swapped", Boolean, nullable=False),
    Column("winner", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("margin", Float),
    Column("moves", Integer, nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("rating_class", Text),
    Column("why_not", Text),
    Column("level_rating", Float),
    Column("level_deviation", Float),
    UniqueConstraint("match_id"),
    UniqueConstraint("watch_id"),
)
"""The first end of each match that an account played; see `people.Result`. Keys are in the order of writing.

A row is never changed. The match itself may be gone.
"""

for _account, _opponent in (
    (results.c.first_account, results.c.second_player),
    (results.c.second_account, results.c.first_player),
):
    _ended = (_account, results.c.ended_at, results.c.watch_id)
    Index(None, *_ended, sqlite_where=_account.is_not(None), postgresql_where=_account.is_not(None))
    _tally = (_account, results.c.kind, _opponent, results.c.winner)
    Index(
        f"ix_results_{_account.name}_tally",
        *_tally,
        sqlite_where=_account.is_not(None),
        postgresql_where=_account.is_not(None),
    )

annulments: Final = Table(
    "annulments",
    metadata,
    Column("match_id", Text, ForeignKey(results.c.match_id), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("after", BigInteger, nullable=False),
)
"""Results that count no more. `after` is the key of the last result that there was then."""

ratings: Final = Table(
    "ratings",
    metadata,
    Column("account_id", Text, ForeignKey(accounts.c.id), nullable=False),
    Column("rating_class", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("cause", Text, nullable=False),
    Column("match_id", Text),
    Column("opponent", Text),
    Column("opponent_rating", Float),
    Column("opponent_deviation", Float),
    Column("score", Float),
    Column("games_today", Integer, nullable=False),
    PrimaryKeyConstraint("account_id", "rating_class", "number"),
)
"""What accounts were rated at, row by row; see `people.RatingRow`. A row is never changed."""

_of_game = ratings.c.match_id.is_not(None)
_meetings = (ratings.c.account_id, ratings.c.rating_class, ratings.c.opponent, ratings.c.at)
Index(None, ratings.c.match_id, sqlite_where=_of_game, postgresql_where=_of_game)
Index(None, *_meetings, sqlite_where=_of_game, postgresql_where=_of_game)


saves: Final = Table(
    "saves",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner_id", Text, ForeignKey(accounts.c.id), nullable=False),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("first_account", Text),
    Column("first_name", Text, nullable=False),
    Column("first_player", Text, nullable=False),
    Column("second_account", Text),
    Column("second_name", Text, nullable=False),
    Column("second_player", Text, nullable=False),
    Column("swapped", Boolean, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("cells", LargeBinary, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("octets", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),
    UniqueConstraint("owner_id", "name_key"),
)
"""Games that accounts have put aside. `content` is a save file without names, `octets` its length."""

for _column in (saves.c.first_account, saves.c.second_account):
    Index(None, _column, sqlite_where=_column.is_not(None), postgresql_where=_column.is_not(None))


challenges: Final = Table(
    "challenges",
    metadata,
    Column("id", Text, primary_key=True),
    Column("by_id", Text, nullable=False),
    Column("by_guest", Boolean, nullable=False),
    Column("to_id", Text),
    Column("kind", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("terms", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)
"""What somebody would play, with anybody or with one person; `terms` is JSON. It is open while it has no answer."""

Index(None, challenges.c.by_id, challenges.c.created_at)
Index(None, challenges.c.expires_at)

challenge_answers: Final = Table(
    "challenge_answers",
    metadata,
    Column("challenge_id", Text, ForeignKey(challenges.c.id), primary_key=True),
    Column("answer", Text, nullable=False),
    Column("by_id", Text),
    Column("reason", Text),
    Column("at", BigInteger, nullable=False),
)
"""How a challenge ended: whoever inserts first has the say. A row is never changed."""

challenge_settings: Final = Table(
    "challenge_settings",
    metadata,
    Column("account_id", Text, primary_key=True),
    Column("accepting", Text, nullable=False),
)
"""Whose challenges somebody takes, where they have said so."""
