"""What the calls about accounts answered, in words and tables for a person. Writes nothing."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from tengen.core import text
from tengen.core.printing import printable
from tengen.server.control.calls import Json

_WIDEST: Final = 10_000


def user_table(users: Sequence[Json], language: str, *, on_terminal: bool = False) -> str:
    """Accounts, a line each; with a column of passwords where any were made up."""
    if not users:
        return text(language, "user.none")
    has_passwords = any(user.get("password") for user in users)
    names = ["name", *(["password"] if has_passwords else []), "roles", "since", "second_factor", "state"]
    rows = []
    for user in users:
        cells = {
            "name": user["name"],
            "password": user.get("password") or "",
            "roles": ", ".join(user["roles"]),
            "since": day(user["created"]),
            "second_factor": text(language, "user.yes" if user["secondFactor"] else "user.no"),
            "state": _state(user, language),
        }
        rows.append([cells[name] for name in names])
    return _table([text(language, f"user.{name}") for name in names], rows, on_terminal=on_terminal)


def audit_table(entries: Sequence[Json], language: str, *, on_terminal: bool = False) -> str:
    """Entries of the audit log, a line each. Whatever was typed by somebody is shown as one line."""
    names = ("number", "time", "actor", "action", "subject", "details")
    rows = []
    for entry in entries:
        number = str(entry["number"])
        if entry.get("unreadable"):
            rows.append([number, "", "", "", "", text(language, "user.audit.unreadable")])
            continue
        details = " ".join(f"{key}={_detail(value)}" for key, value in sorted(entry["details"].items()))
        actor, subject = (entry[f"{who}Name"] or entry[who] or "" for who in ("actor", "subject"))
        rows.append([number, moment(entry["at"]), actor, entry["action"], subject, details])
    return _table([text(language, f"user.audit.{name}") for name in names], rows, on_terminal=on_terminal)


def day(ms: int) -> str:
    """The day of a time, in UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d")


def moment(ms: int) -> str:
    """A time to the second, in UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _state(user: Json, language: str) -> str:
    if user["closed"] is not None:
        return text(language, "user.state.closed")
    ban = user["ban"]
    if ban is None:
        return ""
    if ban["until"] is None:
        return text(language, "user.state.banned", reason=ban["reason"])
    return text(language, "user.state.banned_until", until=moment(ban["until"]), reason=ban["reason"])


def _detail(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, on_terminal: bool) -> str:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(Text(heading), no_wrap=True)
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    written = io.StringIO()
    Console(file=written, width=_WIDEST, force_terminal=on_terminal).print(table)
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines())
