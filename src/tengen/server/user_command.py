"""`tengen user`: asks about accounts on this host and says what came of it. Arguments are read elsewhere."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tengen.core import text
from tengen.core.printing import is_terminal, printable
from tengen.people import PeopleError, Registration, Role
from tengen.people.service import BadImport
from tengen.server.control import CannotAsk, ask
from tengen.server.control.calls import (
    Add,
    AnnulResult,
    BanAccount,
    Call,
    ChangeRegistration,
    Delete,
    EndAccountSessions,
    Export,
    Import,
    Json,
    ListAccounts,
    MakeInvite,
    MakeReset,
    ReadAudit,
    RecomputeRatings,
    SetRole,
    Unban,
    VerifyAudit,
)
from tengen.server.control.report import audit_table, moment, user_table
from tengen.server.reading import CannotServe, read_settings
from tengen.server.settings import Settings
from tengen.storage import find_holder

LARGEST_TABLE: Final = 1 << 20
_COMPARED: Final = ("stored", "computed")


class UserFailure(Exception):
    """What was asked for could not be done; the text says why in one line."""


class UserCommand:
    """Carries out the commands of `tengen user` and writes to the standard output, in a language or as JSON."""

    def __init__(self, language: str, *, as_json: bool = False) -> None:
        self._language = language
        self._as_json = as_json
        try:
            self._settings = read_settings()
        except CannotServe as error:
            raise UserFailure(str(error)) from error

    def add(self, name: str, password: str | None, role: Role | None) -> None:
        made = self._ask(Add(name, password, role))
        lines = [self._words("user.added", name=made["name"])]
        if made["password"] is not None:
            lines.append(self._words("user.added.password", password=made["password"]))
        if role is Role.ADMIN:
            lines.append(self._words("user.added.admin", name=made["name"]))
        self._say(made, *lines)

    def list_all(self, search: str) -> None:
        users: list[Json] = []
        after: str | None = None
        while True:
            page = self._ask(ListAccounts(search, after))
            users += page["users"]
            after = page["after"]
            if after is None:
                break
        self._say({"users": users}, user_table(users, self._language, on_terminal=self._on_terminal))

    def import_table(self, file: str) -> None:
        made = self._ask(Import(_read_table(file)))
        table = user_table(made["users"], self._language, on_terminal=self._on_terminal)
        self._say(made, table, self._words("user.imported", count=len(made["users"])))

    def set_role(self, name: str, role: Role | None) -> None:
        user = self._ask(SetRole(name, role))
        key = "user.role.none" if role is None else "user.role.given"
        self._say(user, self._words(key, name=user["name"], role=str(role)))

    def reset(self, name: str, *, ends_second_factor: bool) -> None:
        made = self._ask(MakeReset(name, ends_second_factor))
        link = f"{_page_address(self._settings)}#/reset/{made['token']}"
        told = self._words("user.reset", name=made["name"], until=moment(made["expires"]))
        self._say({**made, "link": link}, told, link)

    def ban(self, name: str, reason: str, until: int | None) -> None:
        user = self._ask(BanAccount(name, reason, until))
        key = "user.banned" if until is None else "user.banned_until"
        self._say(user, self._words(key, name=user["name"], until="" if until is None else moment(until)))

    def unban(self, name: str) -> None:
        user = self._ask(Unban(name))
        self._say(user, self._words("user.unbanned", name=user["name"]))

    def end_sessions(self, name: str) -> None:
        self._say(self._ask(EndAccountSessions(name)), self._words("user.sessions_ended", name=name))

    def export(self, name: str, file: str | None) -> None:
        told = json.dumps(self._ask(Export(name)), ensure_ascii=False, indent=2)
        if file is None:
            print(told)
            return
        _write_private(Path(file), told + "\n")
        self._say({"file": file}, self._words("user.exported", name=name, file=file))

    def delete(self, name: str, *, is_sure: bool) -> None:
        if not is_sure:
            if not (is_terminal(sys.stdin) and is_terminal(sys.stderr)):
                raise UserFailure(self._words("user.delete.needs_yes"))
            sys.stderr.write(self._words("user.delete.sure", name=printable(name)))
            sys.stderr.flush()
            if sys.stdin.readline().strip().lower() not in ("y", "yes", "是"):
                raise UserFailure(self._words("user.delete.not"))
        self._say(self._ask(Delete(name)), self._words("user.deleted", name=name))

    def invite(self, uses: int, days: int) -> None:
        made = self._ask(MakeInvite(uses, days))
        told = self._words("user.invite", uses=made["uses"], until=moment(made["expires"]))
        self._say(made, told, made["code"])

    def registration(self, mode: Registration | None) -> None:
        found = self._ask(ChangeRegistration(mode))
        self._say(found, self._words(f"user.registration.{found['mode']}"))

    def audit(self, after: int | None, limit: int) -> None:
        entries: list[Json] = []
        while len(entries) < limit:
            page = self._ask(ReadAudit(after, limit - len(entries)))
            entries += page["entries"]
            after = page["after"]
            if after is None:
                break
        table = audit_table(entries, self._language, on_terminal=self._on_terminal)
        self._say({"entries": entries, "after": after}, table)

    def verify_audit(self, known: tuple[int, str] | None) -> None:
        """Raises UserFailure where the log was altered; `known` is a number and hash that were written down before."""
        found = self._ask(VerifyAudit() if known is None else VerifyAudit(known[0], known[1]))
        if found["brokenAt"] is None and not found["isCut"]:
            hash_ = found["lastHash"] or "-"
            self._say(found, self._words("user.audit.sound", rows=found["rows"], hash=hash_))
            return
        if self._as_json:
            self._say(found)
        if found["brokenAt"] is not None:
            raise UserFailure(self._words("user.audit.broken", number=found["brokenAt"]))
        assert known is not None, "only what is known can be missed"
        raise UserFailure(self._words("user.audit.cut", number=known[0]))

    def annul(self, game: str, reason: str) -> None:
        told = self._ask(AnnulResult(game, reason))
        self._say(told, self._words("user.annulled", game=told["game"]))

    def recompute_ratings(self, *, repairs: bool) -> None:
        """Raises UserFailure where ratings are not what games make of them and were not repaired."""
        found = self._ask(RecomputeRatings(repairs))
        lines = [self._rating_line(difference) for difference in found["differences"]]
        if found["otherLogs"]:
            lines.append(self._words("user.ratings.logs", games=", ".join(found["otherLogs"])))
        if found["withoutLog"]:
            lines.append(self._words("user.ratings.no_log", count=found["withoutLog"]))
        counts = {"games": found["games"], "ratings": found["ratings"], "count": found["count"]}
        if found["count"] and not repairs:
            self._say(found, *lines)
            raise UserFailure(self._words("user.ratings.differ", **counts))
        last = "user.ratings.repaired" if found["count"] else "user.ratings.sound"
        self._say(found, *lines, self._words(last, **counts))

    def _rating_line(self, difference: Json) -> str:
        numbers = {name: "-" if (found := difference[name]) is None else f"{found:.4f}" for name in _COMPARED}
        return self._words(
            "user.ratings.line", account=difference["account"], rating_class=difference["ratingClass"], **numbers
        )

    # --- parts of these

    @property
    def _on_terminal(self) -> bool:
        return is_terminal(sys.stdout)

    def _words(self, key: str, **values: str | int) -> str:
        return text(self._language, key, **values)

    def _say(self, answer: Json, *lines: str) -> None:
        if self._as_json:
            print(json.dumps(answer, ensure_ascii=False))
            return
        for line in lines:
            print(line)

    def _ask(self, call: Call) -> Json:
        with _progress() as on_progress:
            try:
                return asyncio.run(ask(self._settings, call, on_progress))
            except BadImport as error:
                lines = [line.text(self._language) for line in error.lines]
                raise UserFailure("\n".join([error.text(self._language), *lines])) from error
            except PeopleError as error:
                raise UserFailure(error.text(self._language)) from error
            except CannotAsk as error:
                raise UserFailure(str(error)) from error


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """What hears of progress: a bar on the error stream where that is a terminal, and nobody in a pipe."""
    if not is_terminal(sys.stderr):
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=None, visible=False)
        yield lambda done, total: bar.update(task, completed=done, total=total, visible=True)


def _page_address(settings: Settings) -> str:
    """Where people reach the page: as the settings say, else where the server that runs here answers."""
    if settings.origins:
        return f"{settings.origins[0]}{settings.root_path}/"
    holder = find_holder(settings.data_dir)
    address = holder.address if holder is not None and holder.address else f"http://{settings.host}:{settings.port}"
    return f"{address}{settings.root_path}/"


def _read_table(file: str) -> bytes:
    """A table from a file, or from the standard input for `-`; no more than a table may have, and one byte."""
    if file == "-":
        return sys.stdin.buffer.read(LARGEST_TABLE + 1)
    with Path(file).open("rb") as table:
        return table.read(LARGEST_TABLE + 1)


def _write_private(file: Path, content: str) -> None:
    """Write a new file that only its owner can read. Raises FileExistsError."""
    with open(file, "x", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as opened:
        opened.write(content)
