"""What the host may ask about accounts, as values that go over a line of JSON, and what each leads to.

The same calls are carried out in a running server and, without one, in the program that was asked for them. The host
acts as nobody's account: `actor` is always None.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, assert_never

import msgspec

from tengen.match.service import watch_id_of
from tengen.people import MOST_LISTED, Account, Registration, Role
from tengen.people.service import Administration, AuditLine, MadeAccount, ReadGame, ResultsService

LONGEST_LINE: Final = 2 << 20
"""A table of the largest size fits into a call."""

_MOST_TOLD: Final = 1_000
"""So many ratings that differ are told one by one."""

Json: TypeAlias = dict[str, Any]
OnProgress: TypeAlias = Callable[[int, int], None]


class _Call(msgspec.Struct, frozen=True, tag_field="call", forbid_unknown_fields=True):
    pass


class Add(_Call, frozen=True, tag="add"):
    """Make an account; without a password one is made up."""

    name: str
    password: str | None = None
    role: Role | None = None


class ListAccounts(_Call, frozen=True, tag="list"):
    """A page of accounts."""

    search: str = ""
    after: str | None = None


class Import(_Call, frozen=True, tag="import"):
    """Make the accounts of a table."""

    table: bytes


class SetRole(_Call, frozen=True, tag="role"):
    """Give an account a role, or none."""

    name: str
    role: Role | None = None


class MakeReset(_Call, frozen=True, tag="reset"):
    """A link with which somebody may set a new password."""

    name: str
    ends_second_factor: bool = False


class BanAccount(_Call, frozen=True, tag="ban"):
    """Keep somebody out."""

    name: str
    reason: str
    until: int | None = None


class Unban(_Call, frozen=True, tag="unban"):
    """Let somebody in again."""

    name: str


class EndAccountSessions(_Call, frozen=True, tag="end-sessions"):
    """Log somebody out everywhere."""

    name: str


class Export(_Call, frozen=True, tag="export"):
    """Everything that is known of an account."""

    name: str


class Delete(_Call, frozen=True, tag="delete"):
    """Delete an account."""

    name: str


class MakeInvite(_Call, frozen=True, tag="invite"):
    """A code with which people may register."""

    uses: int
    days: int


class ChangeRegistration(_Call, frozen=True, tag="registration"):
    """Who may register; without a mode it is only told."""

    mode: Registration | None = None


class ReadAudit(_Call, frozen=True, tag="audit"):
    """Entries of the audit log, the latest first."""

    after: int | None = None
    limit: int = 50


class VerifyAudit(_Call, frozen=True, tag="verify-audit"):
    """Whether the audit log is what was written, and still has the entry that is known."""

    number: int | None = None
    hash: str = ""


class AnnulResult(_Call, frozen=True, tag="annul"):
    """Take the result of a game back. The game is named by the id under which it is watched."""

    game: str
    reason: str


class RecomputeRatings(_Call, frozen=True, tag="recompute-ratings"):
    """Work all ratings out again; with `repairs` those that differ are corrected."""

    repairs: bool = False


Call: TypeAlias = (
    Add
    | ListAccounts
    | Import
    | SetRole
    | MakeReset
    | BanAccount
    | Unban
    | EndAccountSessions
    | Export
    | Delete
    | MakeInvite
    | ChangeRegistration
    | ReadAudit
    | VerifyAudit
    | AnnulResult
    | RecomputeRatings
)


@dataclass(frozen=True, slots=True)
class HostServices:
    """What carries out the calls of the host; `read_game` finds the end of a match in its log."""

    administration: Administration
    results: ResultsService
    read_game: ReadGame


async def carry_out(call: Call, services: HostServices, on_progress: OnProgress) -> Json:
    """The answer to a call, as plain values for JSON. Raises PeopleError and StoreError."""
    administration = services.administration
    match call:
        case Add():
            return _made(await administration.add(None, call.name, call.password, call.role))
        case ListAccounts():
            page = await administration.accounts(None, call.search, call.after, MOST_LISTED)
            return {"users": [_user(account) for account in page.accounts], "after": page.after}
        case Import():
            made = await administration.import_csv(None, call.table, on_progress)
            return {"users": [_made(one) for one in made]}
        case SetRole():
            return _user(await administration.set_role(None, call.name, call.role))
        case MakeReset():
            link = await administration.make_reset_link(None, call.name, ends_second_factor=call.ends_second_factor)
            return {"name": link.account.name, "token": link.token, "expires": link.expires_at}
        case BanAccount():
            return _user(await administration.ban(None, call.name, call.until, call.reason))
        case Unban():
            return _user(await administration.unban(None, call.name))
        case EndAccountSessions():
            await administration.end_sessions(None, call.name)
        case Export():
            return await administration.export(None, call.name)
        case Delete():
            await administration.delete(None, call.name)
        case MakeInvite():
            invite, code = await administration.make_invite(None, call.uses, call.days)
            return {"code": code, "uses": invite.uses_left, "expires": invite.expires_at}
        case ChangeRegistration():
            if call.mode is not None:
                await administration.set_registration(None, call.mode)
            return {"mode": str(await administration.registration(None))}
        case ReadAudit():
            found = await administration.audit(None, call.after, min(max(call.limit, 1), MOST_LISTED))
            return {"entries": [_entry(line) for line in found.lines], "after": found.after}
        case VerifyAudit():
            check = await administration.verify_audit(None)
            is_cut = call.number is not None and not await administration.has_audit(None, call.number, call.hash)
            return {
                "rows": check.rows,
                "brokenAt": check.broken_at,
                "lastHash": check.last_hash,
                "isCut": check.broken_at is None and is_cut,
            }
        case AnnulResult():
            result = await services.results.annul(call.game, None, call.reason)
            return {"game": result.watch_id}
        case RecomputeRatings():
            return await _recomputed(services, on_progress, repairs=call.repairs)
        case _:
            assert_never(call)
    return {}


async def _recomputed(services: HostServices, on_progress: OnProgress, *, repairs: bool) -> Json:
    found = await services.results.recompute(read_game=services.read_game, repairs=repairs, on_progress=on_progress)
    return {
        "games": found.results,
        "ratings": found.ratings,
        "isRepaired": repairs and bool(found.differences),
        "differences": [
            {
                "account": difference.account_id,
                "ratingClass": difference.rating_class,
                "stored": None if difference.stored is None else difference.stored.rating.rating,
                "computed": None if difference.computed is None else difference.computed.rating.rating,
            }
            for difference in found.differences[:_MOST_TOLD]
        ],
        "count": len(found.differences),
        "otherLogs": [watch_id_of(match_id) for match_id in found.other_logs[:_MOST_TOLD]],
        "withoutLog": found.without_log,
    }


def _user(account: Account) -> Json:
    ban = account.ban
    return {
        "id": account.account_id,
        "name": account.name,
        "created": account.created_at,
        "roles": sorted(account.roles),
        "secondFactor": account.second_factor is not None,
        "ban": None if ban is None else {"at": ban.at, "until": ban.until, "reason": ban.reason},
        "closed": account.closed_at,
    }


def _made(made: MadeAccount) -> Json:
    return {**_user(made.account), "password": made.password}


def _entry(line: AuditLine) -> Json:
    entry = line.entry
    if entry is None:
        return {"number": line.number, "unreadable": True}
    return {
        "number": line.number,
        "at": entry.at_ms,
        "action": str(entry.action),
        "actor": entry.actor,
        "actorName": line.actor_name,
        "subject": entry.subject,
        "subjectName": line.subject_name,
        "details": dict(entry.details),
    }
